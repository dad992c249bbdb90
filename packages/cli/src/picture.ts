import { statSync } from 'node:fs';
import type { Scene } from '@boxperson/odds';
import { writePicture } from '@boxperson/odds/node';
import type { Command } from 'commander';
import { plain } from './pretty/text.js';
import { stop, typed } from './typed.js';

const KILO = 1_000;

/** What was written goes to the error output: the figures on the other stay what they are, JSON too. */
export function sayWritten(file: string, what: string): void {
  const size = Math.max(1, Math.round(statSync(file).size / KILO)).toLocaleString('en');
  process.stderr.write(`wrote ${plain(file)}: ${what}, ${size} kB\n`);
}

/** Draws a picture into a file, and says so. */
export function drawTo(file: string, scene: Scene, command: Command): void {
  try {
    writePicture(scene, file);
  } catch (error) {
    stop(command, `cannot write ${typed(file)}: ${plain((error as Error).message)}`);
  }
  sayWritten(file, `${scene.width} × ${scene.height}, ${plain(scene.title.split('. ')[0] as string)}`);
}

/** The name of a strategy as a heading: `Three point molly`. */
export function headingOf(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
