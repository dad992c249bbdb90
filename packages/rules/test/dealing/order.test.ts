// The order of dealing, result by result. Ann stands beside the base dealer, Bob beside the stick: from the dealer to the
// stick it is Ann, Bob; from the stick to the dealer Bob, Ann. The shooter, Sue, stands at the other end.
import { describe, expect, test } from 'vitest';
import {
  CENTRE_FIRST,
  DEALING_PROFILES,
  type DealingProfile,
  dealingSheet,
  type Section,
  type SheetLine,
  SMALL_TABLE,
  type Station,
  sayExact,
  USUAL,
} from '../../src/dealing/index.js';
import type { Dice } from '../../src/dice.js';
import type { RulebookId } from '../../src/index.js';
import { type Dealt, Felt, rollsAt, STAFFED } from './tables.js';

const SEATS = { ann: 1, bob: 8, sue: 16 };
const BOTH = ['ann', 'bob'];

/** A bet of each of the two: `['place', 1000, 6]`. */
type Wish = readonly [wager: string, amount: number, selection?: number];

function betBoth(felt: Felt, ...wishes: readonly Wish[]): Felt {
  for (const player of BOTH)
    for (const [wager, amount, number] of wishes) felt.bet(player, wager, amount, number ? { number } : {});
  return felt;
}

/** `take come-odds 6 ann`: what is done, where, and whose it is. */
const short = ({ action, selection: { wager, number, high }, player }: SheetLine): string =>
  [action, wager, number ?? high ?? [], player].flat().join(' ');

const said = (
  { before, event, after }: Dealt,
  station: Station,
  profile: DealingProfile = USUAL,
): readonly string[] =>
  (
    dealingSheet(before, event, after, profile).sheets.find((one) => one.station === station)?.lines ?? []
  ).map(short);

/** Ann and Bob decline the dice. */
function open(book: RulebookId): Felt {
  const felt = new Felt(book, SEATS);
  for (const player of BOTH) {
    felt.do({ do: 'offer', by: felt.by });
    felt.do({ do: 'decline', player });
  }
  return felt.ready();
}
/** The point is 8, and Sue has the dice. */
const onEight = (book: RulebookId, ...wishes: readonly Wish[]): Felt => {
  const felt = betBoth(open(book), ...wishes);
  felt.roll(6, 2);
  return felt;
};
const roll = (felt: Felt, ...dice: Dice): Felt => {
  felt.roll(...dice);
  return felt;
};
/** Come wagers on 6 with odds, don't come wagers on 4 and 10 with odds; the point is 8. */
function travelled(book: RulebookId, ...wishes: readonly Wish[]): Felt {
  const felt = betBoth(onEight(book, ...wishes), ['come', 1_000]);
  betBoth(roll(felt, 5, 1), ['come-odds', 1_000, 6], ['dont-come', 1_000]);
  betBoth(roll(felt, 3, 1), ['dont-come-odds', 2_000, 4], ['dont-come', 1_000]);
  return roll(felt, 6, 4);
}

/** Once for Ann and once for Bob. */
const annBob = (...lines: readonly string[]) => lines.flatMap((line) => BOTH.map((who) => `${line} ${who}`));
const bobAnn = (...lines: readonly string[]) =>
  lines.flatMap((line) => [...BOTH].reverse().map((who) => `${line} ${who}`));
/** Flat wager and odds of one player before those of the next. */
const withOdds = (action: string, flat: string, odds: string, names = BOTH) =>
  names.flatMap((who) => [`${action} ${flat} ${who}`, `${action} ${odds} ${who}`]);

