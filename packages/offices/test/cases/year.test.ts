// A year of cases of all kinds in five books, with clocks that jump and a house that restarts: no duty missed or closed
// early, no rung skipped, no month without its report. `npm run soak -- cases` takes a thousand.
import {
  CASE_KINDS,
  type CaseKind,
  dutiesOf,
  endOfMonth,
  KINDS,
  ladderIn,
  letterOf,
  nextMonth,
  nextRung,
  type OpenedCase,
  owing,
  whyNotRung,
} from '@boxperson/offices';
import type { RulebookId } from '@boxperson/rules';
import { expect, test } from 'vitest';
import { BOOKS, Desk, momentAt, STAFF } from './desk.js';

const COUNT = Number(process.env['CASES'] ?? 120);
const HOUR = 3_600_000;
const START = endOfMonth('Sydney', '2025-12');
const MONTHS = 12;

/** The same year from the same number. */
class Lot {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  below(most: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * most);
  }
  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T;
  }
}

const PEOPLE = [...STAFF.keys()];
const [ONE, TWO] = ['manager-1', 'manager-2'];

/** Everybody who stands on the next rung. */
function whoseTurn(state: OpenedCase): readonly string[] {
  const rung = nextRung(state);
  const { table, rulebook } = state.opened;
  const place = { id: table ?? '', rulebook };
  const right = rung ? [...STAFF.values()].filter((one) => whyNotRung(rung, one, place) === null) : [];
  return right.length > 0 ? right.map(({ id }) => id) : PEOPLE;
}

/** One thing that somebody tries with a case; most of what they try is refused. */
function tryOne(desk: Desk, lot: Lot, matter: string): void {
  const state = desk.case(matter);
  const by = lot.of(PEOPLE);
  const turn = lot.of(whoseTurn(state));
  const acts: readonly (readonly [string, object, string, string?])[] = [
    ['decide', { finds: lot.of(['upheld', 'dismissed']), reasons: 'as it stands' }, by],
    // Whoever's turn it is, mostly.
    ...[1, 2, 3].map(() => ['decide', { finds: 'dismissed', reasons: 'as it stands' }, turn] as const),
    ['ask-review', { says: 'again' }, 'ann'],
    ['ask-review', { says: 'again' }, lot.of(['ann', ONE])],
    ['advise', { how: 'in person' }, ONE],
    ['enquire', { finds: lot.of(['not-intentional', 'suspected']), says: 'asked' }, ONE],
    [
      'attempt',
      { what: lot.of(['identify', 'contact', 'reimburse', 'demand']), says: 'x', succeeded: true },
      ONE,
    ],
    ['tell', { whom: 'Ida', how: 'telephone' }, ONE],
    ['acknowledge', {}, 'inspector-1'],
    ['put-right', { amount: Math.max(1, Math.abs(owing(state) ?? 1)), how: 'cash', reason: 'x' }, ONE, TWO],
    ['withhold', { amount: 100, reason: 'x' }, ONE, TWO],
    ['end-withholding', { how: lot.of(['released', 'returned']), reason: 'x' }, ONE, TWO],
    ['measure', { measure: 'recommend-exclusion', says: 'x' }, by],
    ['close', { says: 'done' }, ONE],
    ['close', { says: 'done' }, by],
  ];
  const [verb, body, who, second] = lot.of(acts);
  const done = desk.try(matter, verb, body, second === undefined ? { by: who } : { by: who, second });
  if (done.ok && verb === 'close') expectEnded(desk, matter);
}

/** What must be true of a case that was let go. */
function expectEnded(desk: Desk, matter: string): void {
  const state = desk.case(matter);
  const left = dutiesOf(state).filter(({ doneAt }) => doneAt === null);
  expect(left, matter).toEqual([]);
  expect(state.withheld === null || state.withheldEnded !== null, matter).toBe(true);
  if (KINDS[state.opened.kind].isDecided) expect(state.advised.length, matter).toBeGreaterThan(0);
  if (letterOf(state) !== null) expect(letterOf(state)).not.toMatch(/Bobby|Cyrus|-at-/);
}

/** No rung is skipped, none decides twice, nobody twice. */
function expectLadder(desk: Desk): void {
  for (const matter of desk.cases.keys()) {
    const state = desk.case(matter);
    const order = ladderIn(state).rungs.map(({ id }) => id);
    expect(state.decisions.map(({ rung }) => rung)).toEqual(order.slice(0, state.decisions.length));
    expect(new Set(state.decisions.map(({ by }) => by)).size).toBe(state.decisions.length);
    expect(nextRung(state)?.id).toBe(order[state.decisions.length]);
  }
}

