import { type Cents, RULEBOOK_IDS, type RulebookId, sha256 } from '@boxperson/rules';
import { evolveBy, without } from '../kit.js';
import { need } from '../office.js';
import type { PromisedAlone } from '../promised.js';
import type { Bodies, Conduct, Designated, Paid, Refund, RoundKind } from './events.js';
import { commitmentOf, seedOf } from './lots.js';
import type { Prize, Standing } from './placing.js';
import { type Place, seatingFrom } from './seating.js';
import type { DraftTerms, Terms } from './terms.js';

/** In play, out after a round, on the waiting list, or no longer of the tournament. */
export type EntryStands = 'in' | 'out' | 'waits' | 'refused' | 'withdrawn' | 'disqualified' | 'retired';

/** Who paid how much for an entry. */
export interface PaidBy {
  readonly person: string;
  readonly paid: Paid;
}

export interface Entrant {
  /** Who it is: only those know it who must. */
  readonly person?: string | undefined;
  readonly name: string;
  readonly staff: boolean;
  readonly version: number;
  readonly signature?: string | null | undefined;
  readonly publicity?: boolean | undefined;
  readonly paid: Paid;
  /** What of it those paid who had the entry before: theirs to have back. Left out where nobody had it. */
  readonly earlier?: readonly PaidBy[];
  readonly stands: EntryStands;
  readonly briefed: boolean;
  /** Practice rolls: they count for nothing (crown 8.3.2). */
  readonly practised: number;
  readonly backs: number;
  readonly noted: Readonly<Partial<Record<Conduct, number>>>;
  /** After which round they were out, or left. */
  readonly outAt: number | null;
  /** Chips bought beside the starting bank that wait for the next round. */
  readonly chips: Cents;
}

export interface TermsVersion {
  readonly version: number;
  readonly terms: Terms;
  readonly changed: readonly string[];
  readonly told: readonly string[];
  readonly at: number;
}

/** A round's clock at one table: the server's. */
export interface RoundClock {
  readonly startedAt: number;
  /** How long it lasts, time added included; null where rolls are counted. */
  readonly ms: number | null;
  /** Since when it stands still. */
  readonly stoppedAt: number | null;
  readonly called: boolean;
  /** When it was; older records do not say. */
  readonly calledAt?: number;
}

type Banks = Readonly<Record<string, Cents>>;

export interface TableCount {
  readonly roll: number;
  readonly banks: Banks;
  readonly before: Banks;
  /** Of what was bought and taken during the round, what `banks` has in it already; nothing in an older record. */
  readonly included?: Banks;
  /** Up to which place of the table's record; older records do not say. */
  readonly upTo?: number;
  /** As play ended (R113). */
  readonly isClosed?: true;
}

/** A sealed wager: a lock, and what was in it once it is shown. */
export interface Seal {
  readonly lock: string;
  readonly wager: string | null;
  /** Its time to be opened has come. */
  readonly called: boolean;
  /** Its owner has opened it, and it is not shown yet: theirs alone to see. */
  readonly opened?: { readonly wager: string; readonly key: string };
  /** To be put down by the house; it has been; or it could not be, and why (R111). */
  readonly put?: 'waits' | 'placed' | 'refused';
  readonly why?: string;
}

export type RoundPhase = 'prepared' | 'drawn' | 'running' | 'cut';

