import { type Fields, readSpot, show, unknownField } from '../game/input.js';
import type { Selection } from '../game/save.js';
import { accept, type Result } from '../result.js';
import type { Spot } from '../wager.js';
import type { EventOf, Happened } from './event.js';
import { type FieldsOf, SELECTION } from './fields.js';
import { isElectronic } from './round.js';
import type { Table } from './state.js';
import { bad, happened, type Moment, refused, verb } from './verb.js';
import { bets, takes, wageringEvents } from './wagering.js';

/** aruze 3.5.1.2: chips go from one part of the screen to another. */
const MOVING = { clause: '3.5.1.2' };

/** A terminal has no tokens (aruze 3.3.3). */
const { tokens: _tokens, ...TAKEN } = takes.fields;

const moves = verb({
  fields: { ...TAKEN, to: 'to' },
  run: (table, asked) => {
    if (!isElectronic(table))
      return refused('not-allowed', { clause: null }, 'On a felt chips are taken down and placed anew.');
    const { to, ...from } = asked.fields;
    const target = readTarget(to);
    if (!target.ok) return target;
    const source = readSpot(from);
    return 'spot' in source && source.spot === target.value.spot
      ? refused('nothing-to-do', MOVING, 'The chips are on that spot.')
      : movedTo(table, asked, from, target.value.selection);
  },
});

/** A spot, and the words by which it was named. */
interface Target {
  readonly spot: Spot;
  readonly selection: Selection;
}

function readTarget(to: Fields): Result<Target> {
  const stranger = unknownField(to, Object.keys(SELECTION));
  if (stranger !== null) return bad(`to has an unknown field ${show(stranger)}`);
  const read = readSpot(to);
  return 'fault' in read
    ? bad(`to: ${read.fault}`)
    : accept({ spot: read.spot, selection: to as unknown as Selection });
}

/** Both halves are in order, or nothing is touched. */
function movedTo(
  table: Table,
  { at, by }: Moment,
  from: FieldsOf<typeof takes.fields>,
  to: Selection,
): Result<readonly Happened[]> {
  const taken = takes.run(table, { at, by, fields: from });
  if (!taken.ok) return taken;
  const took = taken.value[0] as EventOf<'took'>;
  const { player, unfair } = from;
  const fields = { player, ...to, amount: took.amount, ...(unfair === undefined ? {} : { unfair }) };
  const placed = bets.run(wageringEvents.took(table, took), { at, by, fields });
  if (!placed.ok) return placed;
  return happened(...[...taken.value, ...placed.value].map((event): Happened => ({ ...event, ...MOVING })));
}

export const movingVerbs = { move: moves } as const;
