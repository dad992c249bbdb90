import type { Ground } from '../conduct.js';
import { impossible } from '../game/apply.js';
import { makeSelection } from '../game/save.js';
import { findPlayer, type Player, withPlayer } from '../game/state.js';
import { type Result, refuse } from '../result.js';
import type { Happened, ReturnedWager, VoidedWager } from './event.js';
import { isOneOf, RESOLUTIONS } from './fields.js';
import { lastRoll, netOf, spotAt, withoutPlayer } from './past.js';
import { allOf, allOnLayout, clearedBy, giveBack, giveBackTo, placedSinceRoll } from './returning.js';
import { clockwise, hasLineToThrow, isOneTooMany, NO_SHOOTER, seatOf, whyNotShoot } from './shooter.js';
import { guestOf, isInstant, makeWait, type Table, withGuest } from './state.js';
import { isUndoable, undoneUnder } from './undoing.js';
import {
  bad,
  type Evolvers,
  happened,
  heldTerminal,
  isSum,
  type Moment,
  need,
  refused,
  under,
  verb,
  whyNotAllowed,
} from './verb.js';

/** The clauses of an electronic round; asking for them at a staffed table is a mistake of ours. */
const roundOf = (table: Table) =>
  table.game.rulebook.conduct.round ?? impossible('no rounds at a staffed table');

export const isElectronic = (table: Table): boolean => table.game.rulebook.conduct.run.value === 'electronic';

export const wageringOpened = (table: Table, at: number): Happened => ({
  event: 'wagering-opened',
  until: at + table.settings.wageringMs,
  ...under(table.game.rulebook.conduct.wagers.lateUntil),
});

/** R16: a line wager of at least the shooting value. */
export function mayShoot(table: Table, player: Player): boolean {
  const guest = guestOf(table, player.name);
  const isOut = guest?.malfunction || guest?.excluded || guest?.gone || isOneTooMany(table, player.name);
  return hasLineToThrow(table, player) && !isOut;
}

/** Whoever has the dice keeps them while their wager is there; else the next terminal clockwise that qualifies. */
export function nextShooter(table: Table): Player | null {
  const current = table.shooter.shooter === null ? undefined : findPlayer(table.game, table.shooter.shooter);
  if (current && mayShoot(table, current)) return current;
  return clockwise(table).find((player) => mayShoot(table, player)) ?? null;
}

const closesWagering = verb({
  fields: {},
  phases: ['wagering'],
  run: (table, { at }) => {
    const { lateUntil } = table.game.rulebook.conduct.wagers;
    if (table.deadline !== null && at < table.deadline)
      return refused('too-early', lateUntil, `Wagering is open for another ${makeWait(at, table.deadline)}.`);
    const { shootSeconds, machineShoots } = roundOf(table);
    const shooter = nextShooter(table);
    if (shooter === null) {
      return happened(
        { event: 'wagering-closed', shooter: null, shootBy: null, ...under(lateUntil) },
        { event: 'shot', how: 'machine', player: null, ...under(machineShoots) },
      );
    }
    return happened({
      event: 'wagering-closed',
      shooter: shooter.name,
      shootBy: at + shootSeconds.value * 1000,
      ...under(shootSeconds),
    });
  },
});

const shoots = verb({
  fields: { player: 'player?' },
  phases: ['shooting'],
  run: (table, asked) => {
    const { shootSeconds } = roundOf(table);
    const inTurn = table.game.rulebook.conduct.shooter.laterOffer;
    const { player } = asked.fields;
    const { shooter } = table.shooter;
    const end = table.deadline ?? asked.at;
    if (player === undefined && asked.at < end)
      return refused('too-early', shootSeconds, `The shooter has another ${makeWait(asked.at, end)}.`);
    if (player !== undefined && player !== shooter)
      return refused('not-eligible', inTurn, `${shooter} is the shooter.`);
    // A button pressed when the time is over changes nothing: the dice are shot all the same.
    if (player === undefined || asked.at > end)
      return happened({ event: 'shot', how: 'automatic', player: shooter, ...under(shootSeconds) });
    if (guestOf(table, player)?.malfunction) return refuse(heldTerminal(table));
    return (
      whyNotShoot(table, shooter) ??
      happened({ event: 'shot', how: 'shooter', player: shooter, ...under(inTurn) })
    );
  },
});

const knownGround = (grounds: readonly Ground[], id: unknown): Ground | string =>
  grounds.find((ground) => ground.id === id) ??
  `ground must be one of ${grounds.map((ground) => ground.id).join(', ')}`;