export interface Round {
  readonly kind: RoundKind;
  readonly phase: RoundPhase;
  readonly players: readonly string[];
  readonly tables: readonly string[];
  readonly commitment: string;
  readonly faces: string | null;
  readonly word: string | null;
  readonly seed: string | null;
  readonly places: readonly Place[];
  readonly shooters: Readonly<Record<string, string>>;
  readonly banks: Readonly<Record<string, Cents>>;
  readonly startedAt: number | null;
  /** After which place of each table's record it began; older records know the time alone. */
  readonly after?: Readonly<Record<string, number>>;
  readonly counts: Readonly<Record<string, TableCount>>;
  readonly clocks: Readonly<Record<string, RoundClock>>;
  /** How play ended at each table where it has. */
  readonly ended: Readonly<Record<string, 'in-time' | 'decided' | 'all-agree'>>;
  readonly agreed: readonly string[];
  readonly seals: Readonly<Record<string, readonly Seal[]>>;
  /** Until when sealed wagers that were called may be opened, by table. */
  readonly openUntil?: Readonly<Record<string, number>>;
  /** Chips taken as penalties. */
  readonly taken: Banks;
  /** Chips that were bought again during the round. */
  readonly bought?: Banks;
  readonly order: readonly Standing[];
  readonly through: readonly string[];
  readonly out: readonly string[];
}

export type Stage = 'planned' | 'entries' | 'closed' | 'over' | 'cancelled';

export interface Tournament {
  readonly name: string;
  readonly books: string;
  readonly stage: Stage;
  readonly draft: DraftTerms | null;
  /** The number of that draft; older records do not say. */
  readonly drafted?: number;
  readonly versions: readonly TermsVersion[];
  /** What of its terms single people promised; left out where two agreed, and in earlier books. */
  readonly alone?: readonly PromisedAlone[];
  readonly advised: { readonly inspector: string; readonly at: number } | null;
  readonly director: string | null;
  readonly deputies: readonly string[];
  /** Who of them is there, since when. */
  readonly present: Readonly<Record<string, number>>;
  readonly tables: readonly Designated[];
  readonly approved: string | null;
  readonly entries: Readonly<Record<string, Entrant>>;
  readonly rounds: readonly Round[];
  /** What is in the pool's account, and what of it was paid. */
  readonly pool: Cents;
  readonly fees: Cents;
  readonly places: readonly string[];
  readonly prizes: readonly Prize[];
  readonly paid: readonly string[];
  readonly cashed: readonly string[];
  readonly isPublished: boolean;
  /** When it was finished or cancelled; older books do not say. */
  readonly endedAt?: number;
}

export const NO_TOURNAMENT: Tournament = {
  name: '',
  books: '',
  stage: 'planned',
  draft: null,
  versions: [],
  advised: null,
  director: null,
  deputies: [],
  present: {},
  tables: [],
  approved: null,
  entries: {},
  rounds: [],
  pool: 0,
  fees: 0,
  places: [],
  prizes: [],
  paid: [],
  cashed: [],
  isPublished: false,
};

export const NOTHING_PAID: Paid = { entry: 0, buyIn: 0 };

/** What of an entry whoever has it now paid. */
export const paidNow = ({ paid, earlier = [] }: Entrant): Paid =>
  earlier.reduce(
    (left, { paid: one }) => ({ entry: left.entry - one.entry, buyIn: left.buyIn - one.buyIn }),
    paid,
  );

/** Everybody who paid for an entry, and what: it goes with the entry, and comes back to them (crown 8.4.8(a)(iv)). */
export function paidBy(entrant: Entrant): readonly PaidBy[] {
  const { person, earlier = [] } = entrant;
  const paid = paidNow(entrant);
  // Who paid is not for everybody: who does not know it counts nothing.
  return person === undefined || paid.entry + paid.buyIn === 0 ? earlier : [...earlier, { person, paid }];
}

/** The terms in force; null before any were published. */
export const termsOf = ({ versions }: Pick<Tournament, 'versions'>): Terms | null =>
  versions.at(-1)?.terms ?? null;

/** The books that terms name. */
export const booksNamed = (terms: Pick<DraftTerms, 'tablesPerRound'> | null): readonly string[] =>
  terms?.tablesPerRound?.books ?? [];

/**
 * The books that a tournament is of: of its tables, and those that the terms in force name, for they promise in their name
 * wherever it is played. Before it has tables those that are drafted, too: nothing else tells yet.
 */