/** The books of duties say what the cases say: all of it, each overdue when its time was over, none done before it was. */
function expectDuties({ cases, duties, at }: Desk, desk: Desk): void {
  for (const matter of cases.keys())
    for (const { what, by, doneAt } of dutiesOf(desk.case(matter))) {
      const name = `${matter}/${what}`;
      const owed = duties.owed[name];
      const done = duties.done[name];
      expect(owed === undefined, name).toBe(done !== undefined);
      if (done) expect([done.at, done.late], name).toEqual([doneAt, (doneAt ?? 0) > by]);
      if (owed) expect([doneAt, owed.by], name).toEqual([null, by]);
      if (owed) expect(owed.overdueAt !== null, `${name} overdue`).toBe(at >= by);
    }
}

function openOne(desk: Desk, lot: Lot, count: number): string {
  const rulebook: RulebookId = lot.of(BOOKS);
  const kind: CaseKind = lot.of(CASE_KINDS);
  const wrong = lot.of([0, 99_999, 150_001, 151_000, 400_000]);
  const paid = kind === 'underpayment' ? 0 : 50_000 + wrong;
  const owed = kind === 'underpayment' ? 50_000 + wrong : 50_000;
  desk.moments.set(rulebook, { ...momentAt(rulebook, { paid, owed }), n: count + 1 });
  const matter = `y-${count}`;
  const about = { kind, table: rulebook, roll: 7, line: '1/pass/Annie', says: 'as it came' };
  desk.do(matter, 'raise', about, null);
  return matter;
}

/** Most months are reported in time, one in five late or never. */
function report(desk: Desk, lot: Lot): void {
  const by = 'gaming-manager-1-at-star-2024';
  for (const [month, { sent, late }] of Object.entries(desk.duties.months)) {
    if (!sent && lot.below(5) > 0) {
      desk.duty('review-report', { month }, by);
      desk.duty('send-report', { month, how: 'mail' }, by);
    }
    if (sent && late.length > 0) desk.duty('addendum', { month, says: 'found since' }, by);
  }
}

test(`a year with ${COUNT} cases`, () => {
  const lot = new Lot(18);
  const desk = new Desk(START);
  desk.duty('begin-reporting', { month: '2026-01' }, null);
  const open: string[] = [];
  const end = endOfMonth('Sydney', '2026-12');
  const step = Math.floor((end - START) / COUNT);
  for (let count = 0; count < COUNT; count++) {
    open.push(openOne(desk, lot, count));
    for (let tries = 0; tries < 12; tries++) tryOne(desk, lot, lot.of(open.slice(-8)));
    if (count % 7 === 0) desk.restart();
    // Now and then the clock stands still, and now and then it jumps by weeks.
    const jump = lot.below(20) === 0 ? 20 * 24 * HOUR : 0;
    desk.until(Math.max(desk.at, START + (count + 1) * step) + (desk.at + jump < end ? jump : 0));
    report(desk, lot);
    if (count % 20 === 0) expectDuties(desk, desk);
  }
  desk.until(Math.max(desk.at, end));
  expectLadder(desk);
  expectDuties(desk, desk);
  expectMonths(desk);
  const closed = [...desk.cases.keys()].filter((matter) => desk.case(matter).closed);
  expect(closed.length).toBeGreaterThan(COUNT / 20);
}, 600_000);

/** Every month has its report, and every payment over $1,000 is in that of the month in which it came to be known. */
function expectMonths(desk: Desk): void {
  const { months } = desk.duties;
  let month = '2026-01';
  for (let count = 0; count < MONTHS; count++, month = nextMonth(month)) {
    const report = months[month];
    expect(report?.draftedAt, month).toBeGreaterThanOrEqual(endOfMonth('Sydney', month));
    const told = [...(report?.payments ?? []), ...(report?.addenda ?? []).flatMap((one) => one.payments)];
    const known = new Set([...told, ...(report?.late ?? [])].map((one) => one.case));
    const wanted = [...desk.cases.keys()].filter((matter) => isToReport(desk, matter, month));
    expect([...known].sort(), month).toEqual(wanted.sort());
  }
}

function isToReport(desk: Desk, matter: string, month: string): boolean {
  const { opened } = desk.case(matter);
  const line = opened.moment?.lines[0];
  const isWrong = opened.kind === 'overpayment' || opened.kind === 'underpayment';
  if (opened.rulebook !== 'star-2024' || !isWrong || !line) return false;
  const inMonth = opened.at >= endOfMonth('Sydney', before(month)) && opened.at < endOfMonth('Sydney', month);
  return inMonth && Math.abs(line.paid - line.owed) > 100_000;
}

const before = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
};