describe.each(['star', 'adelaide'] as const)('%s: the usual order', (book) => {
  test('come-out 7', () => {
    const felt = betBoth(
      roll(travelled(book), 4, 4),
      ['pass', 1_000],
      ['dont-pass', 1_000],
      ['field', 1_000],
    );
    betBoth(felt, ['big-6', 1_000], ['lay', 2_000, 5], ['place-lose', 1_000, 5], ['lay', 2_000, 4]);
    betBoth(
      felt,
      ['place', 1_000, 9],
      ['buy', 1_000, 5],
      ['hardway', 1_000, 8],
      ['any-seven', 1_000],
      ['any-craps', 1_000],
    );
    const dealt = felt.roll(4, 3);
    expect(said(dealt, 'left')).toEqual([
      ...annBob('take dont-pass', 'take field', 'take big-6'),
      // Odds that are off go back with the come wager.
      ...BOTH.flatMap((who) => [`take come 6 ${who}`, `return come-odds 6 ${who}`]),
      ...annBob('pay pass'),
      ...withOdds('down', 'dont-come 4', 'dont-come-odds 4'),
      ...annBob('down lay 4', 'down lay 5', 'down place-lose 5', 'down dont-come 10'),
      ...bobAnn('stand buy 5', 'stand place 9'),
      ...bobAnn('down any-seven'),
    ]);
    expect(said(dealt, 'stick')).toEqual([...annBob('take any-craps'), ...bobAnn('stand hardway 8')]);
    expect(said(dealt, 'right')).toEqual(['pay pass sue']);
  });

  test('come-out 11', () => {
    const felt = betBoth(open(book), ['pass', 1_000], ['dont-pass', 1_000], ['field', 1_000]);
    const dealt = betBoth(felt, ['eleven', 1_000], ['any-seven', 1_000], ['horn', 4_000]).roll(6, 5);
    expect(said(dealt, 'left')).toEqual([
      ...annBob('take dont-pass', 'pay pass', 'pay field'),
      ...BOTH.toReversed().flatMap((who) => [`down eleven ${who}`, `down horn ${who}`]),
    ]);
    expect(said(dealt, 'stick')).toEqual(annBob('take any-seven'));
  });

  test('come-out 2, 3 and 12, with the bar of the book', () => {
    const at = (...dice: Dice) => {
      const felt = betBoth(
        open(book),
        ['pass', 1_000],
        ['dont-pass', 1_000],
        ['field', 1_000],
        ['eleven', 1_000],
      );
      return betBoth(felt, ['any-craps', 1_000]).roll(...dice);
    };
    const rest = [...annBob('pay field'), ...bobAnn('down any-craps')];
    const [two, three, twelve] = [at(1, 1), at(2, 1), at(6, 6)];
    for (const dealt of [two, three, twelve]) {
      expect(said(dealt, 'left').slice(0, 2)).toEqual(annBob('take pass'));
      expect(said(dealt, 'left').slice(4)).toEqual(rest);
      expect(said(dealt, 'stick')).toEqual(annBob('take eleven'));
    }
    const dont = (dealt: Dealt) => said(dealt, 'left').slice(2, 4);
    expect(dont(three)).toEqual(annBob('pay dont-pass'));
    // R2: star 2 sends it back, adelaide 12 leaves it.
    expect(dont(two)).toEqual(annBob(book === 'star' ? 'return dont-pass' : 'pay dont-pass'));
    expect(dont(twelve)).toEqual(annBob(book === 'star' ? 'pay dont-pass' : 'stand dont-pass'));
  });

  test('point set', () => {
    const felt = betBoth(roll(travelled(book), 4, 4), ['pass', 1_000], ['field', 1_000], ['lay', 2_000, 6]);
    betBoth(
      felt,
      ['place-lose', 1_000, 6],
      ['big-6', 1_000],
      ['place', 1_200, 6],
      ['buy', 1_000, 6],
      ['hardway', 1_000, 6],
    );
    for (const player of BOTH) felt.do({ do: 'call', player, wager: 'place', to: 'on', by: felt.by });
    const dealt = betBoth(felt, ['eleven', 1_000]).roll(5, 1);
    expect(said(dealt, 'left')).toEqual([
      ...annBob('take field', 'take lay 6', 'take place-lose 6'),
      ...BOTH.toReversed().flatMap((who) => [`down come 6 ${who}`, `return come-odds 6 ${who}`]),
      ...bobAnn('pay big-6'),
      ...BOTH.toReversed().flatMap((who) => [`down place 6 ${who}`, `stand buy 6 ${who}`]),
    ]);
    expect(said(dealt, 'stick')).toEqual([...annBob('take eleven'), ...bobAnn('stand hardway 6')]);
    expect(dealingSheet(dealt.before, dealt.event, dealt.after).puck).toBe('puck ON the 6');
  });

  test('point made', () => {
    const felt = betBoth(
      onEight(book, ['pass', 1_000], ['dont-pass', 1_000]),
      ['come', 1_000],
      ['lay', 2_000, 4],
    );
    betBoth(roll(felt, 5, 1), ['pass-odds', 2_000], ['dont-pass-odds', 1_200], ['dont-come', 1_000]);
    betBoth(
      roll(felt, 6, 4),
      ['lay', 2_400, 8],
      ['place-lose', 1_000, 8],
      ['field', 1_000],
      ['dont-come', 1_000],
    );
    betBoth(
      felt,
      ['come', 1_000],
      ['place', 1_200, 8],
      ['buy', 1_000, 8],
      ['big-8', 1_000],
      ['hardway', 1_000, 8],
    );
    const dealt = betBoth(felt, ['eleven', 1_000]).roll(5, 3);
    expect(said(dealt, 'left')).toEqual([
      ...withOdds('take', 'dont-pass', 'dont-pass-odds'),
      ...annBob('take lay 8', 'take place-lose 8', 'take field'),
      ...withOdds('pay', 'pass', 'pass-odds'),
      ...annBob('move dont-come'),
      ...bobAnn('move come'),
      ...BOTH.toReversed().flatMap((who) => [`down place 8 ${who}`, `down buy 8 ${who}`]),
      ...bobAnn('pay big-8'),
    ]);
    // The easy way takes the hardway.
    expect(said(dealt, 'stick')).toEqual(annBob('take hardway 8', 'take eleven'));
    expect(dealingSheet(dealt.before, dealt.event, dealt.after).puck).toBe('puck OFF');
  });

  test('another number', () => {
    const felt = betBoth(
      travelled(book),
      ['lay', 2_400, 6],
      ['field', 1_000],
      ['dont-come', 1_000],
      ['come', 700],
    );
    betBoth(felt, ['place', 1_200, 6], ['big-6', 1_000], ['hardway', 1_000, 6], ['any-craps', 1_000]);
    const dealt = felt.roll(3, 3);
    expect(said(dealt, 'left')).toEqual([
      ...annBob('take lay 6', 'take field', 'move dont-come'),
      ...withOdds('down', 'come 6', 'come-odds 6', BOTH.toReversed()),
      ...bobAnn('move come', 'down place 6', 'pay big-6', 'down hardway 6'),
    ]);
    expect(said(dealt, 'stick')).toEqual(annBob('take any-craps'));
    expect(said(felt.bet('ann', 'field', 500).roll(5, 4), 'left')).toEqual(['pay field ann']);
  });

  test('2, 3, 11 and 12 with the point on', () => {
    const at = (...dice: Dice) => {
      const felt = betBoth(
        onEight(book),
        ['come', 1_000],
        ['dont-come', 1_000],
        ['field', 1_000],
        ['any-craps', 1_000],
      );
      return betBoth(felt, ['eleven', 1_000]).roll(...dice);
    };
    expect(said(at(6, 5), 'left')).toEqual([
      ...annBob('take dont-come'),
      ...bobAnn('pay come'),
      ...annBob('pay field'),
      ...bobAnn('down eleven'),
    ]);
    const craps = (dontCome: string) => [
      ...annBob('take come', `${dontCome} dont-come`, 'pay field'),
      ...bobAnn('down any-craps'),
    ];
    expect(said(at(2, 1), 'left')).toEqual(craps('pay'));
    expect(said(at(1, 1), 'left')).toEqual(craps(book === 'star' ? 'return' : 'pay'));
    expect(said(at(6, 6), 'left')).toEqual(craps(book === 'star' ? 'pay' : 'stand'));
    expect(said(at(6, 6), 'stick')).toEqual(annBob('take eleven'));
  });

  test('seven out', () => {
    const felt = betBoth(
      travelled(book, ['pass', 1_000], ['dont-pass', 1_000]),
      ['pass-odds', 2_000],
      ['dont-pass-odds', 1_200],
    );
    betBoth(
      felt,
      ['place', 1_000, 9],
      ['place', 1_000, 5],
      ['buy', 2_000, 5],
      ['big-6', 1_000],
      ['hardway', 1_000, 8],
    );
    betBoth(
      felt,
      ['field', 1_000],
      ['dont-come', 1_000],
      ['come', 1_000],
      ['lay', 2_000, 5],
      ['any-seven', 1_000],
      ['eleven', 1_000],
    );
    const dealt = felt.roll(6, 1);
    expect(said(dealt, 'left')).toEqual([
      ...withOdds('take', 'pass', 'pass-odds'),
      ...withOdds('take', 'come 6', 'come-odds 6'),
      ...BOTH.flatMap((who) => [`take place 5 ${who}`, `take buy 5 ${who}`]),
      ...annBob('take place 9', 'take big-6', 'take field', 'take dont-come'),
      ...withOdds('pay', 'dont-pass', 'dont-pass-odds'),
      ...bobAnn('pay come'),
      ...withOdds('down', 'dont-come 4', 'dont-come-odds 4'),
      ...annBob('down lay 5', 'down dont-come 10'),
      ...bobAnn('down any-seven'),
    ]);
    expect(said(dealt, 'stick')).toEqual(annBob('take hardway 8', 'take eleven'));
    const sheet = dealingSheet(dealt.before, dealt.event, dealt.after);
    expect([sheet.puck, sheet.diceOn]).toEqual([
      'puck OFF',
      dealt.before.game.rulebook.conduct.dice.set.value,
    ]);
    // Sue threw from the right: the box looks there, the stick where the dice landed.
    expect(sheet.watch).toEqual({ box: 'right', stick: 'left' });
  });
});

