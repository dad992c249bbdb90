import { writeFileSync } from 'node:fs';
import { type PlayedSessions, sessionsCsv } from '@boxperson/odds';
import type { Command } from 'commander';
import { count } from '../odds/page.js';
import { sayWritten } from '../picture.js';
import { stop, typed } from '../typed.js';

export function writeCsv(file: string, { outcomes }: PlayedSessions, command: Command): void {
  try {
    writeFileSync(file, sessionsCsv(outcomes));
  } catch (error) {
    stop(command, `cannot write ${typed(file)}: ${(error as Error).message}`);
  }
  sayWritten(file, `${count(outcomes.length)} sessions, a line each`);
}
