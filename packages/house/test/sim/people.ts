import { EVERY_ROLE, type Person, type Proposals } from '@boxperson/offices';
import { type Command, idsOf, RULEBOOKS, type RulebookId, type Table } from '@boxperson/rules';
import type { House } from '../../src/house.js';
import { BETS } from '../support/player.js';
import type { Chance } from './chance.js';
import { WORLD_BEGINS } from './clock.js';
import { anything } from './sayings.js';

/** What somebody asks for: where, and what. */
export interface Asking {
  readonly at: string;
  readonly command: Command;
}

/** The world as whoever acts knows it: they may look over everybody's shoulder, for they only make things up. */
export interface Around {
  readonly house: House;
  readonly chance: Chance;
  /** Numbers of tickets that were ever handed out. */
  readonly tickets: readonly string[];
  readonly people: readonly Sort[];
}

export const KINDS = ['guest', 'player', 'manager', 'dealer', 'cashier', 'device', 'stranger'] as const;
export type Kind = (typeof KINDS)[number];

/** Somebody of the world. */
export interface Sort {
  readonly kind: Kind;
  /** Null: somebody who only looks. */
  readonly person: Person | null;
  /** Sees tables as their crew does. */
  readonly crew: boolean;
  /** For how long they are signed in, from when the world begins; without it, to its end. */
  readonly signedInFor?: number;
}

const everywhere = (post: 'manager' | 'cashier') => [{ post, tables: '*' as const }];
const lowest = (['star', 'star-2024', 'crown', 'crown-mini', 'adelaide', 'aruze'] as const).map(
  (rulebook) => ({
    rulebook,
    role: RULEBOOKS[rulebook].roles[0]?.id as string,
  }),
);

/** Names are no people: several guests have the same one. */
const NAMES = ['Pat', 'Pat', 'Pat', 'Kim'];

/** Everybody who comes together. Of the staff some sign in for a while only, and some let another in. */
export function makeAll(kinds: readonly Kind[], chance: Chance): readonly Sort[] {
  const sorts: Sort[] = [];
  for (const kind of kinds) sorts.push(ofStaff(make(kind, chance), sorts, chance));
  return sorts;
}

function ofStaff(sort: Sort, before: readonly Sort[], chance: Chance): Sort {
  if (sort.person?.kind !== 'staff') return sort;
  const elder = before.find(({ kind }) => kind === sort.kind)?.person;
  const made = elder && chance.is(0.3) ? { made: { by: [elder.id], at: WORLD_BEGINS } } : {};
  const hours = chance.is(0.2) ? { signedInFor: chance.between(2_000, 14_000) } : {};
  return { ...sort, person: { ...sort.person, ...made }, ...hours };
}

function make(kind: Kind, chance: Chance): Sort {
  const base = { id: chance.word(`${kind}-`), name: chance.pick(NAMES), createdAt: 0 };
  switch (kind) {
    case 'guest':
      return { kind, crew: false, person: { ...base, kind: 'guest' } };
    case 'player':
      return { kind, crew: false, person: { ...base, kind: 'player', card: chance.word('card-') } };
    case 'manager':
      return {
        kind,
        crew: true,
        person: { ...base, kind: 'staff', posts: everywhere('manager'), roles: EVERY_ROLE },
      };
    case 'dealer':
      return { kind, crew: true, person: { ...base, kind: 'staff', roles: lowest } };
    case 'cashier':
      return { kind, crew: false, person: { ...base, kind: 'staff', posts: everywhere('cashier') } };
    case 'device':
      return {
        kind,
        crew: false,
        person: { ...base, kind: 'device', limits: { tables: '*', most: 50_000 } },
      };
    case 'stranger':
      return { kind, crew: false, person: null };
  }
}

/** What somebody watches beside the tables. */
export const booksOf = (kind: Kind): readonly string[] => {
  switch (kind) {
    case 'manager':
      return ['proposals', 'cage', 'ledger', 'tickets'];
    case 'cashier':
      return ['tickets', 'cage', 'ledger'];
    case 'guest':
    case 'player':
      return ['cage', 'proposals'];
    default:
      return [];
  }
};

/** Without a line wager there is no game: it is tried more often. */
const TRIED = [{ wager: 'pass' }, ...BETS];

const isElectronic = ({ game }: Table): boolean => game.rulebook.conduct.run.value === 'electronic';

