import { describe, expect, test } from 'vitest';
import { dealingSheet, type SheetLine } from '../../src/dealing/index.js';
import type { Dice } from '../../src/dice.js';
import { decide, findPlayer, type RulebookId, type Table, tokensInHand } from '../../src/index.js';
import type { Command } from '../../src/table/index.js';
import { Felt } from '../dealing/tables.js';

// Promotional tokens at a table: what the conformance scripts of star 1.1, 6.2 and star-2024 1.1, 6.3 do not show.

const BOOKS = ['star', 'star-2024'] as const;

function holding(book: RulebookId, terms: Command = {}, amount = 2_000, settings: Command = {}): Felt {
  const felt = new Felt(book, { ann: 7, bo: 2 }, settings);
  felt.do({ do: 'exchange', player: 'ann', voucher: 'V-1', amount, ...terms, by: felt.by });
  return felt;
}

const held = ({ table }: Felt, name = 'ann'): number => {
  const player = findPlayer(table.game, name);
  return player ? tokensInHand(player) : 0;
};
const moneyOf = ({ table }: Felt, name = 'ann'): number => findPlayer(table.game, name)?.balance ?? 0;
const refusal = (table: Table, command: Command) => {
  const decided = decide(table, { at: table.at, ...command });
  return decided.ok ? null : decided.refused;
};