export function booksOf(state: Pick<Tournament, 'tables' | 'versions' | 'draft'>): readonly RulebookId[] {
  const played = state.tables.map(({ rulebook }) => rulebook);
  const drafted = played.length > 0 ? [] : booksNamed(state.draft);
  const all = [...played, ...booksNamed(termsOf(state)), ...drafted];
  return RULEBOOK_IDS.filter((book) => all.includes(book));
}

export const entrantOf = ({ entries }: Tournament, entry: string): Entrant | null =>
  (Object.hasOwn(entries, entry) ? entries[entry] : undefined) ?? null;

export const entriesThat = ({ entries }: Tournament, stands: EntryStands): readonly string[] =>
  Object.keys(entries).filter((entry) => entries[entry]?.stands === stands);

/** The entry of a person, whatever became of it; the newest where there were several. */
export const entryOf = ({ entries }: Tournament, person: string): string | null =>
  Object.keys(entries).findLast((entry) => entries[entry]?.person === person) ?? null;

export const lastRound = ({ rounds }: Tournament): Round | null => rounds.at(-1) ?? null;

/** What a sealed wager is locked with: nobody finds it from the lock without the key (R78). */
export const lockOf = (wager: string, key: string): string => sha256(`${wager}\n${key}`);

/** What somebody bought during a round, less what was taken from them (R112). */
export const ordersOf = ({ bought, taken }: Round, player: string): Cents =>
  (bought?.[player] ?? 0) - (taken[player] ?? 0);

/** What a count says without those. */
const played = (
  { banks, included }: Pick<TableCount, 'banks' | 'included'>,
  player: string,
): Cents | undefined => (banks[player] === undefined ? undefined : banks[player] - (included?.[player] ?? 0));

const countAt = ({ counts }: Round, table: string | undefined): TableCount | undefined =>
  table !== undefined && Object.hasOwn(counts, table) ? counts[table] : undefined;

/** Chips that count for somebody in a round: the last count, with what was bought and without what was taken. */
export function bankOf(round: Round, player: string): Cents {
  const count = countAt(round, round.places.find((place) => place.player === player)?.table);
  const counted = (count && played(count, player)) ?? round.banks[player] ?? 0;
  return Math.max(0, counted + ordersOf(round, player));
}

/** Everybody who is still of a round, as they stand. */
export const standingsIn = (state: Tournament, round: Round): readonly Standing[] =>
  round.places
    .filter(({ player }) => ['in', 'out'].includes(entrantOf(state, player)?.stands ?? ''))
    .map(({ player, table }) => ({
      player,
      table,
      // Whoever bought chips again has those.
      bank: bankOf(round, player) + (entrantOf(state, player)?.chips ?? 0),
      before: Math.max(0, (countAt(round, table)?.before[player] ?? 0) + ordersOf(round, player)),
    }));

function changed(state: Tournament, entry: string, change: Partial<Entrant>): Tournament {
  const found = entrantOf(state, entry);
  need(found !== null, `there is no entry ${entry}`);
  return { ...state, entries: { ...state.entries, [entry]: { ...found, ...change } } };
}

/** What others paid is not for everybody: who does not know it counts nothing. */
const paidInto = (state: Tournament, paid: Paid | undefined, sign: 1 | -1): Tournament => ({
  ...state,
  pool: state.pool + sign * (paid?.buyIn ?? 0),
  fees: state.fees + sign * (paid?.entry ?? 0),
});

function paysMore(state: Tournament, entry: string, amount: Cents | undefined): Tournament {
  const { paid } = entrantOf(state, entry) ?? { paid: NOTHING_PAID };
  const more = { entry: 0, buyIn: amount ?? 0 };
  return paidInto(changed(state, entry, { paid: { ...paid, buyIn: paid.buyIn + more.buyIn } }), more, 1);
}

/** What comes back leaves the pool and the fees, whoever paid it. */
interface Leaving {
  readonly entry: string;
  readonly refund?: Paid;
  readonly refunds?: readonly Refund[];
}

function leaves(state: Tournament, { entry, refund, refunds }: Leaving, stands: EntryStands): Tournament {
  const outAt = state.rounds.length === 0 ? null : state.rounds.length;
  return paidBack(paidInto(changed(state, entry, { stands, outAt }), refund, -1), refunds);
}

