import { impossible } from '../game/apply.js';
import { type Sit, sit } from '../game/index.js';
import { cut, isWord } from '../game/input.js';
import { applySat } from '../game/open.js';
import { findPlayer, type Game, type Player, withPlayer } from '../game/state.js';
import { type Cents, isStake } from '../money.js';
import { A_NAME, A_PERSON, isName, isPerson } from '../plain.js';
import { accept, type Result, refuse } from '../result.js';
import type { By, Happened } from './event.js';
import { BOUGHT_WITH, type BoughtWith, CREW_STATIONS, isOneOf } from './fields.js';
import {
  holdsDice,
  isHeld,
  leavesStanding,
  leavesWith,
  needAlong,
  satAgain,
  whenShooterLeaves,
} from './leaving.js';
import { stayed } from './making-room.js';
import { hadName, withoutName } from './past.js';
import { giveBackTo } from './returning.js';
import { exclusion, givesUpDice, NO_SHOOTER, whyNotShoot } from './shooter.js';
import {
  type Guest,
  guestOf,
  isGone,
  PHASES,
  type Phase,
  personOf,
  playsChips,
  type Staff,
  seatedGuests,
  type Table,
  withGuest,
} from './state.js';
import {
  bad,
  type Evolvers,
  happened,
  heldTerminal,
  need,
  rankOf,
  refused,
  ruleOf,
  under,
  verb,
  whyNotAllowed,
} from './verb.js';

const staff = verb({
  fields: { person: 'name', role: 'name', station: 'station?' },
  phases: PHASES,
  run: (table, asked) => {
    const { person, role, station } = asked.fields;
    const { roles, title } = table.game.rulebook;
    if (!roles.some(({ id }) => id === role)) {
      return bad(
        `role ${JSON.stringify(role)} is not one of ${title}: ${roles.map(({ id }) => id).join(', ')}`,
      );
    }
    if (station !== undefined && !isOneOf(CREW_STATIONS, station))
      return bad(`station must be one of ${CREW_STATIONS.join(', ')}`);
    const here = table.staff.find((other) => other.person === person && other.role === role);
    if (here && (station === undefined || here.station === station))
      return bad(`person ${person} is here in the role of ${role} already`);
    const second = here ? null : whyNotSecondDealer(table, { person, role }, asked.by);
    return (
      second ??
      happened({
        event: 'staff-came',
        person,
        role,
        ...(station === undefined ? {} : { station }),
        ...under(roles.find(({ id }) => id === role)),
      })
    );
  },
});

/** crown 7.3.3: at a mini table a stickperson beside the dealer is for an area manager to decide. */
function whyNotSecondDealer(table: Table, { person, role }: Staff, by: By | null): Result<never> | null {
  if (role !== 'stickperson' || table.game.rulebook.powers['add-stickperson'] === null) return null;
  const why = whyNotAllowed(table, 'add-stickperson', by, 'add a stickperson');
  if (why) return refuse(why);
  const isDealer = table.staff.some((other) => other.person === person && other.role === 'dealer');
  return isDealer
    ? refused('not-allowed', ruleOf(table, 'add-stickperson'), 'The stickperson is another than the dealer.')
    : null;
}

const staffLeaves = verb({
  fields: { person: 'known' },
  phases: PHASES,
  run: (table, asked) =>
    table.staff.some(({ person }) => person === asked.fields.person)
      ? happened({ event: 'staff-left', person: asked.fields.person })
      : bad(`${cut(asked.fields.person, 80)} is not at this table`),
});

const sits = verb({
  fields: {
    player: 'known',
    seat: 'count',
    bankroll: 'cents',
    person: 'known?',
    chips: 'flag?',
    card: 'name?',
  },
  run: (table, asked) => {
    const { person, chips, card, ...seat } = asked.fields;
    const isBack = isGone(table, seat.player) && personOf(table, seat.player) === (person ?? seat.player);
    const unnamed = isBack ? null : faultInNew(seat.player, person);
    if (unnamed !== null) return bad(unnamed);
    const unseated = chips === true ? whyNoChipsSeat(table, asked.by) : null;
    if (unseated) return unseated;
    if (card !== undefined && chips !== true)
      return bad('card goes with chips only: present it once you sit');
    if (isBack) return sitsAgain(table, { ...seat, person: person ?? seat.player, chips: chips === true });
    const shared = whyNotShared(table, seat.seat);
    if (shared) return shared;
    const seated = sit(table.game, seat);
    if (!seated.ok) return seated;
    const { player, seat: place, bankroll } = seat;
    const who = person ?? player;
    const why = whyNoSeat(table, who, place);
    if (why) return why;
    const anew = hadName(table.last, player) ? ({ namesake: true } as const) : {};
    const sat: Happened = { event: 'sat', player, person: who, seat: place, bankroll, ...anew };
    return chips === true ? satWithChips(table, sat, card) : happened(sat);
  },
});

