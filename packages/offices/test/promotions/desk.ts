import {
  type Case,
  type Drawers,
  decideIn,
  type Facts,
  factsFrom,
  type OfficeEvent,
  type Outcome,
  type PeopleBooks,
  type Person,
  PROMOTIONS,
  type Promotion,
  type PromotionBook,
  type PromotionEvent,
  type PromotionTerms,
  type PromotionView,
  promotionTasks,
  promotionTerms,
  readBody,
  sealOf,
  takesSecond,
  type Verb,
  viewPromotion,
  whyNotVerb,
} from '@boxperson/offices';
import { PEOPLE } from '../world.js';

export const T0 = 1_790_000_000_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const person = (id: string): Person =>
  PEOPLE.find((one) => one.id === id) ?? { id, kind: 'player', name: id, card: id, createdAt: 0 };

/** A checkpoint as the record signs them, at a moment; another for every word. */
export const checkpointAt = (at: number, word = 'x'): string =>
  `house\n12\n${word}\n${new Date(at).toISOString()}\n\n— house sig\n`;

type Many = Readonly<Record<string, unknown>>;

const exclusionsOf = (people: readonly string[]): PeopleBooks['exclusions'] =>
  Object.fromEntries(
    people.map((one, n) => [
      `x-${n}`,
      { person: one, from: 'casino', reason: 'by law', until: null, clause: null, by: 's-manager', at: 0 },
    ]),
  );

/** One promotion with its clock, without a house around it. */
export class Desk {
  books: Promotion = PROMOTIONS.start;
  at = T0;
  readonly events: PromotionEvent[] = [];
  readonly accounts = new Map<string, number>();
  checkpoint: (since: number) => string | null = (since) => checkpointAt(since + 5_000);
  prescribed: readonly string[] = [];
  /** Who is excluded from the casino. */
  excluded: readonly string[] = [];
  /** The cases that are closed, by name. */
  closed: readonly string[] = [];
  /** Whose drawers are open, and what is in each. */
  drawers: Readonly<Record<string, number>> = { 's-cashier': 100_000_000 };
  /** Who was let in by whom, and how long ago. */
  letIn: Readonly<Record<string, string>> = {};
  letInAgo = 1;
  /** Other promotions of the house. */
  others: readonly Promotion[] = [];
  /** Who agrees where it takes two; null: nobody does. */
  second: string | null = 's-all-2';
  #count = 0;

