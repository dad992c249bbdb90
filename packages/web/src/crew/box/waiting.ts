import { type By, type Command, type DieId, decide, type EventOf, type Table } from '@boxperson/rules';
import type { Told } from '../../model.js';
import { dollars } from '../../ui/money.js';

/** A payment of the last roll that was not what was owed. */
export interface Differing {
  readonly n: number;
  readonly event: EventOf<'line-differs'>;
}

const isCall = ({ event }: Told): boolean => event.event === 'rolled';

/** Of the last roll: it stays in sight until dice are read again. */
const sinceRoll = (told: readonly Told[]): readonly Told[] => told.slice(told.findLastIndex(isCall) + 1);

/** What a new reading of the faces has put aside is no difference any more. */
export const differsIn = (told: readonly Told[]): readonly Differing[] => {
  const since = sinceRoll(told);
  const anew = since.findLastIndex(
    ({ event }) =>
      event.event === 'call-corrected' || event.event === 'face-decided' || event.event === 'throw-voided',
  );
  return since
    .slice(anew + 1)
    .flatMap(({ n, event }) => (event.event === 'line-differs' ? [{ n, event }] : []));
};

export const wavedIn = (told: readonly Told[]): EventOf<'sheet-waved'> | null => {
  const waved = sinceRoll(told).findLast(({ event }) => event.event === 'sheet-waved');
  return (waved?.event as EventOf<'sheet-waved'> | undefined) ?? null;
};

/** `overpaid $2`, `underpaid $1`. */
export const sayDiffering = ({ owed, paid }: EventOf<'line-differs'>): string =>
  paid > owed ? `overpaid ${dollars(paid - owed)}` : `underpaid ${dollars(owed - paid)}`;

const may = (table: Table, by: By, command: Command): boolean => decide(table, { ...command, by }).ok;

/** May the faces be decided now? Asked with faces that were not called. */
export function mayDecideFaces(table: Table, by: By): boolean {
  return may(table, by, { do: 'decide-face', dice: [1, 2] });
}
export const mayRethrow = (table: Table, by: By): boolean =>
  may(table, by, { do: 'decide-face', rethrow: true });
export const mayWave = (table: Table, by: By): boolean =>
  may(table, by, { do: 'wave-through', reason: 'asked' });

export const astray = ({ dice }: Table): readonly (readonly [DieId, 'off' | 'found'])[] => [
  ...dice.found.map((die) => [die, 'found'] as const),
  ...dice.off.map((die) => [die, 'off'] as const),
];