describe.each(BOOKS)('%s: tokens at a table', (book) => {
  const clause = book === 'star' ? '6.2' : '6.3';

  test('R95: a roll that is undone gives back the tokens that it took, and takes back what it paid', () => {
    const felt = holding(book).bet('ann', 'field', 1_500, { tokens: 500 });
    const money = moneyOf(felt);
    felt.roll(1, 2);
    expect([held(felt), moneyOf(felt)]).toEqual([1_500, money + 1_000 + 1_500]);
    felt.do({ do: 'invalidate', ground: 'fire', by: felt.by });
    expect([held(felt), moneyOf(felt)]).toEqual([2_000, money + 1_000]);
  });

  test('R95: nobody is owed tokens who has left', () => {
    const felt = holding(book).bet('ann', 'field', 500, { tokens: 500 }).bet('bo', 'pass', 500);
    felt.roll(3, 2);
    felt.do({ do: 'leave', player: 'ann' });
    const events = felt.do({ do: 'invalidate', ground: 'fire', by: felt.by });
    expect(events[0]).not.toHaveProperty('tokensBack');
    expect(events[0]).toMatchObject({ owed: [], claims: [] });
  });

  test('R20: wagers that are declared void come back in tokens, those that the roll decided too', () => {
    const felt = holding(book)
      .bet('ann', 'field', 500, { tokens: 500 })
      .bet('ann', 'place', 1_000, { number: 8, tokens: 500 });
    const money = moneyOf(felt);
    felt.throw().call(3, 2);
    felt.do({ do: 'void-wagers', player: 'ann', ground: 'device', by: felt.by });
    expect([held(felt), moneyOf(felt)]).toEqual([2_000, money + 500]);
  });

  test('faces that are read anew decide about the tokens anew', () => {
    const felt = holding(book).bet('ann', 'field', 500, { tokens: 500 });
    const first = felt.throw().call(3, 2);
    expect(held(felt)).toBe(1_500);
    felt.recall(first, 1, 2);
    expect([held(felt), moneyOf(felt)]).toEqual([1_500, 100_000_000 + 500]);
  });

  test('R94: tokens leave with their player as tokens, and may be brought to a table again', () => {
    const felt = holding(book).bet('ann', 'field', 500);
    const before = moneyOf(felt);
    felt.do({ do: 'take', player: 'ann', wager: 'field' });
    const [left] = felt.do({ do: 'leave', player: 'ann' });
    expect(left).toMatchObject({ paid: before + 500, tokens: [{ voucher: 'V-1', amount: 2_000 }] });
    const again = { do: 'exchange', player: 'bo', voucher: 'V-1', amount: 2_000, by: felt.by };
    expect(refusal(felt.table, again)).toMatchObject({ code: 'nothing-to-do', clause, ruling: 'R94' });
    felt.do({ ...again, brought: true });
    expect(held(felt, 'bo')).toBe(2_000);
  });

  test('R59: tokens on wagers that play out come back to nobody as money', () => {
    const felt = holding(book, { win: 'returned' }).bet('ann', 'pass', 1_000, { tokens: 1_000 });
    felt.bet('bo', 'pass', 500).roll(2, 2);
    felt.do({ do: 'leave', player: 'ann', standing: true });
    expect(held(felt)).toBe(0);
    felt.roll(1, 3);
    const [left] = felt.do({ do: 'release', player: 'ann', by: felt.by });
    expect(left).toMatchObject({
      event: 'left',
      paid: 1_000,
      tokens: [{ voucher: 'V-1', amount: 1_000 }],
    });
  });

  test('a seat of chips: tokens are no chips that were brought', () => {
    const felt = new Felt(book, { bo: 2 });
    const card = book === 'star-2024' ? { card: 'c-cy' } : {};
    felt.do({ do: 'sit', player: 'cy', seat: 3, bankroll: 0, chips: true, ...card, by: felt.by });
    felt.do({ do: 'exchange', player: 'cy', voucher: 'V-1', amount: 500, by: felt.by });
    const bet = { do: 'bet', player: 'cy', wager: 'field', amount: 1_200, tokens: 500, by: felt.by };
    const events = felt.do(bet);
    expect(events).toMatchObject([
      { event: 'chips-bought', amount: 700, with: 'brought' },
      { event: 'wagered', amount: 1_200, tokens: { voucher: 'V-1', amount: 500 } },
    ]);
  });

  test('a voucher is for a dealer to exchange, and whoever has gone sits down first', () => {
    const { table } = new Felt(book, { ann: 7 });
    const asked = { do: 'exchange', player: 'ann', voucher: 'V-1', amount: 500 };
    expect(refusal(table, asked)).toMatchObject({ code: 'not-allowed', clause });
    expect(refusal(table, { ...asked, by: { role: 'dealer', id: 'nobody' } })?.code).toBe('not-on-duty');
  });

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ wagers: [] }, 'wagers'],
    [{ wagers: ['yonder'] }, 'yonder'],
    [{ wagers: ['world'] }, 'world'],
    [{ wagers: ['pass-odds'] }, 'odds is not true'],
    [{ win: 'doubled' }, 'win'],
    [{ odds: 'yes' }, 'odds'],
    [{ voucher: '' }, 'voucher'],
  ])('conditions that cannot be are refused by name: %j', (change, word) => {
    const felt = new Felt(book, { ann: 7 });
    const asked = { do: 'exchange', player: 'ann', voucher: 'V-1', amount: 500, by: felt.by, ...change };
    const refused = refusal(felt.table, asked);
    expect(refused?.code).toBe('bad-input');
    expect(refused?.message).toContain(word);
  });

  test('a voucher that the table has no tokens for: the nearest is told', () => {
    const felt = new Felt(book, { ann: 7 });
    const asked = { do: 'exchange', player: 'ann', voucher: 'V-1', amount: 550, by: felt.by };
    expect(refusal(felt.table, asked)).toMatchObject({ code: 'not-in-chips', clause, nearest: 500 });
  });

  const lineOf = (felt: Felt, dice: readonly [number, number]): SheetLine => {
    const { before, event, after } = felt.throw().call(...(dice as Dice));
    const lines = dealingSheet(before, event, after).sheets.flatMap((sheet) => sheet.lines);
    return lines.find(({ player, tokens }) => player === 'ann' && tokens) as SheetLine;
  };

  test.each([
    ['won and taken', {}, 'field', {}, [1, 2], 'pay $15, take $5 in tokens'],
    ['won and handed back', { win: 'returned' }, 'field', {}, [1, 2], 'pay $15, $5 in tokens back'],
    ['lost', {}, 'field', {}, [3, 2], 'take $10, take $5 in tokens'],
    ['down', {}, 'hardway', { number: 8 }, [4, 4], 'and $10 down, take $5 in tokens'],
  ] as const)(
    'the dealing sheet says what becomes of tokens: %s',
    (_name, terms, wager, more, dice, words) => {
      const felt = holding(book, terms).bet('bo', 'pass', 500);
      felt.roll(2, 2);
      const line = lineOf(felt.bet('ann', wager, 1_500, { ...more, tokens: 500 }), dice);
      expect(line.words).toContain(words);
      expect(line.moved.rail + line.moved.layout + line.moved.house).toBe(0);
    },
  );

  test('the dealing sheet moves and leaves up what is tokens by name', () => {
    const felt = holding(book, { win: 'returned' }).bet('bo', 'pass', 500);
    felt.roll(2, 2);
    felt.bet('ann', 'come', 1_000, { tokens: 500 });
    expect(lineOf(felt, [3, 3]).words).toContain('move $10 ($5 in tokens) to the 6');
    felt.settle();
    felt.bet('ann', 'place', 1_000, { number: 5, tokens: 1_000, stay: true });
    expect(lineOf(felt, [2, 3]).words).toContain('$10 ($10 in tokens) stays up');
  });
});