/** R59: whoever comes back to wagers goes by the names under which these stand, whatever was a name then. */
function faultInNew(player: string, person: string | undefined): string | null {
  if (!isName(player)) return `player must be ${A_NAME}`;
  return person === undefined || isPerson(person) ? null : `person must be ${A_PERSON}`;
}

/** R53: chips lie on a felt, and somebody of the crew enters them. */
function whyNoChipsSeat(table: Table, by: By | null): Result<never> | null {
  const { run, wagers } = table.game.rulebook.conduct;
  if (run.value === 'electronic')
    return refused('not-allowed', run, 'There is no felt for chips here: a terminal takes credits.');
  return by
    ? null
    : refused('not-allowed', wagers.assisted, 'A seat of chips is for the crew to give: say by whom.');
}

/** star-2024 6.1: with a card at the start of play. */
function satWithChips(
  table: Table,
  sat: Extract<Happened, { event: 'sat' }>,
  card: string | undefined,
): Result<readonly Happened[]> {
  const { assisted, card: rule } = table.game.rulebook.conduct.wagers;
  const seated: Happened = { ...sat, chips: true, ...under(assisted), ruling: 'R53' };
  if (card === undefined) return happened(seated);
  const { player, person } = sat;
  const presented: Happened = { event: 'card-presented', player, card, holder: person, ...under(rule) };
  return whyCardTaken(table, player, card, person) ?? happened(seated, presented);
}

/** star-2024 6.10, R48: a place that is one player's by order is refused by that rule. */
function whyNotShared(table: Table, seat: number): Result<never> | null {
  if (!table.onePerArea || !table.game.players.some((player) => player.seat === seat)) return null;
  const { limitPlayers } = table.game.rulebook.conduct.people;
  return refused(
    'table-full',
    { ...limitPlayers, ruling: 'R48' },
    `Seat ${seat} is taken: one player to each dedicated area.`,
  );
}

function whyNoSeat(table: Table, person: string, seat: number): Result<never> | null {
  const { conduct } = table.game.rulebook;
  if (seat > table.settings.seats)
    return bad(`seat must be a whole number from 1 to ${table.settings.seats}`);
  if (table.excluded.includes(person))
    return refused('excluded', exclusion(table), `${person} is excluded from this game.`);
  if (table.playersMost !== null && seatedGuests(table).length >= table.playersMost) {
    return refused(
      'table-full',
      conduct.people.limitPlayers,
      `The number of players here is limited to ${table.playersMost}.`,
    );
  }
  const held = seatedGuests(table).filter((guest) => guest.person === person).length;
  const most =
    conduct.people.severalPlaces.value === 'no'
      ? 1
      : (table.terminalsMost.find((limit) => limit.person === person)?.most ?? held + 1);
  if (held < most) return null;
  return refused(
    'table-full',
    conduct.people.severalPlaces,
    `${person} may hold ${most === 1 ? 'one place' : `${most} places`} here.`,
  );
}

/** R59: whoever left wagers to play out sits down to them again, at whatever place. */
function sitsAgain(
  table: Table,
  { player, person, seat, bankroll, chips }: Sit & { readonly person: string; readonly chips: boolean },
): Result<readonly Happened[]> {
  if (chips !== playsChips(table, player))
    return bad(`player ${player} has wagers of another kind of seat here`);
  const kept = findPlayer(table.game, player)?.seat;
  if (table.game.rulebook.conduct.run.value === 'electronic' && seat !== kept)
    return bad(`seat must be ${kept}: what ${player} left is on that terminal`);
  if (table.game.players.some((other) => other.seat === seat && other.name !== player))
    return bad(`seat ${seat} is taken`);
  const sat = { event: 'sat', player, person, seat, bankroll, again: true } as const;
  return (
    whyNoSeat(table, person, seat) ??
    happened({ ...sat, ...(chips ? { chips: true as const } : {}), clause: null, ruling: 'R59' })
  );
}

