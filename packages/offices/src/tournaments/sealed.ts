import { findSpot, WAGER_IDS } from '@boxperson/rules';

// What a sealed wager says: `pass 50`, `place 6 60`. The house reads it when it is opened, and not a moment before
// (R78, R111); a browser reads it the same way when it is written, so that nobody seals what cannot be a wager.

/** A bet as the table takes it. */
export interface SealedBet {
  readonly wager: string;
  readonly number?: number;
  readonly amount: number;
}

export type ReadSealed =
  | { readonly ok: true; readonly bet: SealedBet }
  | { readonly ok: false; readonly why: string };

const SAID = /^([a-z0-9-]+)(?: (\d{1,2}))? (\d{1,9})$/;

/** The wager, the number where it has one, and how many chips, in whole ones. */
export function readSealed(text: string): ReadSealed {
  const said = SAID.exec(text.trim().toLowerCase().replaceAll(/\s+/g, ' '));
  if (!said) return { ok: false, why: 'wager: write it like “pass 50” or “place 6 60”.' };
  const [, wager = '', number, chips] = said;
  if (!(WAGER_IDS as readonly string[]).includes(wager))
    return { ok: false, why: `wager: there is no wager ${wager}.` };
  const selection = { wager, ...(number === undefined ? {} : { number: Number(number) }) };
  if (!findSpot(selection as Parameters<typeof findSpot>[0]))
    return {
      ok: false,
      why: `wager: ${wager} ${number === undefined ? 'needs a number' : 'has no such number'}.`,
    };
  const amount = Number(chips) * 100;
  return amount > 0
    ? { ok: true, bet: { ...selection, amount } }
    : { ok: false, why: 'wager: of how many chips?' };
}
