import type { Cents } from '@boxperson/rules';
import type { Audience, Seers } from '../audience.js';
import type { EventsOf } from '../kit.js';
import type { Prize, Standing } from './placing.js';
import type { Place } from './seating.js';
import type { ConsequenceKind, DraftTerms, Terms } from './terms.js';

/** What somebody paid, or is paid back: entry fees are the house's, all else the pool's. */
export interface Paid {
  readonly entry: Cents;
  readonly buyIn: Cents;
}

/** What goes back to whom: to whoever paid it. */
export interface Refund {
  readonly person: string;
  readonly refund: Paid;
}

/** What goes back to others, who paid for the entry before; left out: to nobody. */
interface Refunds {
  readonly refunds?: readonly Refund[];
}

export interface Designated {
  readonly id: string;
  readonly rulebook: string;
  readonly seats: number;
}

export const CONDUCTS = ['late', 'absence', 'phone'] as const;
export type Conduct = (typeof CONDUCTS)[number];

/** Who may approve that staff take part (crown 8.4.2(a)(v)). */
export const OFFICERS = ['chief-executive', 'chief-operating-officer'] as const;

type Banks = Readonly<Record<string, Cents>>;
/** Somebody in the tournament goes by the number of their entry; who that is, few need to know. */
interface Entrys {
  readonly entry: string;
}
interface By {
  readonly by: string;
}
interface InRound {
  readonly round: number;
}
interface AtRoundsTable extends InRound {
  readonly table: string;
}

export interface Bodies {
  /** `books`: under which the ledger knows it. */
  'tournament-planned': By & { readonly name: string; readonly books: string };
  /** `draft`: its number, counted from 1; older records do not say. */
  'terms-drafted': By & { readonly terms: DraftTerms; readonly draft?: number };
  'terms-published': By & {
    readonly version: number;
    readonly terms: Terms;
    readonly changed: readonly string[];
    readonly told: readonly string[];
    /** What it promises more than the terms before, where one person published it; older records do not say. */
    readonly alone?: Cents;
    /** Who agreed, where it took two. */
    readonly second?: string;
  };
  'inspectorate-advised': By & { readonly inspector: string; readonly how: string };
  'director-named': By & { readonly person: string };
  'deputy-named': By & { readonly person: string };
  'deputy-released': By & { readonly person: string };
  'director-came': { readonly person: string };
  'director-left': { readonly person: string };
  'tables-designated': By & { readonly tables: readonly Designated[] };
  'staff-approved': By & { readonly officer: (typeof OFFICERS)[number]; readonly name: string };
  'entries-opened': By;
  entered: Entrys &
    By & {
      readonly person: string;
      readonly name: string;
      readonly staff: boolean;
      readonly version: number;
      readonly signature: string | null;
      readonly publicity: boolean;
      readonly paid: Paid;
      readonly waits: boolean;
    };
  /** From the waiting list. */
  'place-taken': Entrys & By & { readonly person: string; readonly paid: Paid };
  'entry-refused': Entrys &
    By &
    Refunds & { readonly person: string; readonly reason: string; readonly refund: Paid };
  withdrew: Entrys & By & Refunds & { readonly person: string; readonly refund: Paid };
  substituted: Entrys & By & { readonly person: string; readonly name: string; readonly staff: boolean };
  'entries-closed': By;
  cancelled: By & {
    readonly reason: string;
    readonly refunds: readonly Refund[];
  };
  briefed: By & { readonly entries: readonly string[] };
  practised: Entrys & By & { readonly rolls: number };
  /** `round`: they come to the table at once. (Before, they waited for the next round.) */
  're-bought': Entrys &
    By & { readonly person: string; readonly paid: Cents; readonly chips: Cents; readonly round?: number };
  'added-on': Entrys & By & { readonly person: string; readonly paid: Cents; readonly chips: Cents };
  'bought-back': Entrys & By & { readonly person: string; readonly paid: Cents };
  'round-prepared': InRound &
    By & {
      readonly kind: RoundKind;
      readonly players: readonly string[];
      readonly tables: readonly string[];
      readonly commitment: string;
    };
  'lots-drawn': InRound &
    By & {
      readonly faces: string;
      readonly word: string;
      readonly seed: string;
      readonly places: readonly Place[];
      readonly shooters: Readonly<Record<string, string>>;
    };
  'tables-balanced': InRound & By & { readonly places: readonly Place[] };
  'round-started': InRound &
    By & { readonly banks: Banks; readonly after?: Readonly<Record<string, number>> };
  'clock-stopped': InRound & By & { readonly table: string | null; readonly reason: string };
  'clock-resumed': InRound & By & { readonly table: string | null };
  'time-added': InRound & By & { readonly table: string | null; readonly ms: number };
  'time-called': AtRoundsTable;
  counted: AtRoundsTable & {
    readonly roll: number;
    readonly banks: Banks;
    /** Who had less on the layout than the least wager of the terms. */
    readonly short: readonly string[];
    /** Of what was bought and taken during the round, what these banks have in them already (R112). */
    readonly included?: Banks;
    /** Up to which place of the table's record. */
    readonly upTo?: number;
  };
  /** A roll that was counted is void: the count before it stands again, with what came back (R113). */
  'count-corrected': AtRoundsTable & {
    readonly roll: number;
    readonly banks: Banks;
    readonly included: Banks;
    readonly upTo: number;
  };
  /** Play has ended between two rolls: what everybody has then, by the terms (R113). */
  'count-closed': AtRoundsTable & { readonly banks: Banks; readonly included: Banks };
  'agreed-to-end': Entrys & InRound;
  'table-ended': AtRoundsTable & By & { readonly early: 'decided' | 'all-agree' | null };
  sealed: Entrys & InRound & { readonly lock: string };
  'seals-called': AtRoundsTable & By;
  unsealed: Entrys & InRound & { readonly wager: string; readonly key: string };
  /** Its owner has opened it; what it says is shown with the others. */
  unlocked: Entrys &
    InRound & {
      readonly person: string;
      readonly lock: string;
      readonly wager: string;
      readonly key: string;
    };
  'seals-opened': AtRoundsTable & {
    readonly opened: readonly {
      readonly entry: string;
      readonly lock: string;
      readonly wager: string;
      readonly key: string;
    }[];
    readonly unopened: readonly string[];
  };
  /** The house has put an opened wager down, or says why there is none (R111). */
  'seal-placed': Entrys &
    InRound & { readonly lock: string; readonly placed: boolean; readonly why: string | null };
  penalised: Entrys & By & { readonly ground: string; readonly chips: Cents };
  'conduct-noted': Entrys &
    By & { readonly what: Conduct; readonly follows: ConsequenceKind; readonly chips: Cents };
  disqualified: Entrys &
    By &
    Refunds & { readonly person: string; readonly ground: string; readonly refund: Paid };
  retired: Entrys & By;
  'cut-made': InRound &
    By & {
      readonly order: readonly Standing[];
      readonly through: readonly string[];
      readonly out: readonly string[];
    };
  'cut-undone': InRound & By & { readonly reason: string };
  finished: By & {
    readonly places: readonly string[];
    readonly prizes: readonly Prize[];
    readonly pool: Cents;
    /** What the house adds to the guaranteed sum, and what of the buy-ins it keeps. */
    readonly added: Cents;
    readonly kept: Cents;
  };
  'prize-paid': Entrys & By & { readonly person: string; readonly amount: Cents };
  'chips-cashed': Entrys & By & { readonly person: string; readonly chips: Cents; readonly amount: Cents };
  'results-published': By;
}
export type RoundKind = 'round' | 'repechage';
export type TournamentEvent = EventsOf<Bodies>;

