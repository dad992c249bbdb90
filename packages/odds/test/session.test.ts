import { THROWS } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import {
  atLeast,
  drawdownChance,
  drawdownQuantile,
  libraryStrategy,
  massOf,
  meanOf,
  playSession,
  playThrow,
  quantileOf,
  type Seat,
  type SessionFigures,
  type SessionPlan,
  type Strategy,
  sdOf,
  sessionFigures,
  sessionMachine,
  sitDown,
  usualTable,
  wealthOf,
} from '../src/index.js';
import { machineOf } from './machines.js';

const figures = (name: string, plan: SessionPlan): SessionFigures => {
  const solved = sessionFigures(machineOf(name), plan);
  if (!solved.ok) throw new Error(solved.message);
  return solved.figures;
};

/** All 36^n ways to play n throws, on the game layer: money at the end and the deepest fall, by how many ways. */
function everyWay(name: string, throws: number) {
  const strategy = libraryStrategy(name) as Strategy;
  const opened = sitDown(strategy, usualTable('star'));
  if (!opened.ok) throw new Error(opened.refused.message);
  const start = wealthOf(opened.value.seat.game);
  const money = new Map<number, number>();
  const falls = new Map<number, number>();
  const go = (seat: Seat, left: number, peak: number, fall: number): void => {
    if (left === 0) {
      const result = wealthOf(seat.game) - start;
      money.set(result, (money.get(result) ?? 0) + 1);
      falls.set(fall, (falls.get(fall) ?? 0) + 1);
      return;
    }
    for (const dice of THROWS) {
      const played = playThrow(strategy, seat, dice);
      if (!played.ok) throw new Error(played.refused.message);
      const now = wealthOf(played.value.seat.game) - start;
      const high = Math.max(peak, now);
      go(played.value.seat, left - 1, high, Math.max(fall, high - now));
    }
  };
  go(opened.value.seat, throws, 0, 0);
  return { money, falls, ways: 36 ** throws };
}