/** What somebody does next; null when nothing comes to mind. */
export function act(me: Sort, around: Around): Asking | null {
  const { chance, house } = around;
  if (!me.person) return null;
  if (chance.is(0.06)) return anything(me.person, around);
  const tables = house.tables();
  const { id, host } = chance.pick(tables);
  const at = `table/${id}`;
  switch (me.kind) {
    case 'guest':
    case 'player':
      return chance.is(0.03)
        ? mischief(me.person, at, host.table, around)
        : plays(me.person, id, host.table, around);
    case 'manager':
      return manages(me.person, id, host.table, around);
    case 'dealer':
      return deals(me.person, id, host.table, around);
    case 'cashier':
      return { at: 'tickets', command: { do: 'redeem', number: chance.pick([...around.tickets, '000']) } };
    case 'device':
      return serves(id, host.table, around);
    default:
      return null;
  }
}

/** What is not theirs to ask. */
function mischief(_me: Person, at: string, { game, staff }: Table, { chance }: Around): Asking {
  const other = chance.pick(game.players)?.name ?? 'Pat';
  return chance.pick<Asking>([
    { at, command: { do: 'bet', player: other, wager: 'field', amount: 1_000 } },
    { at, command: { do: 'leave', player: other } },
    { at, command: { do: 'settle', by: { role: staff[0]?.role ?? 'dealer', id: 'auto-dealer' } } },
    { at: 'cage', command: { do: 'grant-play-money', person: _me.id, amount: 1_000_000 } },
    {
      at: 'ledger',
      command: { do: 'correct', from: 'cash/play', to: `player/${_me.id}`, amount: 1, reason: 'mine' },
    },
    { at: 'proposals', command: { do: 'confirm', proposal: 'prop-none' } },
    { at: 'nowhere', command: { do: 'anything' } },
  ]);
}

const SUMS = [0, 5_000, 20_000, 50_000, 50_000, 480_000, 2_000_000];

function plays(me: Person, id: string, table: Table, { chance, tickets }: Around): Asking {
  const at = `table/${id}`;
  const mine = table.guests.filter(({ person }) => person === me.id);
  if (chance.is(0.06)) return { at: 'cage', command: { do: 'more-play-money' } };
  // Who left wagers there may sit down to them again (R59).
  const isGone = mine.some(({ gone }) => gone) && chance.is(0.3);
  if (mine.length === 0 || isGone || chance.is(0.02))
    return {
      at,
      command: { do: 'sit', seat: chance.between(1, table.settings.seats), bankroll: chance.pick(SUMS) },
    };
  const { player } = chance.pick(mine);
  const amount = 100 * chance.between(5, 20);
  if (isElectronic(table) && chance.is(0.35)) return atTerminal(id, table, player, { chance, tickets });
  if (table.shooter.offeredTo === player && chance.is(0.6)) return { at, command: { do: 'accept', player } };
  if (table.shooter.shooter === player && chance.is(0.4))
    return { at, command: { do: isElectronic(table) ? 'shoot' : 'throw', player } };
  const does: Readonly<Record<string, () => Command>> = {
    bet: () => ({ do: 'bet', player, ...chance.pick(TRIED), amount }),
    take: () => ({ do: 'take', player, ...chance.pick(TRIED) }),
    call: () => ({ do: 'call', player, wager: 'place', to: chance.pick(['on', 'off']) }),
    chips: () => ({ do: 'chips', player, amount: chance.pick([5_000, 300_000, 5_000_000]) }),
    card: () => ({ do: 'card', player }),
    leave: () => ({ do: 'leave', player, ...(chance.is(0.3) ? { standing: true } : {}) }),
    ready: () => ({ do: 'ready', player }),
    fault: () => ({ do: 'report-fault', player, note: 'the dice look odd' }),
  };
  const what = chance.weighed({
    bet: 60,
    take: 10,
    call: 4,
    chips: 10,
    card: 4,
    leave: 28,
    ready: 6,
    fault: 1,
  });
  return { at, command: (does[what] as () => Command)() };
}

function atTerminal(
  id: string,
  { game }: Table,
  player: string,
  { chance, tickets }: Pick<Around, 'chance' | 'tickets'>,
): Asking {
  const seat = game.players.find(({ name }) => name === player)?.seat ?? 1;
  const at = `terminal/${id}`;
  const number = chance.pick([...tickets, '1234']);
  return {
    at,
    command: chance.pick<Command>([
      { do: 'note', seat, amount: 5_000 },
      { do: 'ticket-out', seat },
      // So much is paid by hand, and there may be enough left to pay it once more.
      { do: 'ticket-out', seat, amount: chance.pick([1_000, 20_500, 20_500, 600_000]) },
      { do: 'ticket-in', seat, number },
      { do: 'printed', ticket: number },
      { do: 'attendant', seat },
    ]),
  };
}

