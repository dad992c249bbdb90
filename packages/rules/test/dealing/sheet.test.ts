import { describe, expect, test } from 'vitest';
import {
  beforeRoll,
  CENTRE_FIRST,
  type DealingProfile,
  type DealingSheet,
  dealingSheet,
  type SheetLine,
  SMALL_TABLE,
  sayExact,
  type Together,
  USUAL,
} from '../../src/dealing/index.js';
import type { Dice } from '../../src/dice.js';
import { evolve, openTable, type RulebookId, restoreTable, saveTable, type Table } from '../../src/index.js';
import { must } from '../../src/must.js';
import type { Command } from '../../src/table/index.js';
import { type Dealt, Felt } from './tables.js';

type Chips = Parameters<typeof dealingSheet>[4];
const sheetOf = (
  { before, event, after }: Dealt,
  profile: DealingProfile = USUAL,
  float: Chips = null,
): DealingSheet => dealingSheet(before, event, after, profile, float);
const linesOf = ({ sheets }: DealingSheet): readonly SheetLine[] => sheets.flatMap(({ lines }) => lines);
function lineOf(sheet: DealingSheet, wager: string, player = 'ann'): SheetLine {
  const found = linesOf(sheet).find((line) => line.selection.wager === wager && line.player === player);
  if (!found) throw new Error(`no line for ${wager}`);
  return found;
}
const told = (chips: readonly { readonly chip: number; readonly count: number }[] | undefined) =>
  chips?.map(({ chip, count }) => `${count}×${chip / 100}`).join(' ');

/** Ann at the seventh seat, which is the stick's second; nobody else is there. */
const alone = (book: RulebookId, settings: Command = {}): Felt => new Felt(book, { ann: 7 }, settings);
/** The point is 6. */
const onSix = (book: RulebookId, settings: Command = {}, line = 1_000): Felt => {
  const felt = alone(book, settings).bet('ann', 'pass', line);
  felt.roll(4, 2);
  return felt;
};

const FLOAT = [100, 500, 2_500].map((chip) => ({ chip, count: 40 }));

