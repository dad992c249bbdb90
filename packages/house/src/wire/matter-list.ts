import { type AnyOffice, type Person, parted, seesWhole } from '@boxperson/offices';
import type { House } from '../house.js';
import type { OfficeHost } from '../office/office-host.js';
import { booksFor } from './watching.js';

// What a list tells of an office's matters: those that go on, and of those that are over the newest. What is over stays
// on record for good: told of all at once, every answer would be longer than the one before.

/** So many that go on are told of at once, and when there are no more of these so many that are over. */
export const GOING_MOST = 200;
export const OVER_MOST = 50;

/** Where every matter is somebody's own, whoever is not of the staff need not be shown the others to see none of them. */
const mayBeTheirs = ({ whose }: OfficeHost['office'], of: string | null | undefined, person: Person | null) =>
  !whose || person?.kind === 'staff' || (person !== null && of === person.id);

/** What somebody sees of one matter; null when that is nothing, and then nothing tells that there is one. */
export const seenOf = ({ office, told }: OfficeHost, person: Person | null): unknown =>
  told.n === 0 ? null : booksFor(office, told.state, person);

/** In a list whoever sees a matter whole is told in short what it is about. */
function listedOf(host: OfficeHost, person: Person | null, seen: unknown): unknown {
  const { office, told } = host;
  if (office.summary && seesWhole(office, told.state, person)) return office.summary(told.state);
  return office.tells ? office.tells(told.state) : seen;
}

interface Matter {
  readonly at: string;
  readonly matter: string;
  readonly books: unknown;
}

function matterOf(host: OfficeHost, person: Person | null): readonly Matter[] {
  if (!mayBeTheirs(host.office, host.office.whose?.(host.told.state), person)) return [];
  const seen = seenOf(host, person);
  if (seen === null) return [];
  const matter = parted(host.stream)[1] ?? '';
  return [{ at: host.stream, matter, books: listedOf(host, person, seen) }];
}

export interface MatterList {
  readonly matters: readonly Matter[];
  /** There are older ones: those before this one. */
  readonly older: string | null;
}

const NONE: MatterList = { matters: [], older: null };

/** So many, and no others put into words. */
function firstOf(hosts: Iterable<OfficeHost>, person: Person | null, most: number): MatterList {
  const matters: Matter[] = [];
  for (const host of hosts) {
    const found = matterOf(host, person);
    if (found.length > 0 && matters.length === most)
      return { matters, older: matters.at(-1)?.matter ?? null };
    matters.push(...found);
  }
  return { matters, older: null };
}

/** A matter that is over, and when it was. */
interface Over {
  readonly stream: string;
  readonly at: number;
  readonly whose: string | null;
}
/** Newest first, and those of the same moment by their names: an order in which every one has its place. */
const newestFirst = (one: Over, other: Over): number =>
  other.at - one.at || (one.stream < other.stream ? -1 : 1);

/** The matters of one office. What is over stays so: it is put in its order once, and not by everybody who asks. */
class Matters {
  readonly #house: House;
  readonly #office: AnyOffice;
  readonly #prefix: string;
  #over: readonly Over[] = [];
  readonly #known = new Set<string>();

  constructor(house: House, office: AnyOffice) {
    this.#house = house;
    this.#office = office;
    this.#prefix = `${office.name}/`;
  }

  /** Those that go on, as they were begun; what was over since somebody asked last is put with the others. */
  #sort(): readonly OfficeHost[] {
    const going: OfficeHost[] = [];
    const over: Over[] = [];
    for (const host of this.#house.offices.hosts()) {
      if (!host.stream.startsWith(this.#prefix) || this.#known.has(host.stream)) continue;
      const { overAt, whose } = host.office;
      const at = overAt?.(host.told.state) ?? null;
      if (at === null) going.push(host);
      else over.push({ stream: host.stream, at, whose: whose?.(host.told.state) ?? null });
    }
    for (const { stream } of over) this.#known.add(stream);
    if (over.length > 0) this.#over = [...over, ...this.#over].sort(newestFirst);
    return going;
  }

  *#overFrom(place: number, person: Person | null): Iterable<OfficeHost> {
    for (let at = place; at < this.#over.length; at += 1) {
      const { stream, whose } = this.#over[at] as Over;
      const host = mayBeTheirs(this.#office, whose, person) ? this.#house.offices.host(stream) : null;
      if (host) yield host;
    }
  }

  list(person: Person | null): MatterList {
    // Of what is always somebody's own a stranger sees nothing: nobody looks through it for them.
    if (person === null && this.#office.whose) return NONE;
    return this.#from(this.#sort(), person);
  }

  /** Those that go on, as many as are told of at once, and behind the last of them the newest that are over. */
  #from(going: readonly OfficeHost[], person: Person | null): MatterList {
    const first = firstOf(going, person, GOING_MOST);
    if (first.older !== null) return first;
    const { matters, older } = firstOf(this.#overFrom(0, person), person, OVER_MOST);
    return { matters: [...first.matters, ...matters], older };
  }

  /** Those behind one in the list; null where there is no such one for their eyes. */
  before(matter: string, person: Person | null): MatterList | null {
    const stream = `${this.#prefix}${matter}`;
    const host = this.#house.offices.host(stream);
    if (!host || matterOf(host, person).length === 0) return null;
    const going = this.#sort();
    if (!this.#known.has(stream)) return this.#from(going.slice(going.indexOf(host) + 1), person);
    const place = this.#over.findIndex((one) => one.stream === stream);
    return firstOf(this.#overFrom(place + 1, person), person, OVER_MOST);
  }
}

/** The matters of every office, as far as they are for somebody's eyes. */
export class MatterLists {
  readonly #house: House;
  readonly #offices = new Map<string, Matters>();

  constructor(house: House) {
    this.#house = house;
  }

  of(office: AnyOffice): Matters {
    const matters = this.#offices.get(office.name) ?? new Matters(this.#house, office);
    this.#offices.set(office.name, matters);
    return matters;
  }
}