const paidBack = (state: Tournament, refunds: readonly Refund[] = []): Tournament =>
  refunds.reduce((so, { refund }) => paidInto(so, refund, -1), state);

function inRound(state: Tournament, at: number, change: (round: Round) => Round): Tournament {
  const round = state.rounds[at - 1];
  need(round !== undefined && at === state.rounds.length, `round ${at} is not the last one`);
  return { ...state, rounds: [...state.rounds.slice(0, -1), change(round)] };
}

/** So much more is promised by one alone; what two agree on, both have read as a whole. */
function withPromise({ alone = [], ...state }: Tournament, event: Published): Tournament {
  if (event.second !== undefined) return state;
  const { by, at, alone: amount = 0 } = event;
  const all = amount > 0 ? [...alone, { by, at, amount }] : alone;
  return all.length === 0 ? state : { ...state, alone: all };
}
type Published = Bodies['terms-published'] & { readonly at: number };

const NO_ROUND: Omit<Round, 'kind' | 'players' | 'tables' | 'commitment'> = {
  phase: 'prepared',
  faces: null,
  word: null,
  seed: null,
  places: [],
  shooters: {},
  banks: {},
  startedAt: null,
  counts: {},
  clocks: {},
  ended: {},
  agreed: [],
  seals: {},
  taken: {},
  order: [],
  through: [],
  out: [],
};

/** Everybody has one place, and nobody two. */
function needPlaces(players: readonly string[], places: readonly Place[]): void {
  const seated = places.map(({ player }) => player);
  need(
    seated.length === players.length && players.every((player) => seated.includes(player)),
    'somebody plays twice or nowhere',
  );
  const seats = new Set(places.map(({ table, seat }) => `${table} ${seat}`));
  need(seats.size === places.length, 'two have one seat');
}

/** The name of what lots are drawn for, as it is part of what is committed to. */
export const purposeOf = (round: number, tables: readonly string[]): string =>
  `round ${round} at ${tables.join(' ')}`;

const clocksFor = (terms: Terms | null, tables: readonly string[], at: number): Round['clocks'] => {
  const ms = terms?.rounds.by === 'time' ? terms.rounds.minutes * 60_000 : null;
  return Object.fromEntries(
    tables.map((table) => [table, { startedAt: at, ms, stoppedAt: null, called: false }]),
  );
};

const eachClock = (round: Round, table: string | null, change: (clock: RoundClock) => RoundClock): Round => ({
  ...round,
  clocks: Object.fromEntries(
    Object.entries(round.clocks).map(([id, clock]) => [
      id,
      table === null || id === table ? change(clock) : clock,
    ]),
  ),
});

const takes = (round: Round, entry: string, chips: Cents): Round => ({
  ...round,
  taken: { ...round.taken, [entry]: (round.taken[entry] ?? 0) + chips },
});

const takesIn = (state: Tournament, entry: string, chips: Cents): Tournament =>
  state.rounds.length === 0 || chips === 0
    ? state
    : inRound(state, state.rounds.length, (round) => takes(round, entry, chips));

function isCut(
  state: Tournament,
  { order, through, out }: Pick<Bodies['cut-made'], 'order' | 'through' | 'out'>,
): Tournament {
  const at = state.rounds.length;
  const outs = out.reduce<Tournament>((so, entry) => changed(so, entry, { stands: 'out', outAt: at }), state);
  const ins = through.reduce<Tournament>(
    (so, entry) => changed(so, entry, { stands: 'in', outAt: null }),
    outs,
  );
  return inRound(ins, at, (round) => ({ ...round, phase: 'cut', order, through, out }));
}