describe('a line', () => {
  test('star 6.7: exact win, what is paid, how it was rounded and why', () => {
    const sheet = sheetOf(onSix('star').bet('ann', 'hardway', 500, { number: 8 }).roll(4, 4));
    expect(lineOf(sheet, 'hardway')).toMatchObject({
      id: '2/hardway-8/ann',
      station: 'left',
      seat: 7,
      spot: 'Hardways 8',
      action: 'down',
      stake: 500,
      odds: [19, 2],
      exact: [4_750, 1],
      paid: 4_800,
      rounding: { way: 'up', by: [50, 1], clause: '6.7' },
      back: 500,
      hands: 4_800,
      moved: { rail: 5_300, layout: -500, house: -4_800 },
      key: { up: [19, 2], say: '9½ times the stake' },
      clause: '6.1.9',
      words: "the stick's second: Hardways 8, pay $48 and $5 down",
      directs: 'my second, on my right: Hardways 8, pay $48 and $5 down',
    });
  });

  test('says an exact win between two cents', () => {
    const felt = onSix('star')
      .bet('ann', 'place-lose', 1_000, { number: 9 })
      .bet('ann', 'lay', 2_000, { number: 5 });
    const sheet = sheetOf(felt.roll(3, 4));
    const lay = lineOf(sheet, 'lay');
    expect([sayExact(lay.exact as never), lay.paid, lay.rounding?.way]).toEqual(['$13 1/3', 1_400, 'up']);
    expect(sayExact(lineOf(sheet, 'place-lose').exact as never)).toBe('$6.25');
    expect(sayExact([200, 3])).toBe('$2/3');
  });

  test('adelaide 14(h): rounded down, where a notice asks for multiples', () => {
    const felt = new Felt(
      'adelaide',
      { ann: 7 },
      { chips: [100], limits: { default: { min: 500, max: 100_000 } }, multiplesOfMinimum: true },
    );
    felt.bet('ann', 'pass', 1_000).roll(4, 2);
    felt
      .throw()
      .do({ do: 'bet', player: 'ann', wager: 'place', number: 9, amount: 700, found: true, by: felt.by });
    const place = lineOf(sheetOf(felt.call(5, 4)), 'place');
    expect([place.exact, place.paid, place.rounding]).toEqual([
      [980, 1],
      700,
      { way: 'down', by: [-280, 1], clause: '14(h)' },
    ]);
  });

  test('R3: a wager of several parts is paid less what the others lost, and comes down whole', () => {
    const horn = lineOf(sheetOf(onSix('star').bet('ann', 'horn', 4_000).roll(6, 6)), 'horn');
    expect(horn).toMatchObject({ paid: 33_000, taken: 3_000, back: 1_000, hands: 30_000, stake: 4_000 });
    expect(horn.moved).toEqual({ rail: 34_000, layout: -4_000, house: -30_000 });
    expect(horn.key?.say).toBe('7½ times the stake');
    expect(horn.directs).toBe('my second, on my right: Horn, pay $300 and $40 down');
    const world = lineOf(sheetOf(onSix('adelaide').bet('ann', 'world', 5_000).roll(3, 4)), 'world');
    expect([world.hands, world.words]).toEqual([
      0,
      "the stick's second: World Bet, nothing to pay and $50 down",
    ]);
  });

  test('R1, R9: a buy that stays up pays its commission again, out of the payment', () => {
    const felt = onSix('star').bet('ann', 'buy', 2_000, { number: 4, stay: true });
    const buy = lineOf(sheetOf(felt.roll(3, 1)), 'buy');
    expect(buy).toMatchObject({
      action: 'pay-and-leave-up',
      paid: 4_000,
      commission: 100,
      hands: 3_900,
      up: 2_000,
    });
    expect(buy.words).toBe("the stick's second: Buy 4, pay $39, $20 stays up, $1 commission taken again");
    expect(told(buy.chips[0]?.give)).toBe('1×25 2×5 4×1');
  });

  test('what is left after commission may be no amount in chips: then it goes both ways', () => {
    const felt = onSix('star', { chips: [700, 5_000], limits: { default: { min: 700, max: 100_000 } } }, 700);
    const lay = lineOf(sheetOf(felt.bet('ann', 'lay', 30_000, { number: 4, stay: true }).roll(3, 4)), 'lay');
    // $150 less $7: chips of $7 and $50 make no $143.
    expect([lay.paid, lay.commission, lay.hands, lay.short]).toEqual([15_000, 700, 14_300, false]);
    expect(lay.chips.map(({ way, give, take }) => [way, told(give), told(take)])).toEqual([
      ['fewest', '3×50', '1×7'],
    ]);
  });

  test('that only stands says why', () => {
    const felt = onSix('adelaide').bet('ann', 'place', 1_000, { number: 9 });
    felt.roll(4, 2);
    const sheet = sheetOf(felt.bet('ann', 'pass', 1_000).roll(5, 4));
    expect(lineOf(sheet, 'place')).toMatchObject({
      action: 'stand',
      because: 'off',
      clause: '5(e)',
      stake: 1_000,
    });
    const barred = sheetOf(alone('adelaide').bet('ann', 'dont-pass', 1_000).roll(6, 6));
    expect(lineOf(barred, 'dont-pass')).toMatchObject({
      because: 'barred',
      clause: '4(c)',
      moved: { rail: 0, layout: 0, house: 0 },
    });
  });

  test('crown 4.2.1: under the minimum and warned before, it goes back with its commission', () => {
    const felt = new Felt('crown', { ann: 7 }, { limits: { default: { min: 2_000, max: 100_000 } } });
    felt.bet('ann', 'pass', 2_000).roll(4, 2);
    const found = (number: number) => {
      felt
        .throw()
        .do({ do: 'bet', player: 'ann', wager: 'buy', number, amount: 1_000, found: true, by: felt.by });
    };
    found(4);
    felt.call(1, 2);
    felt.settle();
    found(9);
    const sheet = sheetOf(felt.call(1, 2));
    expect(linesOf(sheet).filter(({ selection }) => selection.number === 9)).toMatchObject([
      { action: 'return', back: 1_000, clause: '4.2.1' },
    ]);
  });
});

