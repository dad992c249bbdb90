import { type Command, decide, evolve, openTable, type Table } from '@boxperson/rules';
import { expect, test } from 'vitest';
import { leftStanding } from './left.js';

const AT = 1_790_000_000_000;
const BOX = { role: 'boxperson', id: 's-box' };

function opened(): Table {
  const done = openTable({ rulebook: 'star', limits: { default: { min: 500, max: 100_000 } } }, AT);
  if (!done.ok) throw new Error(done.refused.message);
  return done.value.reduce<Table | null>(evolve, null) as Table;
}

function after(table: Table, ...commands: readonly Command[]): Table {
  return commands.reduce((state, command) => {
    const done = decide(state, { by: BOX, ...command, at: AT });
    if (!done.ok) throw new Error(`${JSON.stringify(command)}: ${done.refused.message}`);
    return done.value.reduce<Table>(evolve, state);
  }, table);
}

const PEOPLE = [
  ['Seat 1', 'chips-0a'],
  ['Seat 2', 'chips-0b'],
  ['Ann', 'chips:Ann'],
  ['Bob', 'p-bob'],
  ['Seat 5', 'chips:Seat 5'],
] as const;

/** All of them bet on the line; the first has the dice, and there is a point. */
function pointOn(): Table {
  const sits = PEOPLE.flatMap(([player, person], at) => [
    { do: 'sit', player, person, seat: at + 1, bankroll: 10_000, chips: true },
    { do: 'bet', player, wager: 'pass', amount: 1_000 * (at + 1) },
  ]);
  const [player] = PEOPLE[0];
  return after(
    opened(),
    { do: 'staff', person: BOX.id, role: BOX.role },
    ...sits,
    { do: 'offer' },
    { do: 'accept', player, dice: ['1a', '1b'] },
    { do: 'throw', player },
    { do: 'roll', dice: [3, 3] },
    { do: 'settle' },
  );
}
const leaves = (player: string): Command => ({ do: 'leave', player, standing: true });

test('R59: whoever left wagers and has no account may be known again, by who they are or by their name', () => {
  const table = pointOn();
  expect(leftStanding(table)).toEqual([]);
  expect(leftStanding(after(table, ...PEOPLE.slice(1).map(([player]) => leaves(player))))).toEqual([
    { player: 'Seat 2', stands: 2_000, comesBack: { person: 'chips-0b' } },
    { player: 'Ann', stands: 3_000, comesBack: { player: 'Ann', person: 'chips:Ann' } },
    // As strangers were once on record. Bob has an account: his card says that it is he.
    { player: 'Seat 5', stands: 5_000, comesBack: { player: 'Seat 5', person: 'chips:Seat 5' } },
  ]);
});

test('R59: once they are back, or all is decided, there is nobody to know again', () => {
  const gone = after(pointOn(), leaves('Seat 2'));
  const back = { do: 'sit', player: 'Seat 2', person: 'chips-0b', seat: 7, bankroll: 0, chips: true };
  expect(leftStanding(after(gone, back))).toEqual([]);
  const [player] = PEOPLE[0];
  const roll = { do: 'roll', dice: [3, 3] };
  expect(leftStanding(after(gone, { do: 'throw', player }, roll, { do: 'settle' }))).toEqual([]);
});
