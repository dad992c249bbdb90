import { bet, must, NUMBERS, openGame, roll, sit } from '@boxperson/rules';
import { THROWS, throwFrom } from './random.mjs';

const PLACES = { 4: 1000, 5: 1000, 6: 1200, 8: 1200, 9: 1000, 10: 1000 };
const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };
const BANKROLL = 1e11;

const place = (game, asked) => must(bet(game, asked)).game;

/** Pass, six place and four hardway wagers, before the first throw. */
function betFirst(game, player) {
  let next = place(game, { player, wager: 'pass', amount: 1000 });
  for (const number of NUMBERS)
    next = place(next, { player, wager: 'place', number, amount: PLACES[number] });
  for (const number of [4, 6, 8, 10]) next = place(next, { player, wager: 'hardway', number, amount: 200 });
  return next;
}

/** What was decided is put up again at once; odds wait for their point, a come wager for the point to be on. */
function betAgain(game, { player, spot, stake }) {
  const { wager, number } = spot;
  if (wager === 'pass') return place(game, { player, wager, amount: stake });
  return wager === 'place' || wager === 'hardway'
    ? place(game, { player, wager, number, amount: stake })
    : game;
}

/** A table with people who bet as long as it takes: `comes` come wagers each, with twice the odds on everything. */
export function openTable(rulebook, players, comes) {
  const names = Array.from({ length: players }, (_, i) => `p${i + 1}`);
  let game = must(openGame({ rulebook, limits: LIMITS }));
  for (const [i, player] of names.entries())
    game = must(sit(game, { player, seat: i + 1, bankroll: BANKROLL })).game;
  for (const player of names) game = betFirst(game, player);
  return { game, names, comes, standing: new Map(names.map((name) => [name, 0])), waiting: new Set() };
}

/** What everybody puts up after a throw. */
function betAfter(table, rolled) {
  let { game } = rolled;
  for (const settlement of rolled.settled) {
    if (settlement.spot.wager === 'come') {
      table.standing.set(settlement.player, table.standing.get(settlement.player) - 1);
      if (settlement.spot.number === undefined) table.waiting.delete(settlement.player);
    }
    game = betAgain(game, settlement);
  }
  for (const { player, spot } of rolled.travelled) {
    table.waiting.delete(player);
    game = place(game, { player, wager: 'come-odds', number: spot.number, amount: 2000 });
  }
  return game.point === null ? game : betOnPoint(table, game, rolled.call);
}

function betOnPoint(table, before, call) {
  let game = before;
  for (const player of table.names) {
    if (call === 'point-set') game = place(game, { player, wager: 'pass-odds', amount: 2000 });
    if (table.standing.get(player) >= table.comes || table.waiting.has(player)) continue;
    game = place(game, { player, wager: 'come', amount: 1000 });
    table.standing.set(player, table.standing.get(player) + 1);
    table.waiting.add(player);
  }
  return game;
}

/** Plays so many rolls. `watch` sees every table just before its throw. */
export function play(table, rolls, random, watch) {
  let { game } = table;
  for (let i = 0; i < rolls; i++) {
    const dice = THROWS[throwFrom(random)];
    watch?.(game, dice);
    game = betAfter(table, must(roll(game, { dice })));
  }
  return game;
}