const ALL: Seers = ['everybody'];
const STAFF: Seers = ['tournament-director', 'manager', 'cashier', 'inspector', 'surveillance'];
const OWN: Seers = ['subject', ...STAFF];
/** Staff are known by their work; who it was, the office knows. */
const BY = { by: STAFF } as const;
const AT = { round: ALL, table: ALL } as const;

export const AUDIENCE: Audience<Bodies> = {
  'tournament-planned': { hears: ALL, fields: { name: ALL, books: STAFF, ...BY } },
  'terms-drafted': { hears: STAFF, fields: { terms: STAFF, draft: STAFF, ...BY } },
  'terms-published': {
    hears: ALL,
    fields: { version: ALL, terms: ALL, changed: ALL, told: ALL, alone: STAFF, second: STAFF, ...BY },
  },
  'inspectorate-advised': { hears: STAFF, fields: { inspector: STAFF, how: STAFF, ...BY } },
  'director-named': { hears: STAFF, fields: { person: STAFF, ...BY } },
  'deputy-named': { hears: STAFF, fields: { person: STAFF, ...BY } },
  'deputy-released': { hears: STAFF, fields: { person: STAFF, ...BY } },
  'director-came': { hears: STAFF, fields: { person: STAFF } },
  'director-left': { hears: STAFF, fields: { person: STAFF } },
  'tables-designated': { hears: ALL, fields: { tables: ALL, ...BY } },
  'staff-approved': { hears: ALL, fields: { officer: ALL, name: STAFF, ...BY } },
  'entries-opened': { hears: ALL, fields: BY },
  entered: {
    hears: ALL,
    fields: {
      entry: ALL,
      person: OWN,
      name: ALL,
      staff: ALL,
      version: ALL,
      signature: OWN,
      publicity: OWN,
      paid: OWN,
      waits: ALL,
      ...BY,
    },
  },
  'place-taken': { hears: ALL, fields: { entry: ALL, person: OWN, paid: OWN, ...BY } },
  // Who paid for somebody else's entry is not told to whoever has it now.
  'entry-refused': {
    hears: ALL,
    fields: { entry: ALL, person: OWN, reason: OWN, refund: OWN, refunds: STAFF, ...BY },
  },
  withdrew: { hears: ALL, fields: { entry: ALL, person: OWN, refund: OWN, refunds: STAFF, ...BY } },
  substituted: { hears: ALL, fields: { entry: ALL, person: OWN, name: ALL, staff: ALL, ...BY } },
  'entries-closed': { hears: ALL, fields: BY },
  cancelled: { hears: ALL, fields: { reason: ALL, refunds: STAFF, ...BY } },
  briefed: { hears: ALL, fields: { entries: ALL, ...BY } },
  practised: { hears: ALL, fields: { entry: ALL, rolls: ALL, ...BY } },
  're-bought': {
    hears: ALL,
    fields: { entry: ALL, person: OWN, paid: OWN, chips: ALL, round: ALL, ...BY },
  },
  'added-on': { hears: ALL, fields: { entry: ALL, person: OWN, paid: OWN, chips: ALL, ...BY } },
  'bought-back': { hears: ALL, fields: { entry: ALL, person: OWN, paid: OWN, ...BY } },
  'round-prepared': {
    hears: ALL,
    fields: { round: ALL, kind: ALL, players: ALL, tables: ALL, commitment: ALL, ...BY },
  },
  'lots-drawn': {
    hears: ALL,
    fields: { round: ALL, faces: ALL, word: ALL, seed: ALL, places: ALL, shooters: ALL, ...BY },
  },
  'tables-balanced': { hears: ALL, fields: { round: ALL, places: ALL, ...BY } },
  'round-started': { hears: ALL, fields: { round: ALL, banks: ALL, after: ALL, ...BY } },
  'clock-stopped': { hears: ALL, fields: { ...AT, reason: ALL, ...BY } },
  'clock-resumed': { hears: ALL, fields: { ...AT, ...BY } },
  'time-added': { hears: ALL, fields: { ...AT, ms: ALL, ...BY } },
  'time-called': { hears: ALL, fields: AT },
  counted: {
    hears: ALL,
    fields: { ...AT, roll: ALL, banks: ALL, short: ALL, included: ALL, upTo: ALL },
  },
  'count-corrected': { hears: ALL, fields: { ...AT, roll: ALL, banks: ALL, included: ALL, upTo: ALL } },
  'count-closed': { hears: ALL, fields: { ...AT, banks: ALL, included: ALL } },
  'agreed-to-end': { hears: ALL, fields: { entry: ALL, round: ALL } },
  'table-ended': { hears: ALL, fields: { ...AT, early: ALL, ...BY } },
  sealed: { hears: ALL, fields: { entry: ALL, round: ALL, lock: ALL } },
  'seals-called': { hears: ALL, fields: { ...AT, ...BY } },
  unsealed: { hears: ALL, fields: { entry: ALL, round: ALL, wager: ALL, key: ALL } },
  // Nobody learns what it says before all are shown, those who work here included.
  unlocked: {
    hears: ALL,
    fields: { entry: ALL, round: ALL, lock: ALL, person: OWN, wager: ['subject'], key: ['subject'] },
  },
  'seals-opened': { hears: ALL, fields: { ...AT, opened: ALL, unopened: ALL } },
  'seal-placed': { hears: ALL, fields: { entry: ALL, round: ALL, lock: ALL, placed: ALL, why: ALL } },
  penalised: { hears: ALL, fields: { entry: ALL, ground: ALL, chips: ALL, ...BY } },
  'conduct-noted': { hears: ALL, fields: { entry: ALL, what: ALL, follows: ALL, chips: ALL, ...BY } },
  disqualified: {
    hears: ALL,
    fields: { entry: ALL, person: OWN, ground: OWN, refund: OWN, refunds: STAFF, ...BY },
  },
  retired: { hears: ALL, fields: { entry: ALL, ...BY } },
  'cut-made': { hears: ALL, fields: { round: ALL, order: ALL, through: ALL, out: ALL, ...BY } },
  'cut-undone': { hears: ALL, fields: { round: ALL, reason: ALL, ...BY } },
  finished: {
    hears: ALL,
    fields: { places: ALL, prizes: ALL, pool: ALL, added: STAFF, kept: STAFF, ...BY },
  },
  'prize-paid': { hears: OWN, fields: { entry: OWN, person: OWN, amount: OWN, ...BY } },
  'chips-cashed': { hears: OWN, fields: { entry: OWN, person: OWN, chips: OWN, amount: OWN, ...BY } },
  'results-published': { hears: ALL, fields: BY },
};
