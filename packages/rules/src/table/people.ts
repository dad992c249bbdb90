import { impossible } from '../game/apply.js';
import { sit } from '../game/index.js';
import { findPlayer, type Player, withPlayer } from '../game/state.js';
import { accept, type Result, refuse } from '../result.js';
import type { Happened } from './event.js';
import { giveBack } from './returning.js';
import { givesUpDice } from './shooter.js';
import { type Guest, guestOf, type Table, withGuest } from './state.js';
import {
  type Asked,
  bad,
  type Evolvers,
  happened,
  rankOf,
  refused,
  type Verb,
  type Verbs,
  whyNotAllowed,
} from './verb.js';

const str = (asked: Asked, field: string): string => asked.fields[field] as string;

const staff: Verb = {
  help: 'somebody of the staff comes to the table in a role',
  fields: { person: 'name', role: 'name' },
  run: (table, asked) => {
    const person = str(asked, 'person');
    const role = str(asked, 'role');
    const { roles, title } = table.game.rulebook;
    if (!roles.some(({ id }) => id === role)) {
      return bad(
        `role ${JSON.stringify(role)} is not one of ${title}: ${roles.map(({ id }) => id).join(', ')}`,
      );
    }
    if (table.staff.some((other) => other.person === person && other.role === role))
      return bad(`${person} is here as ${role} already`);
    const second = whyNotSecondDealer(table, role, asked);
    return (
      second ??
      happened({
        event: 'staff-came',
        person,
        role,
        clause: roles.find(({ id }) => id === role)?.clause ?? null,
      })
    );
  },
};

/** crown 7.3.3: at a mini table a stickperson beside the dealer is for an area manager to decide. */
function whyNotSecondDealer(table: Table, role: string, asked: Asked): Result<never> | null {
  if (role !== 'stickperson' || table.game.rulebook.powers['add-stickperson'] === null) return null;
  const why = whyNotAllowed(table, 'add-stickperson', asked.by, 'add a stickperson');
  return why ? refuse(why) : null;
}

const staffLeaves: Verb = {
  help: 'somebody of the staff leaves the table',
  fields: { person: 'name' },
  run: (table, asked) =>
    table.staff.some(({ person }) => person === str(asked, 'person'))
      ? happened({ event: 'staff-left', person: str(asked, 'person') })
      : bad(`${str(asked, 'person')} is not at this table`),
};

const sits: Verb = {
  help: 'a player takes a seat (at an electronic table: a terminal) with money',
  fields: { player: 'name', seat: 'count', bankroll: 'cents', person: 'name?' },
  run: (table, asked) => {
    const { person, ...seat } = asked.fields;
    const seated = sit(table.game, seat);
    if (!seated.ok) return seated;
    const who = (person ?? seat['player']) as string;
    return whyNoSeat(table, who, seat['seat'] as number) ?? sat(asked, who);
  },
};

const sat = ({ fields }: Asked, person: string): Result<readonly Happened[]> =>
  happened({
    event: 'sat',
    player: fields['player'] as string,
    person,
    seat: fields['seat'] as number,
    bankroll: fields['bankroll'] as number,
  });

