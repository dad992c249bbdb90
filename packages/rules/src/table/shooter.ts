import type { Cited } from '../clause.js';
import { impossible } from '../game/apply.js';
import { findPlayer, type Player, type Wager, wagerAt } from '../game/state.js';
import type { Result } from '../result.js';
import { spotOf } from '../wager.js';
import { notChosen, pairOf, takeAllBack, whyNotChosen } from './dice.js';
import type { Happened, PassHow, ReturnedWager } from './event.js';
import { backTo, giveBack } from './returning.js';
import { type ClosingNotice, guestOf, isPresent, type ShooterState, type Table, withGuest } from './state.js';
import { type Authority, bad, type Evolvers, happened, need, refused, under, verb } from './verb.js';

export const NO_SHOOTER: ShooterState = {
  shooter: null,
  thrower: null,
  stick: false,
  offeredTo: null,
  declined: [],
  lastSeat: 0,
  asked: false,
};

const LINES = ['pass', 'dont-pass'] as const;

/** A wager on either line. */
export const hasLineWager = (player: Player): boolean =>
  LINES.some((id) => wagerAt(player, spotOf(id)) !== undefined);

/** The players clockwise from the left of the seat that last had the dice, that seat itself last. */
export function clockwise(table: Table): readonly Player[] {
  const { players } = table.game;
  const after = players.filter((player) => player.seat > table.shooter.lastSeat);
  return [...after, ...players.filter((player) => player.seat <= table.shooter.lastSeat)];
}

/** Who is offered the dice next; null when everybody who could be has been. */
export function nextToOffer(table: Table): Player | null {
  const rule = offerRule(table);
  const mayHave = (player: Player) =>
    !table.shooter.declined.includes(player.name) &&
    isOfferable(table, player.name) &&
    (rule.value === 'everybody' || hasLineWager(player));
  return clockwise(table).find(mayHave) ?? null;
}

/** R58: nobody is offered dice who is not there to take them, or let the last offer pass without a word. */
function isOfferable(table: Table, player: string): boolean {
  const guest = guestOf(table, player);
  return guest !== undefined && isPresent(guest) && !guest.excluded && guest.silent !== true;
}

const offers = verb({
  fields: {},
  power: 'offer-dice',
  act: 'offer the dice',
  phases: ['offering'],
  run: (table) => {
    const why = whyNotOffer(table);
    if (why) return why;
    const next = nextToOffer(table);
    return next
      ? happened({ event: 'dice-offered', player: next.name, ...under(offerRule(table)) })
      : nobodyTakes(table);
  },
});

export function whyNotOffer(table: Table): Result<never> | null {
  const { conduct } = table.game.rulebook;
  const { offered } = conduct.shooter;
  if (table.shooter.offeredTo !== null) {
    return refused(
      'out-of-phase',
      offerRule(table),
      `The dice are offered to ${table.shooter.offeredTo}, who takes or declines them first.`,
    );
  }
  // crown 9.7: whoever was the last shooter was the last.
  if (isLastHandOver(table)) {
    return refused(
      'not-allowed',
      conduct.notices.closing,
      'The last shooter has given up the dice: the table closes, or the notice comes down first.',
    );
  }
  if (offered.value === 'complete-set' && table.dice.bowl.length < conduct.dice.set.value)
    return refused('out-of-phase', offered, 'A die of the set is missing: it is found and checked, or lost.');
  return null;
}

/** The last shooter gave up the dice, and has not got them back by a roll undone. */
export const isLastHandOver = ({ closing, shooter }: Table): boolean =>
  closing?.done === true && shooter.shooter !== closing.shooter;

/** R47: the first offer is for a come out. With a point on, nobody could place the line wager that throwing takes. */
const offerRule = ({ game, shooter }: Table): Cited<'everybody' | 'line-bettors'> => {
  const { firstOffer, laterOffer } = game.rulebook.conduct.shooter;
  return shooter.lastSeat === 0 && game.point === null ? firstOffer : laterOffer;
};