describe('come wagers', () => {
  /** A come wager on 9 with odds, and a new one in the box. */
  const comeAgain = (size: number): Felt => {
    const felt = onSix('star').bet('ann', 'come', 1_000);
    felt.roll(5, 4);
    return felt.bet('ann', 'come-odds', 2_000, { number: 9 }).bet('ann', 'come', size);
  };
  const togetherIn = (sheet: DealingSheet, as: Together['as']): Together | undefined =>
    sheet.together.find((one) => one.as === as);

  test('off and on: of the same size, so nothing moves', () => {
    const sheet = sheetOf(comeAgain(1_000).roll(5, 4));
    const shown = togetherIn(sheet, 'off-and-on');
    expect(shown?.lines).toEqual(['3/come-9/ann', '3/come-odds-9/ann', '3/come/ann']);
    expect([shown?.hands, shown?.back]).toEqual([4_000, 3_000]);
    expect(shown?.say).toBe('off and on: pay $40, $20 odds down, nothing moves');
    expect(togetherIn(sheet, 'down-and-move')).toBeUndefined();
    // The lines say the same sums as ever.
    expect(linesOf(sheet).map(({ action, hands }) => [action, hands])).toEqual([
      ['down', 1_000],
      ['down', 3_000],
      ['move', 0],
    ]);
  });

  test('of another size: the old comes down, the new moves, and odds are asked for', () => {
    const sheet = sheetOf(comeAgain(1_500).roll(5, 4));
    expect(togetherIn(sheet, 'off-and-on')).toBeUndefined();
    expect(togetherIn(sheet, 'down-and-move')?.say).toBe('pay $40 and $30 down, then move $15');
    const move = linesOf(sheet).find(({ action }) => action === 'move');
    expect([move?.to, move?.oddsUpTo]).toEqual([9, 3_000]);
    expect(move?.words).toBe("the stick's second: Come, move $15 to the 9; odds, up to $30?");
  });

  test('R5: odds that are off go back while the flat wager is paid', () => {
    const felt = comeAgain(500);
    felt.roll(4, 2);
    const sheet = sheetOf(felt.bet('ann', 'pass', 1_000).roll(5, 4));
    expect(lineOf(sheet, 'come')).toMatchObject({ action: 'down', paid: 1_000 });
    expect(lineOf(sheet, 'come-odds')).toMatchObject({ action: 'return', back: 2_000, paid: 0, hands: 0 });
    expect(lineOf(sheet, 'come-odds').words).toBe("the stick's second: Behind the Come 9, $20 back");
    expect(sheet.together).toEqual([]);
  });

  test('flat wager and odds are totalled where the house does so', () => {
    const dealt = onSix('star').bet('ann', 'pass-odds', 1_500).roll(4, 2);
    const total = togetherIn(sheetOf(dealt), 'total');
    expect([total?.hands, total?.say, told(total?.chips[0]?.give)]).toEqual([
      2_800,
      'pay $28 for both',
      '1×25 3×1',
    ]);
    expect(sheetOf(dealt, CENTRE_FIRST).together).toEqual([]);
  });

  test('laid odds are bridged when they win the same in the same colour, and heeled when not', () => {
    const laid = (flat: number, odds: number) => {
      const felt = alone('star').bet('ann', 'dont-pass', flat);
      felt.roll(3, 1);
      return sheetOf(felt.bet('ann', 'dont-pass-odds', odds).roll(3, 4)).together.map(({ as }) => as);
    };
    expect(laid(1_000, 2_000)).toEqual(['total', 'bridged']);
    expect(laid(1_000, 1_500)).toEqual(['total', 'heeled']);
    expect(laid(2_500, 5_000)).toEqual(['total', 'bridged']);
    // $20 in fives wins what $40 wins, but $40 is not in fives.
    expect(laid(2_000, 4_000)).toEqual(['total', 'heeled']);
  });
});

