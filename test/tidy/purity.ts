import type { Source } from './files.js';
import { scan } from './scan.js';

const CLOCK = 'time comes in with the command (`at`)';
const CHANCE = 'dice come in with the command';
const WORLD = 'the rules do no input and no output';

/** Names that would make the rules impure, each with what to do instead. */
const BANNED: Readonly<Record<string, string>> = {
  Date: CLOCK,
  performance: CLOCK,
  setTimeout: CLOCK,
  setInterval: CLOCK,
  setImmediate: CLOCK,
  queueMicrotask: CLOCK,
  crypto: CHANCE,
  console: WORLD,
  process: WORLD,
  globalThis: WORLD,
  fetch: WORLD,
  require: WORLD,
  eval: WORLD,
};

// Not `wager.process`, which is a field of ours; but `...process` is the global.
const asGlobal = (name: string): RegExp => new RegExp(`(?<![\\w$])(?<!(?<!\\.)\\.\\s*)${name}(?![\\w$])`);

// `Math.floor` is fine. `Math.random`, `Math['random']` and `{ random } = Math` are not.
const RANDOM = /(?<![\w$])Math(?![\w$])(?!\s*\??\.\s*(?!random\b)[A-Za-z])/;

/** The impure names that a source of `rules` uses; prose in strings and comments does not count. */
export const purityFaults = ({ path, text }: Source): string[] => {
  const { code } = scan(text);
  const names = Object.entries(BANNED)
    .filter(([name]) => asGlobal(name).test(code))
    .map(([name, instead]) => `${path}: ${name}: ${instead}`);
  return RANDOM.test(code) ? [...names, `${path}: Math.random: ${CHANCE}`] : names;
};
