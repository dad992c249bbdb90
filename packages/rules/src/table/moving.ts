import { readSpot, show, unknownField } from '../game/input.js';
import { accept, type Result } from '../result.js';
import type { Spot } from '../wager.js';
import type { EventOf, Happened } from './event.js';
import { isElectronic } from './round.js';
import type { Table } from './state.js';
import { type Asked, bad, happened, refused, type Verb, type Verbs } from './verb.js';
import { bets, takes, wageringEvents } from './wagering.js';

/** aruze 3.5.1.2: chips go from one part of the screen to another. */
const MOVING = { clause: '3.5.1.2' };
const SPOT_FIELDS = ['wager', 'number', 'high', 'dice'] as const;

const moves: Verb = {
  help: 'move chips from one spot to another, as one act (no `amount`: all of them); `to` names the other spot',
  fields: {
    player: 'player',
    wager: 'any',
    number: 'any?',
    high: 'any?',
    dice: 'any?',
    to: 'object',
    amount: 'any?',
    unfair: 'text?',
  },
  run: (table, asked) => {
    if (!isElectronic(table))
      return refused('not-allowed', { clause: null }, 'On a felt chips are taken down and placed anew.');
    const { to, ...from } = asked.fields;
    const target = readTarget(to as object);
    if (!target.ok) return target;
    const source = readSpot(from);
    return 'spot' in source && source.spot === target.value
      ? refused('nothing-to-do', MOVING, 'The chips are on that spot.')
      : movedTo(table, { ...asked, fields: from }, to as object);
  },
};

function readTarget(to: object): Result<Spot> {
  const stranger = unknownField(to, SPOT_FIELDS);
  if (stranger !== null) return bad(`to has an unknown field ${show(stranger)}`);
  const read = readSpot({ ...to });
  return 'fault' in read ? bad(`to: ${read.fault}`) : accept(read.spot);
}

/** Both halves are in order, or nothing is touched. */
function movedTo(table: Table, from: Asked, to: object): Result<readonly Happened[]> {
  const taken = takes.run(table, from);
  if (!taken.ok) return taken;
  const [took] = taken.value as readonly EventOf<'took'>[];
  const { player, unfair } = from.fields;
  const fields = { player, ...to, amount: took?.amount, ...(unfair === undefined ? {} : { unfair }) };
  const placed = bets.run(wageringEvents.took(table, took as EventOf<'took'>), { ...from, fields });
  if (!placed.ok) return placed;
  return happened(...[...taken.value, ...placed.value].map((event): Happened => ({ ...event, ...MOVING })));
}

export const movingVerbs: Verbs = { move: moves };