describe('chips', () => {
  const float = (...chips: readonly (readonly [number, number])[]) =>
    chips.map(([chip, count]) => ({ chip, count }));
  const place = () => onSix('star').bet('ann', 'place', 6_000, { number: 8 }).roll(6, 2);

  test('the fewest, smaller, and coloured up', () => {
    const { chips } = lineOf(sheetOf(place()), 'place');
    expect(chips.map(({ way, give, take }) => [way, told(give), told(take)])).toEqual([
      ['fewest', '2×25 4×5', ''],
      ['smaller', '14×5', ''],
      ['colour-up', '1×100', '1×25 1×5'],
    ]);
    expect(lineOf(sheetOf(place(), SMALL_TABLE), 'place').chips[0]?.way).toBe('smaller');
  });

  test('out of the float, which is told by denomination before and after', () => {
    const dealt = onSix('star').bet('ann', 'field', 500).bet('ann', 'place', 6_000, { number: 8 }).roll(6, 2);
    const { box } = sheetOf(dealt, USUAL, float([2_500, 1], [500, 9], [100, 4]));
    // The $5 of the field is there to pay with.
    expect(told(box.float?.before)).toBe('1×25 9×5 4×1');
    expect(told(box.float?.after)).toBe('0×25 1×5 4×1');
    expect([box.taken, box.paid, box.float?.loose]).toEqual([500, 7_000, 0]);
  });

  test('a float that cannot make it says so, and the sum stays', () => {
    const sheet = sheetOf(place(), USUAL, float([2_500, 2], [500, 3], [100, 4]));
    const line = lineOf(sheet, 'place');
    expect([line.short, line.chips, line.paid]).toEqual([true, [], 7_000]);
    expect(told(sheet.box.float?.after)).toBe('2×25 3×5 4×1');
    expect(sheet.box.float?.loose).toBe(-7_000);
  });
});

describe('whose sheet', () => {
  const dealt = () => {
    const felt = new Felt('star', { ann: 7, bob: 10 }).bet('ann', 'pass', 1_000).bet('bob', 'pass', 1_000);
    felt.roll(4, 2);
    for (const player of ['ann', 'bob'])
      felt.bet(player, 'hardway', 500, { number: 8 }).bet(player, 'any-craps', 500);
    return felt.roll(4, 4);
  };
  const byStation = (sheet: DealingSheet) =>
    Object.fromEntries(sheet.sheets.map(({ station, lines }) => [station, lines.map(({ id }) => id)]));

  test('both ends, the stick, and the stick directing what the dealers pay', () => {
    const sheet = sheetOf(dealt());
    expect(byStation(sheet)).toEqual({
      left: ['2/hardway-8/ann'],
      right: ['2/hardway-8/bob'],
      stick: ['2/any-craps/ann', '2/any-craps/bob'],
    });
    const stick = sheet.sheets.find(({ station }) => station === 'stick');
    expect(stick?.directs).toEqual(['2/hardway-8/ann', '2/hardway-8/bob']);
    expect([stick?.taken, stick?.paid]).toEqual([1_000, 0]);
    expect(lineOf(sheet, 'hardway', 'bob').directs).toBe(
      'my second, on my left: Hardways 8, pay $48 and $5 down',
    );
    expect(sheet.say).toBe('Eight the hard way: the point stays 6.');
    expect(sheet.players.map(({ player, net, rail }) => [player, net, rail])).toEqual([
      ['ann', 4_300, 5_300],
      ['bob', 4_300, 5_300],
    ]);
  });

  test('the stick, who pays the centre', () => {
    const sheet = sheetOf(dealt(), CENTRE_FIRST);
    expect(byStation(sheet)['stick']).toEqual([
      '2/any-craps/ann',
      '2/any-craps/bob',
      '2/hardway-8/ann',
      '2/hardway-8/bob',
    ]);
    expect(sheet.sheets.map(({ directs }) => directs)).toEqual([[], [], []]);
  });

  test('crown 7.3.1: the one dealer of a mini table', () => {
    const felt = new Felt('crown-mini', { ann: 7 }).bet('ann', 'pass', 1_000);
    const sheet = sheetOf(felt.roll(6, 5));
    expect(byStation(sheet)).toEqual({ single: ['1/pass/ann'] });
    expect(lineOf(sheet, 'pass').words).toBe('second on my right: Win Line, pay $10');
  });
});

test('what the stick calls, by the names of the book', () => {
  const calls = (book: RulebookId, ...rolls: readonly Dice[]) => {
    const felt = alone(book).bet('ann', 'pass', 1_000);
    return rolls.map((dice) => sheetOf(felt.roll(...dice)).say);
  };
  expect(calls('adelaide', [6, 6])).toEqual(["Twelve: Pass Bet loses, Don't Pass Bet barred."]);
  expect(calls('star', [6, 6])).toEqual(['Twelve: Win Line loses.']);
  expect(calls('star', [3, 3], [5, 6], [5, 1])).toEqual([
    'Six the hard way: the point is 6.',
    'Eleven: the point stays 6.',
    'Six: point made, Win Line wins.',
  ]);
  expect(calls('star', [3, 3], [3, 4])[1]).toBe('Seven: seven out, Win Line loses.');
  expect(calls('star', [3, 4])).toEqual(['Seven: Win Line wins.']);
});

