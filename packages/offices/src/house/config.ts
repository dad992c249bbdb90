import type { Rulebook } from '@boxperson/rules';
import { z } from 'zod';
import * as text from '../text.js';

const cents = z.number().int().positive().meta({ money: true });

/** The money side of the terminals of an electronic table. */
export const terminalConfig = z.strictObject({
  /** Notes that are taken, in cents (aruze 3.4.1). */
  notes: z
    .array(cents.meta({ title: 'Note' }))
    .min(1)
    .max(20)
    .default([500, 1_000, 2_000, 5_000, 10_000])
    .meta({ title: 'Notes that are taken' }),
  /** More than this is paid by hand (aruze 4.1). */
  handPayAbove: cents.default(500_000).meta({ title: 'Paid by hand above' }),
});
export type TerminalConfig = z.infer<typeof terminalConfig>;

/** Who stands at a position of the crew. */
export const CREWS = ['automatic', 'people'] as const;

/** How a table is run, beside its settings under the rules. */
const seconds = z.number().int().min(0).max(86_400);

export const tableConfig = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'letters, digits and hyphens, at most 40')
    .refine(text.isOwnWord, 'must be another word'),
  name: text.name.max(60),
  /** Passed to the rules, which check it: rulebook, limits, chips, oddsMultiple, seats … */
  settings: z.record(text.key, z.unknown()).meta({
    description:
      'What the rules need, as JSON: {"rulebook": "star", "limits": {"default": {"min": 500, "max": 50000}}}',
  }),
  crew: z
    .union([
      z.enum(CREWS).meta({ title: 'All of it' }),
      z
        .record(text.key, z.enum(CREWS))
        .meta({ title: 'By position', description: 'Roles of the book, like {"stickperson": "people"}.' }),
    ])
    .default('automatic'),
  dice: z
    .union([
      z.enum(['random', 'called']).meta({ title: 'Drawn or called' }),
      z
        .string()
        .regex(/^tumbler:.+/)
        .meta({ title: 'A tumbler', description: 'Like tumbler:t1.' }),
    ])
    .default('random'),
  /** Anybody may stand at the people's positions here, to practise: play money only. */
  practice: z
    .boolean()
    .default(false)
    .meta({ title: 'For practice', description: 'Anybody may be the crew here; play money only.' }),
  /** How long an automatic crew waits for people, in seconds; what is left out is as usual. */
  pace: z
    .strictObject({
      window: seconds.optional().meta({ title: 'Least time to bet before a throw' }),
      answer: seconds.optional().meta({ title: 'To answer an offer of the dice' }),
      throw: seconds.optional().meta({ title: 'For the shooter to throw' }),
      stickThrow: seconds.optional().meta({ title: 'Until the stickperson throws for want of a shooter' }),
      away: seconds.optional().meta({ title: 'Until the place of somebody away is free' }),
    })
    .optional()
    .meta({ title: 'Pace, in seconds' }),
  /**
   * Whoever comes to a table with dice on a felt hears the last call; with this the rolls of the hand before it, too,
   * where the house may keep them in sight (R56). An electronic table shows its past rolls in any case.
   */
  tellsHand: z.boolean().optional().meta({
    title: 'The crew tells the hand so far',
    description: 'Whoever comes hears the rolls of this hand, not the last call alone.',
  }),
  /** What a guest may bring from play money. */
  buyIn: cents.default(50_000).meta({ title: 'Buy-in offered' }),
  terminals: terminalConfig.prefault({}),
});
export type TableConfig = z.infer<typeof tableConfig>;

/** Tables that were opened before anybody chose have none. */
type Crew = TableConfig['crew'] | undefined;

/** Is a position, by the role of the book, left to the automatic crew? A position that is not named is. */
export const isAutomatic = (crew: Crew, role: string): boolean =>
  (typeof crew === 'object' ? (crew[role] ?? 'automatic') : (crew ?? 'automatic')) === 'automatic';

/** Why a crew cannot stand at a table of that book; null when it can. */
export function faultInCrew(
  { crew, dice }: Pick<TableConfig, 'crew' | 'dice'>,
  book: Rulebook,
): string | null {
  if (typeof crew !== 'object') return null;
  const ids = book.roles.map(({ id }) => id);
  const stranger = Object.keys(crew).find((role) => !ids.includes(role));
  if (stranger !== undefined)
    return `crew: ${JSON.stringify(stranger)} is no position of ${book.title}: ${ids.join(', ')}`;
  const caller = book.powers['call-total']?.role;
  if (caller === undefined || dice === 'called' || isAutomatic(crew, caller)) return null;
  return `crew: a ${caller} who is a person calls real dice: dice must be called`;
}

/** The positions of a table that are people's, lowest first. */
export const peoplesRoles = (crew: Crew, { roles }: Rulebook): readonly string[] =>
  roles.map(({ id }) => id).filter((id) => !isAutomatic(crew, id));

/** Whoever may change the sign or close the table has more in hand than the dice. */
const NO_TRAINEES_POWERS = ['change-limits', 'close-table'] as const;

/**
 * Why a table cannot be for practice; null when it can. Somebody at it reads real dice, the automatic crew has every
 * position that a newcomer does not take, and none of those goes beyond the dice and the chips.
 */
export function faultInPractice(
  { practice, crew, dice }: Pick<TableConfig, 'practice' | 'crew' | 'dice'>,
  book: Rulebook,
): string | null {
  if (!practice) return null;
  const caller = book.powers['call-total']?.role;
  if (caller === undefined || book.conduct.run.value !== 'staffed')
    return `practice: ${book.title} has no crew to be: a table with dice on a felt`;
  if (dice !== 'called') return 'practice: somebody calls real dice there: dice must be called';
  if (typeof crew !== 'object' || isAutomatic(crew, caller))
    return `practice: say by position who is there: crew must be like {"${caller}": "people"}`;
  const high = peoplesRoles(crew, book).find((role) => holdsAny(book, role));
  return high === undefined
    ? null
    : `practice: a ${high} may change limits or close the table: leave that position to the automatic crew`;
}

const holdsAny = ({ powers, roles }: Rulebook, role: string): boolean => {
  const rank = (id: string) => roles.findIndex((one) => one.id === id);
  return NO_TRAINEES_POWERS.some((power) => {
    const least = powers[power]?.role;
    return least !== undefined && rank(role) >= rank(least);
  });
};

/** Do people deal here? Then the dice wait for the sheet (R54). */
export const isDealt = (crew: Crew, { powers }: Rulebook): boolean =>
  powers['settle-wagers'] !== null && !isAutomatic(crew, powers['settle-wagers'].role);

const TUMBLER = 'tumbler:';

/** The tumbler that a table's dice come from; null for any other source. */
export const tumblerIn = ({ dice }: Pick<TableConfig, 'dice'>): string | null =>
  dice.startsWith(TUMBLER) ? dice.slice(TUMBLER.length) : null;
