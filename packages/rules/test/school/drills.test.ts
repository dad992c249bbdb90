import { describe, expect, test } from 'vitest';
import { chipSet } from '../../src/chips.js';
import { RULEBOOK_IDS, RULEBOOKS, type RulebookId, runScript } from '../../src/index.js';
import {
  DRILL_LEVELS,
  type Drill,
  FAULT_WORDS,
  makeDrill,
  SCHOOL_SIGN,
  stepsOf,
  TOPIC_IDS,
  topicsOf,
  whyWrong,
} from '../../src/school/index.js';

/** Five hundred in the long run, `npm run soak -- school`. */
const DRILLS = Number(process.env['SCHOOL_DRILLS'] ?? 60);

type Settled = {
  readonly wager: string;
  readonly number?: number;
  readonly high?: number;
  readonly dice?: readonly number[];
  readonly winnings: number;
  readonly collected: number;
  readonly commission?: number;
};

/** What the engine itself hands over, from the answers to the drill's script: nothing of the school is asked. */
function owedByScript({ script, spot }: Drill): number {
  const runner = runScript();
  const answers = script.map((line) => runner.play(JSON.stringify(line))?.answer as Record<string, unknown>);
  const last = answers.at(-1) as {
    readonly settled: readonly Settled[];
    readonly replaced: readonly Settled[];
  };
  const isIt = (one: Settled) =>
    one.wager === spot.wager &&
    one.number === spot.number &&
    one.high === spot.high &&
    String(one.dice) === String(spot.dice);
  const settled = last.settled.find(isIt);
  if (!settled) return Number.NaN;
  return settled.winnings - settled.collected - (last.replaced.find(isIt)?.commission ?? 0);
}

/** What is wrong with a drill, if anything. */
function faultsIn(drill: Drill): readonly string[] {
  const { owed, stake, line, chips } = drill;
  const faults: string[] = [];
  if (owed !== owedByScript(drill)) faults.push(`owed ${owed}, the engine says ${owedByScript(drill)}`);
  const [win, on] = line.key?.up ?? [Number.NaN, 1];
  const exact = (stake * win) / on;
  const rounded = owed + line.commission - exact;
  const step = chips[0] as number;
  if (!(rounded >= -1e-6 && rounded < step)) faults.push(`${exact} by the key, ${owed} owed`);
  for (const { amount, chips: given } of stepsOf(line, chips))
    if (amount !== null && given.reduce((all, one) => all + one.chip * one.count, 0) !== Math.abs(amount))
      faults.push(`chips do not make ${amount}`);
  return faults;
}

const saidOf = (drill: Drill): string => `${drill.book} ${drill.topic} ${drill.seed} ${drill.level}`;

describe.each(RULEBOOK_IDS)('%s', (book) => {
  const topics = topicsOf(RULEBOOKS[book]).map(({ id }) => id);

  test.each(topics)(`%s: ${DRILLS} drills agree with the engine to the chip`, (topic) => {
    const cards = new Set<string>();
    for (let seed = 0; seed < DRILLS; seed++) {
      const drill = makeDrill(book, topic, seed * 7_919, DRILL_LEVELS[seed % 3]);
      expect(faultsIn(drill), saidOf(drill)).toEqual([]);
      expect(drill.owed).toBeGreaterThanOrEqual(0);
      cards.add(drill.card);
    }
    expect(cards.size).toBeGreaterThan(1);
  });
});

test('every wager of every book is in a topic of its own', () => {
  for (const book of RULEBOOK_IDS)
    for (const wager of Object.keys(RULEBOOKS[book].wagers))
      if (RULEBOOKS[book].wagers[wager as 'pass'])
        expect(
          topicsOf(RULEBOOKS[book]).filter(({ wagers }) => wagers.includes(wager as 'pass')),
          `${book} ${wager}`,
        ).toHaveLength(1);
});

