// A year of promotions in three books, with a clock that jumps and books that are read again from the log: no deadline
// missed, no draw run twice, and the ledger holds what was promised.
import { account, drawFileOf, entriesOf, faultsInDraw, PROMOTIONS, sealOf } from '@boxperson/offices';
import { expect, test } from 'vitest';
import { DAY, Desk, goodTerms, HOUR, MONEY, running, T0 } from './desk.js';

const BOOKS = ['star', 'star-2024', 'aruze'] as const;
const WAYS = ['face-to-face', 'mail', 'telephone', 'email'] as const;
const PLAYERS = Array.from({ length: 12 }, (_, n) => `player-${n}`);
const ABSENT = PLAYERS.slice(0, 3);

/** Numbers by chance, the same every time. */
const chance = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};

/** Staff who do what is asked of them, now and then, and always before it is too late. */
class Staff {
  readonly desk: Desk;
  readonly random: () => number;

  constructor(desk: Desk, random: () => number) {
    this.desk = desk;
    this.random = random;
  }

  oneOf<T>(all: readonly T[]): T {
    return all[Math.floor(this.random() * all.length)] as T;
  }

  work(): void {
    const { desk } = this;
    switch (desk.books.stage) {
      case 'running':
        desk.ask(this.oneOf(PLAYERS), 'enter');
        if (this.random() < 0.02) this.doubt();
        if (this.random() < 0.05) desk.excluded = [...desk.excluded, this.oneOf(PLAYERS)];
        if (this.random() < 0.05) desk.ask(this.oneOf(PLAYERS), 'dispute', { about: 'my entries' });
        break;
      case 'frozen':
        desk.ask('s-manager', 'nominate', { scrutineer: 's-scrutineer' });
        desk.ask('s-scrutineer', 'sign-before', { hash: desk.books.frozen?.hash, seal: sealOf('magpie') });
        break;
      case 'called':
        desk.ask('s-scrutineer', 'open-seal', { word: 'magpie' });
        desk.ask('s-manager', 'draw');
        break;
      case 'drawn':
      case 'cancelled':
        this.afterDraw();
        break;
      default:
    }
    if (desk.books.doubt) this.settleDoubt();
  }

  doubt(): void {
    const told = { whom: 'I. Inspector', how: 'by telephone' };
    const said = { what: 'promotion', measure: 'postpone', reason: 'a form was copied' };
    this.desk.ask('s-manager', 'doubt', this.desk.books.book === 'star-2024' ? said : { ...said, told });
  }

  settleDoubt(): void {
    const { desk } = this;
    desk.ask('s-manager', 'tell-inspectorate', { whom: 'I. Inspector', how: 'by letter' });
    if (this.random() < 0.05) desk.ask('s-manager', 'cancel', { reason: 'it could not be counted again' });
    else desk.ask('s-manager', 'validate', { reason: 'counted again', drawAt: desk.at + DAY });
  }

  afterDraw(): void {
    const { desk } = this;
    const hash = desk.seen(null)?.resultHash;
    desk.ask('s-scrutineer', 'sign-after', { hash });
    desk.ask('s-manager', 'publish', { where: 'on the board' });
    for (const [award, { person, prize, became, attempts }] of Object.entries(desk.books.awards)) {
      if (became !== 'open') continue;
      if (attempts.length === 0)
        desk.ask('s-cashier', 'attempt', { award, way: this.oneOf(WAYS), reached: true, note: 'told' });
      // Some never come for what they won.
      else if (ABSENT.includes(person)) this.passOn(award);
      else if (this.random() < 0.3) this.claim(award, person, prize.value);
      else if (this.random() < 0.2)
        desk.ask('s-manager', 'redraw', { award, why: 'ineligible', note: 'a copy' });
    }
    for (const [claim, { became, toldAt }] of Object.entries(desk.books.claims)) {
      if (became === 'open') desk.ask('s-cashier', 'pay', { claim });
      if (desk.books.claims[claim]?.became === 'open')
        desk.ask('s-manager', 'refuse-claim', { claim, reason: 'it was passed on' });
      if (became === 'refused' && toldAt === undefined)
        desk.ask('s-cashier', 'tell-reason', { claim, way: 'mail' });
    }
    this.hear();
    desk.ask('s-manager', 'archive');
  }

  /** What nobody claimed in its time goes to the next, once the clock has said so. */
  passOn(award: string): void {
    const { desk } = this;
    const said = { award, why: 'unclaimed', note: 'nobody came' };
    if (desk.books.reminded.includes(`unclaimed/${award}`)) desk.done('s-manager', 'redraw', said);
    else expect(desk.why('s-manager', 'redraw', said)).not.toBe('done');
  }

  /** Cases about it are heard sooner or later, and nothing is archived before. */
  hear(): void {
    const { desk } = this;
    const open = Object.values(desk.books.disputes).flatMap(({ case: name }) =>
      name !== undefined && !desk.closed.includes(name) ? [name] : [],
    );
    if (open.length > 0) expect(desk.why('s-manager', 'archive')).not.toBe('done');
    if (this.random() < 0.3) desk.closed = [...desk.closed, ...open];
  }