const voidsRound = verb({
  fields: { ground: 'name' },
  power: 'void-round',
  act: 'void a round',
  phases: ['rolling', 'wagering', 'shooting'],
  run: (table, asked) => {
    const ground = knownGround(roundOf(table).voids, asked.fields.ground);
    if (typeof ground === 'string') return bad(ground);
    if (table.phase !== 'rolling') return voidAfterResult(table, ground);
    return happened(
      {
        event: 'round-voided',
        ground: ground.id,
        returned: placedSinceRoll(table.game),
        clause: ground.clause,
        ruling: 'R13',
      },
      wageringOpened(table, asked.at),
    );
  },
});

/** 6.4.2: the sensors gave a result that was none; it is taken out of the game as an invalidated one is (R36). */
function voidAfterResult(table: Table, ground: Ground): Result<readonly Happened[]> {
  const roll = lastRoll(table);
  if (!roll || roll.invalidated || !isUndoable(table, roll))
    return refused('nothing-to-do', ground, 'There is no round that could be void.');
  return happened(...undoneUnder(table, roll, ground));
}

const malfunctions = verb({
  fields: { player: 'player', ground: 'name' },
  power: 'confirm-malfunction',
  act: 'declare a malfunction',
  run: (table, asked) => {
    const { player } = asked.fields;
    const ground = knownGround(roundOf(table).malfunctions, asked.fields.ground);
    if (typeof ground === 'string') return bad(ground);
    if (guestOf(table, player)?.malfunction)
      return refused('nothing-to-do', { clause: ground.clause }, 'That terminal is held already.');
    // Dice that are rolling have been shot: what they decide is in doubt too.
    const since = table.phase === 'rolling' ? table.throws - 1 : table.throws;
    return happened({
      event: 'malfunction-declared',
      player,
      ground: ground.id,
      since,
      clause: ground.clause,
    });
  },
});

const resolves = verb({
  fields: { player: 'player', how: 'resolution', adjustment: 'signed?', reason: 'text' },
  power: 'confirm-malfunction',
  act: 'resolve a malfunction',
  phases: ['wagering', 'shooting', 'rolling', 'stopped', 'closed'],
  run: (table, asked) => {
    const { player: name, how, adjustment = 0, reason } = asked.fields;
    const player = findPlayer(table.game, name) as Player;
    if (!isOneOf(RESOLUTIONS, how)) return bad('how must be "confirmed" or "voided"');
    if (!guestOf(table, name)?.malfunction)
      return refused('nothing-to-do', { clause: '6.1' }, `${name} has not malfunctioned.`);
    const returned = how === 'voided' ? allOf(player) : [];
    const decided = how === 'voided' ? decidedSince(table, name) : [];
    const change = decided.reduce((sum, wager) => sum + wager.change, adjustment);
    const has = returned.reduce((sum, { amount }) => sum + amount, player.balance);
    if (has + change < 0)
      return refused('insufficient', { clause: '6.1' }, 'The meter cannot go below nothing.');
    return happened({
      event: 'malfunction-resolved',
      player: name,
      how,
      adjustment: change,
      reason,
      returned,
      ...(decided.length === 0 ? {} : { decided }),
      clause: how === 'voided' ? '6.3' : '6.1',
    });
  },
});

/** 6.3: what rolls since the fault was declared decided at that terminal is void with the rest (R41). */
function decidedSince(table: Table, name: string): readonly VoidedWager[] {
  const since = guestOf(table, name)?.faultySince ?? table.throws;
  return (table.past ?? [])
    .filter((roll) => roll.throw > since && !roll.invalidated)
    .flatMap(({ settled }) => settled.filter(({ player }) => player === name))
    .map((one) => ({
      player: name,
      ...makeSelection(spotAt(one.spot)),
      stake: one.stake,
      change: netOf(one),
    }));
}

const systemFails = verb({
  fields: { ground: 'name' },
  phases: ['wagering', 'shooting', 'rolling'],
  run: (table, asked) => {
    const why = whyNotSystem(table, asked);
    if (why) return why;
    const ground = knownGround(roundOf(table).systemMalfunctions, asked.fields.ground);
    if (typeof ground === 'string') return bad(ground);
    return happened({
      event: 'system-malfunctioned',
      ground: ground.id,
      returned: allOnLayout(table.game),
      clause: '6.6',
      ruling: 'R34',
    });
  },
});

