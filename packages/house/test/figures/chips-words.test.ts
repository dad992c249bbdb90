// crown 8.4.4(a): chips are no money. What the record says of a roll at a tournament's table says so, and so does the
// register of incidents.
import { CASES, type Case, type Moment, type Person } from '@boxperson/offices';
import { decide, evolve, openTable, type Table, type TableEvent } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { makeRegister } from '../../src/figures/registers.js';
import type { Store } from '../../src/index.js';
import { readMoment } from '../../src/tables/moment.js';

const LIMITS = { default: { min: 500, max: 100_000 } };

/** Somebody bets on the field, and it is rolled. */
function rolled(more: object): readonly TableEvent[] {
  const opened = openTable({ rulebook: 'crown', seats: 8, limits: LIMITS, ...more }, 1);
  if (!opened.ok) throw new Error(opened.refused.message);
  const events: TableEvent[] = [...opened.value];
  let table = events.reduce<Table | null>(evolve, null) as Table;
  const by = { id: 'st', role: 'stickperson' };
  for (const command of [
    { do: 'staff', person: by.id, role: by.role },
    { do: 'sit', player: 'Pat', person: 'p-1', seat: 1, bankroll: 100_000 },
    { do: 'bet', player: 'Pat', wager: 'pass', amount: 500 },
    { do: 'bet', player: 'Pat', wager: 'field', amount: 500 },
    { do: 'offer', by },
    { do: 'accept', player: 'Pat' },
    { do: 'choose', player: 'Pat', dice: ['1a', '1b'] },
    { do: 'throw', player: 'Pat' },
    { do: 'roll', dice: [1, 3], by },
    { do: 'settle', by },
  ]) {
    const decided = decide(table, { at: 1, ...command } as never);
    if (!decided.ok) throw new Error(`${command.do}: ${decided.refused.message}`);
    for (const event of decided.value) {
      events.push(event);
      table = evolve(table, event);
    }
  }
  return events;
}

async function momentAt(more: object): Promise<Moment> {
  const bodies = rolled(more).map((event) => JSON.stringify(event));
  const store = {
    readStream: async (stream: string, after: number, limit: number) =>
      bodies
        .slice(after, after + limit)
        .map((body, nr) => ({ stream, body, at: 1, position: after + nr + 1, seq: after + nr + 1 })),
  } as unknown as Store;
  const found = await readMoment({ store, person: async () => null }, 'cup-1', bodies.length);
  if (!found) throw new Error('nothing was rolled');
  return found;
}

/** A case by itself about the field of that roll: nothing was paid. */
function underpaid(moment: Moment): Case {
  const line = moment.lines.find(({ wager }) => wager === 'field');
  const event = {
    ...{ v: 1, event: 'case-opened', at: 2, case: 'r-7', kind: 'underpayment', rulebook: 'crown' },
    ...{ table: 'cup-1', subject: { line: line?.line }, patron: 'p-1', says: 'less was paid', by: null },
    moment: { ...moment, lines: moment.lines.map((one) => ({ ...one, paid: 0 })) },
  };
  return CASES.evolve(CASES.start, event as never);
}

const boss: Person = {
  id: 'boss',
  kind: 'staff',
  name: 'Boss',
  createdAt: 0,
  posts: [{ post: 'manager', tables: '*' }],
};

async function incidents(moment: Moment): Promise<string> {
  const { rows } = await makeRegister('incidents', {
    reader: boss,
    part: { isAll: true, has: () => true } as never,
    matters: <State>() => [['r-7', underpaid(moment)]] as unknown as [string, State][],
    log: async function* () {},
    nameOf: (id) => id,
    bookOf: () => null,
  });
  return rows.flat().join(' | ');
}

describe('crown 8.4.4(a): a roll at a tournament’s table', () => {
  test('is one in chips by the record, and its sign too', async () => {
    expect(await momentAt({ tournament: true })).toMatchObject({
      unit: 'chips',
      sign: '5 chips to 1,000 chips',
    });
    const money = await momentAt({});
    expect(money).toMatchObject({ sign: '$5 to $1,000' });
    expect(money).toHaveProperty('unit', 'money');
  });

  test('differs by chips in the register of incidents', async () => {
    expect(await incidents(await momentAt({ tournament: true }))).toContain('| 5 chips too little |');
    expect(await incidents(await momentAt({}))).toContain('| $5 too little |');
  });
});
