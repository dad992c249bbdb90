import { expect, test } from 'vitest';
import {
  isDamage,
  isLastingDamage,
  isLoss,
  isRefusal,
  NoNumber,
  sqlState,
} from '../../src/store/database.js';

const failed = (code?: string): Error =>
  Object.assign(new Error('failed'), code === undefined ? {} : { code });

// Whatever a socket says when the other end is gone.
test.each([
  undefined,
  'EPIPE',
  'EBUSY',
  'EINTR',
  'E2BIG',
  'ECONNRESET',
  'ECONNREFUSED',
  'ENOENT',
  'ETIMEDOUT',
])('without a word of the database it is lost: %s', (code) => {
  expect([sqlState(failed(code)), isLoss(failed(code)), isRefusal(failed(code))]).toEqual(['', true, false]);
});

test.each(['08006', '57P01', '57P03', '25P03'])('a server that goes down is lost: %s', (code) => {
  expect([sqlState(failed(code)), isLoss(failed(code))]).toEqual([code, true]);
});

test.each(['23505', '23514', '22P02'])('a refusal blames the statement: %s', (code) => {
  expect([isLoss(failed(code)), isRefusal(failed(code))]).toEqual([false, true]);
});

test.each(['42501', 'P0001', 'F0000', 'HV00A'])('neither: %s', (code) => {
  expect([sqlState(failed(code)), isLoss(failed(code)), isRefusal(failed(code))]).toEqual([
    code,
    false,
    false,
  ]);
});

test.each(['XX000', 'XX001', 'XX002', '58030', '58P01'])('damage blames what was touched: %s', (code) => {
  expect([isDamage(failed(code)), isLoss(failed(code)), isRefusal(failed(code))]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['a store that is away', failed('ECONNRESET')],
  ['a full disk', failed('53100')],
  ['a mistake of ours', new RangeError('Maximum call stack size exceeded')],
])('%s is no damage', (_what, error) => {
  expect(isDamage(error)).toBe(false);
});

test('a number that nobody ever wrote is damage', () => {
  expect(isDamage(new NoNumber('1e400'))).toBe(true);
});

test('the last word of a database is damage that lasts in no case', () => {
  const full = Object.assign(failed('XX000'), { severity: 'FATAL' });
  expect([isDamage(full), isLastingDamage(full), isLastingDamage(failed('XX000'))]).toEqual([
    true,
    false,
    true,
  ]);
});