describe('crown 8.4.4(a): chips are no money', () => {
  test('at a table of a tournament nothing that the crew is to say or to read speaks of dollars', () => {
    const felt = betBoth(
      travelled('crown', ['pass', 1_000]),
      ['pass-odds', 2_000],
      ['place', 1_200, 6],
      ['place', 700, 5],
      ['come', 1_000],
      ['hardway', 500, 6],
      ['field', 700],
    );
    const dealt = felt.roll(2, 4);
    const settings = { ...dealt.before.settings, tournament: true } as const;
    const inMoney = dealingSheet(dealt.before, dealt.event, dealt.after);
    const sheet = dealingSheet({ ...dealt.before, settings }, dealt.event, dealt.after);
    const texts = JSON.stringify(sheet);
    expect([inMoney.unit, sheet.unit]).toEqual(['money', 'chips']);
    expect(JSON.stringify(inMoney)).toContain('pay $14');
    expect(texts).not.toContain('$');
    const words = sheet.sheets.flatMap(({ lines }) => lines.map((line) => line.words));
    expect(words.filter((said) => /pay 14 chips(,| and) 12 chips (stay up|down)$/.test(said))).toHaveLength(
      2,
    );
    expect(sayExact([1_000, 3], 'chips')).toBe('3 1/3 chips');
    expect(sayExact([1_000, 3])).toBe('$3 1/3');
  });
});

