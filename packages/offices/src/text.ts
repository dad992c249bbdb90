import { isClean } from '@boxperson/rules';
import { z } from 'zod';

// What comes from outside as text: well-formed, without control characters, of a bounded length. Everywhere.

const CLEAN = 'must be plain text without control characters';

const clean = (most: number) => z.string().max(most).refine(isClean, CLEAN);

/** A word or a name. */
export const name = clean(80).min(1);
/** A line that somebody wrote: why, or about what. */
export const line = clean(200).trim().min(1, 'say something');
/** A paragraph. */
export const reason = clean(500).trim().min(1, 'say why');
/** Words that every object has: books that are kept by id would find something there. */
export const isOwnWord = (word: string): boolean => !(word in Object.prototype);
/** What the house says, as it is kept. */
export const paragraph = clean(500);
/** An id of ours. */
export const id = z
  .string()
  .regex(/^[\w.-]{1,80}$/, 'must be an id: letters, digits, dots and hyphens')
  .refine(isOwnWord, 'must be another word');
/** The name of a field, where fields are free. */
export const key = clean(80).min(1).refine(isOwnWord, 'must be another word');
/** An account of the ledger, by its name. */
export const account = clean(200).min(1);
/** A ticket's number as somebody types it. */
export const ticket = clean(40).min(1);
/** The id of a command, made by its sender. */
export const commandId = clean(80).min(8);
export const secret = clean(200).min(1).meta({ secret: true });
export const cents = z.number().int().positive().max(1e12).meta({ money: true });
export const instant = z.number().int().nonnegative().meta({ time: true });

export const isCleanText = isClean;

/** What somebody said, as it can be kept: no longer than that, and a mark in place of what is no text. */
export const cleaned = (said: string, most: number): string =>
  said
    .slice(0, most)
    // Cut in the middle of a pair, one half of it would be left.
    .replace(said.length > most ? /[\ud800-\udbff]$/ : /$^/, '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
