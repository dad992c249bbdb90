import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dealingSheet } from '../../src/dealing/index.js';
import { decide, evolve, type Table } from '../../src/index.js';
import {
  callQuestion,
  DEALT_BOOKS,
  type Done,
  dealtRight,
  FAULT_WORDS,
  FAULTS,
  type Fault,
  gradeRoll,
  linesToDeal,
  type Mark,
  makeRoll,
  nextShooterQuestion,
  ROLL_LEVELS,
  scoreAudition,
  type WholeRoll,
} from '../../src/school/index.js';

describe.each(DEALT_BOOKS)('%s', (book) => {
  test.each(ROLL_LEVELS)('%s rolls dealt by the sheet have no fault, at every station', (level) => {
    for (let seed = 1; seed <= 6; seed++) {
      const roll = makeRoll(book, seed * 101, { level });
      expect(roll.sheet).toEqual(dealingSheet(roll.before, roll.event, roll.after));
      for (const station of [undefined, ...roll.sheet.sheets.map((one) => one.station)]) {
        const graded = gradeRoll(roll, dealtRight(roll, station), station);
        expect([graded.faults, graded.right, graded.inOrder]).toEqual([[], graded.of, graded.of]);
      }
    }
  });

  test('a roll is the same for the same seed, and busier for a higher level', () => {
    const lines = ROLL_LEVELS.map((level) =>
      Array.from({ length: 3 }, (_, seed) => linesToDeal(makeRoll(book, seed, { level })).length).reduce(
        (a, b) => a + b,
      ),
    );
    expect(lines[0] as number).toBeLessThan(lines[1] as number);
    expect(lines[1] as number).toBeLessThan(lines[2] as number);
    expect(makeRoll(book, 3).sheet).toEqual(makeRoll(book, 3).sheet);
  });

  test('anything left undone, or paid otherwise, is caught', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const roll = makeRoll(book, seed * 977, { level: 'busy' });
      const right = dealtRight(roll);
      const paid = right.findIndex(({ act }) => act === 'pay');
      if (paid < 0) continue;
      const off = right.map((one, i) => (i === paid ? { ...one, amount: one.amount + 100 } : one));
      expect(gradeRoll(roll, off).right).toBe(right.length - 1);
      expect(gradeRoll(roll, []).right).toBeLessThan(right.length / 2);
    }
  });

  test('the dice go on to whom the table itself offers them', () => {
    for (let seed = 1; seed <= 2; seed++) {
      const { choices, right } = nextShooterQuestion(book, seed);
      const { after } = makeRoll(book, seed, { level: 'steady', result: 'seven-out' });
      const by = { role: after.game.rulebook.roles.at(-1)?.id as string, id: '' };
      const staff = after.staff.find(({ role }) => role === by.role)?.person as string;
      const settled = decide(after, { do: 'settle', by: { ...by, id: staff } });
      const table = settled.ok ? settled.value.reduce<Table>(evolve, after) : after;
      const offered = decide(table, { do: 'offer', by: { ...by, id: staff } });
      const to = offered.ok ? (offered.value[0] as { player?: string }).player : undefined;
      if (to) expect(choices[right]).toMatch(new RegExp(`^${to},`));
      else expect(right).toBe(choices.length - 1);
    }
  });

  test('of the calls one is what the stick says', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const { choices, right } = callQuestion(book, seed);
      expect(new Set(choices).size).toBe(4);
      expect(right).toBeGreaterThanOrEqual(0);
    }
  });
});

/** The first roll that has what a fault needs. */
function rollWith(fits: (roll: WholeRoll) => boolean, level: 'steady' | 'busy' = 'busy'): WholeRoll {
  for (let seed = 1; seed < 400; seed++) {
    const roll = makeRoll('star', seed, { level });
    if (fits(roll)) return roll;
  }
  throw new Error('no such roll');
}

const faultsOf = (roll: WholeRoll, done: readonly Done[]): readonly Fault[] => gradeRoll(roll, done).faults;