const leaves = verb({
  fields: { player: 'player', standing: 'flag?' },
  // What is a player's own can always be taken, at a closed table too (aruze 3.7, 7.2, R38).
  phases: ['offering', 'betting', 'wagering', 'stopped', 'closed'],
  run: (table, asked) => {
    const player = findPlayer(table.game, asked.fields.player) as Player;
    if (isHeld(table, player)) return refuse(heldTerminal(table));
    if (player.wagers.length > 0) {
      if (asked.fields.standing === true) return leavesStanding(table, player, 'by-choice', asked);
      return refused(
        'out-of-phase',
        { clause: null },
        'Take down your wagers, let them be decided, or leave them standing (R59), before you leave.',
      );
    }
    return happened(...whenShooterLeaves(table, player.name), leavesWith(player, 'by-choice'));
  },
});

const BETWEEN_ROLLS: readonly Phase[] = ['offering', 'betting', 'wagering'];

const buysChips = verb({
  fields: { player: 'player', amount: 'stake', with: 'bought?' },
  run: (table, asked) => {
    const { player: name, amount } = asked.fields;
    const why = whyNotShoot(table, name);
    if (why) return why;
    const paid = boughtWith(table, name, asked.fields.with);
    if (!paid.ok) return paid;
    const has = findPlayer(table.game, name)?.balance ?? 0;
    if (!Number.isSafeInteger(has + amount)) return bad('amount is more than can be counted to the cent');
    const { tokens } = table.game.rulebook.conduct.wagers;
    return happened({ event: 'chips-bought', player: name, amount, ...paid.value, ...under(tokens) });
  },
});

/** R53: at a seat of chips it counts what they were bought with; money at a screen is the player's own. */
function boughtWith(table: Table, player: string, how: string | undefined): Result<{ with?: BoughtWith }> {
  if (!playsChips(table, player))
    return how === undefined ? accept({}) : bad('with goes with chips on the felt only');
  const paid = how ?? 'cash';
  if (!isOneOf(BOUGHT_WITH, paid)) return bad(`with must be one of ${BOUGHT_WITH.join(', ')}`);
  const why = paid === 'cashless' ? whyNotCashless(table, player) : whyNotDrop(table, paid);
  return why ?? accept({ with: paid });
}

/** star-2024 2.5: there is a drop box when cash is accepted, and so cash is not accepted when there is none. */
const whyNotDrop = (table: Table, paid: BoughtWith): Result<never> | null =>
  table.cashless && paid !== 'brought'
    ? refused(
        'not-allowed',
        table.game.rulebook.conduct.wagers.cashless,
        'This table runs cashless, without a drop box: chips are bought at its terminal.',
      )
    : null;

/** star-2024 1.1: a cashless terminal at the table; whose money it is, their card says. */
function whyNotCashless(table: Table, player: string): Result<never> | null {
  const { cashless, card } = table.game.rulebook.conduct.wagers;
  if (cashless.value === 'no')
    return refused(
      'not-allowed',
      cashless,
      'This book knows no cashless terminal: cash, a voucher or chips.',
    );
  return guestOf(table, player)?.card
    ? null
    : refused('no-card', card, 'Present the player card first: it says whose money it is.');
}

const coloursUp = verb({
  fields: { player: 'player', amount: 'stake' },
  phases: ['offering', 'betting', 'thrown', 'settling'],
  run: (table, asked) => {
    const { player, amount } = asked.fields;
    const { assisted } = table.game.rulebook.conduct.wagers;
    return playsChips(table, player)
      ? happened({ event: 'coloured-up', player, amount, ...under(assisted), ruling: 'R53' })
      : refused('not-eligible', assisted, `${player} plays at a screen: there are no chips to change.`);
  },
});

const collects = verb({
  fields: { player: 'player', amount: 'stake?' },
  phases: ['wagering', 'stopped', 'closed'],
  run: (table, asked) => {
    const player = findPlayer(table.game, asked.fields.player) as Player;
    const { tokens } = table.game.rulebook.conduct.wagers;
    if (tokens.value !== 'credits')
      return refused('not-allowed', { clause: null }, 'This belongs to electronic tables.');
    if (isHeld(table, player)) return refuse(heldTerminal(table));
    const amount = asked.fields.amount ?? player.balance;
    if (amount === 0 || amount > player.balance)
      return refused('insufficient', { clause: '3.7' }, 'There are not so many credits on the meter.');
    return happened({ event: 'credits-collected', player: player.name, amount, clause: '3.7' });
  },
});