export function nobodyTakes(table: Table): Result<readonly Happened[]> {
  const rule = table.game.rulebook.conduct.shooter.nobodyTakes;
  if (table.game.players.length === 0) return refused('not-eligible', rule, 'Nobody is at the table.');
  const undetermined = table.game.players.some((player) => player.wagers.length > 0);
  if (rule.value === 'stickperson-throws' && undetermined) {
    return happened({ event: 'nobody-took-dice', throws: 'stickperson', ...under(rule) });
  }
  if (table.shooter.declined.length > 0)
    return happened({ event: 'nobody-took-dice', throws: 'nobody', ...under(rule) });
  const { point } = table.game;
  // Nobody may place a line wager while it is on, and nothing depends on it: the next throw is a come out roll (R30).
  if (point !== null && !undetermined)
    return happened({ event: 'point-lapsed', point, ...under(rule), ruling: 'R30' });
  const { laterOffer } = table.game.rulebook.conduct.shooter;
  return refused(
    'not-eligible',
    laterOffer,
    table.guests.some(({ away, silent }) => away !== undefined || silent)
      ? 'No player is there to be offered the dice: whoever could be is away, or did not answer (R58).'
      : 'No player with a wager on either line is there to be offered the dice.',
  );
}

/** Only the player to whom the dice are offered. */
function whyNotOffered(table: Table, player: string): Result<never> | null {
  if (table.shooter.offeredTo === player) return null;
  return refused('not-eligible', offerRule(table), `The dice are not offered to ${player}.`);
}

/** Who may exclude a player, and by which clause: somebody excluded neither takes nor throws the dice. */
/** Where the book lets nobody at the table exclude, whoever is excluded was so by the house (R63). */
export const exclusion = ({ game }: Table): Authority =>
  game.rulebook.powers['exclude-player'] ?? { clause: null, ruling: 'R63' };

export const isExcluded = (table: Table, player: string | null): boolean =>
  player !== null && guestOf(table, player)?.excluded === true;

/** aruze 7.1: is this one of the places that its person was told to give up? Those taken first are kept. */
export function isOneTooMany(table: Table, player: string): boolean {
  const person = guestOf(table, player)?.person;
  const most = table.terminalsMost.find((limit) => limit.person === person)?.most;
  const places = table.guests.filter((guest) => guest.person === person).map((guest) => guest.player);
  return most !== undefined && places.indexOf(player) >= most;
}

export const whyNotShoot = (table: Table, player: string | null): Result<never> | null =>
  isExcluded(table, player)
    ? refused('excluded', exclusion(table), `${player} is excluded from this game.`)
    : null;

/** Who is to throw: whom the shooter authorised, unless that person has been excluded since (crown 9.2.2). */
export const throwerOf = (table: Table): string | null => {
  const { thrower, shooter } = table.shooter;
  return thrower === null || isExcluded(table, thrower) ? shooter : thrower;
};

/** star-2024 6.1, 10.1: to throw is to take part, and that is with one's own card. */
export function whyNoCard(table: Table, player: string): Result<never> | null {
  const { card } = table.game.rulebook.conduct.wagers;
  if (card.value === 'none' || guestOf(table, player)?.card) return null;
  return refused('no-card', card, 'Present your player card before you take the dice.');
}

const accepts = verb({
  fields: { player: 'player', dice: 'names?' },
  phases: ['offering'],
  run: (table, asked) => {
    const { player } = asked.fields;
    const why = whyNotOffered(table, player) ?? whyNotShoot(table, player) ?? whyNoCard(table, player);
    if (why) return why;
    const accepted: Happened = { event: 'dice-accepted', player, ...under(offerRule(table)) };
    const { choice } = table.game.rulebook.conduct.dice;
    if (choice.value === 'none' && asked.fields.dice !== undefined) return notChosen(choice);
    const chosen = choice.value === 'none' ? pairOf(table.dice) : asked.fields.dice;
    if (chosen === undefined) return happened(accepted);
    return (
      whyNotChosen(table, table.dice.bowl, chosen) ??
      happened(accepted, { event: 'dice-chosen', player, dice: chosen, ...under(choice) })
    );
  },
});

const declines = verb({
  fields: { player: 'player' },
  phases: ['offering'],
  run: (table, asked) => {
    const { player } = asked.fields;
    return (
      whyNotOffered(table, player) ?? happened({ event: 'dice-declined', player, ...under(offerRule(table)) })
    );
  },
});

