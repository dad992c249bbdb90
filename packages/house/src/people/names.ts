import { randomInt } from 'node:crypto';
import { LETTERS } from '@boxperson/offices';

// biome-ignore format: a word list
const FIRST = [
  'Amber', 'Bold', 'Brave', 'Bright', 'Brisk', 'Calm', 'Canny', 'Cheery', 'Clever', 'Copper', 'Cosy', 'Daring',
  'Dapper', 'Eager', 'Early', 'Easy', 'Fancy', 'Fleet', 'Fond', 'Frosty', 'Gentle', 'Giddy', 'Golden', 'Grand',
  'Happy', 'Hardy', 'Hasty', 'Honest', 'Humble', 'Ivory', 'Jaunty', 'Jolly', 'Keen', 'Kind', 'Lively', 'Loyal',
  'Lucky', 'Mellow', 'Merry', 'Mighty', 'Misty', 'Modest', 'Nimble', 'Noble', 'Patient', 'Perky', 'Plucky', 'Proud',
  'Quick', 'Quiet', 'Rosy', 'Ruby', 'Rusty', 'Sandy', 'Silver', 'Sly', 'Smiling', 'Snug', 'Spry', 'Steady',
  'Sunny', 'Swift', 'Velvet', 'Witty',
] as const;
// biome-ignore format: a word list
const SECOND = [
  'Badger', 'Bandicoot', 'Bear', 'Beaver', 'Bilby', 'Bison', 'Cockatoo', 'Crane', 'Dingo', 'Dolphin', 'Echidna', 'Emu',
  'Falcon', 'Ferret', 'Finch', 'Fox', 'Galah', 'Gecko', 'Goanna', 'Goose', 'Hare', 'Hedgehog', 'Heron', 'Ibis',
  'Jackal', 'Kestrel', 'Kingfisher', 'Kiwi', 'Koala', 'Kookaburra', 'Lark', 'Lemur', 'Lizard', 'Lynx', 'Magpie', 'Marten',
  'Mole', 'Moose', 'Numbat', 'Otter', 'Owl', 'Parrot', 'Pelican', 'Penguin', 'Platypus', 'Possum', 'Puffin', 'Quokka',
  'Quoll', 'Raven', 'Robin', 'Seal', 'Sparrow', 'Squirrel', 'Stork', 'Swan', 'Tapir', 'Tern', 'Toucan', 'Turtle',
  'Wallaby', 'Walrus', 'Wombat', 'Wren',
] as const;

const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)] as T;

/** A number with so many digits. */
export const pickNumber = (digits: number): number => randomInt(10 ** (digits - 1), 10 ** digits);

/** A friendly name for somebody who gave none, e.g. "Lucky Otter 27". More digits leave more room. */
export const makeFriendlyName = (digits: number): string =>
  `${pick(FIRST)} ${pick(SECOND)} ${pickNumber(digits)}`;

export const makeId = (prefix: string): string =>
  `${prefix}-${Array.from({ length: 16 }, () => pick([...LETTERS])).join('')}`;