  claim(award: string, person: string, amount: number): void {
    const { desk } = this;
    const ways = [
      { way: desk.books.book === 'star-2024' ? 'cheque' : 'cash', amount: 1_000 },
      { way: 'transfer', amount: amount - 1_000 },
    ];
    desk.ask(person, 'claim', { award, name: person, address: '1 Quay St', ways });
  }
}

/** Nobody who is excluded stands on a list that was frozen since, or holds an award that was drawn since. */
function noneExcluded({ books, events, excluded }: Desk): void {
  const last = events.at(-1)?.event;
  if (last === 'frozen')
    for (const [entry, { person, struck }] of entriesOf(books))
      if (struck === undefined) expect(excluded, entry).not.toContain(person);
  if (last === 'drawn' || last === 'award-passed')
    for (const { became, person, attempts } of Object.values(books.awards))
      if (became === 'open' && attempts.length === 0) expect(excluded).not.toContain(person);
}

const STEPS = [HOUR, 3 * HOUR, 11 * HOUR, 23 * HOUR];

test.each(BOOKS)('a year of promotions at %s', (book) => {
  const random = chance(book.length * 97);
  let archived = 0;
  for (let month = 0; month < 12; month++) {
    const desk = new Desk();
    desk.at = T0 + month * 30 * DAY;
    const start = desk.at + DAY + Math.floor(random() * DAY);
    const value = random() < 0.5 ? 1_500_000 : 90_000;
    const prizes = [
      { ...MONEY, value },
      { ...MONEY, id: 'second', value: 20_000, count: 1 + Math.floor(random() * 4) },
    ];
    const promised = value + 20_000 * (prizes[1] as { count: number }).count;
    const times = { startsAt: start, closesAt: start + 6 * DAY, drawAt: start + 6 * DAY + HOUR };
    desk.done('s-manager', 'draft', {
      title: `Month ${month}`,
      book,
      terms: goodTerms({ ...times, prizes }),
    });
    desk.done('s-manager', 'submit', { reference: `letter ${month}`, version: 1 });
    const staff = new Staff(desk, random);
    for (let step = 0; step < 600 && desk.books.stage !== 'archived'; step++) {
      // A clock that jumps: what came due meanwhile is done in its order.
      desk.until(desk.at + staff.oneOf(STEPS));
      staff.work();
      if (desk.books.stage !== 'none') noneExcluded(desk);
      if (step % 7 === 0) desk.restart();
      const { id, setAside, paid } = desk.books;
      expect(desk.held(account.prizes(id))).toBe(setAside);
      expect(desk.held(account.promotions) + setAside + paid).toBe(0);
      expect(setAside + paid).toBeLessThanOrEqual(promised);
    }
    const names = desk.names();
    expect(names.filter((name) => name === 'drawn').length).toBeLessThanOrEqual(1);
    expect(names.filter((name) => name === 'started')).toHaveLength(1);
    expect(desk.books.missed).toEqual([]);
    const file = drawFileOf(desk.books);
    expect(file && faultsInDraw(file)).toEqual(file ? [] : null);
    const wins = Object.values(desk.books.awards).filter(({ became }) => became === 'paid');
    const out = [account.cheques, account.transfers, account.drawer('s-cashier')].reduce(
      (sum, name) => sum + desk.held(name),
      0,
    );
    expect(out).toBe(wins.reduce((sum, { prize }) => sum + prize.value, 0));
    expect([...desk.accounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
    if (desk.books.stage === 'archived') archived += 1;
  }
  expect(archived).toBe(12);
});

/** The books after so many entries of play, and how much of the processor's time the quickest of three tries took. */
function entered(count: number) {
  const tries = [1, 2, 3].map(() => {
    let books = running('star', { most: 100_000 }).books;
    const before = process.cpuUsage();
    for (let n = 1; n <= count; n++) {
      const earnt = { rule: 'r', nth: n, earnedAt: T0, events: [n] };
      const person = `p-${n % 5_000}`;
      const event = { v: 1, event: 'entered', at: T0, entry: `E-${n}`, person, how: 'play', earnt } as const;
      books = PROMOTIONS.evolve(books, event);
    }
    const { user, system } = process.cpuUsage(before);
    return { books, worked: user + system };
  });
  return tries.reduce((best, one) => (one.worked < best.worked ? one : best));
}

test('eight thousand entries are taken and listed, and each costs what the first did', () => {
  const few = entered(1_000);
  const { books, worked } = entered(8_000);
  expect(books.entries.count).toBe(8_000);
  expect(books.entrants.count).toBe(5_000);
  expect(entriesOf(books).map(([id]) => id)).toEqual(Array.from({ length: 8_000 }, (_, n) => `E-${n + 1}`));
  // A list that is copied for each takes 64 times as long for eight times as many.
  expect(worked).toBeLessThan(few.worked * 24);
});