describe('faults by name', () => {
  test('star-2024 1.1 paid before taking', () => {
    const roll = rollWith((one) => {
      const left = linesToDeal(one, 'left').map(({ stage }) => stage);
      return left.includes('take') && left.includes('pay');
    });
    const done = dealtRight(roll, 'left').toReversed();
    expect(gradeRoll(roll, done, 'left').faults).toContain('paid-before-taking');
  });

  test('out of order', () => {
    const roll = rollWith(
      (one) => linesToDeal(one, 'left').filter(({ stage }) => stage === 'take').length > 2,
    );
    const [first, second, ...rest] = dealtRight(roll, 'left') as [Done, Done];
    expect(gradeRoll(roll, [second, first, ...(rest as Done[])], 'left').faults).toEqual(['out-of-order']);
  });

  test('wrong seat', () => {
    const roll = rollWith((one) =>
      linesToDeal(one).some(
        (a) =>
          a.hands > 0 &&
          linesToDeal(one).some(
            (b) => b.player !== a.player && b.spot === a.spot && b.hands > 0 && b.hands !== a.hands,
          ),
      ),
    );
    const lines = linesToDeal(roll);
    const a = lines.find((one) =>
      lines.some(
        (b) =>
          b.player !== one.player &&
          b.spot === one.spot &&
          b.hands > 0 &&
          one.hands > 0 &&
          b.hands !== one.hands,
      ),
    ) as (typeof lines)[number];
    const b = lines.find(
      (one) => one.player !== a.player && one.spot === a.spot && one.hands !== a.hands && one.hands > 0,
    ) as typeof a;
    const done = dealtRight(roll).map((one, i) =>
      lines[i] === a ? { ...one, amount: b.hands } : lines[i] === b ? { ...one, amount: a.hands } : one,
    );
    expect(faultsOf(roll, done).filter((fault) => fault === 'wrong-seat')).toHaveLength(2);
  });

  test('odds that were off, kept (R5)', () => {
    const roll = rollWith((one) =>
      linesToDeal(one).some(
        ({ action, selection }) => action === 'return' && selection.wager === 'come-odds',
      ),
    );
    const done = dealtRight(roll).map((one) =>
      one.act === 'return' ? { ...one, act: 'take' as const } : one,
    );
    expect(faultsOf(roll, done)).toContain('off-odds-kept');
  });

  test('off and on: with equal chips nothing moves, with unequal ones it does', () => {
    const without = (roll: WholeRoll, as: string) => {
      const ids = roll.sheet.together.filter((one) => one.as === as).flatMap(({ lines }) => lines);
      const lines = linesToDeal(roll);
      return dealtRight(roll).filter(
        (one, i) => !(one.act === 'move' && ids.includes(lines[i]?.id as string)),
      );
    };
    const equal = rollWith(({ sheet }) => sheet.together.some(({ as }) => as === 'off-and-on'));
    expect(faultsOf(equal, without(equal, 'off-and-on'))).toEqual([]);
    const unequal = rollWith(({ sheet }) => sheet.together.some(({ as }) => as === 'down-and-move'));
    expect(faultsOf(unequal, without(unequal, 'down-and-move'))).toContain('off-and-on-unequal');
  });

  test('needless, wrong act and missed', () => {
    const roll = rollWith(() => true);
    const [first, ...rest] = dealtRight(roll) as [Done, ...Done[]];
    expect(faultsOf(roll, [first, ...rest, { ...first, spot: 0, player: 'nobody' }])).toEqual(['needless']);
    expect(faultsOf(roll, [{ ...first, act: first.act === 'move' ? 'take' : 'move' }, ...rest])).toEqual([
      'wrong-act',
    ]);
    expect(faultsOf(roll, dealtRight(roll).slice(0, -1))).toEqual(['missed']);
  });

  test('flat wager and odds may be paid as one', () => {
    const roll = rollWith(({ sheet }) => sheet.together.some(({ as }) => as === 'total'));
    const total = roll.sheet.together.find(({ as }) => as === 'total');
    const lines = linesToDeal(roll);
    const done = dealtRight(roll).flatMap((one, i) => {
      const id = lines[i]?.id as string;
      if (id === total?.lines[0]) return [{ ...one, amount: total.hands }];
      return id === total?.lines[1] ? [] : [one];
    });
    expect(faultsOf(roll, done)).toEqual([]);
  });
});

describe('an audition', () => {
  const mark = (more: Partial<Mark>): Mark => ({
    kind: 'roll',
    right: 10,
    of: 10,
    inOrder: 10,
    ms: 50_000,
    faults: [],
    ...more,
  });

  test('without a fault and in time passes with all points', () => {
    const report = scoreAudition([mark({}), mark({ kind: 'call', right: 1, of: 1, inOrder: 0 })]);
    expect(report).toMatchObject({ score: 100, passed: true, payments: 10, msPerPayment: 5_000, faults: [] });
  });

  test('half as fast has half of the points for speed', () => {
    expect(scoreAudition([mark({ ms: 120_000 })]).parts.speed).toBe(50);
  });

  test('inaccuracy fails however fast it is, and the faults are counted', () => {
    const report = scoreAudition([
      mark({ right: 8, faults: ['wrong-sum', 'wrong-sum', 'missed'] }),
      mark({ kind: 'call', right: 5, of: 5, inOrder: 0 }),
    ]);
    expect(report.passed).toBe(false);
    expect(report.faults).toEqual([
      { fault: 'wrong-sum', times: 2 },
      { fault: 'missed', times: 1 },
    ]);
  });

  test('a hundred is for nothing wrong, in however many lines', () => {
    const { parts, score } = scoreAudition([mark({ right: 341, of: 342, inOrder: 342 })]);
    expect([parts.accuracy, score]).toEqual([99, 99]);
  });

  test('nothing done is no pass', () => {
    expect(scoreAudition([])).toMatchObject({ score: 0, passed: false, msPerPayment: null });
  });
});

test('the page of the school names every fault', () => {
  const page = readFileSync(new URL('../../../../docs/school.md', import.meta.url), 'utf8');
  for (const fault of FAULTS) expect(page).toContain(`| \`${fault}\` | ${FAULT_WORDS[fault]} |`);
});
