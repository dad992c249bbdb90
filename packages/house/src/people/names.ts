import { randomInt } from 'node:crypto';

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

const NAME_MOST = 40;
/** Letters of any script, digits and a little punctuation: nothing that could pass for something else on a screen. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'’_-]*$/u;

/** A name as it is kept; null when it is not one. */
export function readName(text: string): string | null {
  const name = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  return name.length <= NAME_MOST && NAME.test(name) ? name : null;
}
export const NAME_FAULT = `A name has 1 to ${NAME_MOST} letters, digits and spaces.`;

/** Two names that differ only in case are one name. */
export const foldName = (name: string): string => name.normalize('NFKC').toLowerCase();

/** A card number as it is kept: capitals without spaces; null when it is not one. */
export function readCard(text: string): string | null {
  const card = text.replaceAll(/\s+/g, '').toUpperCase();
  return /^[A-Z0-9-]{4,32}$/.test(card) ? card : null;
}

export function readLogin(text: string): string | null {
  const login = text.normalize('NFKC').trim().toLowerCase();
  return /^[\p{L}\p{N}._@-]{2,40}$/u.test(login) ? login : null;
}

/** What is wrong with a PIN; null when nothing is. The few that everybody tries first are not taken. */
export function faultInPin(pin: string, card: string): string | null {
  if (!/^\d{4,12}$/.test(pin)) return 'A PIN has 4 to 12 digits.';
  const steps = new Set([...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index])));
  const isRun = steps.size === 1 && [-1, 0, 1].includes([...steps][0] as number);
  return isRun || card.endsWith(pin) ? 'That PIN is too easy to guess: choose another.' : null;
}

const PASSWORD_LEAST = 10;
const PASSWORD_MOST = 200;

export function faultInPassword(password: string, login: string): string | null {
  if (password.length < PASSWORD_LEAST || password.length > PASSWORD_MOST)
    return `A password has ${PASSWORD_LEAST} to ${PASSWORD_MOST} characters.`;
  const isPoor = new Set(password).size < 5 || foldName(password).includes(login);
  return isPoor ? 'That password is too easy to guess: choose another.' : null;
}

/** No letters or digits that could be taken for one another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const drawPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => pick([...LETTERS])).join('')).join('-');

/** A password to be shown once, in groups that can be read aloud: about 79 bits. It does not hold the login by chance. */
export function makePassword(login: string): string {
  const folded = foldName(login);
  for (;;) {
    const password = drawPassword();
    // Of a login of one letter no password is free; it is refused for itself.
    if (folded.length < 2 || faultInPassword(password, folded) === null) return password;
  }
}

export const makeId = (prefix: string): string =>
  `${prefix}-${Array.from({ length: 16 }, () => pick([...LETTERS])).join('')}`;