function whyNoSeat(table: Table, person: string, seat: number): Result<never> | null {
  const { conduct } = table.game.rulebook;
  if (seat > table.settings.seats)
    return bad(`seat must be a whole number from 1 to ${table.settings.seats}`);
  if (table.excluded.includes(person))
    return refused('excluded', { clause: null }, `${person} is excluded from this game.`);
  if (table.playersMost !== null && table.guests.length >= table.playersMost) {
    return refused(
      'table-full',
      conduct.people.limitPlayers,
      `The number of players here is limited to ${table.playersMost}.`,
    );
  }
  const held = table.guests.filter((guest) => guest.person === person).length;
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

const leaves: Verb = {
  help: 'a player leaves; what may be taken down comes along, contract wagers must be decided first',
  fields: { player: 'player' },
  phases: ['offering', 'betting', 'wagering', 'stopped'],
  run: (table, asked) => {
    const player = findPlayer(table.game, str(asked, 'player')) as Player;
    if (player.wagers.length > 0) {
      return refused(
        'out-of-phase',
        { clause: null },
        'Take down your wagers, or let them be decided, before you leave.',
      );
    }
    return happened(...whenShooterLeaves(table, player.name), leavesWith(player, 'by-choice'));
  },
};

const leavesWith = (player: Player, why: 'by-choice' | 'vacated'): Happened => ({
  event: 'left',
  player: player.name,
  paid: player.balance,
  returned: [],
  why,
});

/** Dice do not leave with a player. */
const whenShooterLeaves = (table: Table, player: string): readonly Happened[] =>
  table.shooter.shooter === player || table.shooter.offeredTo === player
    ? givesUpDice(table, player, 'left')
    : [];

const buysChips: Verb = {
  help: 'a player adds money to what is in front of them',
  fields: { player: 'player', amount: 'stake' },
  run: (_table, asked) =>
    happened({
      event: 'chips-bought',
      player: str(asked, 'player'),
      amount: asked.fields['amount'] as number,
    }),
};

const presentsCard: Verb = {
  help: 'a player presents a player card: its number and whose it is',
  fields: { player: 'player', card: 'name', holder: 'name' },
  run: (table, asked) =>
    happened({
      event: 'card-presented',
      player: str(asked, 'player'),
      card: str(asked, 'card'),
      holder: str(asked, 'holder'),
      clause: table.game.rulebook.conduct.wagers.card.clause,
    }),
};

const limitsPlayers: Verb = {
  help: 'limit the number of players (no `most`: lift the limit)',
  fields: { most: 'count?' },
  power: 'limit-players',
  run: (table, asked) =>
    happened({
      event: 'players-limited',
      most: (asked.fields['most'] as number | undefined) ?? null,
      clause: table.game.rulebook.conduct.people.limitPlayers.clause,
    }),
};

const limitsTerminals: Verb = {
  help: 'hold a person to so many terminals',
  fields: { person: 'name', most: 'count' },
  power: 'limit-terminals',
  run: (table, asked) =>
    happened({
      event: 'terminals-limited',
      person: str(asked, 'person'),
      most: asked.fields['most'] as number,
      clause: table.game.rulebook.conduct.people.severalPlaces.clause,
    }),
};

const excludes: Verb = {
  help: 'exclude a player from the game on one of the grounds of the book',
  fields: { player: 'player', ground: 'name' },
  power: 'exclude-player',
  run: (table, asked) => {
    const player = str(asked, 'player');
    const ground = groundOf(table, str(asked, 'ground'));
    if (!ground.ok) return ground;
    return happened({
      event: 'player-excluded',
      player,
      person: guestOf(table, player)?.person ?? player,
      ground: str(asked, 'ground'),
      clause: ground.value,
    });
  },
};

/** The clause of a breach the book knows, or the refusal that lists them. */
export function groundOf(table: Table, id: string): Result<string> {
  const { breaches } = table.game.rulebook.conduct.people;
  const ground = breaches.find((breach) => breach.id === id);
  return ground
    ? accept(ground.clause)
    : bad(`ground ${JSON.stringify(id)} is not one of ${breaches.map((breach) => breach.id).join(', ')}`);
}

const vacates: Verb = {
  help: 'ask a player who has not wagered to vacate the place',
  fields: { player: 'player' },
  power: 'vacate-idle',
  phases: ['offering', 'betting', 'wagering'],
  run: (table, asked) => {
    const player = findPlayer(table.game, str(asked, 'player')) as Player;
    const why = whyNotVacate(table, player);
    return (
      why ??
      happened(...whenShooterLeaves(table, player.name), {
        ...leavesWith(player, 'vacated'),
        clause: vacateClause(table),
      })
    );
  },
};

const vacateClause = (table: Table): string | null => table.game.rulebook.conduct.people.idleRounds.clause;

function whyNotVacate(table: Table, player: Player): Result<never> | null {
  const rule = table.game.rulebook.conduct.people.idleRounds;
  if (rule.value === null)
    return refused('not-allowed', rule, 'The book does not ask idle players to vacate.');
  const { rounds, whenFull } = rule.value;
  if (player.wagers.length > 0)
    return refused('not-eligible', rule, `${player.name} has wagers on the layout.`);
  const idle = guestOf(table, player.name)?.idleRounds ?? 0;
  if (idle < rounds)
    return refused('too-early', rule, `${player.name} has abstained for ${idle} of ${rounds} rounds.`);
  if (whenFull && table.guests.length < table.settings.seats)
    return refused('not-eligible', rule, 'There are free places at the table.');
  return null;
}

export const peopleVerbs: Verbs = {
  staff,
  'staff-leave': staffLeaves,
  sit: sits,
  leave: leaves,
  chips: buysChips,
  card: presentsCard,
  'limit-players': limitsPlayers,
  'limit-terminals': limitsTerminals,
  exclude: excludes,
  vacate: vacates,
};

const newGuest = (player: string, person: string): Guest => ({
  player,
  person,
  card: null,
  excluded: false,
  idleRounds: 0,
  malfunction: null,
  personalLimit: null,
});

export const peopleEvents: Evolvers<
  | 'staff-came'
  | 'staff-left'
  | 'sat'
  | 'left'
  | 'chips-bought'
  | 'card-presented'
  | 'players-limited'
  | 'terminals-limited'
  | 'player-excluded'
> = {
  'staff-came': (table, { person, role }) => {
    if (rankOf(table, role) < 0) impossible(`no role ${role}`);
    return { ...table, staff: [...table.staff, { person, role }] };
  },
  'staff-left': (table, { person }) => ({
    ...table,
    staff: table.staff.filter((other) => other.person !== person),
  }),
  sat: (table, { player, person, seat, bankroll }) => {
    const seated = sit(table.game, { player, seat, bankroll });
    if (!seated.ok) return impossible(seated.refused.message);
    return { ...table, game: seated.value.game, guests: [...table.guests, newGuest(player, person)] };
  },
  left: (table, { player: name, paid, returned }) => {
    const game = giveBack(table.game, returned);
    const player = findPlayer(game, name) ?? impossible(`${name} is not at the table`);
    if (player.balance !== paid || player.wagers.length > 0) impossible(`${name} left with other money`);
    return {
      ...table,
      game: { ...game, players: game.players.filter((other) => other.name !== name) },
      guests: table.guests.filter((guest) => guest.player !== name),
    };
  },
  'chips-bought': (table, { player: name, amount }) => {
    const player = findPlayer(table.game, name) ?? impossible(`${name} is not at the table`);
    const players = withPlayer(table.game, { ...player, balance: player.balance + amount });
    return { ...table, game: { ...table.game, players } };
  },
  'card-presented': (table, { player, card, holder }) =>
    withGuest(table, player, { card: { id: card, holder } }),
  'players-limited': (table, { most }) => ({ ...table, playersMost: most }),
  'terminals-limited': (table, { person, most }) => ({
    ...table,
    terminalsMost: [...table.terminalsMost.filter((limit) => limit.person !== person), { person, most }],
  }),
  'player-excluded': (table, { player, person }) => ({
    ...withGuest(table, player, { excluded: true }),
    excluded: [...table.excluded, person],
  }),
};
