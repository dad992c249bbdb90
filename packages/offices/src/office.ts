import type { Cents, Command, RulebookId, Table, TableEvent } from '@boxperson/rules';
import type { z } from 'zod';
import type { AnyAudience } from './audience.js';
import type { Outcome } from './codes.js';
import type { Facts, LeadFact, Needs } from './facts.js';
import type { Person } from './person.js';
import type { Entry } from './postings.js';
import type { Who } from './who.js';

/** What every event of every office has. */
export interface OfficeEvent {
  readonly v: number;
  readonly event: string;
  readonly at: number;
}

/** An event of an office that accompanies a table. */
export interface CompanionEvent extends OfficeEvent {
  /** The table's place in its own stream when it happened. */
  readonly n: number;
}

/** An event before the runner adds version and time, and at a table its place. */
export type HappenedOf<Event extends OfficeEvent> = Event extends unknown
  ? Omit<Event, 'v' | 'at' | 'n'>
  : never;

/** What somebody asks of an office, read and complete. Time, ids and facts from elsewhere come in with it. */
export interface Asked<Body = unknown> {
  /** Null: the house itself. */
  readonly by: Person | null;
  /** Who agreed, where it took two. */
  readonly second: Person | null;
  readonly at: number;
  /** An id that nobody else has, for whatever this brings into the world. */
  readonly fresh: string;
  /** The matter whose books these are; for an office with one stream there is none. */
  readonly matter?: string;
  /** The table that these books accompany, as it stands; for other offices there is none. */
  readonly table?: LeadFact;
  readonly body: Body;
}

/** What a verb does at the table that its office accompanies, in the same commit: all of it, or nothing. */
export interface AtTable<Event extends OfficeEvent, Body = unknown> {
  /** Where its own events stand: ahead of the table's when these draw on money that comes with them. */
  readonly own: 'ahead' | 'behind';
  /** Commands for what was decided, one after another. The table may still refuse them, and then nothing happens. */
  commands(happened: readonly HappenedOf<Event>[], asked: Asked<Body>): readonly Command[];
}

/** Something that is missing, or wrong, in what was said: where, why, and by which clause. */
export interface Lack {
  readonly field: string;
  readonly says: string;
  readonly clause: string | null;
}

/** Those that wait for each other: in all matters of an office, or wherever promises of money are counted together. */
export type Turn = 'office' | 'promises';

/** How often in so long one person may ask, and all of their kind together. */
export interface Oftenness {
  readonly mine: number;
  readonly all: number;
  readonly ms: number;
  /** The same for all guests of one network, as often as each of them comes anew; ten times as often they are refused. */
  readonly near?: { readonly guests: number; readonly ms: number };
}

/** One act of an office: what it takes, who may do it, and what happens then. */
export interface Verb<State, Event extends OfficeEvent, Body = unknown> {
  /** One sentence, for a person. */
  readonly help: string;
  /** The clause that asks for it or gives it, with its book; null where only the house wants it. */
  readonly clause: string | null;
  /** What is said, checked at the edge; also the form on the screen and the schema on the interface's page. */
  readonly body: z.ZodType<Body>;
  readonly who: Who;
  /** How often it may be asked for; left out, as often as they like. */
  readonly often?: Oftenness;
  /** It reads other books: while it is decided and stored, no other verb of that turn is decided in any of them. */
  readonly turn?: Turn;
  /** Whom it is about. */
  owner?(state: State, body: NoInfer<Body>): string | null;
  /** Rulebooks that it brings in beside those that the matter is of: it takes a manager of these as well. */
  brings?(state: State): readonly RulebookId[];
  /** The table at which it happens. */
  table?(state: State, body: NoInfer<Body>): string | null;
  /** Does it take a second person, as things stand at that time? */
  second?(state: State, body: NoInfer<Body>, at: number): boolean;
  /** How much money it is about, where no `amount` is said and nothing is booked at once: it tells who may be the second. */
  money?(state: State, body: NoInfer<Body>): Cents;
  /** What it comes to with what the same person did alone before, as facts tell: above `most` it takes a second person. */
  readonly alone?: {
    readonly most: Cents;
    sum(state: State, asked: Asked<NoInfer<Body>>, facts: Facts): Cents;
  };
  /** Facts from elsewhere that the decision needs. */
  needs?(state: State, body: NoInfer<Body>, by: Person | null): Needs;
  decide(state: State, asked: Asked<NoInfer<Body>>, facts: Facts): Outcome<readonly HappenedOf<Event>[]>;
  /** What stands now, where it is written anew: a form begins with it. */
  standing?(state: State): Partial<NoInfer<Body>> | null;
  /** What it will be held back for later on: told beside the field, although it is taken as it is. */
  lacks?(state: State, body: NoInfer<Body>): readonly Lack[];
  /** For offices that accompany a table. */
  readonly atTable?: AtTable<Event, NoInfer<Body>>;
  /** What whoever asked is told beside that it is done. Kept with the command: never a secret. */
  answer?(after: State, events: readonly Event[], asked: Asked<NoInfer<Body>>): object;
}

/** What the clock must do next. */
export interface OfficeDue {
  readonly at: number;
  readonly do: string;
  readonly body: object;
}

/** An event of a table, with the table before and after it and its place in the table's stream. */
export interface TableStep {
  readonly before: Table;
  readonly event: TableEvent;
  readonly after: Table;
  readonly n: number;
}

