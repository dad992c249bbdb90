import type { Dice } from '@boxperson/rules';
import { z } from 'zod';
import type { Audience } from '../audience.js';
import { no, yes } from '../codes.js';
import { need, type Office, type OfficeEvent, office, verbOf } from '../office.js';
import { NO_ENTRIES } from '../postings.js';
import * as text from '../text.js';

/** A draw: which throw of the table it is for, and what it showed. */
export interface Draw {
  readonly roll: number;
  readonly dice: Dice;
  readonly source: 'random' | 'tumbler';
  /** Which tumbler. */
  readonly device?: string;
}
export type DrawEvent = OfficeEvent & { readonly event: 'drawn' } & Draw;

export interface Drawn {
  readonly last: Draw | null;
}

const SEERS = ['crew', 'surveillance', 'manager'] as const;
const audience: Audience<{ drawn: Draw }> = {
  drawn: { hears: SEERS, fields: { roll: SEERS, dice: SEERS, source: SEERS, device: SEERS } },
};

const isDie = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 6;

const die = z.number().int().min(1).max(6);
const verb = verbOf<Drawn, DrawEvent>();

/** The dice come in with the command; what is on record for a throw is never drawn again. */
const draw = verb({
  help: 'Put on record what was drawn for a throw, before anybody sees it',
  clause: null,
  who: 'house',
  body: z.strictObject({
    roll: z.number().int().nonnegative(),
    dice: z.tuple([die, die]),
    source: z.enum(['random', 'tumbler']),
    device: text.name.optional(),
  }),
  decide: ({ last }, { body: { device, dice, ...rest } }) => {
    if (last && last.roll >= rest.roll) return no('taken', `Dice for throw ${rest.roll} are on record.`);
    const from = device === undefined ? {} : { device };
    return yes([{ event: 'drawn' as const, ...rest, dice: dice as Dice, ...from }]);
  },
});

/** Draws of dice, one stream for each table: a draw is on record before its roll is called. */
export const DICE: Office<Drawn, DrawEvent> = office({
  name: 'dice',
  title: 'Draws of dice',
  streams: 'many',
  version: 2,
  remembers: 'last',
  start: { last: null },
  verbs: { draw },
  evolve: ({ last }, { roll, dice, source, device }) => {
    need(Number.isSafeInteger(roll), 'the draw names no throw');
    need(Array.isArray(dice) && dice.length === 2 && dice.every(isDie), 'the draw does not show two dice');
    need(!last || last.roll < roll, `dice for throw ${roll} were drawn after those for ${last?.roll}`);
    return { last: { roll, dice, source, ...(device === undefined ? {} : { device }) } };
  },
  entries: () => NO_ENTRIES,
  audience,
  // The first version wrote nothing but the draw itself.
  read: (kept) => ({ v: 1, event: 'drawn', at: 0, ...(kept as Draw) }) as DrawEvent,
});
