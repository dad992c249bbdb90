// What the books say in passing, each once: found by changing the engine and seeing that no test noticed.
import { describe, expect, test } from 'vitest';
import { gameAt, puts, refusalAt, throws } from '../../test/play.js';
import { bet, type Game } from './index.js';

/** The same game, with limits of ann's own. */
const withOwnLimits = (game: Game): Game => ({
  ...game,
  players: game.players.map((player) => ({ ...player, limit: { min: 1_000, max: 200_000 } })),
});
const asked = (wager: 'field' | 'pass-odds', amount: number) => ({ player: 'ann', wager, amount });

describe('small print', () => {
  test('crown 4.4: what is added to a wager keeps it on the unit of the sign, wherever it stands', () => {
    const sign = { limits: { default: { min: 500, max: 5_000, unit: 300 } } };
    expect(refusalAt({ book: 'crown', sign }, puts('field', 500), puts('field', 400))).toMatchObject({
      code: 'off-unit',
      clause: '4.4',
      nearest: 300,
    });
    expect(refusalAt({ book: 'crown', sign }, puts('field', 800), puts('field', 500))).toMatchObject({
      nearest: 600,
    });
  });

  test('adelaide 4(m), 4(n): without Big 6 and Big 8 everything else is on the layout', () => {
    const setting = { book: 'adelaide', sign: { big68: false } } as const;
    expect(refusalAt(setting, puts('field', 500))).toBeNull();
    expect(refusalAt(setting, puts('place', 600, { number: 6 }))).toBeNull();
  });

  test('crown 4.3: limits of a player’s own bind the wagers that the sign limits, and odds as little as it does', () => {
    const game = withOwnLimits(gameAt({ book: 'crown' }, puts('pass', 1_000), throws(2, 2)));
    expect(bet(game, asked('field', 500))).toMatchObject({
      ok: false,
      refused: { code: 'below-minimum', clause: '4.3', nearest: 1_000 },
    });
    expect(bet(game, asked('pass-odds', 500))).toMatchObject({ ok: true });
  });
});
