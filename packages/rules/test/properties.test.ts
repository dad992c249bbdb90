import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Game, type Player, take, tokensInHand, tokensOn } from '../src/game/index.js';
import { optionsOn } from '../src/game/options.js';
import { must } from '../src/must.js';
import { RULEBOOK_IDS } from '../src/rulebook.js';
import { checkOptions } from './agree.js';
import { plans, selectionOf, smallPlans, writeScript } from './arbitraries.js';
import { checkRecords } from './record.js';
import { watchScript } from './watch.js';

// A failing run prints its script. Save it as fixtures/<what went wrong>.jsonl: it is replayed from then on.
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 25);

const showing = <T>(lines: readonly string[], check: () => T): T => {
  try {
    return check();
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${lines.join('\n')}`);
  }
};

/** R12: the first player has agreed on limits of their own. */
function withAgreed(game: Game, agreed: number | null): Game {
  const [first, ...others] = game.players as [Player, ...Player[]];
  if (agreed === null) return game;
  const min = game.sign.chips.atLeast(1 + Math.floor(agreed / 4));
  const limit = { min, max: game.sign.chips.atLeast(min + agreed) };
  return { ...game, players: [{ ...first, limit }, ...others] };
}

describe.each(RULEBOOK_IDS)('random scripts at %s', (book) => {
  test('keep the money, change nothing when refused, decide every wager once, and replay to the byte', () => {
    fc.assert(
      fc.property(plans(book), (plan) => {
        const lines = writeScript(plan);
        const { bytes } = watchScript(lines);
        expect(watchScript(lines).bytes === bytes).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test('options say what placing, taking and calling do', () => {
    fc.assert(
      fc.property(smallPlans(book), fc.nat(4), fc.option(fc.nat(20)), (plan, n, agreed) => {
        const lines = writeScript(plan);
        const game = withAgreed(watchScript(lines).game, agreed);
        showing(lines, () => {
          for (const player of game.players.slice(0, 2)) checkOptions(game, player, n);
        });
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });

  test('what is recorded of every line leads to the same game', () => {
    fc.assert(
      fc.property(plans(book), (plan) => {
        const lines = writeScript(plan);
        showing(lines, () => checkRecords(lines));
      }),
      { numRuns: RUNS },
    );
  });

  test('taking down all that may be taken gives back the stakes, and commission as the book has it', () => {
    fc.assert(
      fc.property(plans(book), (plan) => {
        const lines = writeScript(plan);
        const watched = watchScript(lines);
        showing(lines, () => {
          for (const player of watched.game.players) checkTakenDown(watched.game, player, watched.paid);
        });
      }),
      { numRuns: RUNS },
    );
  });
});

/** R9: what was paid comes back at adelaide always, at aruze before the wager has been through a roll, else never. */
function commissionDueBack(game: Game, player: Player, paid: ReadonlyMap<string, number>): number {
  const policy =
    game.rulebook.id === 'adelaide' ? 'always' : game.rulebook.id === 'aruze' ? 'fresh' : 'never';
  return player.wagers
    .filter((wager) => policy === 'always' || (policy === 'fresh' && !wager.rolled))
    .reduce((sum, { spot }) => sum + (paid.get(`${player.name}/${spot.index}`) ?? 0), 0);
}

/** R7: what nobody may take down: a pass wager with its point, a come wager on its number. */
const isContract = (game: Game, { wager, number }: { wager: string; number?: number }): boolean =>
  (wager === 'pass' && game.point !== null) || (wager === 'come' && number !== undefined);

function checkTakenDown(game: Game, player: Player, paid: ReadonlyMap<string, number>): void {
  let after = game;
  for (const { spot } of player.wagers) {
    const now = after.players.find(({ name }) => name === player.name) as Player;
    const option = optionsOn(after, now, spot);
    if (option.take.may && option.take.all)
      after = must(take(after, { player: player.name, ...selectionOf(spot) })).game;
  }
  const left = after.players.find(({ name }) => name === player.name) as Player;
  const free = player.wagers.filter(({ spot }) => !isContract(game, spot));
  expect(left.wagers.map(({ spot }) => spot)).toEqual(
    player.wagers.map(({ spot }) => spot).filter((spot) => isContract(game, spot)),
  );
  const stakes = free.reduce((sum, wager) => sum + wager.amount - tokensOn(wager), 0);
  expect(tokensInHand(left)).toBe(tokensInHand(player) + free.reduce((sum, one) => sum + tokensOn(one), 0));
  expect(left.balance).toBe(player.balance + stakes + commissionDueBack(game, player, paid));
}