describe('another profile', () => {
  const onNumber = (): Dealt => {
    const felt = betBoth(
      travelled('star'),
      ['lay', 2_400, 6],
      ['field', 1_000],
      ['come', 700],
      ['place', 1_200, 6],
    );
    return betBoth(felt, ['hardway', 1_000, 6], ['any-craps', 1_000]).roll(3, 3);
  };
  const FIRST = ['down hardway 6 bob', 'down hardway 6 ann'];

  test('pays the centre first', () => {
    const paid = said(onNumber(), 'left', { ...USUAL, centre: 'first' }).filter(
      (line) => !line.startsWith('take'),
    );
    expect(paid.slice(0, 2)).toEqual(FIRST);
    expect(said(onNumber(), 'left').slice(-2)).toEqual(FIRST);
  });

  test('pays place before come', () => {
    const lines = said(onNumber(), 'left', { ...USUAL, numbers: 'place-first' });
    expect(lines.indexOf('down place 6 ann')).toBe(lines.indexOf('down come 6 bob') - 1);
    const usual = said(onNumber(), 'left');
    expect(usual.indexOf('down place 6 ann')).toBeGreaterThan(usual.indexOf('move come ann'));
  });

  test('lets the stick pay the centre', () => {
    expect(said(onNumber(), 'left', CENTRE_FIRST)).not.toContain('down hardway 6 ann');
    expect(said(onNumber(), 'stick', CENTRE_FIRST)).toEqual([
      'take any-craps bob',
      'take any-craps ann',
      ...FIRST,
    ]);
  });

  test('takes the line first, or the centre', () => {
    const felt = betBoth(
      onEight('star', ['dont-pass', 1_000]),
      ['field', 1_000],
      ['lay', 2_400, 8],
      ['any-craps', 1_000],
    );
    const dealt = felt.roll(5, 3);
    const one: DealingProfile = { ...USUAL, crew: 'single' };
    const rows: DealingProfile['rows'] = { ...one.rows, 'point-made': { take: ['field'], pay: [] } };
    const taken = (profile: DealingProfile) =>
      said(dealt, 'single', profile).filter((line) => line.endsWith('ann'));
    expect(taken(one)).toEqual([
      'take dont-pass ann',
      'take lay 8 ann',
      'take field ann',
      'take any-craps ann',
    ]);
    expect(taken({ ...one, take: 'centre-first' })[0]).toBe('take any-craps ann');
    expect(taken({ ...one, rows })[0]).toBe('take field ann');
    expect(taken({ ...one, rows, take: 'line-first' })[0]).toBe('take dont-pass ann');
  });

  test('turns the direction around', () => {
    const directions = { ...USUAL.directions, 'place-buy': 'dealer-to-stick' as const };
    const lines = said(onNumber(), 'left', { ...USUAL, directions });
    expect(lines.indexOf('down place 6 ann')).toBe(lines.indexOf('down place 6 bob') - 1);
  });

  test('gives all of it to a single dealer', () => {
    const { before, event, after } = onNumber();
    const { sheets, watch } = dealingSheet(before, event, after, SMALL_TABLE);
    expect(sheets.map(({ station }) => station)).toEqual(['single']);
    expect(watch).toBeNull();
    const usual = dealingSheet(before, event, after).sheets.flatMap(({ lines }) => lines.map(({ id }) => id));
    expect(sheets[0]?.lines.map(({ id }) => id).sort()).toEqual(usual.sort());
  });
});

