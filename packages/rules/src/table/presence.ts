import type { Fields } from '../game/input.js';
import { findPlayer, type Player, withPlayer } from '../game/state.js';
import { tokensInHand, withoutTokens } from '../game/tokens.js';
import type { Refusal } from '../result.js';
import { refuse } from '../result.js';
import {
  holdsDice,
  leavesStanding,
  leavesWith,
  needAlong,
  parked,
  tokensAlong,
  whyHeldHere,
} from './leaving.js';
import { type Guest, guestOf, isGone, type Phase, type Table, withGuest } from './state.js';
import { endsTurn, whyNotTurn } from './turns.js';
import { type Evolvers, happened, need, no, refused, verb, whyNotAllowed } from './verb.js';

// Who is there. The house tells of connections, nobody else; what follows from them is decided here (R57, R58, R59).

const BETWEEN_ROLLS: readonly Phase[] = ['offering', 'betting', 'wagering', 'stopped', 'closed'];

const goesAway = verb({
  fields: { player: 'player' },
  run: (table, asked) => {
    const { player } = asked.fields;
    if (guestOf(table, player)?.away !== undefined)
      return refused('nothing-to-do', { clause: null }, `${player} is away already.`);
    return happened({ event: 'went-away', player, clause: null, ruling: 'R58' });
  },
});

const comesBack = verb({
  fields: { player: 'player' },
  run: (table, asked) => {
    const { player } = asked.fields;
    if (guestOf(table, player)?.away === undefined)
      return refused('nothing-to-do', { clause: null }, `${player} is here.`);
    return happened({ event: 'came-back', player, clause: null, ruling: 'R58' });
  },
});

const saysReady = verb({
  fields: { player: 'player' },
  phases: ['offering', 'betting'],
  run: (table, asked) => {
    const { player } = asked.fields;
    const guest = guestOf(table, player);
    if (guest?.ready && !guest.silent)
      return refused(
        'nothing-to-do',
        { clause: null },
        `${player} has said so: the next throw is waited for.`,
      );
    const early = whyNotTurn(table, player);
    if (early) return refuse(early);
    return endsTurn(table, player) ?? happened({ event: 'said-ready', player, clause: null, ruling: 'R57' });
  },
});

/** Whoever is away for long, by the clock or by whoever decides the faces; and whatever comes back to one who has gone. */
const releases = verb({
  fields: { player: 'player' },
  phases: BETWEEN_ROLLS,
  run: (table, asked) => {
    const player = findPlayer(table.game, asked.fields.player) as Player;
    const power = asked.by ? whyNotAllowed(table, 'decide-face', asked.by, 'free a place') : null;
    if (power) return refuse(power);
    const held = whyHeldHere(table, player);
    if (held) return held;
    const guest = guestOf(table, player.name);
    if (guest?.gone) return paysOut(player);
    if (guest?.away === undefined)
      return refused(
        'not-eligible',
        { clause: null },
        `${player.name} is here: nobody else frees the place.`,
      );
    return leavesStanding(table, player, 'away', asked);
  },
});

function paysOut(player: Player) {
  if (player.wagers.length === 0) return happened(leavesWith(player, 'away'));
  if (player.balance === 0 && tokensInHand(player) === 0)
    return refused('nothing-to-do', { clause: null }, `What ${player.name} left is not decided yet.`);
  return happened({
    event: 'released',
    player: player.name,
    paid: player.balance,
    why: 'away',
    ...tokensAlong(player),
    clause: null,
    ruling: 'R59',
  });
}

export const presenceVerbs = {
  away: goesAway,
  back: comesBack,
  ready: saysReady,
  release: releases,
} as const;

/** Somebody who has gone and to whom something came back, or whose last wager is decided. */
export function nextGone(table: Table): Player | null {
  if (!BETWEEN_ROLLS.includes(table.phase) || !table.guests.some(({ gone }) => gone)) return null;
  const isDue = (player: Player) =>
    isGone(table, player.name) &&
    guestOf(table, player.name)?.malfunction == null &&
    (player.wagers.length === 0 || player.balance > 0 || tokensInHand(player) > 0);
  return table.game.players.find(isDue) ?? null;
}

/** What players do for themselves, at places that are theirs. */
export const ACTS_OF_PLAYERS: readonly string[] = [
  'leave',
  'chips',
  'collect',
  'card',
  'bet',
  'take',
  'move',
  'call',
  'accept',
  'decline',
  'choose',
  'authorise',
  'throw',
  'pass',
  'refuse-line',
  'shoot',
  'report-fault',
  'ready',
];

/** What takes a place at the table. What the house or the crew does about wagers that were left is not among it. */
const OF_A_PLACE: readonly string[] = [...ACTS_OF_PLAYERS, 'colour-up', 'exchange', 'away', 'back'];

/** R59: whoever has left wagers to play out sits down first. */
export function whyGone(table: Table, verb: string, { player, thrower }: Fields): Refusal | null {
  if (!OF_A_PLACE.includes(verb)) return null;
  const gone = [player, thrower].find((name) => typeof name === 'string' && isGone(table, name));
  if (gone === undefined) return null;
  return {
    ...no(
      'not-eligible',
      { clause: null },
      `${String(gone)} has left the table and what stands plays out: sit down again first.`,
    ),
    ruling: 'R59',
  };
}

/** Of a guest, only what is not about being there. */
export const withoutPresence = ({ away: _away, ready: _ready, silent: _silent, ...guest }: Guest): Guest =>
  guest;

export const presenceEvents: Evolvers<'went-away' | 'came-back' | 'said-ready' | 'released'> = {
  'went-away': (table, { player, at }) => {
    need(guestOf(table, player)?.away === undefined && !isGone(table, player), `${player} went away twice`);
    return changed(table, player, (guest) => ({ ...withoutPresence(guest), away: at }));
  },
  'came-back': (table, { player }) => {
    need(guestOf(table, player)?.away !== undefined, `${player} was not away`);
    return changed(table, player, withoutPresence);
  },
  'said-ready': (table, { player }) => {
    need(!isGone(table, player), `${player} has gone`);
    return withGuest(table, player, { ready: true });
  },
  released: (table, { player: name, paid, why, tokens }) => {
    const player = findPlayer(table.game, name);
    need(why === 'away' || why === 'by-choice', `${name} was released for nothing known`);
    need(player !== undefined && player.balance === paid, `${name} was released with other money`);
    need(player.wagers.length > 0, `${name} left nothing to play out`);
    need(!holdsDice(table, name), `${name} was released with the dice`);
    needAlong(player, tokens);
    const without = withoutTokens({ ...player, balance: 0 });
    if (isGone(table, name))
      return { ...table, game: { ...table.game, players: withPlayer(table.game, without) } };
    const { thrower } = table.shooter;
    return changed(
      {
        ...table,
        shooter: thrower === name ? { ...table.shooter, thrower: null } : table.shooter,
        game: parked(table, without),
      },
      name,
      (guest) => ({ ...withoutPresence(guest), gone: true }),
    );
  },
};

function changed(table: Table, player: string, change: (guest: Guest) => Guest): Table {
  need(guestOf(table, player) !== undefined, `${player} is not at the table`);
  return {
    ...table,
    guests: table.guests.map((guest) => (guest.player === player ? change(guest) : guest)),
  };
}