/**
 * How an office goes along with tables: one stream for each, under the table's id, committed with the table's own.
 * What is decided with a command at the table is stored ahead of its events or behind them, and counts after them
 * either way: what `evolve` makes of an event that stands ahead must not depend on that.
 */
export interface Accompanies<State, Event extends OfficeEvent> {
  /** Which tables have such books. */
  joins(table: Table): boolean;
  /** What the table's own event changes in the books. */
  follow(state: State, step: TableStep): State;
  /** Events of the office that follow from the table's own. */
  remarks(step: TableStep): readonly HappenedOf<Event>[];
  /** Those events: nobody but the table brings them about, and they must say what it led to. */
  isRemark(event: Event): boolean;
  /** Why the books cannot stand like this beside the table; null when they can. */
  fault?(state: State, event: Event, table: Table): string | null;
}

/** A part of the house that keeps books of its own. */
export interface Office<State = unknown, Event extends OfficeEvent = OfficeEvent> {
  /** Its streams are `<name>`, or `<name>/<matter>`: events, verbs and money live under that name. */
  readonly name: string;
  readonly title: string;
  /** One stream for the whole house, or one for each matter. */
  readonly streams: 'one' | 'many';
  readonly version: number;
  /**
   * The verbs that begin a matter, for an office that has many and stands by itself: its books are opened when one of
   * these is asked for under a new name, and those of every matter when the house opens. They take no second person.
   */
  readonly begins?: readonly string[];
  /** Names of matters that the house gives: nobody else begins one under such a name, or it would find it taken. */
  readonly ownNames?: RegExp;
  /** Nothing counts but the last event: then nothing else is read when the books are opened. */
  readonly remembers?: 'last';
  /**
   * The form of its books where they are saved, counted up when they come to hold what earlier ones of the same record did
   * not: those of another form are made from the record again. Left out: it has been the same from the first.
   */
  readonly shape?: number;
  readonly start: State;
  readonly verbs: Readonly<Record<string, Verb<State, Event>>>;
  /** Total over the events of every version, and strict: what cannot have happened throws. */
  evolve(state: State, event: Event): State;
  entries(before: State, event: Event, after: State): readonly Entry[];
  readonly audience: AnyAudience;
  /** Whom an event is about. */
  subject?(event: Event): string | null;
  /** An event as it was kept, of whichever version. Left out: it is as it was kept. */
  read?(kept: unknown): Event;
  due?(state: State, now: number): OfficeDue | null;
  /** Left out: the office stands by itself. */
  readonly accompanies?: Accompanies<State, Event>;
  /** What a report on the record counts in these books, by name. */
  counts?(state: State): Readonly<Record<string, number>>;
  /** Whether a matter is somebody's to see whole, beside those to whom a post opens the books of the office. */
  entitles?(state: State, person: Person): boolean;
  /**
   * The rulebooks that a matter is of, none before it is of any: whoever does not manage every one of them gives none of a
   * manager's verbs there, and a post for others opens it to nobody. Left out: managers of any do, and posts for any open it.
   */
  ofBooks?(state: State): readonly RulebookId[];
  /** What a list of matters says of one to those who see it whole; left out, its books. */
  summary?(state: State): unknown;
  /** Whoever looks at the books of a matter is kept in the audit: what is in them is somebody's own affair. */
  readonly looks?: 'on-record';
  /** What anybody may know of one of its matters before they look at it. */
  tells?(state: State): object;
  /** When a matter was over, and it stays so; null while it goes on. A list tells of the newest. Left out: none is. */
  overAt?(state: State): number | null;
  /**
   * Whose own one of its matters is: whoever is not of the staff sees none of others. It does not change when it is over.
   * Left out: something of every matter may be for anybody.
   */
  whose?(state: State): string | null;
  /** The books without what is nobody's to see but its owner's, whatever post somebody holds. */
  covered?(state: State, person: Person | null): State;
  /**
   * The streams that an event speaks of, or parts of books by their names: whoever may see none of them does not hear of
   * it. Left out: its own alone.
   */
  speaksOf?(state: State, event: Event): string | readonly string[] | null;
  /** The books without what speaks of streams that somebody may not see. */
  without?(state: State, sees: (stream: string) => boolean): State;
  /** The books as somebody may see who is not entitled to all of them; null when they see nothing. */
  view?(state: State, person: Person | null): unknown;
}

/** An office whatever its books are. */
// biome-ignore lint/suspicious/noExplicitAny: what is in the books is the office's own business
export type AnyOffice = Office<any, any>;

/** Writes an office down with its types checked, and gives it as one among others. */
export const office = <State, Event extends OfficeEvent>(made: Office<State, Event>): Office<State, Event> =>
  made;

/** Writes a verb down: what its body holds follows from the schema. */
export const verbOf =
  <State, Event extends OfficeEvent>() =>
  <Body>(verb: Verb<State, Event, Body>): Verb<State, Event> =>
    verb as Verb<State, Event>;

/** The stream of an office, or of one of its matters. */
export const streamOf = ({ name, streams }: Pick<AnyOffice, 'name' | 'streams'>, matter?: string): string =>
  streams === 'one' ? name : `${name}/${matter}`;

/** A broken invariant is our bug, or somebody's tampering: it throws. */
export function impossible(what: string): never {
  throw new Error(`broken invariant: ${what}`);
}

export function need(fact: boolean, otherwise: string): asserts fact {
  if (!fact) impossible(otherwise);
}