/** As it was: those who were out go on as before the cut, in a repechage all were out. */
function isUncut(state: Tournament, reason: string): Tournament {
  need(reason !== '', 'a cut is undone for a reason');
  const round = lastRound(state) as Round;
  need(round.phase === 'cut', 'nothing was cut');
  const stands = round.kind === 'repechage' ? 'out' : 'in';
  const outAt = round.kind === 'repechage' ? state.rounds.length - 1 : null;
  const back = round.order.reduce<Tournament>(
    (so, { player }) => changed(so, player, { stands, outAt }),
    state,
  );
  return inRound(back, state.rounds.length, (one) => ({
    ...one,
    phase: 'running',
    order: [],
    through: [],
    out: [],
  }));
}

export const evolve = evolveBy<Tournament, Bodies>({
  'tournament-planned': (state, { name, books }) => {
    need(state.name === '' && name !== '', 'a tournament is planned once');
    return { ...state, name, books: books ?? '' };
  },
  'terms-drafted': (state, { terms, draft }) => {
    if (draft === undefined) return { ...state, draft: terms };
    need(draft === (state.drafted ?? 0) + 1, 'drafts are counted');
    return { ...state, draft: terms, drafted: draft };
  },
  'terms-published': (before, event) => {
    const { version, terms, changed: what, told, at } = event;
    const state = withPromise(before, event);
    need(version === state.versions.length + 1, 'versions are counted');
    return { ...state, versions: [...state.versions, { version, terms, changed: what, told, at }] };
  },
  'inspectorate-advised': (state, { inspector, at }) => ({ ...state, advised: { inspector, at } }),
  'director-named': (state, { person }) => ({ ...state, director: person, present: {} }),
  'deputy-named': (state, { person }) => ({
    ...state,
    deputies: [...state.deputies.filter((one) => one !== person), person],
  }),
  'deputy-released': (state, { person }) => ({
    ...state,
    deputies: state.deputies.filter((one) => one !== person),
    present: without(state.present, person),
  }),
  'director-came': (state, { person, at }) => ({ ...state, present: { ...state.present, [person]: at } }),
  'director-left': (state, { person }) => ({ ...state, present: without(state.present, person) }),
  'tables-designated': (state, { tables }) => {
    need(tables.length > 0, 'no tables');
    return { ...state, tables };
  },
  'staff-approved': (state, { officer }) => ({ ...state, approved: officer }),
  'entries-opened': (state) => ({ ...state, stage: 'entries' }),
  entered: (state, event) => {
    const { entry, person, name, staff, version, signature, publicity, paid, waits } = event;
    need(entrantOf(state, entry) === null, 'a number is used once');
    const entrant: Entrant = {
      person,
      name,
      staff,
      version,
      signature,
      publicity,
      paid: paid ?? NOTHING_PAID,
      stands: waits ? 'waits' : 'in',
      briefed: false,
      practised: 0,
      backs: 0,
      noted: {},
      outAt: null,
      chips: 0,
    };
    return paidInto({ ...state, entries: { ...state.entries, [entry]: entrant } }, paid, 1);
  },
  'place-taken': (state, { entry, paid }) => {
    need(entrantOf(state, entry)?.stands === 'waits', 'they do not wait');
    return paidInto(changed(state, entry, { stands: 'in', paid: paid ?? NOTHING_PAID }), paid, 1);
  },
  'entry-refused': (state, event) => leaves(state, event, 'refused'),
  withdrew: (state, event) => leaves(state, event, 'withdrawn'),
  substituted: (state, { entry, person, name, staff }) => {
    const found = entrantOf(state, entry);
    const earlier = found ? paidBy(found) : [];
    const kept = earlier.length > 0 ? { earlier } : {};
    return changed(state, entry, {
      person,
      name,
      staff,
      signature: null,
      publicity: false,
      briefed: false,
      ...kept,
    });
  },
  'entries-closed': (state) => ({ ...state, stage: 'closed' }),
  cancelled: (state, { refunds, at }) => paidBack({ ...state, stage: 'cancelled', endedAt: at }, refunds),
  briefed: (state, { entries }) =>
    entries.reduce<Tournament>((so, entry) => changed(so, entry, { briefed: true }), state),
  practised: (state, { entry, rolls }) =>
    changed(state, entry, { practised: (entrantOf(state, entry)?.practised ?? 0) + rolls }),
  're-bought': (state, { entry, paid, chips, round }) =>
    round === undefined
      ? changed(paysMore(state, entry, paid), entry, {
          chips: (entrantOf(state, entry)?.chips ?? 0) + chips,
        })
      : inRound(paysMore(state, entry, paid), round, (one) => ({
          ...one,
          bought: { ...one.bought, [entry]: (one.bought?.[entry] ?? 0) + chips },
        })),
  'added-on': (state, { entry, paid, chips }) =>
    changed(paysMore(state, entry, paid), entry, {
      chips: (entrantOf(state, entry)?.chips ?? 0) + chips,
    }),
  'bought-back': (state, { entry, paid }) =>
    changed(paysMore(state, entry, paid), entry, {
      stands: 'in',
      outAt: null,
      backs: (entrantOf(state, entry)?.backs ?? 0) + 1,
    }),
  'round-prepared': (state, { round, kind, players, tables, commitment }) => {
    need(round === state.rounds.length + 1, 'rounds are counted');
    need(commitment === commitmentOf(purposeOf(round, tables), players), 'that is not what was committed to');
    return {
      ...state,
      rounds: [...state.rounds, { ...NO_ROUND, kind, players, tables, commitment }],
    };
  },
  'lots-drawn': (state, { round, faces, word, seed, places, shooters }) =>
    inRound(state, round, (one) => {
      need(one.phase === 'prepared', 'lots are drawn once');
      need(seed === seedOf(one.commitment, faces, word), 'the seed does not follow from what was thrown');
      const drawn = seatingFrom(one.players, one.tables, seed);
      need(
        JSON.stringify(drawn) === JSON.stringify({ places, shooters }),
        'the lots do not follow from the seed',
      );
      return { ...one, phase: 'drawn', faces, word, seed, places, shooters };
    }),
  'tables-balanced': (state, { round, places }) =>
    inRound(state, round, (one) => {
      need(one.phase === 'drawn', 'tables are balanced before play');
      // In the order in which lots were drawn for them: whoever draws again needs it.
      const players = one.players.filter((entry) => places.some(({ player }) => player === entry));
      needPlaces(players, places);
      return { ...one, players, places };
    }),
  'round-started': (state, { round, banks, at, after }) => {
    const started = inRound(state, round, (one) => {
      need(one.phase === 'drawn', 'a round starts once, after the draw');
      needPlaces(one.players, one.places);
      const clocks = clocksFor(termsOf(state), one.tables, at);
      return { ...one, phase: 'running', banks, clocks, startedAt: at, ...(after && { after }) };
    });
    // What was bought beside the bank is in it now.
    return Object.keys(banks).reduce<Tournament>((so, entry) => changed(so, entry, { chips: 0 }), started);
  },
  'clock-stopped': (state, { round, table, at }) =>
    inRound(state, round, (one) =>
      eachClock(one, table, (clock) => (clock.stoppedAt === null ? { ...clock, stoppedAt: at } : clock)),
    ),
  'clock-resumed': (state, { round, table, at }) =>
    inRound(state, round, (one) =>
      eachClock(one, table, (clock) =>
        clock.stoppedAt === null
          ? clock
          : { ...clock, startedAt: clock.startedAt + at - clock.stoppedAt, stoppedAt: null },
      ),
    ),
  'time-added': (state, { round, table, ms }) =>
    inRound(state, round, (one) =>
      eachClock(one, table, (clock) => (clock.ms === null ? clock : { ...clock, ms: clock.ms + ms })),
    ),
  'time-called': (state, { round, table, at }) =>
    inRound(state, round, (one) =>
      eachClock(one, table, (clock) => ({ ...clock, called: true, calledAt: at })),
    ),
  counted: (state, { round, table, roll, banks, short, included, upTo }) =>
    inRound(state, round, (one) => {
      need(one.phase === 'running' && !Object.hasOwn(one.ended, table), 'nobody plays there now');
      const last = one.counts[table];
      need(roll === (last?.roll ?? 0) + 1, 'counts are of one roll after another');
      const before = last ? playedIn(last) : one.banks;
      const kept = { ...(included ? { included } : {}), ...(upTo === undefined ? {} : { upTo }) };
      const counted = { ...one, counts: { ...one.counts, [table]: { roll, banks, before, ...kept } } };
      const fine = termsOf(state)?.minimum?.short ?? 0;
      return fine === 0 ? counted : short.reduce((so, entry) => takes(so, entry, fine), counted);
    }),
  'count-corrected': (state, { round, table, roll, banks, included, upTo }) =>
    inRound(state, round, (one) => {
      const last = countAt(one, table);
      need(one.phase === 'running' && !Object.hasOwn(one.ended, table), 'nobody plays there now');
      need(last !== undefined && roll >= 0 && roll === last.roll - 1, 'one roll at a time is void');
      const count = { ...last, roll, banks, included, upTo };
      return { ...one, counts: { ...one.counts, [table]: count } };
    }),
  'count-closed': (state, { round, table, banks, included }) =>
    inRound(state, round, (one) => {
      need(Object.hasOwn(one.ended, table), 'play goes on there');
      const last = countAt(one, table) ?? { roll: 0, before: one.banks };
      const count = { ...last, banks, included, isClosed: true as const };
      return { ...one, counts: { ...one.counts, [table]: count } };
    }),
  'agreed-to-end': (state, { round, entry }) =>
    inRound(state, round, (one) => ({ ...one, agreed: [...one.agreed, entry] })),
  'table-ended': (state, { round, table, early }) =>
    inRound(state, round, (one) => {
      need(one.phase === 'running' && !Object.hasOwn(one.ended, table), 'it ended already');
      return { ...one, ended: { ...one.ended, [table]: early ?? 'in-time' } };
    }),
  sealed: (state, { round, entry, lock }) =>
    inRound(state, round, (one) => {
      const seals = [...(one.seals[entry] ?? []), { lock, wager: null, called: false }];
      return { ...one, seals: { ...one.seals, [entry]: seals } };
    }),
  'seals-called': (state, { round, table, at }) =>
    inRound(state, round, (before) => {
      const one: Round = { ...before, openUntil: { ...before.openUntil, [table]: at + OPENING_MS } };
      const here = one.places.filter((place) => place.table === table).map(({ player }) => player);
      const fine = termsOf(state)?.secret?.unopened ?? 0;
      // Taken at once, and given back when it is opened: not to open it is no choice without a price (R78).
      return here.reduce((so, player) => calledSeals(so, player, fine), one);
    }),
  unsealed: (state, { round, entry, wager, key }) =>
    inRound(state, round, (one) => {
      const seals = one.seals[entry] ?? [];
      const at = seals.findIndex(
        ({ lock, called, wager: open }) => called && open === null && lock === lockOf(wager, key),
      );
      need(at >= 0, 'no lock of theirs opens so');
      const open = seals.map((seal, place) => (place === at ? { ...seal, wager } : seal));
      const fine = termsOf(state)?.secret?.unopened ?? 0;
      return takes({ ...one, seals: { ...one.seals, [entry]: open } }, entry, -fine);
    }),
  unlocked: (state, { round, entry, lock, wager, key }) =>
    inRound(state, round, (one) => {
      const seals = one.seals[entry] ?? [];
      const at = seals.findIndex((seal) => seal.lock === lock && isOpenable(seal));
      need(at >= 0, 'no lock of theirs opens so');
      // Others are not told what it says.
      need(wager === undefined || lock === lockOf(wager, key), 'the lock does not open with that');
      const opened = { wager: wager ?? '', key: key ?? '' };
      const open = seals.map((seal, place) => (place === at ? { ...seal, opened } : seal));
      const fine = termsOf(state)?.secret?.unopened ?? 0;
      return takes({ ...one, seals: { ...one.seals, [entry]: open } }, entry, -fine);
    }),
  'seals-opened': (state, { round, table, opened }) =>
    inRound(state, round, (one) => {
      const { [table]: _until, ...openUntil } = one.openUntil ?? {};
      const shown = opened.reduce((so, wager) => isShown(so, wager), one.seals);
      return { ...one, openUntil, seals: shown };
    }),
  'seal-placed': (state, { round, entry, lock, placed, why }) =>
    inRound(state, round, (one) => {
      const seals = one.seals[entry] ?? [];
      need(
        seals.some((seal) => seal.lock === lock && seal.put === 'waits'),
        'that wager does not wait to be put down',
      );
      const put = placed ? ('placed' as const) : ('refused' as const);
      const done = seals.map((seal) =>
        seal.lock === lock ? { ...seal, put, ...(why === null ? {} : { why }) } : seal,
      );
      return { ...one, seals: { ...one.seals, [entry]: done } };
    }),
  penalised: (state, { entry, chips }) => takesIn(state, entry, chips),
  'conduct-noted': (state, { entry, what, follows, chips }) => {
    const noted = entrantOf(state, entry)?.noted ?? {};
    const said = changed(state, entry, { noted: { ...noted, [what]: (noted[what] ?? 0) + 1 } });
    return follows === 'chips-taken' ? takesIn(said, entry, chips) : said;
  },
  disqualified: (state, event) => leaves(state, event, 'disqualified'),
  retired: (state, { entry }) => leaves(state, { entry }, 'retired'),
  'cut-made': (state, { round, ...cut }) => {
    need(round === state.rounds.length && lastRound(state)?.phase === 'running', 'a round is cut once');
    return isCut(state, cut);
  },
  'cut-undone': (state, { reason }) => isUncut(state, reason),
  finished: (state, { places, prizes, pool, added, kept, at }) => {
    need(new Set(places).size === places.length, 'somebody has two places');
    const sum = prizes.reduce((total, { amount }) => total + amount, 0);
    need(sum === pool || prizes.length === 0, 'the prizes are not the pool');
    const left = state.pool + (added ?? 0) - (kept ?? 0);
    return { ...state, stage: 'over', places, prizes, pool: left, endedAt: at };
  },
  'prize-paid': (state, { entry, amount }) => ({
    ...state,
    pool: state.pool - amount,
    paid: [...state.paid, entry],
  }),
  'chips-cashed': (state, { entry }) => ({ ...state, cashed: [...state.cashed, entry] }),
  'results-published': (state) => ({ ...state, isPublished: true }),
});