// The same order written down a second time, as the page has it, and held against random tables.
const TAKEN: Readonly<Record<string, readonly Section[]>> = {
  'come-out-7': ['dont-line', 'field', 'big', 'come-points', 'place-buy', 'hardways', 'one-roll'],
  'come-out-11': ['dont-line', 'one-roll'],
  'come-out-craps': ['line', 'one-roll'],
  'point-set': ['field', 'against-numbers', 'hardways', 'one-roll'],
  'point-made': ['dont-line', 'against-numbers', 'field', 'hardways', 'one-roll'],
  number: ['against-numbers', 'field', 'hardways', 'one-roll'],
  'craps-or-eleven': ['come-box', 'dont-come-box', 'one-roll'],
  'seven-out': ['line', 'come-points', 'place-buy', 'big', 'hardways', 'field', 'dont-come-box', 'one-roll'],
};
const AFTER: Readonly<Record<string, readonly Section[]>> = {
  'come-out-7': ['line', 'against-numbers', 'one-roll'],
  'come-out-11': ['line', 'field', 'one-roll'],
  'come-out-craps': ['dont-line', 'field', 'one-roll'],
  'point-set': ['field', 'come-points', 'big', 'place-buy', 'hardways', 'one-roll'],
  'point-made': [
    'line',
    'field',
    'dont-come-box',
    'come-points',
    'come-box',
    'place-buy',
    'big',
    'hardways',
    'one-roll',
  ],
  number: ['field', 'dont-come-box', 'come-points', 'come-box', 'place-buy', 'big', 'hardways', 'one-roll'],
  'craps-or-eleven': ['come-box', 'dont-come-box', 'field', 'one-roll'],
  'seven-out': ['dont-line', 'come-box', 'against-numbers', 'one-roll'],
};

const sectionsIn = (lines: readonly SheetLine[]): readonly Section[] => [
  ...new Set(lines.map(({ section }) => section)),
];
const inOrder = (listed: readonly Section[], sections: readonly Section[]): readonly Section[] =>
  listed.filter((section) => sections.includes(section));

function checkOrder(dealt: Dealt, profile: DealingProfile): void {
  const { sheets, result } = dealingSheet(dealt.before, dealt.event, dealt.after, profile);
  for (const { lines } of sheets) {
    expect(lines.map(({ order }) => order)).toEqual(lines.map((_, i) => i + 1));
    const stages = lines.map(({ stage }) => stage);
    expect(stages.toSorted().reverse()).toEqual(stages);
    const taken = sectionsIn(lines.filter(({ stage }) => stage === 'take'));
    expect(taken).toEqual(inOrder(TAKEN[result] as readonly Section[], taken));
    const acted = sectionsIn(
      lines.filter(
        ({ stage, action, outcome }) => stage === 'pay' && action !== 'stand' && outcome !== 'returned',
      ),
    );
    expect(acted).toEqual(inOrder(AFTER[result] as readonly Section[], acted));
  }
}

/** The usual order, at both ends and on one sheet. */
const USUAL_SINGLE: DealingProfile = { ...USUAL, crew: 'single' };

describe.each(STAFFED)('%s: random tables', (book) => {
  test('are dealt in the order of the page', () => {
    for (let seed = 1; seed <= 10; seed++)
      for (const dealt of rollsAt(book, seed * 7_919, 6))
        for (const profile of [USUAL, USUAL_SINGLE]) checkOrder(dealt, profile);
  });

  test('have every line once, with the same id however they are dealt', () => {
    for (const { before, event, after } of rollsAt(book, 31_337, 6)) {
      const ids = DEALING_PROFILES.map((profile) =>
        dealingSheet(before, event, after, profile)
          .sheets.flatMap(({ lines }) => lines.map(({ id }) => id))
          .sort(),
      );
      expect(ids[1]).toEqual(ids[0]);
      expect(ids[2]).toEqual(ids[0]);
      expect(dealingSheet(before, event, after)).toEqual(
        dealingSheet(before, JSON.parse(JSON.stringify(event)), after),
      );
    }
  });
});