describe('a session, exactly', () => {
  test.each([
    ['three-point-molly', 3],
    ['molly-across-hardways', 2],
    ['iron-cross', 2],
  ] as const)('%s: %i throws, against all ways to throw them', (name, rolls) => {
    const { money, ways } = everyWay(name, rolls);
    const { result, lost } = figures(name, { rolls });
    for (const [cents, count] of money) {
      const chance = result.chances[cents / result.unit - result.from];
      expect(chance).toBeCloseTo(count / ways, 14);
    }
    expect(massOf(result)).toBeCloseTo(1, 13);
    expect(lost).toBe(0);
  });

  test('falls from a peak, against all ways to throw twice', () => {
    const machine = machineOf('three-point-molly');
    const { falls, ways } = everyWay('three-point-molly', 2);
    for (const depth of [1_000, 3_000, 6_000]) {
      const count = [...falls].filter(([fall]) => fall >= depth).reduce((sum, [, each]) => sum + each, 0);
      expect(drawdownChance(machine, 2, depth)).toBeCloseTo(count / ways, 14);
    }
  });

  test('ruin on the pass line, fifty wagers deep', () => {
    // The prototype's dynamic programme, an independent one: 0.006654793 and 0.628516265.
    expect(figures('pass-flat', { rolls: 1_000, bankroll: 50_000 }).ends.broke).toBeCloseTo(0.006654793, 9);
    expect(figures('pass-flat', { rolls: 10_000, bankroll: 50_000 }).ends.broke).toBeCloseTo(0.628516265, 9);
  });

  test("a goal before ruin is the gambler's ruin", () => {
    // Even money at 244 against 251: (1 - r^10)/(1 - r^20) with r = 251/244.
    const r = 251 / 244;
    const { ends, expectedRolls } = figures('pass-flat', { bankroll: 10_000, stopWin: 10_000 });
    expect(ends['stop-win']).toBeCloseTo((1 - r ** 10) / (1 - r ** 20), 9);
    expect(ends['stop-win'] + ends.broke).toBeCloseTo(1, 9);
    // Wald: wagers × -7/495 is the mean result, and each takes 557/165 rolls.
    const wagers = (10 * (ends['stop-win'] - ends.broke)) / (-7 / 495);
    expect(expectedRolls).toBeCloseTo((wagers * 557) / 165, 4);
  });

  test('without limits the mean is what the wagers are worth', () => {
    const { result, ends } = figures('pass-flat', { rolls: 1_000 });
    expect(ends.rolls).toBeCloseTo(1, 12);
    // Rolls × -7000/1671, up to the wager that is under way at either end.
    expect(Math.abs(meanOf(result) + (1_000 * 7_000) / 1_671)).toBeLessThan(200);
    expect(sdOf(result) / (543.2744 * Math.sqrt(1_000))).toBeCloseTo(1, 2);
    expect(atLeast(result, 0)).toBeGreaterThan(0.4);
    expect(quantileOf(result, 0.5)).toBe(-4_000);
  });

  test("one shooter's hand takes 1671/196 rolls", () => {
    const { expectedRolls, ends } = figures('three-point-molly', { shooters: 1 });
    expect(expectedRolls).toBeCloseTo(1671 / 196, 9);
    expect(ends.shooters).toBeCloseTo(1, 9);
    expect(figures('pass-flat', { shooters: 3 }).expectedRolls).toBeCloseTo((3 * 1671) / 196, 8);
  });

  test('and played: ends and means agree within four standard errors', () => {
    const plan = { bankroll: 30_000, stopWin: 15_000, stopLoss: 20_000, rolls: 150 };
    const exact = figures('three-point-molly', plan);
    const machine = sessionMachine(machineOf('three-point-molly'));
    const played = Array.from({ length: 20_000 }, (_, number) => playSession(machine, plan, 3, number));
    for (const end of ['rolls', 'stop-win', 'stop-loss', 'broke'] as const) {
      const share = played.filter((outcome) => outcome.end === end).length / played.length;
      const chance = exact.ends[end];
      expect(Math.abs(share - chance)).toBeLessThanOrEqual(
        4 * Math.sqrt((chance * (1 - chance)) / played.length) + 1e-9,
      );
    }
    const mean = played.reduce((sum, { result }) => sum + result, 0) / played.length;
    expect(Math.abs(mean - meanOf(exact.result))).toBeLessThan(
      (4 * sdOf(exact.result)) / Math.sqrt(played.length),
    );
    const rolls = played.reduce((sum, outcome) => sum + outcome.rolls, 0) / played.length;
    expect(rolls / exact.expectedRolls).toBeCloseTo(1, 1);
  });

  test('falls that are asked for by chance are the ones that have it', () => {
    const machine = machineOf('pass-flat');
    const depth = drawdownQuantile(machine, 200, 0.9) as number;
    expect(drawdownChance(machine, 200, depth)).toBeGreaterThan(0.1);
    expect(drawdownChance(machine, 200, depth + 1_000)).toBeLessThanOrEqual(0.1);
  });

  test('a session without an end, and one that is too much work, are refused in words', () => {
    expect(sessionFigures(machineOf('pass-flat'), { stopWin: 1_000 })).toMatchObject({ ok: false });
    const solved = sessionFigures(machineOf('three-point-molly'), { rolls: 1_000 }, 1e5);
    expect(solved.ok ? '' : solved.message).toMatch(/given up after \d+ rolls/);
  });

  test('the fan opens as the rolls go by', () => {
    const { fan } = figures('pass-flat', { rolls: 500 });
    expect(fan[0]).toEqual({ roll: 0, quantiles: [0, 0, 0, 0, 0] });
    expect(fan.at(-1)?.roll).toBe(500);
    for (const { quantiles } of fan) expect([...quantiles].sort((a, b) => a - b)).toEqual(quantiles);
  });
});