function calledSeals(round: Round, player: string, fine: Cents): Round {
  const seals = round.seals[player] ?? [];
  const waiting = seals.filter(({ called }) => !called).length;
  if (waiting === 0) return round;
  const called = seals.map((seal) => ({ ...seal, called: true }));
  return takes({ ...round, seals: { ...round.seals, [player]: called } }, player, fine * waiting);
}

/** How long all have to open theirs, once they are called for (R111). */
const OPENING_MS = 30_000;

/** Called for, and not open yet. */
export const isOpenable = ({ called, wager, opened }: Seal): boolean =>
  called && wager === null && opened === undefined;

type Shown = Bodies['seals-opened']['opened'][number];

function isShown(seals: Round['seals'], { entry, lock, wager, key }: Shown): Round['seals'] {
  need(lock === lockOf(wager, key), 'the lock does not open with that');
  const theirs = seals[entry] ?? [];
  need(
    theirs.some((seal) => seal.lock === lock && seal.opened !== undefined),
    'nobody opened that lock',
  );
  const shown = theirs.map((seal): Seal => {
    if (seal.lock !== lock) return seal;
    const { opened: _opened, ...rest } = seal;
    return { ...rest, wager, put: 'waits' };
  });
  return { ...seals, [entry]: shown };
}

const playedIn = (count: TableCount): Banks =>
  Object.fromEntries(Object.keys(count.banks).map((player) => [player, played(count, player) as Cents]));