const restores = verb({
  fields: {},
  phases: ['stopped'],
  run: (table, asked) =>
    whyNotSystem(table, asked) ?? happened({ event: 'system-restored' }, wageringOpened(table, asked.at)),
});

/** 6.6 names nobody: whoever settles the malfunction of a terminal settles the system's. */
function whyNotSystem(table: Table, { by }: Moment): Result<never> | null {
  const why = whyNotAllowed(table, 'confirm-malfunction', by, 'stop or restore the game system');
  return why && refuse({ ...why, clause: why.clause && '6.6' });
}

export const roundVerbs = {
  'close-wagering': closesWagering,
  shoot: shoots,
  'void-round': voidsRound,
  malfunction: malfunctions,
  'resolve-malfunction': resolves,
  'system-malfunction': systemFails,
  'restore-system': restores,
} as const;

function adjust(table: Table, name: string, amount: number): Table {
  const player = findPlayer(table.game, name) ?? impossible(`${name} is not at the table`);
  need(isSum(player.balance + amount), `${name} has not got that much`);
  const players = withPlayer(table.game, { ...player, balance: player.balance + amount });
  return { ...table, game: { ...table.game, players, house: table.game.house - amount } };
}

/** The terminal works again. */
const working = (table: Table, player: string): Table => ({
  ...table,
  guests: table.guests.map((guest) => {
    const { faultySince: _since, ...rest } = guest;
    return guest.player === player ? { ...rest, malfunction: null } : guest;
  }),
});

export const roundEvents: Evolvers<
  | 'wagering-opened'
  | 'wagering-closed'
  | 'shot'
  | 'round-voided'
  | 'malfunction-declared'
  | 'malfunction-resolved'
  | 'system-malfunctioned'
  | 'system-restored'
> = {
  'wagering-opened': (table, { until, at }) => {
    need(isElectronic(table) && isInstant(until) && until >= at, 'a wagering period of no length');
    return { ...table, phase: 'wagering', deadline: until };
  },
  'wagering-closed': (table, { shooter, shootBy, at }) => {
    need((shooter === null) === (shootBy === null), 'a time to shoot and nobody to shoot');
    need(shootBy === null || (isInstant(shootBy) && shootBy >= at), 'a time to shoot that has passed');
    const lastSeat = shooter === null ? table.shooter.lastSeat : seatOf(table, shooter);
    return { ...table, phase: 'shooting', deadline: shootBy, shooter: { ...NO_SHOOTER, shooter, lastSeat } };
  },
  shot: (table, { player }) => {
    need(player === table.shooter.shooter, `${player} is not the shooter`);
    return { ...table, phase: 'rolling', deadline: null, throws: table.throws + 1 };
  },
  'round-voided': (table, { returned }) => {
    const amounts = (all: readonly ReturnedWager[]) =>
      all.map(({ amount, player }) => `${amount}/${player}`).join();
    need(amounts(returned) === amounts(placedSinceRoll(table.game)), 'other wagers than those of the round');
    return { ...table, game: giveBack(table.game, returned) };
  },
  'malfunction-declared': (table, { player, ground, since }) => {
    need(guestOf(table, player)?.malfunction === null, `${player} is held already`);
    return withGuest(table, player, {
      malfunction: ground,
      ...(since === undefined ? {} : { faultySince: since }),
      // A fault that was reported is answered by holding the terminal (aruze 7.3).
      ...(guestOf(table, player)?.reported ? { reported: null } : {}),
    });
  },
  'malfunction-resolved': (table, { player, adjustment, returned, decided }) => {
    need(!!guestOf(table, player)?.malfunction, `${player} has not malfunctioned`);
    const since = guestOf(table, player)?.faultySince ?? table.throws;
    const back = { ...table, game: giveBackTo(table.game, player, returned) };
    const whole = working(adjust(back, player, adjustment), player);
    if (decided === undefined) return whole;
    const voided = withoutPlayer(player);
    return { ...whole, past: (table.past ?? []).map((roll) => (roll.throw > since ? voided(roll) : roll)) };
  },
  'system-malfunctioned': (table, { returned }) => ({
    ...table,
    game: { ...clearedBy(table.game, returned), point: null },
    shooter: { ...NO_SHOOTER, lastSeat: table.shooter.lastSeat },
    phase: 'stopped',
    deadline: null,
    last: null,
  }),
  'system-restored': (table) => table,
};
