import { writeFileSync } from 'node:fs';
import { type PlayedSessions, sessionsCsv } from '@boxperson/odds';
import type { Command } from 'commander';
import { stop, typed } from '../typed.js';

export function writeCsv(file: string, { outcomes }: PlayedSessions, command: Command): void {
  try {
    writeFileSync(file, sessionsCsv(outcomes));
  } catch (error) {
    stop(command, `cannot write ${typed(file)}: ${(error as Error).message}`);
  }
}
