import { inflateSync } from 'node:zlib';
// Ratings and reports from the log alone: decisions and not rolls, exact edges of what was bet, the same whenever it is
// made again, and every figure with the events behind it.
import { bookFigures, makeRational, rational } from '@boxperson/odds';
import {
  type AnyOffice,
  account,
  DRAWERS,
  decideIn,
  type Entry,
  factsFrom,
  type LogLine,
  type OfficeEvent,
  type Person,
  TICKETS,
  type Verb,
  withCheckDigits,
} from '@boxperson/offices';
import {
  type Command,
  decide,
  evolve,
  openTable,
  RULEBOOK_IDS,
  RULEBOOKS,
  type Table,
} from '@boxperson/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportCsv } from '../../src/figures/csv.js';
import { edgeOn } from '../../src/figures/edges.js';
import { Past } from '../../src/figures/past.js';
import { letterPdf, registerPdf, reportPdf } from '../../src/figures/pdf.js';
import { earningPoints, type Points, wholePoints } from '../../src/figures/points.js';
import { eventsBehind, type FloorReport, makeReport } from '../../src/index.js';

const START = 1_790_000_000_000;
const HOUR = 3_600_000;
const inTurn = async function* (lines: Iterable<LogLine>) {
  yield* lines;
};
const by = (role: string) => ({ role, id: role });

/** A table played by a script, a second for each command. */
function played(commands: readonly Command[], more: object = {}): readonly LogLine[] {
  const limits = { default: { min: 500, max: 100_000 } };
  const opening = openTable({ rulebook: 'star', limits, ...more }, START);
  if (!opening.ok) throw new Error(opening.refused.message);
  let table = opening.value.reduce<Table | null>(evolve, null) as Table;
  const events = [...opening.value];
  for (const [index, command] of commands.entries()) {
    const decided = decide(table, { ...command, at: START + (index + 1) * 60_000 });
    if (!decided.ok) throw new Error(`${JSON.stringify(command)}: ${decided.refused.message}`);
    events.push(...decided.value);
    table = decided.value.reduce<Table>(evolve, table);
  }
  return events.map((event, index) => ({
    seq: index + 1,
    stream: 'table/wharf',
    position: index + 1,
    at: event.at,
    event,
  }));
}

const roll = (one: number, other: number): readonly Command[] => [
  { do: 'throw', player: 'Ann' },
  { do: 'roll', dice: [one, other], by: by('stickperson') },
  { do: 'settle', by: by('dealer') },
];
const EVENING: readonly Command[] = [
  { do: 'staff', person: 'dealer', role: 'dealer' },
  { do: 'staff', person: 'stickperson', role: 'stickperson' },
  { do: 'staff', person: 'boxperson', role: 'boxperson' },
  { do: 'sit', player: 'Ann', person: 'p-ann', seat: 1, bankroll: 100_000 },
  { do: 'sit', player: 'Bo', person: 'p-bo', seat: 2, bankroll: 100_000 },
  { do: 'offer', by: by('stickperson') },
  { do: 'accept', player: 'Ann', dice: ['1a', '1b'] },
  { do: 'bet', player: 'Ann', wager: 'pass', amount: 1_000 },
  ...roll(2, 2),
  { do: 'bet', player: 'Bo', wager: 'place', number: 6, amount: 1_200 },
  { do: 'bet', player: 'Bo', wager: 'buy', number: 10, amount: 2_000 },
  ...roll(5, 4),
  ...roll(4, 2),
  { do: 'staff-leave', person: 'dealer' },
  { do: 'staff', person: 'relief', role: 'dealer' },
  { do: 'throw', player: 'Ann' },
  { do: 'roll', dice: [3, 4], by: by('stickperson') },
];
const PERIOD = { from: START, to: START + 24 * HOUR };

const figure = (report: FloorReport, key: string) =>
  [...report.tables, ...report.players, ...report.drawers]
    .flatMap(({ figures }) => figures)
    .find((one) => one.key === key);
const amountOf = (report: FloorReport, key: string): number | undefined => figure(report, key)?.value;