const presentsCard = verb({
  fields: { player: 'player', card: 'name', holder: 'person' },
  run: (table, asked) => {
    const { player, holder } = asked.fields;
    const { card } = table.game.rulebook.conduct.wagers;
    // star-2024 10.1: only with one's own card, whatever agency is claimed.
    if (card.value === 'own-card' && holder !== guestOf(table, player)?.person)
      return refused('no-card', card, `This card is ${holder}'s: play is with your own card only.`);
    const taken = whyCardTaken(table, player, asked.fields.card, holder);
    if (taken) return taken;
    return happened({ event: 'card-presented', player, card: asked.fields.card, holder, ...under(card) });
  },
});

/** star-2024 10.1: a card is one person's; the same number from two people is somebody else's for one of them. */
function whyCardTaken(table: Table, player: string, id: string, holder: string): Result<never> | null {
  const { card } = table.game.rulebook.conduct.wagers;
  const shown = guestOf(table, player)?.card;
  if (shown?.id === id && shown.holder === holder)
    return refused('nothing-to-do', card, `${player} has presented that card.`);
  const other = table.guests.find((guest) => guest.card?.id === id && guest.card.holder !== holder);
  if (card.value === 'none' || !other) return null;
  return refused(
    'no-card',
    card,
    `Card ${id} was presented by ${other.person}: play is with your own card only.`,
  );
}

const limitsPlayers = verb({
  fields: { most: 'count?', onePerArea: 'flag?' },
  power: 'limit-players',
  run: (table, asked) => {
    const rule = table.game.rulebook.conduct.people.limitPlayers;
    if (rule.value === 'no')
      return refused('not-allowed', rule, 'The number of players is not limited here.');
    const { most, onePerArea } = asked.fields;
    const lifts = most === undefined && onePerArea === undefined;
    const next = {
      most: most ?? (lifts ? null : table.playersMost),
      area: onePerArea ?? (lifts ? false : table.onePerArea === true),
    };
    if (next.most === table.playersMost && next.area === (table.onePerArea === true))
      return refused('nothing-to-do', rule, 'Those are the limits already.');
    const area = next.area ? { onePerArea: true as const } : {};
    return happened({ event: 'players-limited', most: next.most, ...area, ...under(rule) });
  },
});

const limitsTerminals = verb({
  fields: { person: 'person', most: 'count' },
  power: 'limit-terminals',
  run: (table, asked) => {
    const rule = table.game.rulebook.conduct.people.severalPlaces;
    const { person, most } = asked.fields;
    if (table.terminalsMost.some((limit) => limit.person === person && limit.most === most))
      return refused('nothing-to-do', rule, `${person} is held to ${most} already.`);
    return happened({ event: 'terminals-limited', person, most, ...under(rule) });
  },
});

const excludes = verb({
  fields: { player: 'player', ground: 'name' },
  power: 'exclude-player',
  act: 'exclude a player',
  run: (table, asked) => {
    const { player } = asked.fields;
    const ground = groundOf(table, asked.fields.ground);
    if (!ground.ok) return ground;
    if (guestOf(table, player)?.excluded)
      return refused('nothing-to-do', exclusion(table), `${player} is excluded already.`);
    const excluded: Happened = {
      event: 'player-excluded',
      player,
      person: personOf(table, player),
      ground: asked.fields.ground,
      ...under(exclusion(table)),
    };
    // With the dice in the air the throw runs its course; they go on when it is settled.
    const passes = BETWEEN_ROLLS.includes(table.phase) && holdsDice(table, player);
    return happened(excluded, ...(passes ? givesUpDice(table, player, 'excluded', exclusion(table)) : []));
  },
});

const readmits = verb({
  fields: { person: 'known', reason: 'text' },
  run: (table, asked) => {
    const { person, reason } = asked.fields;
    const isOut = table.excluded.includes(person);
    const isBarred = table.guests.some((guest) => guest.person === person && guest.barred !== undefined);
    // adelaide excludes nobody, and refuses wagers (14(b)): whoever may do what the book knows may lift it.
    const excludes = table.game.rulebook.powers['exclude-player'] !== null;
    const power = isOut || (!isBarred && excludes) ? 'exclude-player' : 'refuse-wager';
    const why = whyNotAllowed(table, power, asked.by, 'let a person play again');
    if (why) return refuse(why);
    const rule = ruleOf(table, power);
    if (!isOut && !isBarred) return refused('nothing-to-do', rule, `${cut(person, 80)} is not excluded.`);
    return happened({ event: 'person-readmitted', person, reason, ...under(rule), ruling: 'R39' });
  },
});

