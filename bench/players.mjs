import { bet, findPlayer, must, NUMBERS, openGame, roll, sit } from '@boxperson/rules';
import { THROWS, throwFrom } from './random.mjs';

const HARD = [4, 6, 8, 10];
const PLACES = { 4: 1000, 5: 1000, 6: 1200, 8: 1200, 9: 1000, 10: 1000 };
const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };
const BANKROLL = 1e11;

export const openTable = (rulebook, players) => {
  let game = must(openGame({ rulebook, limits: LIMITS }));
  for (let seat = 1; seat <= players; seat++)
    game = must(sit(game, { player: `p${seat}`, seat, bankroll: BANKROLL })).game;
  return game;
};

const place = (game, asked) => must(bet(game, asked)).game;

/** What stands, by id and number, as a player sees the layout at a glance. */
const look = (wagers) => {
  const seen = new Set();
  for (const { spot } of wagers)
    seen.add(spot.number === undefined ? spot.wager : `${spot.wager}${spot.number}`);
  return seen;
};

/** Pass with twice the odds and up to two come wagers with odds. */
function betLines(game, player, seen) {
  let next = game;
  if (game.point === null)
    return seen.has('pass') ? next : place(next, { player, wager: 'pass', amount: 1000 });
  if (!seen.has('pass-odds') && seen.has('pass'))
    next = place(next, { player, wager: 'pass-odds', amount: 2000 });
  let comes = seen.has('come') ? 1 : 0;
  for (const number of NUMBERS) {
    if (!seen.has(`come${number}`)) continue;
    comes++;
    if (!seen.has(`come-odds${number}`))
      next = place(next, { player, wager: 'come-odds', number, amount: 2000 });
  }
  return comes < 2 && !seen.has('come') ? place(next, { player, wager: 'come', amount: 1000 }) : next;
}

/** Six place and four hardway wagers. */
function betNumbers(game, player, seen) {
  let next = game;
  for (const number of NUMBERS)
    if (!seen.has(`place${number}`))
      next = place(next, { player, wager: 'place', number, amount: PLACES[number] });
  for (const number of HARD)
    if (!seen.has(`hardway${number}`)) next = place(next, { player, wager: 'hardway', number, amount: 200 });
  return next;
}

/** Puts up again what was decided: pass with odds, two come wagers with odds, six place and four hardway wagers. */
export function betHeavily(game, player) {
  const seen = look(findPlayer(game, player).wagers);
  return betNumbers(betLines(game, player, seen), player, seen);
}

/** Twelve wagers: pass with odds, six place and four hardway wagers. */
export function betTwelve(game, player) {
  const seen = look(findPlayer(game, player).wagers);
  let next = game;
  if (game.point === null && !seen.has('pass')) next = place(next, { player, wager: 'pass', amount: 1000 });
  if (game.point !== null && seen.has('pass') && !seen.has('pass-odds'))
    next = place(next, { player, wager: 'pass-odds', amount: 2000 });
  return betNumbers(next, player, seen);
}

/** Plays so many rolls: everybody bets, the dice are thrown. `watch` sees every table just before its throw. */
export function play(game, players, betting, rolls, random, watch) {
  let now = game;
  for (let i = 0; i < rolls; i++) {
    for (const player of players) now = betting(now, player);
    const dice = THROWS[throwFrom(random)];
    watch?.(now, dice);
    now = must(roll(now, { dice })).game;
  }
  return now;
}
