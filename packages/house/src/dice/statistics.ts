import { type Dice, THROWS, throwIndex } from '@boxperson/rules';
import { chiSquareFor, chiSquareP } from './chi-square.js';

/** How far back a tally looks, in rolls. */
export const WINDOWS = ['last-1000', 'last-10000', 'all'] as const;
export type Window = (typeof WINDOWS)[number];

/** What is compared with fair dice: the six faces of each die, and the 36 throws. */
export const TESTS = ['first', 'second', 'throws'] as const;
export type Test = (typeof TESTS)[number];

const LENGTHS: Readonly<Record<Window, number>> = {
  'last-1000': 1_000,
  'last-10000': 10_000,
  all: Number.POSITIVE_INFINITY,
};
const CELLS: Readonly<Record<Test, number>> = { first: 6, second: 6, throws: 36 };
const KEPT = 10_000;
/** With fewer rolls a chi-square of 36 cells is too rough to sound an alarm by. */
const ROLLS_LEAST = 1_000;

/**
 * An alarm goes off when one of the nine figures is less likely than this with fair dice. They are looked at after
 * every roll, so false alarms are likelier than that: eight in 8 * 10^8 simulated fair rolls. A die that shows one face
 * in a fifth of its rolls is found after some four thousand.
 */
export const ALARM_P = 1e-7;
/** It stays until all nine are likelier than this, so that it does not flutter. */
export const CLEAR_P = 1e-3;

const criticalFor = (p: number): Readonly<Record<Test, number>> => {
  const six = chiSquareFor(p, 5);
  return { first: six, second: six, throws: chiSquareFor(p, 35) };
};

export interface Figure {
  readonly statistic: number;
  readonly freedom: number;
  /** How likely fair dice are to be this uneven or more. */
  readonly p: number;
}

export interface WindowReport extends Readonly<Record<Test, Figure>> {
  readonly rolls: number;
}

/** Why the alarm is on: the figure that set it off, and after which roll. */
export interface Alarm extends Figure {
  readonly window: Window;
  readonly test: Test;
  readonly roll: number;
}

export type AlarmChange =
  | { readonly change: 'raised'; readonly alarm: Alarm }
  | { readonly change: 'cleared'; readonly roll: number };

/** As it is stored: counts of the 36 throws, and the last throws, oldest first, as digits in base 36. */
export interface SavedStatistics {
  readonly counts: readonly number[];
  readonly recent: string;
  readonly alarm: Alarm | null;
}

export interface Thresholds {
  readonly alarmP: number;
  readonly clearP: number;
}

/** Changes a count and answers by how much its square grew. */
function bump(counts: Float64Array, cell: number, by: number): number {
  const before = counts[cell] as number;
  counts[cell] = before + by;
  return by * (2 * before + by);
}

/** Counts with their sums of squares kept up to date: a chi-square then costs one multiplication. */
class Tally {
  rolls = 0;
  readonly counts: Readonly<Record<Test, Float64Array>> = {
    first: new Float64Array(6),
    second: new Float64Array(6),
    throws: new Float64Array(36),
  };
  readonly #squares = { first: 0, second: 0, throws: 0 };

  change(index: number, by: number): void {
    const { counts } = this;
    this.rolls += by;
    this.#squares.first += bump(counts.first, Math.trunc(index / 6), by);
    this.#squares.second += bump(counts.second, index % 6, by);
    this.#squares.throws += bump(counts.throws, index, by);
  }

  /** Pearson's statistic against even counts. */
  statistic(test: Test): number {
    return this.rolls === 0 ? 0 : (CELLS[test] * this.#squares[test]) / this.rolls - this.rolls;
  }

  figure(test: Test): Figure {
    const statistic = this.statistic(test);
    const freedom = CELLS[test] - 1;
    return { statistic, freedom, p: chiSquareP(statistic, freedom) };
  }

  report(): WindowReport {
    const [first, second, throws] = [this.figure('first'), this.figure('second'), this.figure('throws')];
    return { rolls: this.rolls, first, second, throws };
  }
}

/** Are a device's dice fair? A running answer, over its last rolls and over all of them. */
export class DiceStatistics {
  readonly #tallies: Readonly<Record<Window, Tally>> = {
    'last-1000': new Tally(),
    'last-10000': new Tally(),
    all: new Tally(),
  };
  /** The last throws in a ring; `all.rolls` says where it is. */
  readonly #recent = new Uint8Array(KEPT);
  readonly #alarmAt: Readonly<Record<Test, number>>;
  readonly #clearBelow: Readonly<Record<Test, number>>;
  #alarm: Alarm | null = null;

  constructor({ alarmP = ALARM_P, clearP = CLEAR_P }: Partial<Thresholds> = {}) {
    this.#alarmAt = criticalFor(alarmP);
    this.#clearBelow = criticalFor(clearP);
  }

