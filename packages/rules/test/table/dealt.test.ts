import { describe, expect, it } from 'vitest';
import { dealingSheet } from '../../src/dealing/index.js';
import { decide, type EventOf, RULEBOOKS } from '../../src/index.js';
import type { Command } from '../../src/table/index.js';
import {
  byFor,
  cameWithChips,
  crewOf,
  OLDER_NAMES,
  sitDown,
  staffedTable,
  type Told,
  tell,
} from './people.js';

const star = RULEBOOKS.star;
const stick = byFor(star, 'call-total');
const dealer = byFor(star, 'settle-wagers');
const top = crewOf(star).at(-1);

/** p1 shoots with these wagers of p2's on the felt, and the dice are called. */
function rolled(wagers: readonly Command[], ...rolls: readonly (readonly [number, number])[]): Told {
  const seated = sitDown(sitDown(staffedTable('star', { dealt: true }), 'p1', 1), 'p2', 2);
  const start = [
    { do: 'offer', by: stick },
    { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
    { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
    ...wagers.map((wager) => ({ do: 'bet', player: 'p2', ...wager })),
  ].reduce(tell, seated);
  return rolls.reduce<Told>((told, dice, index) => {
    const thrown = tell(told, { do: 'throw', player: 'p1' });
    const called = tell(thrown, { do: 'roll', dice, by: stick });
    return index === rolls.length - 1 ? called : tell(called, { do: 'settle', by: dealer });
  }, start);
}
const balanceOf = ({ table }: Told, name: string) =>
  table.game.players.find((player) => player.name === name)?.balance;

describe('what a dealt table waits for', () => {
  it('counts commission that is taken again as the sheet does (R1, R9)', () => {
    const wagers = [{ wager: 'buy', number: 4, amount: 4_000, stay: true }];
    const settled = tell(rolled(wagers, [3, 3]), { do: 'settle', by: dealer });
    const thrown = tell(settled, { do: 'throw', player: 'p1' });
    const after = tell(thrown, { do: 'roll', dice: [1, 3], by: stick });
    const event = after.events.at(-1) as EventOf<'rolled'>;
    expect(event.replaced[0]?.commission).toBeGreaterThan(0);
    const lines = dealingSheet(thrown.table, event, after.table).sheets.flatMap((sheet) => sheet.lines);
    expect(after.table.sheet?.open).toMatchObject(
      lines.filter(({ action }) => action !== 'stand').map(({ id, hands }) => ({ id, owed: hands })),
    );
    expect(after.table.sheet?.open).toHaveLength(1);
  });

  it('a roll that is undone takes back what was really paid (R36)', () => {
    const called = rolled([{ wager: 'field', amount: 500 }], [4, 5]);
    const line = { do: 'deal-differently', line: '1/field/p2', paid: 700, note: 'too many', by: dealer };
    const differs = tell(called, line);
    expect(balanceOf(differs, 'p2')).toBe(100_700);
    const ground = star.conduct.invalidation.disruption[0]?.id;
    const undone = tell(differs, { do: 'invalidate', ground, by: top });
    expect([balanceOf(undone, 'p2'), undone.table.game.house]).toEqual([100_000, 0]);
    expect(undone.table.sheet).toBeUndefined();
  });

  it('a call keyed wrong is corrected by the stick until somebody has dealt by it, then by the box (R55)', () => {
    const called = rolled([{ wager: 'field', amount: 500 }], [4, 5]);
    const fix = { do: 'correct-call', dice: [4, 4], reason: 'a wrong key', by: stick };
    expect(decide(called.table, { ...fix, by: dealer })).toMatchObject({ refused: { code: 'not-allowed' } });
    expect(decide(called.table, { ...fix, dice: [4, 5] })).toMatchObject({
      refused: { code: 'nothing-to-do' },
    });
    const fixed = tell(called, fix);
    expect(fixed.events.at(-1)).toMatchObject({ event: 'call-corrected', was: [4, 5], ruling: 'R55' });
    expect([balanceOf(fixed, 'p2'), fixed.table.game.point, fixed.table.last?.corrections]).toEqual([
      99_500, 8, 1,
    ]);
    expect(fixed.table.sheet?.open.map(({ id }) => id)).toEqual(['1c1/field/p2']);
    // A tick for the first sheet does nothing to the second.
    const stale = { do: 'deal-lines', lines: ['1/field/p2'], by: dealer };
    expect(decide(fixed.table, stale)).toMatchObject({ refused: { code: 'bad-input' } });
    const again = tell(fixed, { ...fix, dice: [5, 5] });
    expect(again.table.sheet?.open.map(({ id }) => id)).toEqual(['1c2/field/p2']);
    // A roll of several lines: one is done.
    const two = rolled(
      [
        { wager: 'field', amount: 500 },
        { wager: 'any-seven', amount: 500 },
      ],
      [4, 5],
    );
    const begun = tell(two, { do: 'deal-lines', lines: ['1/field/p2'], by: dealer });
    expect(decide(begun.table, fix)).toMatchObject({ refused: { code: 'not-allowed', clause: '4.4.3' } });
    const byBox = tell(begun, { ...fix, by: top });
    expect(balanceOf(byBox, 'p2')).toBe(99_000);
    expect(byBox.table.sheet?.begun).toBeUndefined();
    // What was decided is final.
    const decided = tell(two, { do: 'decide-face', dice: [4, 4], by: top });
    expect(decide(decided.table, { ...fix, dice: [5, 5] })).toMatchObject({
      refused: { code: 'not-allowed' },
    });
    const later = tell(fixed, { do: 'decide-face', dice: [5, 5], by: top });
    expect(later.table.sheet?.open.map(({ id }) => id)).toEqual(['1c1r/field/p2']);
    const sheet = dealingSheet(fixed.table, later.events.at(-1) as EventOf<'face-decided'>, later.table);
    expect(sheet.sheets.flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual(['1c1r/field/p2']);
  });

  it.each(['p'.repeat(80), ...OLDER_NAMES])('a line of %j is dealt like any other', (name) => {
    const seated = cameWithChips(rolled([], [4, 5], [5, 5]), name, 3);
    const bet = { do: 'bet', player: name, wager: 'field', amount: 500, by: dealer };
    const told = [
      { do: 'settle', by: dealer },
      bet,
      { do: 'throw', player: 'p1' },
      { do: 'roll', dice: [4, 5], by: stick },
    ].reduce(tell, seated);
    const id = `3/field/${name}`;
    expect(told.table.sheet?.open.map((line) => line.id)).toContain(id);
    const differs = { do: 'deal-differently', line: id, paid: 300, note: 'too few', by: dealer };
    expect(tell(told, differs).events).toContainEqual(
      expect.objectContaining({ event: 'line-differs', line: id, paid: 300 }),
    );
    const dealt = tell(told, { do: 'deal-lines', lines: [id], by: dealer });
    expect(dealt.table.sheet?.open.map((line) => line.id) ?? []).not.toContain(id);
  });

  it('whoever comes on duty says where they stand, and goes elsewhere', () => {
    const came = tell(staffedTable('star', { dealt: true }), {
      do: 'staff',
      person: 'dee',
      role: 'dealer',
      station: 'left',
    });
    expect(came.table.staff.at(-1)).toEqual({ person: 'dee', role: 'dealer', station: 'left' });
    const same = { do: 'staff', person: 'dee', role: 'dealer', station: 'left' };
    expect(decide(came.table, same)).toMatchObject({ refused: { code: 'bad-input' } });
    expect(decide(came.table, { ...same, station: 'door' })).toMatchObject({
      refused: { code: 'bad-input' },
    });
    const moved = tell(came, { ...same, station: 'right' });
    expect(moved.table.staff.filter(({ person }) => person === 'dee')).toEqual([
      { person: 'dee', role: 'dealer', station: 'right' },
    ]);
  });

  it('wagers declared void are no part of the sheet, and what was paid on others stands', () => {
    const called = rolled([{ wager: 'field', amount: 500 }], [4, 5]);
    const ground = star.conduct.people.breaches[0]?.id;
    const voided = tell(called, { do: 'void-wagers', player: 'p2', ground, by: top });
    expect(voided.table.sheet?.open).toEqual([]);
    expect(decide(voided.table, { do: 'settle', by: dealer })).toMatchObject({ ok: true });
  });
});