const doesNotAnswer = verb({
  fields: { player: 'player' },
  power: 'offer-dice',
  act: 'go on to the next player',
  phases: ['offering'],
  run: (table, asked) => {
    const { player } = asked.fields;
    const silent = { silent: true, ...under(offerRule(table)), ruling: 'R58' } as const;
    return whyNotOffered(table, player) ?? happened({ event: 'dice-declined', player, ...silent });
  },
});

const authorises = verb({
  fields: { player: 'player', thrower: 'player' },
  phases: ['betting'],
  run: (table, asked) => {
    const { mayAuthorise } = table.game.rulebook.conduct.shooter;
    const { player, thrower } = asked.fields;
    if (mayAuthorise.value === 'nobody')
      return refused('not-allowed', mayAuthorise, 'Only the shooter throws the dice.');
    if (table.shooter.shooter !== player)
      return refused('not-eligible', mayAuthorise, `${player} is not the shooter.`);
    if (thrower === throwerOf(table))
      return refused('nothing-to-do', mayAuthorise, `${thrower} is the one to throw.`);
    return (
      whyNotShoot(table, thrower) ??
      happened({ event: 'thrower-authorised', player, thrower, ...under(mayAuthorise) })
    );
  },
});

const passes = verb({
  fields: { player: 'player' },
  phases: ['betting'],
  run: (table, asked) => {
    const { player } = asked.fields;
    const { passMidPoint } = table.game.rulebook.conduct.shooter;
    if (table.shooter.shooter !== player)
      return refused('not-eligible', passMidPoint, `${player} does not have the dice.`);
    if (passMidPoint.value === 'never' && table.game.point !== null)
      return refused('not-allowed', passMidPoint, 'The dice are not passed while the point is on.');
    return happened(...givesUpDice(table, player, 'by-choice'));
  },
});

const ordered = verb({
  fields: { ground: 'name' },
  power: 'order-pass',
  act: 'order the shooter to pass the dice',
  phases: ['betting'],
  run: (table, asked) => {
    const { orderGrounds } = table.game.rulebook.conduct.shooter;
    const ground = orderGrounds.find(({ id }) => id === asked.fields.ground);
    if (!ground) return bad(`ground must be one of ${orderGrounds.map(({ id }) => id).join(', ')}`);
    const { shooter } = table.shooter;
    if (shooter === null)
      return refused('nothing-to-do', { clause: ground.clause }, 'No player has the dice.');
    return happened(...givesUpDice(table, shooter, 'ordered', ground, ground.id));
  },
});

/** R15: the dice go on; at `crown` with a point on the game is void. */
export function givesUpDice(
  table: Table,
  player: string,
  how: PassHow,
  rule: Authority = passRule(table),
  ground?: string,
): readonly Happened[] {
  const { passMidPoint, refusesLine: unplaced } = table.game.rulebook.conduct.shooter;
  const voids = (how === 'no-line-wager' ? unplaced : passMidPoint).value === 'game-void';
  const passed: Happened = {
    event: 'dice-passed',
    player,
    how,
    ...(ground === undefined ? {} : { ground }),
    ...under(rule),
  };
  const isShooter = table.shooter.shooter === player;
  return isShooter && voids && table.game.point !== null ? [voided(table, rule), passed] : [passed];
}

/** crown 5.2.2 has a clause of its own for dice given up before a come out roll. */
function passRule(table: Table): Authority {
  const { passMidPoint, laterOffer } = table.game.rulebook.conduct.shooter;
  return passMidPoint.value === 'game-void' && table.game.point === null ? laterOffer : passMidPoint;
}

/** crown 5.2.2(b), 5.1.1(c)(i): the point is cancelled and odds behind the line go back. */
function voided(table: Table, rule: Authority): Happened {
  const returned = table.game.players.flatMap((player) =>
    (['pass-odds', 'dont-pass-odds'] as const).flatMap((id): readonly ReturnedWager[] => {
      const odds = wagerAt(player, spotOf(id));
      return odds ? [backTo(player, odds, odds.amount, 0)] : [];
    }),
  );
  return {
    event: 'game-voided',
    point: table.game.point,
    returned,
    ...under(rule),
    ruling: 'R15',
  };
}