/** The clause of a breach the book knows, or the refusal that lists them. */
export function groundOf(table: Table, id: string): Result<string> {
  const { breaches } = table.game.rulebook.conduct.people;
  const ground = breaches.find((breach) => breach.id === id);
  return ground
    ? accept(ground.clause)
    : bad(`ground ${JSON.stringify(id)} is not one of ${breaches.map((breach) => breach.id).join(', ')}`);
}

const vacates = verb({
  fields: { player: 'player', refuses: 'flag?' },
  power: 'vacate-idle',
  act: 'ask a player to vacate',
  phases: ['offering', 'betting', 'wagering'],
  run: (table, asked) => {
    const player = findPlayer(table.game, asked.fields.player) as Player;
    const why = whyNotVacate(table, player);
    if (!why && asked.fields.refuses === true) return whenRefusing(table, player.name);
    return (
      why ??
      happened(...whenShooterLeaves(table, player.name), {
        ...leavesWith(player, 'vacated'),
        ...under(table.game.rulebook.conduct.people.idleRounds),
      })
    );
  },
});

/** aruze 7.13 alone makes a breach of it; elsewhere whoever is required to vacate has left. */
function whenRefusing(table: Table, player: string): Result<readonly Happened[]> {
  const breach = table.game.rulebook.conduct.people.breaches.find(({ id }) => id === 'would-not-vacate');
  if (!breach)
    return refused(
      'not-allowed',
      table.game.rulebook.conduct.people.idleRounds,
      'This book knows no refusal: the place is to be vacated.',
    );
  return happened(stayed(table, personOf(table, player), player));
}

function whyNotVacate(table: Table, player: Player): Result<never> | null {
  const rule = table.game.rulebook.conduct.people.idleRounds;
  if (rule.value === null)
    return refused('not-allowed', rule, 'The book does not ask idle players to vacate.');
  const { rounds, whenFull } = rule.value;
  if (player.wagers.length > 0)
    return refused('not-eligible', rule, `${player.name} has wagers on the layout.`);
  // Rounds count only at a full table: a free place is the reason before any count is (star 9.9).
  if (whenFull && seatedGuests(table).length < table.settings.seats)
    return refused(
      'not-eligible',
      rule,
      `A place at the table is free: nobody vacates one until all ${table.settings.seats} are in use, and only rounds since then count.`,
    );
  const idle = guestOf(table, player.name)?.idleRounds ?? 0;
  if (idle < rounds)
    return refused('too-early', rule, `${player.name} has abstained for ${idle} of ${rounds} rounds.`);
  return null;
}

export const peopleVerbs = {
  staff,
  'staff-leave': staffLeaves,
  sit: sits,
  leave: leaves,
  chips: buysChips,
  'colour-up': coloursUp,
  collect: collects,
  card: presentsCard,
  'limit-players': limitsPlayers,
  'limit-terminals': limitsTerminals,
  exclude: excludes,
  readmit: readmits,
  vacate: vacates,
} as const;

const newGuest = (player: string, person: string): Guest => ({
  player,
  person,
  card: null,
  excluded: false,
  idleRounds: 0,
  malfunction: null,
  personalLimit: null,
});

