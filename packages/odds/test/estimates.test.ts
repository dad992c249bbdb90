import { describe, expect, it } from 'vitest';
import { estimateRows, type FigureWords, pageWords, plainWords, type Simulation } from '../src/index.js';

/** Every figure a different one, so that none can stand for another. */
const ROLLED = {
  meanPerRoll: -4.1234567,
  exactMeanPerRoll: -4.2345678,
  intervals95: {
    meanPerRoll: [-5.5, -2.75],
    sdPerRoll: [290.1, 310.2],
    sdLongRun: [400.3, 420.4],
    putUpPerRoll: [295.1, 298.2],
    edge: [0.0131, 0.0151],
    rollsPerHand: [8.4111, 8.6222],
  },
  sdPerRoll: 300.4,
  exactSdPerRoll: 301.6,
  sdLongRun: 410.1,
  exactSdLongRun: 412.2,
  putUpPerRoll: 296.1234,
  exactPutUpPerRoll: 297.5678,
  edge: 0.0141,
  exactEdge: 0.0142,
  rollsPerHand: 8.5256,
  exactRollsPerHand: 8.5255102,
  longestHand: 1234,
} as unknown as Simulation;

const cells = (rolled: Simulation, words: FigureWords) =>
  estimateRows(rolled, 100, words).map(({ name, simulated, between, exact }) => [
    name,
    simulated,
    between,
    exact,
  ]);

describe('the table of estimates', () => {
  it('has a line for every figure: simulated, its interval, and exact', () => {
    expect(cells(ROLLED, plainWords)).toEqual([
      ['mean a roll', '-$0.04123', '-$0.05500 … -$0.02750', '-$0.04235'],
      ['an hour of 100 rolls', '-$4.12', '-$5.50 … -$2.75', '-$4.23'],
      ['spread of a roll', '$3.00', '$2.90 … $3.10', '$3.02'],
      ['spread, by √rolls', '$4.10', '$4.00 … $4.20', '$4.12'],
      ['put up a roll', '$2.9612', '$2.9510 … $2.9820', '$2.9757'],
      ['the house keeps', '1.4100 %', '1.3100 % … 1.5100 %', '1.4200 %'],
      ['rolls a hand', '8.5256', '8.4111 … 8.6222', '8.5255'],
      ['longest hand', '1,234', '', ''],
    ]);
  });

  it('reads the same on a page, but for the minus', () => {
    const page = cells(ROLLED, pageWords).map((row) => row.map((cell) => cell.replaceAll('−', '-')));
    expect(page).toEqual(cells(ROLLED, plainWords));
    expect(cells(ROLLED, pageWords)[0]?.[1]).toBe('−$0.04123');
  });
});

describe('figures in words', () => {
  it('have no minus before no dollars', () => {
    for (const { dollars } of [plainWords, pageWords]) expect(dollars(-0.3)).toBe('$0.00');
    expect(plainWords.dollars(-123_456_789, 0)).toBe('-$1,234,568');
  });

  it('keep the sign of a hair of a per cent in a terminal, where a leak is looked for, not on a page', () => {
    expect(plainWords.percent(-0.000_001)).toBe('-0.000 %');
    expect(pageWords.percent(-0.000_001)).toBe('0.000 %');
    expect([plainWords, pageWords].map(({ percent }) => percent(-0.5, 1))).toEqual(['-50.0 %', '-50.0 %']);
  });

  it('count whole things', () => {
    expect(plainWords.count(1_234_567.6)).toBe('1,234,568');
  });
});
