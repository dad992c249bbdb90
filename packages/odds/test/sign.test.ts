import { bet, type Cents, must, type OpenSettings, openGame, roll, sit } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import {
  checkSign,
  leakingIds,
  makeRational,
  type SignLine,
  type SignReport,
  toNumber,
} from '../src/index.js';

const report = (settings: OpenSettings): SignReport => {
  const checked = checkSign(settings);
  if (!checked.ok) throw new Error(checked.refused.message);
  return checked.report;
};
const line = ({ lines }: SignReport, wager: string, number?: number): SignLine => {
  const found = lines.find((each) => each.wager === wager && each.number === number);
  if (!found) throw new Error(`no ${wager} ${number}`);
  return found;
};

const DOLLAR: OpenSettings = {
  rulebook: 'star',
  chips: [100, 500, 2500],
  limits: { default: { min: 100, max: 10_000 } },
};

describe('the sign checker', () => {
  const dollar = report(DOLLAR);

  test('a $1 place on 6 with $1 chips pays $2 at star (6.7), and that is a leak', () => {
    let game = must(sit(must(openGame(DOLLAR)), { player: 'a', seat: 1, bankroll: 1000 })).game;
    game = must(bet(game, { player: 'a', wager: 'place', number: 6, amount: 100 })).game;
    game = must(roll(game, { dice: [2, 2] })).game;
    expect(must(roll(game, { dice: [3, 3] })).settled[0]).toMatchObject({ winnings: 200 });
    // 5/11 × 2 - 6/11 = 4/11 for the player.
    expect(line(dollar, 'place', 6).leaks[0]).toBe(100);
    expect(makeRational(line(dollar, 'place', 6).best.edge)).toBe('-4/11');
  });

  test('place on 6 leaks where 5·ceil(7s/6) > 6s, by hand', () => {
    const leaks = Array.from({ length: 100 }, (_, at) => at + 1).filter(
      (s) => 5 * Math.ceil((7 * s) / 6) > 6 * s,
    );
    expect(line(dollar, 'place', 6).leaks).toEqual(leaks.map((s) => s * 100));
    expect(line(dollar, 'place', 6)).toMatchObject({
      leakCount: leaks.length,
      lastLeak: (leaks.at(-1) as number) * 100,
    });
  });

  test('lay on 4 leaks where 2·ceil(s/2) - s - 3·floor(s/40) > 0, by hand', () => {
    // Wins ceil(s/2) twice in three, loses s once; commission 5 % of s/2 rounded down is paid every time.
    const leaks = Array.from({ length: 100 }, (_, at) => at + 1).filter(
      (s) => 2 * Math.ceil(s / 2) - s - 3 * Math.floor(s / 40) > 0,
    );
    expect(line(dollar, 'lay', 4).leaks).toEqual(leaks.map((s) => s * 100));
  });

  test('odds leak wherever anything is rounded, up to the maximum', () => {
    const six = line(dollar, 'pass-odds', 6);
    // At 6 to 5 four stakes of five are rounded; odds go up to twice the maximum of the flat wager.
    expect(six).toMatchObject({ least: 100, most: 20_000, leakCount: 160, lastLeak: null });
    expect(line(dollar, 'pass-odds', 4).leakCount).toBe(0);
  });

  test('wagers at even money are never rounded', () => {
    for (const wager of ['pass', 'dont-pass', 'come', 'dont-come', 'big-6', 'field'])
      expect(line(dollar, wager).breakage).toMatchObject({ average: 0, most: 0 });
  });

  test('the cost of rounding is told: place on 6 gives away up to 37.9 cents', () => {
    const { breakage } = line(dollar, 'place', 6);
    // At $1: pays 200 instead of 116.67, five times in eleven.
    expect(breakage.most).toBeCloseTo((200 - 700 / 6) * (5 / 11), 9);
    expect(breakage.at).toBe(100);
    // Over one period of $6 the payments of 7s/6 are rounded by 5/6, 4/6, … 0 of a dollar.
    expect(breakage.average).toBeCloseTo(((100 * (5 + 4 + 3 + 2 + 1)) / 6 / 6) * (5 / 11), 9);
  });

  test('the changes it proposes stop every leak', () => {
    expect(dollar.leaking.length).toBeGreaterThan(0);
    expect(dollar.open).toEqual([]);
    expect(leakingIds(dollar.fixed)).toEqual([]);
  });

  test('and none smaller does: one step less leaves a leak', () => {
    for (const { wager, limit } of dollar.changes) {
      if (!limit) continue;
      const less =
        limit.unit === undefined ? { ...limit, min: limit.min - 100 } : { ...limit, unit: limit.unit - 100 };
      const looser = { ...dollar.fixed, limits: { ...dollar.fixed.limits, [wager]: less } };
      expect(leakingIds(looser)).toContain(wager);
    }
  });

  test('a sign of $10 units with $1 chips leaks on few wagers', () => {
    const tight = report({
      rulebook: 'crown',
      chips: [100, 500],
      limits: { default: { min: 3000, max: 30_000, unit: 3000 } },
    });
    expect(tight.leaking.filter(({ wager }) => wager === 'place')).toEqual([]);
  });

  test('adelaide knows no units, and says so of odds', () => {
    const found = report({
      rulebook: 'adelaide',
      chips: [100, 500],
      limits: { default: { min: 500, max: 20_000 } },
    });
    expect(found.open).toEqual(['pass-odds', 'dont-pass-odds', 'come-odds', 'dont-come-odds']);
    expect(leakingIds(found.fixed)).toEqual(found.open);
    expect(found.changes.every(({ limit }) => limit?.unit === undefined)).toBe(true);
  });

  test('chips with gaps: with $5 and $2 an amount of $3 becomes $4 (R10)', () => {
    const gappy = report({
      rulebook: 'star',
      chips: [200, 500],
      limits: { default: { min: 200, max: 4_000 } },
    });
    // $2 on 6 wins 233.33, which becomes 400: 5/11 × 400 - 6/11 × 200.
    expect(toNumber(line(gappy, 'place', 6).best.edge)).toBeCloseTo(-(5 * 400 - 6 * 200) / 11 / 200, 12);
    expect(line(gappy, 'place', 6).best.stake).toBe(200);
    expect(leakingIds(gappy.fixed)).toEqual(gappy.open);
  });

  test('gaps that are larger than a period', () => {
    const gappy = report({
      rulebook: 'crown',
      chips: [250, 700, 1100],
      limits: { default: { min: 700, max: 40_000 } },
    });
    // $8 cannot be made of $2.50, $7 and $11; $10 can, and pays 11.67 on 6, which becomes $12.
    expect(line(gappy, 'place', 6).leaks).not.toContain(800);
    expect(line(gappy, 'place', 6).leaks.includes(1000)).toBe(5 * 1200 > 6 * 1000);
    expect(leakingIds(gappy.fixed)).toEqual(gappy.open);
  });

  test('chips that leave more stakes than can be looked at are refused in words', () => {
    const checked = checkSign({
      rulebook: 'star',
      chips: [99_991, 100_003],
      limits: { default: { min: 99_991, max: 9_999_100 } },
    });
    expect(checked).toMatchObject({ ok: false, refused: { message: expect.stringContaining('one by one') } });
  });

  test('cents at aruze: only odds leak, by less than a cent', () => {
    const found = report({ rulebook: 'aruze', limits: { default: { min: 100, max: 5_000 } } });
    expect(new Set(found.leaking.map(({ wager }) => wager))).toEqual(
      new Set(['pass-odds', 'dont-pass-odds', 'come-odds', 'dont-come-odds']),
    );
    expect(found.lines.every(({ breakage }) => breakage.most < 2)).toBe(true);
  });

  test('far stakes are worth what the game layer says they are', () => {
    const settings: OpenSettings = {
      rulebook: 'star',
      chips: [100],
      limits: { default: { min: 100, max: 100_000 } },
    };
    const { leaks } = line(
      report({ ...settings, limits: { default: { min: 100, max: 100_000 } } }),
      'buy',
      6,
    );
    const house = (stake: Cents): number => {
      let game = must(sit(must(openGame(settings)), { player: 'a', seat: 1, bankroll: 1_000_000 })).game;
      game = must(roll(game, { dice: [2, 2] })).game;
      const placed = must(bet(game, { player: 'a', wager: 'buy', number: 6, amount: stake }));
      const won = must(roll(placed.game, { dice: [3, 3] })).settled[0]?.winnings as number;
      return -(5 * won - 6 * stake - 11 * placed.commission);
    };
    for (let stake = 100; stake <= 100_000; stake += 1_300)
      expect(house(stake) < 0).toBe(leaks.includes(stake));
  });

  test('a sign that the book does not allow is refused', () => {
    const refused = checkSign({ rulebook: 'star', limits: { default: { min: 150, max: 1_000 } } });
    expect(refused).toMatchObject({ ok: false, refused: { code: 'bad-input' } });
  });
});