  get rolls(): number {
    return this.#tallies.all.rolls;
  }
  get alarm(): Alarm | null {
    return this.#alarm;
  }

  /** Counts a roll; says so when it raises the alarm or clears it. */
  add(dice: Dice): AlarmChange | null {
    this.#count(throwIndex(dice));
    return this.#alarm ? this.#clear() : this.#raise();
  }

  #count(index: number): void {
    const { rolls } = this.#tallies.all;
    for (const window of WINDOWS) {
      const tally = this.#tallies[window];
      const length = LENGTHS[window];
      if (rolls >= length) tally.change(this.#recent[(rolls - length) % KEPT] as number, -1);
      tally.change(index, 1);
    }
    this.#recent[rolls % KEPT] = index;
  }

  #raise(): AlarmChange | null {
    for (const window of WINDOWS) {
      const test = this.#beyond(window, this.#alarmAt);
      if (test === undefined) continue;
      this.#alarm = { window, test, roll: this.rolls, ...this.#tallies[window].figure(test) };
      return { change: 'raised', alarm: this.#alarm };
    }
    return null;
  }

  #clear(): AlarmChange | null {
    if (WINDOWS.some((window) => this.#beyond(window, this.#clearBelow) !== undefined)) return null;
    this.#alarm = null;
    return { change: 'cleared', roll: this.rolls };
  }

  /** The first test of a window that reaches its limit. */
  #beyond(window: Window, limits: Readonly<Record<Test, number>>): Test | undefined {
    const tally = this.#tallies[window];
    if (tally.rolls < ROLLS_LEAST) return undefined;
    for (const test of TESTS) if (tally.statistic(test) >= limits[test]) return test;
    return undefined;
  }

  report(): Readonly<Record<Window, WindowReport>> {
    const { 'last-1000': thousand, 'last-10000': tenThousand, all } = this.#tallies;
    return { 'last-1000': thousand.report(), 'last-10000': tenThousand.report(), all: all.report() };
  }

  /** How often each of the 36 throws was seen in a window, in the order of `THROWS`. */
  counts(window: Window): readonly number[] {
    return Array.from(this.#tallies[window].counts.throws);
  }

  save(): SavedStatistics {
    const recent = this.#lastThrows().map((index) => index.toString(36));
    return { counts: this.counts('all'), recent: recent.join(''), alarm: this.#alarm };
  }

  /** Statistics as they were saved. Throws on anything else. */
  static load(saved: SavedStatistics, thresholds: Partial<Thresholds> = {}): DiceStatistics {
    const { counts, recent, alarm } = saved;
    const throws = typeof recent === 'string' ? parseThrows(recent) : null;
    if (throws === null || !areCounts(counts) || !belongTogether(counts, throws) || !isAlarm(alarm)) {
      throw new RangeError('these are no saved dice statistics');
    }
    const statistics = new DiceStatistics(thresholds);
    statistics.#restore(counts, throws);
    statistics.#alarm = alarm;
    return statistics;
  }

  /** The throws kept, oldest first. */
  #lastThrows(): number[] {
    const { rolls } = this.#tallies.all;
    const kept = Math.min(rolls, KEPT);
    return Array.from({ length: kept }, (_, back) => this.#recent[(rolls - kept + back) % KEPT] as number);
  }

  #restore(counts: readonly number[], recent: readonly number[]): void {
    const total = counts.reduce((sum, count) => sum + count, 0);
    this.#fill('all', counts);
    for (const window of ['last-1000', 'last-10000'] as const) {
      this.#fill(window, countThrows(recent.slice(-LENGTHS[window])));
    }
    for (const [place, index] of recent.entries()) {
      this.#recent[(total - recent.length + place) % KEPT] = index;
    }
  }

  #fill(window: Window, counts: readonly number[]): void {
    const tally = this.#tallies[window];
    for (const [index, count] of counts.entries()) {
      tally.change(index, count - (tally.counts.throws[index] as number));
    }
  }
}

const parseThrows = (text: string): number[] | null =>
  /^[0-9a-z]*$/.test(text) ? Array.from(text, (digit) => Number.parseInt(digit, 36)) : null;

function countThrows(throws: readonly number[]): number[] {
  const counts = THROWS.map(() => 0);
  for (const index of throws) counts[index] = (counts[index] as number) + 1;
  return counts;
}

const areCounts = (value: unknown): value is readonly number[] =>
  Array.isArray(value) &&
  value.length === THROWS.length &&
  value.every((count) => Number.isSafeInteger(count) && count >= 0);

/** The last throws are among those counted, and as many as are kept. */
function belongTogether(counts: readonly number[], throws: readonly number[]): boolean {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (throws.length !== Math.min(total, KEPT)) return false;
  return countThrows(throws).every((count, index) => count <= (counts[index] as number));
}

const isAlarm = (value: Alarm | null | undefined): boolean =>
  value === null ||
  (typeof value === 'object' && WINDOWS.includes(value.window) && TESTS.includes(value.test));
