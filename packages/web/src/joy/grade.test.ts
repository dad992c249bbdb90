import type { EventOf, TableEvent } from '@boxperson/rules';
import { describe, expect, it } from 'vitest';
import { gradeOf, type Outcome, outcomesOf, rollsInHand } from './grade.js';

const settled = (wager: string, outcome: string, stake: number, winnings: number, player = 'Ann') => ({
  player,
  wager,
  outcome,
  stake,
  winnings,
  collected: outcome === 'lost' ? stake : 0,
});
const outcomes = (...wagers: readonly object[]): readonly Outcome[] =>
  outcomesOf({ settled: wagers } as unknown as EventOf<'rolled'>, 'Ann');

const FIELD = settled('field', 'won', 500, 500);
const PASS = settled('pass', 'won', 500, 500);
const TWELVE = settled('craps-12', 'won', 2_500, 82_500);

describe('how good a win is', () => {
  it.each([
    ['win', [FIELD], 'no-decision', 3],
    ['line', [PASS, FIELD], 'natural', 1],
    ['line', [settled('dont-pass', 'won', 500, 500)], 'seven-out', 4],
    ['point', [PASS], 'point-made', 4],
    ['long', [PASS, TWELVE], 'point-made', 4],
    ['hand', [PASS], 'point-made', 23],
    ['hand', [FIELD], 'no-decision', 30],
    ['win', [FIELD], 'no-decision', 31],
  ] as const)('%s', (grade, wagers, call, rolls) => {
    expect(gradeOf(outcomes(...wagers), call, rolls)).toBe(grade);
  });

  it.each([
    ['what is lost', [settled('pass', 'lost', 500, 0)]],
    ['what comes back', [settled('dont-pass', 'pushed', 500, 0)]],
    ['what others win', [settled('craps-12', 'won', 2_500, 82_500, 'Bob')]],
  ])('%s has none, however long the hand', (_what, wagers) => {
    expect(gradeOf(outcomes(...wagers), 'point-made', 40)).toBeNull();
  });
});

describe('the rolls of a hand', () => {
  const roll = (call: string) => ({ event: { event: 'rolled', call } as TableEvent });
  const passed = { event: { event: 'dice-passed' } as TableEvent };
  it('are those since the last hand ended', () => {
    expect(rollsInHand([])).toBe(0);
    expect(rollsInHand([roll('point-set'), roll('seven-out'), roll('point-set'), roll('point-made')])).toBe(
      2,
    );
    expect(rollsInHand([roll('point-set'), passed, roll('natural')])).toBe(1);
    expect(rollsInHand([roll('seven-out'), roll('point-set'), roll('seven-out')])).toBe(2);
  });
});