test('the same seed makes the same drill, another seed another', () => {
  expect(makeDrill('star', 'place', 5)).toEqual(makeDrill('star', 'place', 5));
  expect(makeDrill('star', 'place', 6).stake).not.toBe(makeDrill('star', 'place', 5).stake);
});

test('chips of the house count: of $2 and $5 a payment is rounded to what they make', () => {
  const sign = { ...SCHOOL_SIGN, chips: [200, 500], limits: { default: { min: 1_000, max: 100_000 } } };
  for (let seed = 0; seed < 200; seed++) {
    const drill = makeDrill('star', 'hardways', seed, 'any', sign);
    expect(chipSet([200, 500]).canMake(drill.line.paid)).toBe(true);
    expect(drill.owed).toBe(owedByScript(drill));
  }
});

test('a planted wrong answer is caught, one chip too much or too little', () => {
  for (let seed = 0; seed < 60; seed++) {
    const drill = makeDrill('crown', TOPIC_IDS[seed % TOPIC_IDS.length] as 'place', seed);
    expect(faultsIn({ ...drill, owed: drill.owed + 100 })).not.toEqual([]);
    expect(faultsIn({ ...drill, owed: drill.owed - 100 })).not.toEqual([]);
  }
});

/** The first drill of a topic that fits. */
const find = (book: RulebookId, topic: Drill['topic'], fits: (drill: Drill) => boolean): Drill => {
  for (let seed = 0; seed < 2_000; seed++) {
    const drill = makeDrill(book, topic, seed);
    if (fits(drill)) return drill;
  }
  throw new Error('no such drill');
};
const at = (book: RulebookId) => ({ rulebook: RULEBOOKS[book], chips: chipSet([100, 500, 2_500]) });
const why = (drill: Drill, answered: number) => whyWrong(at(drill.book), drill.line, answered);

describe('a wrong sum is named by the slip that leads to it', () => {
  test('place paid at the price of odds', () => {
    const drill = find('star', 'place', ({ spot, stake }) => spot.number === 4 && stake % 500 === 0);
    expect(why(drill, drill.stake * 2)).toBe('place-at-odds');
  });
  test('commission forgotten on a buy that stays up', () => {
    const drill = find('adelaide', 'buy', ({ line }) => line.commission > 0);
    expect(why(drill, drill.line.paid)).toBe('commission-forgotten');
  });
  test('“for” read as “to”', () => {
    const drill = find('star', 'hardways', () => true);
    expect(why(drill, drill.owed - drill.stake)).toBe('for-read-as-to');
  });
  test('the parts of a horn that lost', () => {
    const drill = find('star', 'split', ({ spot }) => spot.wager === 'horn');
    expect(why(drill, drill.line.paid)).toBe('parts-forgotten');
  });
  test('the stake paid too', () => {
    const drill = find('star', 'even-money', () => true);
    expect(why(drill, drill.owed * 2)).toBe('stake-paid-too');
  });
  test('rounded down where the book rounds up (star 6.7)', () => {
    const drill = find('star', 'hardways', ({ line }) => line.rounding !== null);
    expect(why(drill, drill.owed - 100)).toBe('wrong-rounding');
  });
  test('nothing of that', () => {
    const drill = find('star', 'odds', ({ line }) => line.rounding === null);
    expect(why(drill, drill.owed + 12_300)).toBe('wrong-sum');
    expect(why(drill, drill.owed)).toBeNull();
    expect(Object.keys(FAULT_WORDS).length).toBeGreaterThan(12);
  });
});

test('steps lead from the stack to what is handed over, and cite what rounds it', () => {
  const drill = find('star', 'hardways', ({ line }) => line.rounding !== null);
  const steps = stepsOf(drill.line, drill.chips).map(({ say }) => say);
  expect(steps[0]).toContain('lies there');
  expect(steps.join()).toContain('rounded up to what chips make');
  expect(steps.join()).toContain('6.7');
});
