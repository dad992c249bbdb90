// A year of promotions in three books at a running house: no deadline missed, no draw run twice, and what the ledger has
// paid and given back is what was promised. Larger: `npm run soak -- promotions`.
import {
  account,
  drawFileOf,
  entriesOf,
  faultsInDraw,
  PROMOTIONS,
  type PromotionEvent,
} from '@boxperson/offices';
import { expect, test } from 'vitest';
import { PromotionYear, YEAR_BOOKS } from './promotion-year.js';

const MONTHS = Number(process.env['PROMOTION_MONTHS'] ?? 2);
const YEARS = Number(process.env['PROMOTION_YEARS'] ?? 1);
const SEED = process.env['PROPERTY_SEED'] === 'random' ? Math.floor(Math.random() * 2 ** 31) : 20;
const STEPS_MOST = 400;

const held = ({ disk }: PromotionYear, name: string): number => disk.balances.get(name) ?? 0;

/** At every moment: set aside is what is promised and not paid, and no money is made or lost. */
function ledgerHolds(year: PromotionYear): void {
  let cost = 0;
  for (const { matter } of year.promised) {
    const { id, setAside, paid } = year.books(matter);
    expect(held(year, account.prizes(id)), matter).toBe(setAside);
    cost += setAside + paid;
  }
  expect(held(year, account.promotions) + cost).toBe(0);
  expect(year.disk.checkMoney()).toEqual({ sum: 0, faults: [] });
}

/** By the log alone, whatever the house remembers. */
function wasAsItShould(year: PromotionYear, matter: string, money: number): number {
  const events = year.disk
    .stream(`promotions/${matter}`)
    .map(({ body }) => JSON.parse(body) as PromotionEvent);
  const count = (name: string) => events.filter(({ event }) => event === name).length;
  expect([count('started'), count('called'), count('drawn'), count('deadline-missed')], matter).toEqual([
    1, 1, 1, 0,
  ]);
  const books = events.reduce((state, event) => PROMOTIONS.evolve(state, event), PROMOTIONS.start);
  expect(books.stage).toBe('archived');
  const file = drawFileOf(books);
  expect(file && faultsInDraw(file)).toEqual([]);
  const awards = Object.values(books.awards);
  const won = (as: string) =>
    awards.filter(({ became }) => became === as).reduce((sum, { prize }) => sum + prize.value, 0);
  expect(books.paid).toBe(won('paid'));
  // What was not paid found nobody: there was no entry left, or nobody came for it.
  const undrawn = money - awards.reduce((sum, { prize }) => sum + prize.value, 0);
  expect(books.paid + won('ended') + undrawn).toBe(money);
  return books.paid;
}

type Went = Readonly<Record<'restarts' | 'paid' | 'promised', number>>;

async function aYear(seed: number): Promise<Went> {
  const year = new PromotionYear(seed);
  await year.open();
  await year.openDrawer();
  const before = held(year, account.drawer('cage'));
  for (let month = 0; month < MONTHS; month++) {
    for (const book of YEAR_BOOKS) await year.draft(`${book}-${month}`, book);
    const isOver = () => year.promised.every(({ matter }) => year.books(matter).stage === 'archived');
    for (let step = 0; step < STEPS_MOST && !isOver(); step++) {
      await year.step();
      ledgerHolds(year);
    }
  }
  expect(year.faults).toEqual([]);
  const paid = year.promised.reduce((sum, { matter, money }) => sum + wasAsItShould(year, matter, money), 0);
  const out = held(year, account.cheques) + held(year, account.transfers);
  expect(out + held(year, account.drawer('cage')) - before).toBe(paid);
  const played = year.promised.filter(({ matter }) =>
    entriesOf(year.books(matter)).some(([, { how }]) => how === 'play'),
  );
  expect(played.length).toBeGreaterThan(0);
  return {
    restarts: year.restarts,
    paid,
    promised: year.promised.reduce((sum, { money }) => sum + money, 0),
  };
}

test(
  `${YEARS} times ${MONTHS} months of promotions, three books at once, with restarts and a clock that jumps`,
  async () => {
    const all: Went[] = [];
    for (let n = 0; n < YEARS; n++) all.push(await aYear(SEED + n));
    const sum = (of: keyof Went) => all.reduce((total, one) => total + one[of], 0);
    expect(sum('restarts')).toBeGreaterThan(YEARS * MONTHS);
    expect(sum('paid')).toBeGreaterThan(sum('promised') / 2);
    if (YEARS > 1)
      console.log(
        `${YEARS * MONTHS * YEAR_BOOKS.length} promotions, ${sum('restarts')} restarts, $${sum('paid') / 100} of $${sum('promised') / 100} paid, from seed ${SEED}`,
      );
  },
  60_000 + YEARS * MONTHS * 10_000,
);
