import { Command, type CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { parseMoney } from './money.js';

const silent = new Command('sim').exitOverride().configureOutput({ writeErr: () => {} });
const said = (text: string): number | string => {
  try {
    return parseMoney('--bankroll', text, silent);
  } catch (error) {
    return (error as CommanderError).message;
  }
};

test.each([
  ['500', 50_000],
  ['$500', 50_000],
  ['500.00', 50_000],
  ['$1,000.50', 100_050],
  ['1,000,000', 100_000_000],
  ['12.5', 1_250],
  ['0.01', 1],
  ['$ 20', 2_000],
  ['10000000', 1_000_000_000],
])('%s is so many cents: %i', (text, cents) => {
  expect(said(text)).toBe(cents);
});

test.each([
  ['0', '$0.01'],
  ['-5', '$0.01'],
  ['1.005', '$1'],
  ['12,50', '$12.50'],
  ['10000000.01', '$10,000,000'],
  ['1,00,000', '$100,000'],
])('%s is refused, with the option and the nearest amount %s', (text, nearest) => {
  const message = said(text);
  expect(message).toContain('--bankroll must be an amount in dollars');
  expect(String(message).endsWith(`not "${text}"; the nearest is ${nearest}`)).toBe(true);
});

test.each(['', 'much', '5e2', '500c', '$', '0x10'])('%j is no amount at all', (text) => {
  expect(said(text)).toBe(
    `error: --bankroll must be an amount in dollars such as 500, $500 or 12.50, not "${text}"`,
  );
});
