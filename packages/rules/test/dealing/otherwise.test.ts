// R100: a roll read otherwise than it is on record. The same table, the same engine, one thing taken another way.
import { describe, expect, test } from 'vitest';
import { netOf, readingsOf, readOtherwise, wagerOfLine } from '../../src/dealing/index.js';
import type { Dice } from '../../src/dice.js';
import { RULEBOOK_IDS, RULEBOOKS } from '../../src/index.js';
import { must } from '../../src/must.js';
import type { RollOutcome } from '../../src/table/index.js';
import { Felt, rollsAt, STAFFED } from './tables.js';

const SEATS = { ann: 1, sue: 16 };
const line = (throwNumber: number | undefined, wager: string): string => `${throwNumber}/${wager}/ann`;

function rolled(
  book: (typeof STAFFED)[number],
  wagers: readonly (readonly [string, number, object?])[],
  ...dice: Dice
) {
  const felt = new Felt(book, SEATS).ready();
  for (const [wager, amount, more] of wagers) felt.bet('ann', wager, amount, more as never);
  const { before, event } = felt.throw().call(...dice);
  if (event.event !== 'rolled') throw new Error('no roll');
  return { before, event, id: (wager: string) => line(event.throw, wager) };
}

describe.each(STAFFED)('R100 %s', (book) => {
  test('read as it was, every roll is what the record says', () => {
    for (const { before, event } of rollsAt(book, 100, 40)) {
      if (event.event !== 'rolled') continue;
      const again = must(readOtherwise(before, event.dice, '', {}));
      expect(again).toEqual(pickOutcome(event));
    }
  });

  test('other faces are settled as if they had been called', () => {
    const { before, event, id } = rolled(book, [['field', 5_000]], 3, 4);
    expect(netOf(event, id('field'))).toBe(-5_000);
    const read = must(readOtherwise(before, event.dice, id('field'), { dice: [5, 4] }));
    expect([read.dice, netOf(read, id('field'))]).toEqual([[5, 4], 5_000]);
  });

  test('another stake, and another maximum', () => {
    const { before, event, id } = rolled(book, [['field', 5_000]], 5, 4);
    const net = (otherwise: object): number =>
      netOf(must(readOtherwise(before, event.dice, id('field'), otherwise)), id('field'));
    expect([net({}), net({ stake: 10_000 }), net({ counts: 2_000 })]).toEqual([5_000, 10_000, 2_000]);
  });

  test('a wager that would still stand costs nothing', () => {
    const { before, event, id } = rolled(book, [['place', 6_000, { number: 6 }]], 5, 2);
    // Off on a come out roll: it stands. Called on, the seven takes it.
    expect(netOf(event, id('place-6'))).toBe(0);
    const read = must(readOtherwise(before, event.dice, id('place-6'), { called: 'on' }));
    expect(netOf(read, id('place-6'))).toBe(-6_000);
    expect(wagerOfLine(before.game, id('place-6'))?.wager.amount).toBe(6_000);
  });

  test('what cannot be read is refused with the nearest that can', () => {
    const { before, event, id } = rolled(book, [['field', 5_000]], 5, 4);
    const why = (otherwise: object, of = id('field')): string => {
      const read = readOtherwise(before, event.dice, of, otherwise as never);
      return read.ok ? 'read' : read.refused.message;
    };
    expect(why({ dice: [0, 4] })).toBe('dice must be two faces from 1 to 6');
    expect(why({ stake: 1.5 })).toMatch(/^stake must be/);
    expect(why({ stake: 500 }, id('horn'))).toMatch(/^no wager of line/);
    expect(why({ policy: { path: 'bar.totl', value: 12 } })).toMatch(/bar\.total/);
    expect(why({ policy: { path: 'bar.total', value: 3 } })).toMatch(/^policy bar\.total may be read as/);
    expect(why({ called: 'maybe' })).toBe('called must be on or off');
  });
});

const pickOutcome = ({
  dice,
  total,
  hard,
  call,
  point,
  settled,
  travelled,
  replaced,
  warned,
}: RollOutcome) => ({
  dice,
  total,
  hard,
  call,
  point,
  settled,
  travelled,
  replaced,
  warned,
});

test('R100: the bar of the other books, tried at star', () => {
  const { before, event, id } = rolled('star', [['dont-pass', 5_000]], 1, 1);
  const other = { policy: { path: 'bar.total', value: 12 } };
  expect(netOf(event, id('dont-pass'))).toBe(0);
  expect(netOf(must(readOtherwise(before, event.dice, id('dont-pass'), other)), id('dont-pass'))).toBe(5_000);
});

test('every policy that may be read otherwise has a value that it has not', () => {
  for (const id of RULEBOOK_IDS)
    for (const { read, others } of readingsOf(RULEBOOKS[id]))
      expect(others).not.toContain(read(RULEBOOKS[id])?.value);
});