const asksLine = verb({
  fields: {},
  power: 'offer-dice',
  act: 'ask the shooter for a line wager',
  phases: ['betting'],
  run: (table) => {
    const { withoutLine } = table.game.rulebook.conduct.shooter;
    const { shooter } = table.shooter;
    if (withoutLine.value !== 'rescue-wager')
      return refused('not-allowed', withoutLine, 'A shooter without a line wager passes the dice.');
    if (shooter === null || !lacksLine(table))
      return refused('nothing-to-do', withoutLine, 'The shooter has a line wager.');
    if (table.shooter.asked) return refused('nothing-to-do', withoutLine, 'The shooter has been asked.');
    return happened({ event: 'line-wager-asked', player: shooter, ...under(withoutLine) });
  },
});

/** What a throw needs: before a come out roll, and while the point is on. */
export const throwRule = ({ game }: Table) => {
  const { toThrow, toKeepThrowing } = game.rulebook.conduct.shooter;
  return game.point === null ? toThrow : toKeepThrowing;
};

/** Has this player the line wager that a throw needs: any, or one of the shooting value (R16)? */
export function hasLineToThrow(table: Table, player: Player): boolean {
  const least = throwRule(table).value === 'shooting-value' ? table.settings.shootingValue : 1;
  return LINES.some((id) => (wagerAt(player, spotOf(id))?.amount ?? 0) >= least);
}

/** The shooter has not the wager on either line that a throw needs. */
export function lacksLine(table: Table): boolean {
  const player = table.shooter.shooter === null ? undefined : findPlayer(table.game, table.shooter.shooter);
  return player !== undefined && !hasLineToThrow(table, player);
}

const refusesLine = verb({
  fields: { player: 'player' },
  phases: ['betting'],
  run: (table, asked) => {
    const { player } = asked.fields;
    const { withoutLine, refusesLine: rule } = table.game.rulebook.conduct.shooter;
    if (table.shooter.shooter !== player)
      return refused('not-eligible', withoutLine, `${player} is not the shooter.`);
    if (!table.shooter.asked)
      return refused('nothing-to-do', withoutLine, `${player} was not asked for a line wager.`);
    return happened(...givesUpDice(table, player, 'no-line-wager', rule));
  },
});

/** Makes a shooter who may not go on give up the dice (star 4.3): for the crew. */
const relieves = verb({
  fields: { late: 'flag?' },
  power: 'offer-dice',
  act: 'take the dice from the shooter',
  phases: ['betting'],
  run: (table, asked) => {
    const { withoutLine, toKeepThrowing, refusesLine: rule } = table.game.rulebook.conduct.shooter;
    const { shooter } = table.shooter;
    if (asked.fields.late === true) return passedLate(table);
    if (shooter !== null && isExcluded(table, shooter))
      return happened(...givesUpDice(table, shooter, 'excluded', exclusion(table)));
    if (shooter === null || !lacksLine(table))
      return refused('nothing-to-do', toKeepThrowing, 'The shooter may go on.');
    if (withoutLine.value === 'rescue-wager' && !table.shooter.asked) {
      return refused('out-of-phase', withoutLine, 'Ask the shooter for a line wager first.');
    }
    return happened(...givesUpDice(table, shooter, 'no-line-wager', rule));
  },
});

/** R57: crown gives nobody the power to order it, so whoever does not throw in time has relinquished the dice (5.2.2). */
function passedLate(table: Table): Result<readonly Happened[]> {
  const { shooter } = table.shooter;
  const delay = delayGround(table);
  if (delay)
    return refused('not-allowed', delay, 'Here the shooter is ordered to pass the dice: order-pass, delay.');
  if (shooter === null) return refused('nothing-to-do', passRule(table), 'No player has the dice.');
  return happened(...givesUpDice(table, shooter, 'late', { ...passRule(table), ruling: 'R57' }));
}

/** Where a shooter who holds up the game is ordered to pass: the ground of the book (star 3.7.2, adelaide 13(a)(ii)). */
export const delayGround = ({ game }: Table) =>
  game.rulebook.conduct.shooter.orderGrounds.find(({ id }) => id === 'delay');

export const shooterVerbs = {
  offer: offers,
  accept: accepts,
  decline: declines,
  'no-answer': doesNotAnswer,
  authorise: authorises,
  pass: passes,
  'order-pass': ordered,
  'ask-line': asksLine,
  'refuse-line': refusesLine,
  relieve: relieves,
} as const;

