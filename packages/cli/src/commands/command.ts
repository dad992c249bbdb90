import type { Command } from 'commander';

/**
 * Adds one command to the program. Each command file exports one of these.
 * A command that ran but has bad news (a failed script, say) sets `process.exitCode = 1`;
 * 2 is kept for command lines that could not be understood.
 */
export type Register = (program: Command) => void;

export type Example = readonly [commandLine: string, what: string];