/** What a paper says that it draws: the tables by which a reader copies letters out of it. */
function lettersIn(pdf: Buffer): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [, data] of pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
    const raw = Buffer.from(data as string, 'latin1');
    // Deflated, or the figures of a font.
    const text = raw[0] === 0x78 ? inflateSync(raw).toString('latin1') : '';
    if (text.includes('beginbfrange'))
      for (const [, codes] of text.matchAll(/<([0-9a-f]{4})>(?=[ \]])/g))
        found.add(String.fromCodePoint(Number.parseInt(codes as string, 16)));
  }
  return found;
}

describe('ratings', () => {
  test('theoretical win is the exact edge of each decision, worked out by hand', async () => {
    const report = await makeReport(PERIOD, inTurn(played(EVENING)));
    // Ann: one pass line wager of $10, lost to the seven: 1000 × 7/495.
    expect(figure(report, 'players/p-ann/theo')?.exact).toBe('1400/99');
    expect(amountOf(report, 'players/p-ann/decisions')).toBe(1);
    expect(amountOf(report, 'players/p-ann/turnover')).toBe(1_000);
    expect(amountOf(report, 'players/p-ann/result')).toBe(-1_000);
    // Bo: $12 on the 6, won, at 1/66; $20 bought on the 10, lost, and 5 % of it is the house's whatever comes.
    expect(figure(report, 'players/p-bo/theo')?.exact).toBe('1300/11');
    expect(amountOf(report, 'players/p-bo/decisions')).toBe(2);
    expect(amountOf(report, 'players/p-bo/turnover')).toBe(3_200);
    expect(amountOf(report, 'players/p-bo/result')).toBe(1_400 - 2_100);
    // Four rolls, three decisions.
    expect(amountOf(report, 'tables/wharf/rolls')).toBe(4);
    expect(amountOf(report, 'tables/wharf/result')).toBe(1_000 + 700);
    expect(amountOf(report, 'tables/wharf/decisions')).toBe(3);
  });

  test('a call that was wrong is taken back with all that it decided', async () => {
    const right = await makeReport(PERIOD, inTurn(played(EVENING)));
    const wrong = EVENING.slice(0, -1);
    const report = await makeReport(
      PERIOD,
      inTurn(
        played([
          ...wrong,
          { do: 'roll', dice: [3, 3], by: by('stickperson') },
          { do: 'correct-call', dice: [3, 4], reason: 'a wrong key', by: by('stickperson') },
        ]),
      ),
    );
    for (const name of ['decisions', 'turnover', 'result', 'rolls'])
      expect([name, amountOf(report, `tables/wharf/${name}`)]).toEqual([
        name,
        amountOf(right, `tables/wharf/${name}`),
      ]);
    expect(figure(report, 'tables/wharf/theo')?.exact).toBe(figure(right, 'tables/wharf/theo')?.exact);
  });

  test('every wager that a book knows has its edge, and commission counts on the stake', () => {
    for (const id of RULEBOOK_IDS)
      for (const row of bookFigures(RULEBOOKS[id])) {
        const edge = edgeOn(RULEBOOKS[id], row);
        const putUp = { n: row.commission.d, d: row.commission.d - row.commission.n };
        expect([id, row.name, makeRational(edge)]).toEqual([
          id,
          row.name,
          makeRational(simplest(row.edge.n * putUp.n, row.edge.d * putUp.d)),
        ]);
      }
  });
});

function simplest(n: bigint, d: bigint): { n: bigint; d: bigint } {
  const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));
  const shared = gcd(n, d) || 1n;
  return { n: n / shared, d: d / shared };
}

