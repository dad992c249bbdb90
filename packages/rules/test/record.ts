import assert from 'node:assert/strict';
import { applyCalled, applyHeld, applyPlaced, applyReturned, applyRolled } from '../src/game/apply.js';
import { findPlayer, type Game, type Player, type Taken, wagerAt } from '../src/game/index.js';
import type { Fields } from '../src/game/input.js';
import { restoreGame, saveGame } from '../src/game/save.js';
import { type Happening, runScript } from '../src/script/run.js';

/** What changes in a game; its rulebook, decisions and sign do not. */
const changing = ({ point, players, freed, house, vouchers }: Game): object => ({
  point,
  players,
  freed,
  house,
  vouchers,
});
const playerIn = (game: Game, name: string): Player => findPlayer(game, name) as Player;

/** What the player asked for: how much on this line, and how it was put down. */
const betFields = ({ amount, stay, found }: Fields): { amount: number; stay?: boolean; found?: boolean } =>
  JSON.parse(JSON.stringify({ amount, stay, found }));

/** The game after what happened, made from the record of it alone. */
function applied(before: Game, happened: Happening, line: Fields): Game {
  switch (happened.did) {
    case 'bet':
      return applyPlaced(before, { ...happened.placed, ...betFields(line) });
    case 'take':
      return appliedTake(before, happened.taken);
    case 'call': {
      const { player, called, game } = happened.called;
      const calls = called.map((spot) => ({
        spot,
        called: wagerAt(playerIn(game, player), spot)?.called ?? null,
      }));
      return applyCalled(before, player, calls);
    }
    case 'roll':
      return applyRolled(before, { ...happened.rolled, point: happened.game.point });
    default:
      return happened.game;
  }
}

function appliedTake(
  before: Game,
  { game, player, spot, taken, tokens, commissionReturned, alsoReturned }: Taken,
): Game {
  const back = { player, spot, amount: taken, commission: commissionReturned };
  const down = applyReturned(before, tokens === undefined ? back : { ...back, tokens });
  const odds = alsoReturned.reduce(
    (now, also) => applyReturned(now, { player, ...also, commission: 0 }),
    down,
  );
  const isHeld = playerIn(game, player).dontComeHeld && !playerIn(before, player).dontComeHeld;
  return isHeld ? applyHeld(odds, player) : odds;
}

/** Plays a script; after every line the record of it must lead to the same game, and so must saving and restoring. */
export function checkRecords(lines: readonly string[]): void {
  const runner = runScript();
  for (const text of lines) {
    const before = runner.game;
    const happened = runner.play(text)?.happened;
    if (!happened) continue;
    const { game } = happened;
    if (before) assert.deepEqual(changing(applied(before, happened, JSON.parse(text))), changing(game));
    const saved = JSON.parse(JSON.stringify(saveGame(game)));
    assert.deepEqual(changing(restoreGame(game.rulebook, game.sign, saved)), changing(game));
  }
}
