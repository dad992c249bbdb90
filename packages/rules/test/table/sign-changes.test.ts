// Whoever thinks about another sign is told what the engine would accept: at once, after its notice, or not at all.
import { describe, expect, it } from 'vitest';
import {
  decide,
  evolve,
  must,
  openTable,
  type RulebookId,
  replay,
  signChanges,
  type Table,
  type TableSign,
  whenSignCounts,
} from '../../src/index.js';

const MINUTE = 60_000;
const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };
const ROLES: Readonly<Record<string, string>> = {
  star: 'boxperson',
  'star-2024': 'boxperson',
  crown: 'area-manager',
  adelaide: 'house',
  aruze: 'assistant-gaming-manager',
};

const tableOf = (rulebook: RulebookId, more: object = {}): Table =>
  replay(must(openTable({ rulebook, limits: LIMITS, ...more }, 0)));
const askingAt = (book: string, at = 0) => ({ at, by: { id: 's1', role: ROLES[book] as string } });
const withDefault = (min: number, max: number): TableSign => ({
  limits: { ...LIMITS, default: { min, max } },
});

const told = (table: Table, sign: TableSign, at = 0) =>
  Object.fromEntries(
    signChanges(table, sign, askingAt(table.settings.rulebook, at)).map(({ path, verdict }) => [
      path,
      verdict.counts === 'never' ? verdict.why.code : verdict.counts,
    ]),
  );

describe('what a change of a sign comes to', () => {
  it.each(['star', 'star-2024', 'crown'] as const)(
    '%s: a higher minimum in 20 minutes, all else at once',
    (book) => {
      const table = tableOf(book);
      expect(told(table, withDefault(2_500, 200_000))).toEqual({
        'limits.default.min': 'later',
        'limits.default.max': 'now',
      });
      expect(told(table, withDefault(200, 50_000))).toEqual({
        'limits.default.min': 'now',
        'limits.default.max': 'now',
      });
      const raised = whenSignCounts(table, withDefault(2_500, 100_000), askingAt(book, 5 * MINUTE));
      expect(raised).toMatchObject({ counts: 'later', from: 25 * MINUTE });
      expect('clause' in raised && raised.clause).not.toBeNull();
    },
  );

  it.each(['adelaide', 'aruze'] as const)('%s: the book names no time, so the ruling does', (book) => {
    const table = tableOf(book);
    expect(told(table, withDefault(2_500, 100_000))).toEqual({ 'limits.default.min': 'later' });
    expect(whenSignCounts(table, withDefault(2_500, 100_000), askingAt(book))).toEqual({
      counts: 'later',
      from: 20 * MINUTE,
      clause: null,
      ruling: 'R28',
    });
  });

  it('a minimum above the old maximum is looked at together with the new one', () => {
    const sign: TableSign = { limits: { ...LIMITS, hardway: { min: 50_000, max: 90_000 } } };
    expect(told(tableOf('star'), sign)).toEqual({
      'limits.hardway.min': 'later',
      'limits.hardway.max': 'now',
    });
  });

  it('what the book has no sign for never counts, and says why', () => {
    const star = tableOf('star');
    expect(told(star, { limits: LIMITS, perArea: { max: 500_000 } })).toEqual({ perArea: 'bad-input' });
    expect(told(tableOf('star-2024'), { limits: LIMITS, perArea: { max: 500_000 } })).toEqual({
      perArea: 'now',
    });
    expect(told(star, { limits: LIMITS, oddsMultiple: 3 })).toEqual({ oddsMultiple: 'bad-input' });
    expect(told(tableOf('adelaide'), { limits: LIMITS, oddsMultiple: 10 })).toEqual({ oddsMultiple: 'now' });
    expect(told(tableOf('adelaide'), { limits: LIMITS, oddsMultiple: 11 })).toEqual({
      oddsMultiple: 'bad-input',
    });
  });

  it('whoever ranks too low is told whose it is', () => {
    const verdict = whenSignCounts(tableOf('crown'), withDefault(200, 100_000), {
      at: 0,
      by: { id: 's1', role: 'dealer' },
    });
    expect(verdict).toMatchObject({ counts: 'never', why: { code: 'not-allowed', clause: '4.4' } });
  });

  it('a sign that is up counts from its time on: 19:59 refused, 20:00 taken', () => {
    const table = tableOf('star');
    const sign = withDefault(2_500, 100_000);
    const by = { id: 's1', role: 'boxperson' };
    const stands = [
      { do: 'staff', person: 's1', role: 'boxperson' },
      { do: 'post-sign', ...sign, from: 20 * MINUTE, by },
    ].reduce<Table>((now, command) => must(decide(now, command)).reduce(evolve, now), table);
    expect(whenSignCounts(stands, sign, { at: 20 * MINUTE - 1_000, by })).toEqual({
      counts: 'later',
      from: 20 * MINUTE,
      clause: '7.5',
    });
    expect(whenSignCounts(stands, sign, { at: 20 * MINUTE, by })).toMatchObject({
      counts: 'now',
      clause: '7.5',
    });
  });

  it('nothing of it changes the table', () => {
    const table = tableOf('crown');
    const before = JSON.stringify(table);
    signChanges(table, withDefault(2_500, 5_000), askingAt('crown'));
    expect(JSON.stringify(table)).toBe(before);
  });
});