describe('reports', () => {
  test('two halves add up to the whole, and each figure to the events behind it', async () => {
    const lines = played(EVENING);
    const whole = await makeReport(PERIOD, inTurn(lines));
    const middle = lines[Math.floor(lines.length / 2)]?.at ?? 0;
    const first = await makeReport({ from: START, to: middle }, inTurn(lines));
    const second = await makeReport({ from: middle, to: PERIOD.to }, inTurn(lines));
    expect([first.complete, second.complete]).toEqual([true, false]);
    for (const { figures } of [...whole.tables, ...whole.players])
      for (const { key, value, events, unit } of figures) {
        if (key.endsWith('theo')) continue;
        expect([key, (amountOf(first, key) ?? 0) + (amountOf(second, key) ?? 0)]).toEqual([key, value]);
        if (unit === 'time') continue;
        const behind = await eventsBehind(PERIOD, key, inTurn(lines));
        expect([key, behind.events.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([key, value]);
        expect(behind.total).toBeLessThanOrEqual(events);
        expect(behind.total).toBeGreaterThan(0);
      }
    expect(whole.checks.every(({ ok }) => ok)).toBe(true);
  });

  /** A log that says which entries were asked for. */
  function readable(lines: readonly LogLine[]) {
    const read: number[] = [];
    const readLog = async (after: number, limit: number) =>
      lines
        .filter(({ seq }) => seq > after)
        .slice(0, limit)
        .map(({ seq, stream, position, at, event }) => {
          read.push(seq);
          return { seq, stream, position, at, body: JSON.stringify(event) };
        });
    return { store: { readLog }, read };
  }

  test('goes on from what an earlier report has read, and says the same as from the beginning', async () => {
    const lines = played(EVENING);
    // Committed together, one stands behind a later one.
    const [late, early] = [lines[20] as LogLine, lines[21] as LogLine];
    const mixed = lines.map((line) =>
      line === late ? { ...line, at: early.at + 10 } : line === early ? { ...line, at: late.at } : line,
    );
    const times = [START, ...mixed.map(({ at }) => at), late.at + 1, PERIOD.to];
    const { store, read } = readable(mixed);
    const past = new Past(store);
    // Whatever was asked before it, in whichever order.
    for (const [n, from] of [...times, ...times.toReversed()].entries()) {
      for (const to of [from + 1, from + 3, from + 5 * 60_000, PERIOD.to + 1]) {
        const period = { from, to };
        expect([n, await past.report(period)]).toEqual([n, await makeReport(period, inTurn(mixed))]);
      }
      const whole = { from, to: PERIOD.to + 1 };
      const key = 'players/p-bo/result';
      expect(await past.behind(whole, key)).toEqual(await eventsBehind(whole, key, inTurn(mixed)));
    }
    read.length = 0;
    const last = { from: PERIOD.to, to: PERIOD.to + HOUR };
    await past.report(last);
    read.length = 0;
    await past.report(last);
    expect(read).toEqual([]);
  });

  test('reads no further when its period is long over', async () => {
    const lines = played(EVENING);
    const DAY = 24 * HOUR;
    const later = Array.from({ length: 2_000 }, (_, n): LogLine => {
      const [{ at = 0 } = {}] = lines.slice(-1);
      const seq = lines.length + n + 1;
      return { seq, stream: 'tickets', position: n + 1, at: at + n * HOUR, event: { event: 'none' } };
    });
    const { store, read } = readable([...lines, ...later]);
    const report = await new Past(store).report({ from: START, to: START + DAY });
    expect(report.complete).toBe(true);
    expect(read.length).toBeLessThan(500);
    const near = [...lines, ...later.slice(0, 25)];
    expect(report).toEqual(await makeReport({ from: START, to: START + DAY }, inTurn(near)));
  });

  test('behind a figure nobody reads the number by which a ticket could be paid', async () => {
    const out = {
      seat: 1,
      player: 'Ann',
      person: 'p-1',
      amount: 500,
      play: false,
      ticket: '123456789012345678',
    };
    const event = { v: 1, event: 'ticket-out', at: 1, n: 1, ...out, checkpoint: null };
    async function* log() {
      yield { seq: 1, stream: 'terminal/t', position: 1, at: 1, event };
    }
    const { events } = await eventsBehind({ from: 0, to: 10 }, 'cage/tickets-issued', log());
    expect(events).toMatchObject([{ amount: 500, event: { ticket: '5678', person: 'p-1' } }]);
  });

  test('who stood where, and when they were relieved', async () => {
    const { duties } = await makeReport(PERIOD, inTurn(played(EVENING)));
    const dealers = duties.filter(({ role }) => role === 'dealer');
    expect(dealers.map(({ person, table }) => [person, table])).toEqual([
      ['dealer', 'wharf'],
      ['relief', 'wharf'],
    ]);
    expect(dealers[0]?.to).toBeLessThanOrEqual(dealers[1]?.from ?? 0);
  });

  test('on paper and as a table it is the same to the byte whenever it is made', async () => {
    const make = () => makeReport(PERIOD, inTurn(played(EVENING)));
    const [one, other] = [await make(), await make()];
    expect(reportCsv(one)).toBe(reportCsv(other));
    expect(reportCsv(one)).toContain('player,Ann,Turnover,10,dollars,1,players/p-ann/turnover');
    const papers = [await reportPdf(one, 'A report'), await reportPdf(other, 'A report')];
    expect(papers[0]?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(papers[0]?.equals(papers[1] as Buffer)).toBe(true);
  });

  test('a letter has the letters of everybody’s name, and of what it has not a question mark', async () => {
    const name = 'Nguyễn Thị Hồng, Łukasz Žižek, Ödön, Ελένη, Ярослав';
    const pdf = await letterPdf({ title: 'The house', text: `To ${name} and 王芳.`, at: 0 });
    const drawn = lettersIn(pdf);
    expect([...new Set(name)].filter((letter) => !drawn.has(letter))).toEqual([]);
    expect([drawn.has('?'), drawn.has('王')]).toEqual([true, false]);
    const register = { title: 'Denied claims', columns: ['Name'], rows: [[name]] };
    expect([...lettersIn(await registerPdf(register, 'The house', 0))]).toContain('ễ');
  });

  test('a name that a spreadsheet would reckon with stays a name', () => {
    const section = { id: 'x', name: '=1+1', figures: [] };
    const sum = { key: 'k', title: '@SUM', unit: 'count' as const, value: 1, events: 1 };
    const report = {
      tables: [{ ...section, figures: [sum] }],
      players: [],
      drawers: [],
      cage: [],
      checks: [],
    };
    const csv = reportCsv({ ...report, differences: [], duties: [], unclaimed: [] } as never);
    expect(csv).toContain("table,'=1+1,'@SUM,1,count,1,k");
  });
});

/** Cashiers, tickets and accounts without a house around them: the offices decide, and a ledger follows. */
class Cage {
  readonly ledger = new Map<string, number>();
  readonly lines: LogLine[] = [];
  readonly #states = new Map<AnyOffice, unknown>([
    [DRAWERS, DRAWERS.start],
    [TICKETS, TICKETS.start],
  ]);
  #issued = 0;

  at(name: string): number {
    return this.ledger.get(name) ?? 0;
  }

  #book(entries: readonly Entry[]): void {
    for (const { postings } of entries) {
      expect(postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      for (const { account: name, amount } of postings) this.ledger.set(name, this.at(name) + amount);
    }
  }

  #note(stream: string, event: object): void {
    const seq = this.lines.length + 1;
    this.lines.push({ seq, stream, position: seq, at: START + seq * 1_000, event });
  }

  do(office: AnyOffice, name: string, body: object, person: Person): boolean {
    const verb = office.verbs[name] as Verb<unknown, OfficeEvent>;
    const state = this.#states.get(office);
    const needs = verb.needs?.(state, body, person) ?? {};
    const facts = factsFrom({
      balances: new Map((needs.balances ?? []).map((one) => [one, this.ledger.get(one) ?? null])),
      persons: new Map((needs.persons ?? []).map((id) => [id, PLAYER.id === id ? PLAYER : null])),
      tables: new Map(),
      books: new Map(
        (needs.books ?? []).map((one) => [one, one === 'drawers' ? this.#states.get(DRAWERS) : null]),
      ),
    });
    const asked = { by: person, second: OTHER, at: START, fresh: 'f', body };
    const decided = decideIn(office, verb, state, asked, facts);
    if (!decided.ok) return false;
    for (const event of decided.value) {
      const before = this.#states.get(office);
      const after = office.evolve(before, event);
      this.#states.set(office, after);
      this.#book(office.entries(before, event, after));
      this.#note(office.name, event);
    }
    return true;
  }

  /** A ticket comes out of a terminal. */
  issue(amount: number): string {
    this.#issued += 1;
    const ticket = withCheckDigits(String(this.#issued).padStart(16, '7'));
    this.#book([
      {
        reason: 'ticket-out',
        postings: [
          { account: account.cashIn, amount: 0 - amount },
          { account: account.ticket(ticket, 'real'), amount },
        ],
      },
    ]);
    this.#note('terminal/wharf', { event: 'ticket-out', ticket, amount, play: false, seat: 1, player: 'p' });
    return ticket;
  }
}

const PLAYER: Person = { id: 'p-pam', kind: 'player', name: 'Pam', card: 'C-1', createdAt: 0 };
const cashier = (id: string): Person => ({
  id,
  kind: 'staff',
  name: id,
  posts: [{ post: 'cashier', tables: '*' }],
  createdAt: 0,
});
const CASHIERS = [cashier('s-one'), cashier('s-two')];
const OTHER = cashier('s-other');

const acts = fc.array(
  fc.record({ what: fc.nat(7), who: fc.nat(1), amount: fc.integer({ min: 1, max: 400 }) }),
  {
    minLength: 10,
    maxLength: 80,
  },
);

test('over random evenings at the cage drawers, tickets and ledger agree to the cent, and a note too few is named', async () => {
  let balanced = 0;
  await fc.assert(
    fc.asyncProperty(acts, fc.constantFrom(0, 0, -500, 500), async (list, error) => {
      const cage = new Cage();
      const tickets: string[] = [];
      const open = { cash: [{ note: 5_000, count: 100 }] };
      for (const one of CASHIERS) expect(cage.do(DRAWERS, 'open', open, one)).toBe(true);
      for (const { what, who, amount } of list) {
        const one = CASHIERS[who] as Person;
        const money = { person: PLAYER.id, amount: amount * 100 };
        const chips = { chips: [{ chip: 500, count: amount }] };
        if (what === 0) cage.do(DRAWERS, 'cash-in', money, one);
        else if (what === 1) cage.do(DRAWERS, 'cash-out', money, one);
        else if (what === 2) cage.do(DRAWERS, 'sell-chips', chips, one);
        else if (what === 3) cage.do(DRAWERS, 'cash-chips', chips, one);
        else if (what === 4)
          cage.do(DRAWERS, 'move-cash', { to: amount % 2 ? 'vault' : 'drawer', amount }, one);
        else if (what === 5) tickets.push(cage.issue(amount * 100));
        // Sometimes again: a ticket is paid once.
        else
          cage.do(TICKETS, 'redeem', { number: tickets[amount % Math.max(1, tickets.length)] ?? '1' }, one);
      }
      const held = CASHIERS.map(({ id }) => 0 - cage.at(account.drawer(id)));
      for (const [index, one] of CASHIERS.entries()) {
        const cents = (held[index] as number) + (index === 0 ? error : 0);
        if (cents < 0) return;
        const cash = cents === 0 ? [] : [{ note: 1, count: cents }];
        expect(cage.do(DRAWERS, 'close', { cash }, one)).toBe(cents <= 1_000_000);
        if (cents > 1_000_000) return;
      }
      balanced += 1;
      for (const { id } of CASHIERS) expect(cage.at(account.drawer(id))).toBe(0);
      expect(cage.at(account.overShort)).toBe(error);
      expect(cage.at(account.wallet(PLAYER.id))).toBeGreaterThanOrEqual(0);
      expect([...cage.ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
      const report = await makeReport(PERIOD, inTurn(cage.lines));
      expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
      expect(report.checks.length).toBeGreaterThan(4);
      const out = [...cage.ledger].filter(([name]) => name.startsWith('ticket/'));
      expect(report.unclaimed.reduce((sum, { amount }) => sum + amount, 0)).toBe(
        out.reduce((sum, [, amount]) => sum + amount, 0),
      );
      expect(report.differences).toMatchObject(
        error === 0 ? [] : [{ where: 's-one', what: 'drawer', amount: error, by: ['s-one', 's-other'] }],
      );
    }),
    { numRuns: 60, seed: 17 },
  );
  expect(balanced).toBeGreaterThan(20);
});

describe('points for play (R121)', () => {
  const SETTLED: readonly Command[] = [...EVENING, { do: 'settle', by: { role: 'dealer', id: 'relief' } }];
  const set = (every: number | null): Omit<LogLine, 'seq'> => ({
    stream: 'rewards',
    position: 1,
    at: START,
    event: { v: 1, event: 'rewards-set', at: START, every, reason: 'spring', by: 'boss' },
  });
  /** The log as a projector folds it, saved and restored on the way. */
  function pointsFrom(lines: readonly Omit<LogLine, 'seq'>[]): Points {
    let state = earningPoints.start();
    for (const [index, line] of lines.entries()) {
      if (!earningPoints.reads(line.stream) || earningPoints.skips?.(line.stream, JSON.stringify(line.event)))
        continue;
      state = earningPoints.fold(state, { ...line, seq: index + 1 }, () => {});
      state = earningPoints.restore(JSON.parse(JSON.stringify(earningPoints.save(state))));
    }
    return state;
  }
  const exact = ({ earned }: Points) =>
    Object.fromEntries([...earned].map(([person, points]) => [person, makeRational(points)]));

  test('nobody earns any unless the house says so', () => {
    expect(exact(pointsFrom(played(SETTLED)))).toEqual({});
    expect(exact(pointsFrom([set(100), set(null), ...played(SETTLED)]))).toEqual({});
  });

  test('they are the theoretical win of the reports, to the last fraction', async () => {
    const report = await makeReport(PERIOD, inTurn(played(SETTLED)));
    const points = exact(pointsFrom([set(1), ...played(SETTLED)]));
    for (const person of ['p-ann', 'p-bo'])
      expect(points[person]).toBe(figure(report, `players/${person}/theo`)?.exact);
    // 1400/99 cents are fourteen points of a cent each, and 1300/11 are one of a dollar.
    expect(wholePoints(pointsFrom([set(1), ...played(SETTLED)]), 'p-ann')).toBe(14);
    expect(wholePoints(pointsFrom([set(100), ...played(SETTLED)]), 'p-bo')).toBe(1);
  });

  test('crown 8.4.4(a): chips of a tournament earn nothing', () => {
    expect(exact(pointsFrom([set(1), ...played(SETTLED, { tournament: true })]))).toEqual({});
  });

  test('what makes a point may change, and what was earned stays', () => {
    const lines = played(SETTLED);
    const rolls = lines.flatMap(({ event }, n) => ((event as OfficeEvent).event === 'settled' ? [n] : []));
    const third = (rolls[2] as number) + 1;
    const points = pointsFrom([set(1), ...lines.slice(0, third), set(100), ...lines.slice(third)]);
    // Bo's six was won at a cent a point, 1200/66; the ten was lost at a dollar, 2000/2000.
    expect(exact(points)['p-bo']).toBe(makeRational(rational(1_200 * 100 + 66 * 100, 6_600)));
  });

  test('a guest’s play money earns nothing, and a wrong call nothing either', () => {
    const asGuest = SETTLED.map((one) => (one['person'] === 'p-bo' ? { ...one, person: 'g-bo' } : one));
    expect(Object.keys(exact(pointsFrom([set(1), ...played(asGuest)])))).toEqual(['p-ann']);
    const corrected = pointsFrom([
      set(1),
      ...played([
        ...EVENING.slice(0, -1),
        { do: 'roll', dice: [3, 3], by: by('stickperson') },
        { do: 'correct-call', dice: [3, 4], reason: 'a wrong key', by: by('stickperson') },
        { do: 'settle', by: { role: 'dealer', id: 'relief' } },
      ]),
    ]);
    expect(exact(corrected)).toEqual(exact(pointsFrom([set(1), ...played(SETTLED)])));
  });
});