test('a seven out of a full table: sixteen players with twelve wagers, every one of them once', () => {
  const names = Array.from({ length: 16 }, (_, i) => `p${i + 1}`);
  const felt = new Felt('star', Object.fromEntries(names.map((name, i) => [name, i + 1])));
  const each = (...wagers: readonly Command[]) => {
    for (const player of names) for (const wager of wagers) felt.do({ do: 'bet', player, ...wager });
  };
  each({ wager: 'pass', amount: 1_000 });
  felt.roll(4, 2);
  each(
    { wager: 'pass-odds', amount: 2_000 },
    { wager: 'field', amount: 500 },
    { wager: 'any-seven', amount: 500 },
  );
  each(...[5, 8, 9].map((number) => ({ wager: 'place', number, amount: 3_000 })));
  each(...[4, 6, 8, 10].map((number) => ({ wager: 'hardway', number, amount: 500 })), {
    wager: 'lay',
    number: 10,
    amount: 2_000,
  });
  const sheet = sheetOf(felt.roll(6, 1));
  expect(linesOf(sheet)).toHaveLength(16 * 12);
  expect(sheet.sheets.map(({ station, lines }) => [station, lines.length])).toEqual([
    ['left', 8 * 8],
    ['right', 8 * 8],
    ['stick', 16 * 4],
  ]);
  const first = sheet.sheets.map(({ lines }) => lines.slice(0, 3).map(({ id }) => id));
  expect(first).toEqual([
    ['2/pass/p1', '2/pass-odds/p1', '2/pass/p2'],
    ['2/pass/p16', '2/pass-odds/p16', '2/pass/p15'],
    ['2/hardway-4/p1', '2/hardway-6/p1', '2/hardway-8/p1'],
  ]);
  expect(sheet.box.taken).toBe(16 * (1_000 + 2_000 + 500 + 9_000 + 2_000));
  expect(sheet.box.paid).toBe(16 * (2_000 + 1_000));
});

describe('which roll', () => {
  test('faces read anew are another sheet, from the table before the first reading', () => {
    const felt = onSix('star').bet('ann', 'field', 1_000);
    const first = felt.throw().call(5, 4);
    const second = felt.recall(first, 5, 3);
    expect(linesOf(sheetOf(first)).map(({ id, action }) => [id, action])).toEqual([['2/field/ann', 'pay']]);
    expect(linesOf(sheetOf(second)).map(({ id, action }) => [id, action])).toEqual([
      ['2r/field/ann', 'take'],
    ]);
  });

  test('whoever comes late makes the same sheet from the table and the event, as it was stored', () => {
    const felt = onSix('star').bet('ann', 'field', 1_000).bet('ann', 'buy', 2_000, { number: 9, stay: true });
    const first = felt.throw().call(5, 4);
    const second = felt.recall(first, 5, 3);
    for (const dealt of [first, second]) {
      const table = restoreTable(JSON.parse(JSON.stringify(saveTable(dealt.after))));
      const event = JSON.parse(JSON.stringify(dealt.event));
      const late = dealingSheet(beforeRoll(table) as Table, event, table, USUAL, FLOAT);
      expect(late).toEqual(sheetOf(dealt, USUAL, FLOAT));
      expect(JSON.parse(JSON.stringify(late))).toEqual(late);
    }
    expect(beforeRoll(alone('star').table)).toBeNull();
  });

  test('a roll of an old record has no number of its own: the table has', () => {
    const dealt = onSix('star').bet('ann', 'field', 1_000).roll(5, 4);
    const { throw: _number, ...old } = dealt.event as Extract<typeof dealt.event, { event: 'rolled' }>;
    expect(dealingSheet(dealt.before, old, dealt.after).roll).toBe('2');
  });

  test('there is none where no crew deals', () => {
    const limits = { default: { min: 500, max: 100_000 } };
    const table = must(openTable({ rulebook: 'aruze', limits })).reduce<Table | null>(evolve, null) as Table;
    const { event } = onSix('star').roll(5, 4);
    expect(() => dealingSheet(table, event, table)).toThrow('without a crew');
  });
});
