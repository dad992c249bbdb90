import { RULEBOOK_IDS, RULEBOOKS } from '@boxperson/rules';

// What people are called and come in with, as far as it can be checked without asking anybody.

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
export const CARD_FAULT = 'A card number has 4 to 32 letters, digits and hyphens.';

export function readLogin(text: string): string | null {
  const login = text.normalize('NFKC').trim().toLowerCase();
  return /^[\p{L}\p{N}._@-]{2,40}$/u.test(login) ? login : null;
}
export const LOGIN_FAULT = 'A login has 2 to 40 letters and digits.';

/** What is wrong with a PIN; null when nothing is. The few that everybody tries first are not taken. */
export function faultInPin(pin: string, card: string): string | null {
  if (!/^\d{4,12}$/.test(pin)) return 'A PIN has 4 to 12 digits.';
  const steps = new Set([...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index])));
  const isRun = steps.size === 1 && [-1, 0, 1].includes([...steps][0] as number);
  return isRun || card.endsWith(pin) ? 'That PIN is too easy to guess: choose another.' : null;
}

const PASSWORD_LEAST = 10;
const PASSWORD_MOST = 200;
const DIFFERENT_LEAST = 5;

export function faultInPassword(password: string, login: string): string | null {
  if (password.length < PASSWORD_LEAST || password.length > PASSWORD_MOST)
    return `A password has ${PASSWORD_LEAST} to ${PASSWORD_MOST} characters.`;
  if (new Set(password).size < DIFFERENT_LEAST)
    return `That password is too easy to guess: it takes ${DIFFERENT_LEAST} different characters at least.`;
  if (foldName(password).includes(login))
    return 'That password is too easy to guess: your login is in it. Leave it out.';
  return null;
}

/** Words that whoever guesses at a house like this tries first. */
const TRADE: readonly string[] = [
  'boxperson',
  'craps',
  'casino',
  'dice',
  'house',
  'table',
  'dealer',
  'croupier',
  'stickperson',
  'manager',
  'admin',
  'staff',
  'password',
  'passwort',
  'secret',
  'welcome',
  'login',
];
const WORD_LEAST = 3;
/** So many letters of one's own a password has beside the words of the place. */
const OWN_LEAST = 5;

const wordsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => foldName(text).match(/\p{L}+/gu) ?? []).filter((word) => word.length >= WORD_LEAST);

/** Every word of the place: the trade's, the books', and those that are said (the house, whoever sets it). */
export const wordsOfPlace = (said: readonly string[]): readonly string[] =>
  [
    ...new Set([
      ...TRADE,
      ...wordsIn([...RULEBOOK_IDS, ...RULEBOOK_IDS.map((id) => RULEBOOKS[id].title), ...said]),
    ]),
  ]
    // The longest first, so that no part of one is left of it.
    .toSorted((one, other) => other.length - one.length);

/** Why a password made of the words of this place is not taken; null when there is enough of one's own in it. */
export function faultInWords(password: string, said: readonly string[]): string | null {
  const letters = foldName(password).match(/\p{L}/gu)?.join('') ?? '';
  const own = wordsOfPlace(said).reduce((left, word) => left.replaceAll(word, ' '), letters);
  if (own === letters || own.replaceAll(' ', '').length >= OWN_LEAST) return null;
  return 'That password is too easy to guess: it is made of words of this house. Add some of your own.';
}

/** No letters or digits that could be taken for one another. */
export const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Picks one of so many, from 0 on. */
export type Pick = (most: number) => number;

const GROUPS = 4;
const group = (pick: Pick): string => Array.from({ length: 4 }, () => LETTERS[pick(LETTERS.length)]).join('');
const drawPassword = (pick: Pick): string => Array.from({ length: GROUPS }, () => group(pick)).join('-');

/** A password to be shown once, in groups that can be read aloud: about 79 bits. It does not hold the login by chance. */
export function makePassword(login: string, pick: Pick): string {
  const folded = foldName(login);
  for (;;) {
    const password = drawPassword(pick);
    // Of a login of one letter no password is free; it is refused for itself.
    if (folded.length < 2 || faultInPassword(password, folded) === null) return password;
  }
}

const PIN_DIGITS = 6;

/** A PIN to be shown once, and one that its owner could have chosen. */
export function makePin(card: string, pick: Pick): string {
  for (;;) {
    const pin = Array.from({ length: PIN_DIGITS }, () => pick(10)).join('');
    if (faultInPin(pin, card) === null) return pin;
  }
}

/** Where the secret of a player, or of somebody of the staff, is kept. */
export const playersAccount = (card: string): string => `player:${card}`;
export const staffsAccount = (login: string): string => `staff:${login}`;