const groundFor = ({ game }: Table, verb: string, chance: Chance): string => {
  const grounds = idsOf(game.rulebook).filter(
    ({ field, verbs }) => field === 'ground' && verbs.includes(verb),
  );
  return chance.pick(grounds.flatMap(({ ids }) => ids))?.id ?? 'none';
};

const roleOf = (rulebook: RulebookId, place: 0 | -1): string =>
  RULEBOOKS[rulebook].roles.at(place)?.id as string;

function manages(me: Person, id: string, table: Table, around: Around): Asking {
  const { house, chance, people } = around;
  const { waiting } = (house.offices.host('proposals')?.state ?? { waiting: {} }) as Proposals;
  const proposals = Object.values(waiting);
  const role = roleOf(table.settings.rulebook, -1);
  if (proposals.length > 0 && chance.is(0.5)) {
    const { id: proposal, to } = chance.pick(proposals);
    const verb = chance.is(0.85) ? 'confirm' : 'withdraw';
    const as = to.startsWith('table/') && verb === 'confirm' ? { role } : {};
    return { at: 'proposals', command: { do: verb, proposal, ...as } };
  }
  if (chance.is(0.6)) {
    const person = chance.pick(people.flatMap((one) => one.person ?? [])).id;
    const [from, to] = chance.pick([
      ['cash/play', `player/${person}`],
      [`player/${person}`, 'cash/play'],
    ]) as [string, string];
    const amount = chance.pick([100, 10_000, 2_000_000]);
    return { at: 'ledger', command: { do: 'correct', from, to, amount, reason: 'counted again' } };
  }
  return onDuty(me, id, role, table, around);
}

function onDuty(me: Person, id: string, role: string, table: Table, { chance }: Around): Asking {
  const at = `table/${id}`;
  if (!table.staff.some(({ person }) => person === me.id))
    return { at, command: { do: 'staff', person: me.id, role } };
  const by = { role, id: me.id };
  const player = chance.pick(table.game.players)?.name ?? 'Pat';
  const ground = (verb: string) => groundFor(table, verb, chance);
  return {
    at,
    command: chance.pick<Command>([
      { do: 'staff-leave', person: me.id },
      { do: 'malfunction', player, ground: ground('malfunction'), by },
      { do: 'resolve-malfunction', player, how: 'confirmed', adjustment: 500, reason: 'the meter', by },
      { do: 'resolve-malfunction', player, how: 'voided', reason: 'the meter', by },
      { do: 'invalidate', ground: ground('invalidate'), money: 'refunded', by },
      { do: 'void-wagers', player, ground: ground('void-wagers'), by },
      { do: 'record-measure', player, measure: 'detain', note: 'a bent coin', by },
      { do: 'exclude', player, ground: ground('exclude'), by },
      { do: 'vacate', player, by },
    ]),
  };
}

function deals(me: Person, id: string, table: Table, around: Around): Asking {
  const { chance } = around;
  if (isElectronic(table) && chance.is(0.4)) {
    const seat = chance.pick(table.game.players)?.seat ?? 1;
    return {
      at: `terminal/${id}`,
      command: chance.pick<Command>([
        { do: 'hand-pay', seat, signedBy: 'Pat' },
        { do: 'hand-pay', seat, signedBy: 'Pat' },
        { do: 'hand-pay', seat, signedBy: 'Pat' },
        { do: 'came', seat },
      ]),
    };
  }
  if (chance.is(0.2))
    return { at: 'tickets', command: { do: 'redeem', number: chance.pick([...around.tickets, '0']) } };
  return onDuty(me, id, roleOf(table.settings.rulebook, 0), table, around);
}

/** References are few, so that they come twice. */
function serves(id: string, table: Table, { chance }: Around): Asking {
  const seat = chance.pick(table.game.players)?.seat ?? 1;
  return {
    at: `terminal/${id}`,
    command: chance.pick<Command>([
      { do: 'transfer', seat, amount: 10_000, reference: `ref-${chance.below(12)}` },
      { do: 'note', seat, amount: 5_000 },
    ]),
  };
}
