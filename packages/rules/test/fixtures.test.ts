import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkOptions } from './agree.js';
import { watchScript } from './watch.js';

// Scripts that once went wrong. Each is a script as `boxperson run` takes it, named after what it showed.
const folder = new URL('fixtures/', import.meta.url);

test.each(readdirSync(folder).filter((name) => name.endsWith('.jsonl')))('%s', (name) => {
  const lines = readFileSync(new URL(name, folder), 'utf8').trim().split('\n');
  const { game, bytes } = watchScript(lines);
  expect(watchScript(lines).bytes).toBe(bytes);
  for (const n of [0, 1, 2, 3, 4]) for (const player of game.players) checkOptions(game, player, n);
});
