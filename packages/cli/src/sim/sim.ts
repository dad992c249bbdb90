import type { Command } from 'commander';
import { coloursFor } from '../colours.js';
import { print } from '../odds/input.js';
import { drawTo } from '../picture.js';
import { playOnGame } from './direct.js';
import { type Found, find, foundJson } from './found.js';
import { readAsked, type SimOptions } from './options.js';
import { pictureOf } from './picture.js';
import { chartText, rolledText, sessionText } from './text.js';

const EXIT_CANCELLED = 130;

function foundText(found: Found, chart: boolean | undefined): string {
  const colours = coloursFor(process.stdout);
  const lines = [
    ...rolledText(found, colours),
    ...sessionText(found, colours),
    ...(chart ? chartText(found) : []),
  ];
  return lines.join('\n').trimEnd();
}

export async function simCommand(options: SimOptions, command: Command): Promise<void> {
  const asked = readAsked(options, command);
  if (options.direct) {
    print(playOnGame(asked, options.json, command));
    return;
  }
  const found = await find(asked, command);
  const scene = asked.plot === undefined ? null : pictureOf(found, command);
  print(options.json ? foundJson(found) : foundText(found, options.chart));
  if (scene && asked.plot !== undefined) drawTo(asked.plot, scene, command);
  if (found.rolled?.cancelled || found.sessions?.cancelled) process.exitCode = EXIT_CANCELLED;
}
