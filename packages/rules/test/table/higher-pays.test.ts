import { describe, expect, it } from 'vitest';
import {
  type Command,
  decide,
  due,
  faultInHigherPays,
  openTable,
  RULEBOOKS,
  replay,
  restoreTable,
  rulebook,
  saveTable,
  type Table,
  withHigherPays,
} from '../../src/index.js';
import { must } from '../../src/must.js';
import { byFor, sitDown, staffedTable, type Told, tell } from './people.js';

const adelaide = rulebook('adelaide');
const HIGHER = [
  { wager: 'any-seven', pay: [5, 1] },
  { wager: 'hardway', number: 8, pay: [10, 1] },
  { wager: 'field', total: 12, pay: [6, 2] },
] as const;

describe('adelaide 6(b): a house that pays more than the listed odds', () => {
  it('derives a book with other odds and nothing else', () => {
    const book = withHigherPays(adelaide, HIGHER);
    expect(book.id).toBe('adelaide');
    expect(book.wagers['any-seven']?.pays).toEqual({ value: { 7: [5, 1] }, clause: '6(b)' });
    expect(book.wagers.hardway?.pays.value).toEqual({ 4: [7, 1], 6: [9, 1], 8: [10, 1], 10: [7, 1] });
    expect(book.wagers.field?.pays.value).toMatchObject({ 2: [2, 1], 11: [1, 1], 12: [3, 1] });
    const { 'any-seven': _seven, hardway: _hard, field: _field, ...others } = book.wagers;
    expect(adelaide.wagers).toMatchObject(others);
    expect({ ...book, wagers: adelaide.wagers }).toEqual(adelaide);
  });

  it('raises all the odds of a wager that names no number or total', () => {
    const book = withHigherPays(adelaide, [
      { wager: 'place', pay: [9, 5] },
      { wager: 'pass', pay: [11, 10] },
    ]);
    expect(new Set(Object.values(book.wagers.place?.pays.value ?? {}).map(String))).toEqual(new Set(['9,5']));
    expect(book.wagers.pass?.pays.value).toEqual([11, 10]);
  });

  it('takes the listed odds as they are, the least that may be paid', () => {
    expect(faultInHigherPays(adelaide, [{ wager: 'any-seven', pay: [4, 1] }])).toBeNull();
    expect(faultInHigherPays(adelaide, [{ wager: 'any-seven', pay: [8, 2] }])).toBeNull();
    expect(faultInHigherPays(adelaide, HIGHER)).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ['lower odds', [{ wager: 'any-seven', pay: [79, 20] }], '79 to 20 is less than the 4 to 1 listed'],
    ['lower on one number of all', [{ wager: 'place', pay: [7, 5] }], 'less than the 9 to 5 listed'],
    ['odds twice', [HIGHER[0], { wager: 'any-seven', total: 7, pay: [6, 1] }], 'a second time'],
    ['a wager of another book', [{ wager: 'hop', pay: [40, 1] }], 'is not offered'],
    ['no wager', [{ wager: 'tie', pay: [9, 1] }], 'is no wager'],
    ['a total that loses', [{ wager: 'field', total: 7, pay: [9, 1] }], 'is not paid on 7'],
    [
      'a total for a number',
      [{ wager: 'hardway', total: 8, pay: [20, 1] }],
      'total does not go with hardway',
    ],
    ['a number for a total', [{ wager: 'field', number: 4, pay: [2, 1] }], 'number does not go with field'],
    ['no odds', [{ wager: 'field', pay: [2, 0] }], 'two whole numbers'],
    ['odds past counting', [{ wager: 'field', pay: [1001, 1] }], 'from 1 to 1000'],
    ['a stray field', [{ wager: 'field', pay: [3, 1], table: 4 }], 'unknown field "table"'],
    ['an empty list', [], 'must be a list'],
    ['no list', { wager: 'field', pay: [3, 1] }, 'must be a list'],
    ['no object', ['field'], 'must be an object'],
  ])('refuses %s', (_, list, fault) => {
    expect(faultInHigherPays(adelaide, list)).toContain(fault);
    const opened = openTable({
      rulebook: 'adelaide',
      limits: { default: { min: 500, max: 10_000 } },
      higherPays: list,
    });
    expect(opened).toMatchObject({ ok: false, refused: { code: 'bad-input' } });
  });

  it.each(Object.values(RULEBOOKS).filter(({ id }) => id !== 'adelaide'))(
    'is nothing that $id knows',
    ({ id }) => {
      const limits = { default: { min: 500, max: 10_000 } };
      expect(openTable({ rulebook: id, limits, higherPays: HIGHER })).toMatchObject({
        ok: false,
        refused: { code: 'bad-input', message: `higherPays: the odds of ${id} are fixed` },
      });
    },
  );

  it('pays them at the table, after a restart and in a replay too', () => {
    const stick = byFor(adelaide, 'call-total');
    const seated = sitDown(staffedTable('adelaide', { higherPays: HIGHER }), 'p1', 1);
    const told = [
      { do: 'offer', by: stick },
      { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
      { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
      { do: 'bet', player: 'p1', wager: 'any-seven', amount: 1000 },
      { do: 'throw', player: 'p1' },
    ].reduce(tell, seated);
    const sevenOf = (table: Table) => {
      const rolled = must(decide(table, { do: 'roll', dice: [3, 4], by: stick }))[0];
      return rolled?.event === 'rolled'
        ? rolled.settled.find(({ wager }) => wager === 'any-seven')
        : undefined;
    };
    expect(sevenOf(told.table)).toMatchObject({ outcome: 'won', winnings: 5000, pay: [5, 1] });
    expect(sevenOf(replay(JSON.parse(JSON.stringify(told.events))))).toEqual(sevenOf(told.table));
    const restored = restoreTable(JSON.parse(JSON.stringify(saveTable(told.table))));
    expect(sevenOf(restored)).toEqual(sevenOf(told.table));
    expect(told.table.game.rulebook.id).toBe('adelaide');
    expect(told.events[0]).toMatchObject({ settings: { higherPays: HIGHER } });
  });

  describe('R60: announced for a time', () => {
    const stick = byFor(adelaide, 'call-total');
    const start = sitDown(staffedTable('adelaide'), 'p1', 1);
    const post = { do: 'post-pays', higherPays: HIGHER, from: 60_000 };
    const said = ({ table }: Told, command: Command) => {
      const decided = decide(table, command);
      return decided.ok ? decided.value : decided.refused;
    };
    const posted = tell(start, post);

    it('they are announced once, and anew only for another time or at other odds', () => {
      expect(posted.table.pays).toEqual({ higherPays: HIGHER, from: 60_000 });
      expect(said(posted, post)).toMatchObject({
        code: 'nothing-to-do',
        clause: '6(b)',
        message: 'That is known here.',
      });
      expect(said(posted, { ...post, from: 70_000 })).toMatchObject([{ from: 70_000 }]);
      const other = [{ wager: 'any-seven', pay: [6, 1] }];
      expect(said(posted, { ...post, higherPays: other })).toMatchObject([{ higherPays: other }]);
      expect(said(start, { ...post, at: 90_000 })).toMatchObject([{ event: 'pays-posted', from: 90_000 }]);
    });

    it('they are paid from their time on, and neither a moment before nor while the dice are out', () => {
      const raise = { at: 60_000, command: { do: 'raise-pays' }, needs: 'clock' };
      expect(start.table.pays ?? null).toBeNull();
      expect(said(start, { do: 'raise-pays' })).toMatchObject({ code: 'nothing-to-do' });
      expect(due(posted.table, 0)).toEqual(raise);
      expect(said(posted, { do: 'raise-pays', at: 59_999 })).toMatchObject({ code: 'too-early' });
      expect(said(posted, { do: 'raise-pays', at: 60_000 })).toMatchObject([{ event: 'pays-raised' }]);
      const thrown = [
        { do: 'offer', by: stick },
        { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
        { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
      ].reduce(tell, posted);
      expect(due(thrown.table, 0)).toEqual(raise);
      const out = tell(thrown, { do: 'throw', player: 'p1' });
      expect(due(out.table, 0)?.command.do).not.toBe('raise-pays');
      expect(said(out, { do: 'raise-pays', at: 60_000 })).toMatchObject({ code: 'out-of-phase' });
      const raised = tell(thrown, { do: 'raise-pays', at: 60_000 });
      expect(raised.table.game.rulebook.wagers['any-seven']?.pays.value).toEqual({ 7: [5, 1] });
      expect(raised.table.pays ?? null).toBeNull();
      expect(said(raised, post)).toMatchObject({ code: 'nothing-to-do' });
    });
  });
});