  #person(id: string): Person {
    const by = this.letIn[id];
    return {
      ...person(id),
      ...(by === undefined ? {} : { made: { by: [by], at: this.at - this.letInAgo } }),
    };
  }

  #facts(verb: Verb<Promotion, PromotionEvent>, body: unknown, by: Person | null): Facts {
    const needs = verb.needs?.(this.books, body as never, by) ?? {};
    const books = (needs.books ?? []).map((name): readonly [string, unknown] => [name, this.#book(name)]);
    const drawerOf = (account: string) => this.drawers[account.slice('cash/drawer/'.length)];
    return factsFrom({
      // Cash in a drawer is below zero in its account.
      balances: new Map((needs.balances ?? []).map((account) => [account, -(drawerOf(account) ?? 0)])),
      tables: new Map(),
      persons: new Map((needs.persons ?? []).map((id) => [id, id === 'nobody' ? null : this.#person(id)])),
      books: new Map(books),
    });
  }

  #book(name: string): unknown {
    const [office, matter = ''] = name.split('/');
    switch (office) {
      case 'checkpoint':
        return this.checkpoint(Number(matter));
      case 'people':
        return { persons: {}, exclusions: exclusionsOf(this.excluded) } as Partial<PeopleBooks>;
      case 'drawers':
        return { open: Object.fromEntries(Object.keys(this.drawers).map((one) => [one, {}])) } as Drawers;
      case 'matters':
        return matter === 'promotions' ? [this.books, ...this.others] : [];
      case 'cases':
        return { closed: this.closed.includes(matter) ? { at: this.at } : null } as Case;
      default:
        return { prescribed: this.prescribed };
    }
  }

  /** Asked as at the door: may they, can it be read, does it go. Null: the house. */
  ask(who: string | null, name: string, said: object = {}): Outcome<readonly PromotionEvent[]> {
    const verb = PROMOTIONS.verbs[name] as Verb<Promotion, PromotionEvent>;
    const by = who === null ? null : this.#person(who);
    const read = readBody(verb as Verb<never, never>, said);
    if (!read.ok) return read;
    const why = whyNotVerb(PROMOTIONS, verb as Verb<unknown, never>, this.books, read.value, by, () => null);
    if (why !== null) return { ok: false, refused: { code: 'not-allowed', clause: null, message: why } };
    const facts = this.#facts(verb, read.value, by);
    const alone = { by, second: null, at: this.at, fresh: `fresh${++this.#count}`, body: read.value };
    const isTwo = by !== null && this.second !== null && takesSecond(verb, this.books, alone, facts);
    const asked = { ...alone, second: isTwo ? this.#person(this.second ?? '') : null };
    const decided = decideIn(PROMOTIONS, verb, this.books, asked, facts);
    if (decided.ok) for (const event of decided.value) this.take(event as PromotionEvent);
    return decided as Outcome<readonly PromotionEvent[]>;
  }

  /** As from the log, after a restart: through JSON. */
  take(event: PromotionEvent): void {
    const kept = JSON.parse(JSON.stringify(event)) as PromotionEvent;
    const after = PROMOTIONS.evolve(this.books, kept);
    for (const { postings } of PROMOTIONS.entries(this.books, kept, after))
      for (const { account, amount } of postings)
        this.accounts.set(account, (this.accounts.get(account) ?? 0) + amount);
    this.books = after;
    this.events.push(kept);
  }

  /** The books made anew from the log alone. */
  restart(): void {
    const again = this.events.reduce(
      (state, event) => PROMOTIONS.evolve(state, JSON.parse(JSON.stringify(event)) as PromotionEvent),
      PROMOTIONS.start,
    );
    this.books = JSON.parse(JSON.stringify(again)) as Promotion;
  }

  done(who: string | null, name: string, said: object = {}): readonly PromotionEvent[] {
    const outcome = this.ask(who, name, said);
    if (!outcome.ok) throw new Error(`${name}: ${JSON.stringify(outcome.refused)}`);
    return outcome.value;
  }

  /** Why not, as `code clause: message`. */
  why(who: string | null, name: string, said: object = {}): string {
    const outcome = this.ask(who, name, said);
    if (outcome.ok) return 'done';
    const { code, clause, message } = outcome.refused;
    return `${code} ${clause}: ${message}`;
  }

  /** The clock goes on to a moment, and the house does what comes due on the way. */
  until(at: number): void {
    for (;;) {
      const due = PROMOTIONS.due?.(this.books, this.at) ?? null;
      if (!due || due.at > at) break;
      this.at = Math.max(this.at, due.at);
      const before = this.events.length;
      this.done(null, due.do, due.body);
      if (this.events.length === before) throw new Error(`${due.do} was due and did nothing`);
    }
    this.at = Math.max(this.at, at);
  }

  held(account: string): number {
    return this.accounts.get(account) ?? 0;
  }

  /** What somebody sees to whom no post opens the books; null: nobody in particular. */
  seen(who: string | null): PromotionView | null {
    return viewPromotion(this.books, who === null ? null : person(who));
  }

  /** What is to be done, as `who: what`. */
  tasks(): readonly string[] {
    return promotionTasks(this.books, this.at).map(({ who, says }) => `${who.join(' or ')}: ${says}`);
  }

  names(): readonly string[] {
    return this.events.map(({ event }: OfficeEvent) => event);
  }
}

export const MONEY = { id: 'first', name: 'Five hundred dollars', kind: 'money', value: 50_000 };

/** Terms with nothing missing, for a promotion that starts in two days and is drawn a week later. */
export const goodTerms = (change: Many = {}): PromotionTerms =>
  promotionTerms.parse({
    awarded: 'By a draw from all entries',
    awardedWhere: 'At the main stage, on the day of the draw',
    eligibility: 'Players with a card',
    minimumWager: 'None',
    nature: 'Money, without reservation',
    place: 'The main floor',
    startsAt: T0 + 2 * DAY,
    closesAt: T0 + 9 * DAY,
    drawAt: T0 + 9 * DAY + HOUR,
    claiming: 'At the cage with a card; nobody has to be there',
    notified: 'By telephone',
    published: 'On the board at the cage',
    marketing: 'Play in spring. Terms and conditions at the cage.',
    prizes: [MONEY],
    byForm: true,
    ...change,
  });

export const drafted = (book: PromotionBook, change: Many = {}): Desk => {
  const desk = new Desk();
  desk.done('s-manager', 'draft', { title: 'Spring', book, terms: goodTerms(change) });
  return desk;
};

export const running = (book: PromotionBook, change: Many = {}): Desk => {
  const desk = drafted(book, change);
  desk.done('s-manager', 'submit', { reference: 'letter 1', version: 1 });
  desk.until(T0 + 2 * DAY);
  return desk;
};

/** With a handful of entries, and drawn. */
export function drawn(
  book: PromotionBook,
  change: Many = {},
  players = ['ann', 'bob', 'cy', 'dee', 'eli'],
): Desk {
  const desk = running(book, change);
  for (const one of players) desk.done(one, 'enter');
  desk.until(T0 + 9 * DAY + HOUR - 1);
  if (desk.books.terms?.prizes.some(({ value }) => value > 1_000_000)) {
    desk.done('s-manager', 'nominate', { scrutineer: 's-scrutineer' });
    desk.done('s-scrutineer', 'sign-before', { hash: desk.books.frozen?.hash, seal: sealOf('magpie') });
  }
  desk.until(T0 + 9 * DAY + HOUR);
  if (desk.books.seals.length > 0) desk.done('s-scrutineer', 'open-seal', { word: 'magpie' });
  desk.done('s-manager', 'draw');
  return desk;
}
