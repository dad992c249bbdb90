import { describe, expect, it } from 'vitest';
import { dealingSheet } from '../../src/dealing/index.js';
import { decide, type EventOf, RULEBOOKS } from '../../src/index.js';
import type { Command } from '../../src/table/index.js';
import { byFor, crewOf, sitDown, staffedTable, type Told, tell } from './people.js';

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

  it('wagers declared void are no part of the sheet, and what was paid on others stands', () => {
    const called = rolled([{ wager: 'field', amount: 500 }], [4, 5]);
    const ground = star.conduct.people.breaches[0]?.id;
    const voided = tell(called, { do: 'void-wagers', player: 'p2', ground, by: top });
    expect(voided.table.sheet?.open).toEqual([]);
    expect(decide(voided.table, { do: 'settle', by: dealer })).toMatchObject({ ok: true });
  });
});
