import {
  foldName,
  NAME_FAULT,
  otherIn,
  type PeopleBooks,
  type Person,
  type PersonKind,
  type Practice,
  readName,
} from '@boxperson/offices';
import { Bounded } from './bounded.js';
import type { Documents } from './documents.js';
import { makeFriendlyName, makeId, pickNumber } from './names.js';
import type { Holder } from './sessions.js';
import { Turns } from './turns.js';

const PERSON = 'person';
const GUEST_NAME = 'guest-name';
/** At the end of every bot's name, and in no name that a person can have. */
const BOT_MARK = ' (bot)';
/** At the end of the name of whoever practises. */
const TRAINEE_MARK = ' (trainee)';

/** What is stored of a guest, and was stored of everybody in earlier versions. */
export interface Papers extends Holder {
  /** Where the person's secret is; null for guests. */
  readonly account: string | null;
}

/** Kinds of people of whom there is nothing but papers. */
const ON_PAPER: readonly PersonKind[] = ['guest', 'trainee'];
export const isOnPaper = ({ kind }: Person): boolean => ON_PAPER.includes(kind);

/** Guests, and whoever practises: a session with a name. They are in no log until somebody has to keep one out. */
export class Guests {
  readonly #store: Documents;
  readonly #now: () => number;
  readonly #books: () => PeopleBooks;
  readonly #cache = new Bounded<string, Papers>(50_000);
  readonly #turns = new Turns();

  constructor(store: Documents, now: () => number, books: () => PeopleBooks) {
    this.#store = store;
    this.#now = now;
    this.#books = books;
  }

  /** A new guest; a sentence when the name is none. */
  async make(name: string | undefined, { bot }: { readonly bot?: true }): Promise<Holder | string> {
    const wanted = name === undefined ? null : readName(name);
    if (name !== undefined && wanted === null) return NAME_FAULT;
    const id = makeId('g');
    const own = await this.#claimName(id, wanted, bot ? BOT_MARK : '');
    const person: Person = {
      id,
      kind: 'guest',
      name: own,
      ...(bot ? { bot } : {}),
      createdAt: this.#now(),
    };
    return this.#keep(person);
  }

  /** Somebody who practises at a table. */
  async makeTrainee(practice: Practice): Promise<Holder> {
    const id = makeId('t');
    const name = await this.#claimName(id, null, TRAINEE_MARK);
    return this.#keep({ id, kind: 'trainee', name, practice, createdAt: this.#now() });
  }

  async #keep(person: Person): Promise<Holder> {
    const papers: Papers = { person, generation: 0, account: null };
    await this.#store.putDocument(PERSON, person.id, JSON.stringify(papers));
    this.#cache.set(person.id, papers);
    return papers;
  }

  /** A guest as the papers have them, and as the log says what became of them. */
  async find(id: string): Promise<Holder | null> {
    const papers = this.#cache.get(id) ?? (await this.#turns.take(id, () => this.#load(id)));
    return papers && isOnPaper(papers.person) ? this.#asItStands(papers) : null;
  }

  async list(): Promise<readonly Person[]> {
    const all = await this.papers();
    return all.flatMap((papers) => (papers.person.kind === 'guest' ? [this.#asItStands(papers).person] : []));
  }

  /** Forgets a guest altogether; answers whether there was one. */
  async remove(id: string): Promise<boolean> {
    const guest = await this.find(id);
    if (!guest) return false;
    await this.#turns.take(id, async () => {
      this.#cache.delete(id);
      await this.#store.deleteDocument(PERSON, id);
    });
    await this.#store.deleteDocument(GUEST_NAME, foldName(guest.person.name));
    return true;
  }

  /** All papers there are, those of earlier versions included. */
  async papers(): Promise<readonly Papers[]> {
    return (await this.#store.listDocuments(PERSON)).map(({ body }) => JSON.parse(body) as Papers);
  }

  async throwAway(id: string): Promise<void> {
    await this.#store.deleteDocument(PERSON, id);
  }

  #asItStands({ person, generation }: Papers): Holder {
    const other = otherIn(this.#books(), person.id);
    if (!other) return { person, generation };
    const { inactive: _before, ...rest } = person;
    const now: Person = other.inactive ? { ...rest, inactive: true } : rest;
    return { person: now, generation: generation + other.generation };
  }

  async #load(id: string): Promise<Papers | null> {
    const cached = this.#cache.get(id);
    if (cached) return cached;
    // From outside anything may come for an id; the store takes no null characters and no long names.
    const body = isId(id) ? await this.#store.getDocument(PERSON, id) : null;
    if (body === null) return null;
    const papers = JSON.parse(body) as Papers;
    this.#cache.set(id, papers);
    return papers;
  }

  /** A free name near the one wanted, or a friendly one. */
  async #claimName(person: string, wanted: string | null, mark: string): Promise<string> {
    for (let tries = 0; ; tries++) {
      // Two digits give some 370,000 names; every ten collisions add one more.
      const digits = 2 + Math.floor(tries / 10);
      const name =
        wanted === null ? makeFriendlyName(digits) : tries === 0 ? wanted : numbered(wanted, digits);
      if (await this.#claim(person, name + mark)) return name + mark;
    }
  }

  #claim(person: string, name: string): Promise<boolean> {
    const key = foldName(name);
    return this.#turns.take(`name:${key}`, async () => {
      if ((await this.#store.getDocument(GUEST_NAME, key)) !== null) return false;
      await this.#store.putDocument(GUEST_NAME, key, JSON.stringify({ person }));
      return true;
    });
  }
}

const isId = (id: string): boolean => /^[\w-]{1,80}$/.test(id);

/** Cut so that the number fits. */
const numbered = (name: string, digits: number): string =>
  `${name.slice(0, 30).trim()} ${pickNumber(digits)}`;