function admitted({ barred: _barred, ...guest }: Guest): Guest {
  return { ...guest, excluded: false };
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1;

/** Money that comes to the table stays even if the last roll is undone (R14): it is in the game before it too. */
export function withMoney(table: Table, change: (game: Game) => Game): Table {
  const { last } = table;
  return {
    ...table,
    game: change(table.game),
    last: last === null || last.touched ? last : { ...last, before: change(last.before) },
  };
}

function paidIn(game: Game, name: string, amount: Cents): Game {
  const player = findPlayer(game, name) ?? impossible(`${name} is not at the table`);
  return { ...game, players: withPlayer(game, { ...player, balance: player.balance + amount }) };
}

export const peopleEvents: Evolvers<
  | 'staff-came'
  | 'staff-left'
  | 'sat'
  | 'left'
  | 'chips-bought'
  | 'coloured-up'
  | 'credits-collected'
  | 'card-presented'
  | 'players-limited'
  | 'terminals-limited'
  | 'player-excluded'
  | 'person-readmitted'
> = {
  'staff-came': (table, { person, role, station }) => {
    need(rankOf(table, role) >= 0, `no role ${role}`);
    need(station === undefined || isOneOf(CREW_STATIONS, station), `no station ${station}`);
    const here = table.staff.find((other) => other.person === person && other.role === role);
    need(!here || (station !== undefined && here.station !== station), `${person} came twice`);
    const others = table.staff.filter((other) => other !== here);
    return { ...table, staff: [...others, { person, role, ...(station === undefined ? {} : { station }) }] };
  },
  'staff-left': (table, { person }) => {
    const staff = table.staff.filter((other) => other.person !== person);
    need(staff.length < table.staff.length, `${person} was not there to leave`);
    return { ...table, staff };
  },
  sat: (table, { player, person, seat, bankroll, chips, again, namesake }) => {
    need(isWord(person) && seat <= table.settings.seats, `no seat ${seat} for ${person}`);
    if (again) return satAgain(table, { player, person, seat, bankroll });
    const guest = newGuest(player, person);
    const guests = [...table.guests, chips ? { ...guest, chips } : guest];
    need(namesake === undefined || namesake === true, 'a namesake in part');
    need(!namesake || hadName(table.last, player), `nobody was called ${player} at the last roll`);
    const last = namesake ? withoutName(table.last, player) : table.last;
    return withMoney({ ...table, guests, last }, (game) => applySat(game, { player, seat, bankroll }));
  },
  left: (table, { player: name, paid, returned, tokens }) => {
    const game = giveBackTo(table.game, name, returned);
    const player = findPlayer(game, name) ?? impossible(`${name} is not at the table`);
    need(player.balance === paid && player.wagers.length === 0, `${name} left with other money`);
    needAlong(player, tokens);
    const isOver = table.phase === 'closed';
    need(!holdsDice(table, name) || isOver, `${name} left with the dice`);
    const { thrower, lastSeat } = table.shooter;
    return {
      ...table,
      shooter:
        isOver && holdsDice(table, name)
          ? { ...NO_SHOOTER, lastSeat }
          : { ...table.shooter, thrower: thrower === name ? null : thrower },
      game: { ...game, players: game.players.filter((other) => other.name !== name) },
      guests: table.guests.filter((guest) => guest.player !== name),
    };
  },
  'chips-bought': (table, { player, amount, with: how }) => {
    need(isStake(amount), 'chips for no money');
    need(how === undefined || isOneOf(BOUGHT_WITH, how), 'chips bought with something else');
    need((how !== undefined) === playsChips(table, player), 'chips bought as at another kind of seat');
    return withMoney(table, (game) => paidIn(game, player, amount));
  },
  'coloured-up': (table, { player, amount }) => {
    need(isStake(amount) && playsChips(table, player), 'chips changed that are not there');
    return table;
  },
  'credits-collected': (table, { player: name, amount }) => {
    const player = findPlayer(table.game, name) ?? impossible(`${name} is not at the table`);
    need(isStake(amount) && amount <= player.balance, `${name} has fewer credits than were collected`);
    const players = withPlayer(table.game, { ...player, balance: player.balance - amount });
    return { ...table, game: { ...table.game, players } };
  },
  'card-presented': (table, { player, card, holder }) =>
    withGuest(table, player, { card: { id: card, holder } }),
  'players-limited': (table, { most, onePerArea }) => {
    need(most === null || isCount(most), 'a limit of no number');
    const limited = { ...table, playersMost: most };
    return onePerArea || table.onePerArea ? { ...limited, onePerArea: onePerArea === true } : limited;
  },
  'terminals-limited': (table, { person, most }) => {
    need(isCount(most), 'a limit of no number');
    const others = table.terminalsMost.filter((limit) => limit.person !== person);
    return { ...table, terminalsMost: [...others, { person, most }] };
  },
  'player-excluded': (table, { player, person }) => {
    need(guestOf(table, player)?.person === person, `${person} is not ${player}`);
    // The person is excluded, at whatever terminals (aruze 7.1).
    const guests = table.guests.map((guest) =>
      guest.person === person ? { ...guest, excluded: true } : guest,
    );
    return { ...table, guests, excluded: [...table.excluded, person] };
  },
  'person-readmitted': (table, { person }) => {
    const guests = table.guests.map((guest) => (guest.person === person ? admitted(guest) : guest));
    const excluded = table.excluded.filter((other) => other !== person);
    const isBarred = table.guests.some((guest) => guest.person === person && guest.barred !== undefined);
    need(excluded.length < table.excluded.length || isBarred, `${person} was not excluded`);
    return { ...table, guests, excluded };
  },
};