export const seatOf = (table: Table, name: string): number =>
  findPlayer(table.game, name)?.seat ?? impossible(`${name} is not at the table`);

const closingAfterPass = ({ closing, shooter }: Table): ClosingNotice | null =>
  closing !== null && closing.shooter !== null && closing.shooter === shooter.shooter
    ? { ...closing, done: true }
    : closing;

/** What was placed to go on throwing is, for the new come out, a line wager like any other. */
function asLineWager({ rescue: _rescue, ...wager }: Wager): Wager {
  return wager;
}

export const shooterEvents: Evolvers<
  | 'dice-offered'
  | 'dice-declined'
  | 'dice-accepted'
  | 'thrower-authorised'
  | 'nobody-took-dice'
  | 'point-lapsed'
  | 'dice-passed'
  | 'line-wager-asked'
  | 'game-voided'
> = {
  'dice-offered': (table, { player }) => {
    need(findPlayer(table.game, player) !== undefined, `dice offered to ${player}, who is not there`);
    need(table.shooter.offeredTo === null, 'dice offered that are offered already');
    return { ...table, shooter: { ...table.shooter, offeredTo: player } };
  },
  'dice-declined': (table, { player, silent }) => {
    need(table.shooter.offeredTo === player, `${player} declined dice that were not offered`);
    need(silent === undefined || silent === true, 'silent in part');
    const declined = [...table.shooter.declined, player];
    const next = { ...table, shooter: { ...table.shooter, offeredTo: null, declined } };
    return silent ? withGuest(next, player, { silent }) : next;
  },
  'dice-accepted': (table, { player }) => {
    need(table.shooter.offeredTo === player, `${player} took dice that were not offered`);
    return {
      ...table,
      phase: 'betting',
      shooter: { ...NO_SHOOTER, shooter: player, lastSeat: seatOf(table, player) },
      // crown 9.7: called while nobody had the dice, it is the next shooter who is the last.
      closing: table.closing && { ...table.closing, shooter: table.closing.shooter ?? player },
    };
  },
  'thrower-authorised': (table, { player, thrower }) => {
    need(table.shooter.shooter === player, `${player} does not have the dice to let another throw`);
    need(findPlayer(table.game, thrower) !== undefined, `${thrower} is not at the table`);
    return { ...table, shooter: { ...table.shooter, thrower } };
  },
  'nobody-took-dice': (table, { throws }) => {
    need(table.shooter.offeredTo === null, 'nobody took dice that somebody is still offered');
    if (throws === 'nobody') return { ...table, shooter: { ...table.shooter, declined: [] } };
    need(throws === 'stickperson', `${throws} cannot throw`);
    return {
      ...table,
      phase: 'betting',
      shooter: { ...NO_SHOOTER, lastSeat: table.shooter.lastSeat, stick: true },
      dice: { ...table.dice, hand: table.dice.bowl.slice(0, 2), bowl: table.dice.bowl.slice(2) },
    };
  },
  'point-lapsed': (table, { point }) => {
    need(table.game.point === point, 'a point lapsed that was not on');
    return { ...table, game: { ...table.game, point: null }, last: null };
  },
  'dice-passed': (before, { player }) => {
    const had = before.shooter.shooter ?? before.shooter.offeredTo;
    need(had === player && (had !== null || before.shooter.stick), `${player} has no dice to pass`);
    const table = { ...before, closing: closingAfterPass(before) };
    const staffed = table.game.rulebook.conduct.run.value === 'staffed';
    const shooter = { ...NO_SHOOTER, lastSeat: table.shooter.lastSeat };
    return staffed
      ? { ...table, phase: 'offering', shooter, dice: takeAllBack(table.dice), noMoreBets: false }
      : { ...table, shooter };
  },
  'line-wager-asked': (table, { player }) => {
    need(table.shooter.shooter === player, `${player} is not the shooter to be asked`);
    return { ...table, shooter: { ...table.shooter, asked: true } };
  },
  'game-voided': (table, { point, returned }) => {
    need(point !== null && table.game.point === point, 'a game voided without its point');
    const game = giveBack(table.game, returned);
    const players = game.players.map((player) => ({
      ...player,
      wagers: player.wagers.map(asLineWager),
      dontComeHeld: false,
    }));
    return { ...table, game: { ...game, players, point: null, freed: true }, last: null };
  },
};
