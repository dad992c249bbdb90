// Entries earned by play, counted from the record of real tables: decided wagers, with the places that earned each.
import {
  type Earned,
  type Earning,
  earning,
  type LogLine,
  type OfficeEvent,
  type Unearned,
} from '@boxperson/offices';
import { type Command, decide, evolve, openTable, type RulebookId, type Table } from '@boxperson/rules';
import { expect, test } from 'vitest';
import { DAY, goodTerms, T0 } from './desk.js';

/** A log with a promotion in it, and tables that play; what is told when it is read. */
class Log {
  readonly lines: LogLine[] = [];
  at = T0;
  readonly #tables = new Map<string, Table>();

  write(stream: string, event: object): number {
    const seq = this.lines.length + 1;
    const kept: unknown = JSON.parse(JSON.stringify({ at: this.at, ...event }));
    this.lines.push({ seq, stream, position: seq, at: this.at, event: kept });
    return seq;
  }

  start(rules: readonly object[], change: object = {}): void {
    const terms = goodTerms({ rules, startsAt: T0, closesAt: T0 + DAY, ...change });
    this.write('promotions/spring', {
      event: 'started',
      promotion: 'x',
      terms,
    });
  }

  open(id: string, rulebook: RulebookId, more: object = {}): void {
    const limits = { default: { min: 500, max: 100_000 } };
    const opened = openTable({ rulebook, limits, ...more }, this.at);
    if (!opened.ok) throw new Error(opened.refused.message);
    this.#tables.set(id, opened.value.reduce<Table | null>(evolve, null) as Table);
    for (const event of opened.value) this.write(`table/${id}`, event);
  }

  do(id: string, ...commands: readonly Command[]): void {
    for (const command of commands) {
      let table = this.#tables.get(id) as Table;
      const decided = decide(table, { at: this.at, ...command });
      if (!decided.ok) throw new Error(`${String(command['do'])}: ${decided.refused.message}`);
      for (const event of decided.value) {
        this.write(`table/${id}`, event);
        table = evolve(table, event);
      }
      this.#tables.set(id, table);
    }
  }

  read(): readonly Earned[] {
    return this.told().filter((one) => 'earnedAt' in one);
  }

  /** As the projector reads it; saved and restored on the way. */
  told(): readonly (Earned | Unearned)[] {
    const told: (Earned | Unearned)[] = [];
    let state: Earning = earning.start();
    for (const line of this.lines) {
      if (!earning.reads(line.stream) || earning.skips?.(line.stream, JSON.stringify(line.event))) continue;
      state = earning.fold(state, line, (one) => told.push(one));
      state = earning.restore(JSON.parse(JSON.stringify(earning.save(state))));
    }
    return told;
  }
}

const by = { id: 'boss', role: 'gaming-manager' };
const STAFF = { do: 'staff', person: 'boss', role: 'gaming-manager' };
const sit = (player: string, seat: number) => ({
  do: 'sit',
  player,
  person: `p-${player}`,
  seat,
  bankroll: 100_000,
});
const bet = (player: string, wager: string, amount: number) => ({ do: 'bet', player, wager, amount });
const TAKE_DICE = [
  { do: 'offer', by },
  { do: 'accept', player: 'Ann' },
  { do: 'choose', player: 'Ann', dice: ['1a', '1b'] },
];
const thrown = (...dice: number[]) => [
  { do: 'throw', player: 'Ann' },
  { do: 'roll', dice, by },
];
const SETTLE = { do: 'settle', by };

function table(log: Log, more: object = {}): void {
  log.open('wharf', 'star', more);
  log.do('wharf', STAFF, sit('Ann', 1), sit('Bo', 2), bet('Ann', 'pass', 1_000), ...TAKE_DICE);
}
const seqsOf = (log: Log, event: string) =>
  log.lines.filter((line) => (line.event as OfficeEvent).event === event).map(({ seq }) => seq);
const short = (told: readonly Earned[]) =>
  told.map(({ person, rule, nth, events }) => [person, rule, nth, events]);

test('so much staked on decided wagers earns an entry, and the rest counts on', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'staked', every: 1_500, most: 2 }]);
  table(log);
  log.do('wharf', bet('Bo', 'field', 1_000), bet('Bo', 'any-craps', 500), ...thrown(2, 2), SETTLE);
  // Put down and taken up again: nothing is decided, nothing counts.
  log.do('wharf', bet('Bo', 'field', 5_000), { do: 'take', player: 'Bo', wager: 'field' });
  log.do(
    'wharf',
    bet('Bo', 'field', 1_000),
    ...thrown(2, 3),
    SETTLE,
    bet('Bo', 'field', 5_000),
    ...thrown(2, 3),
    SETTLE,
  );
  const [first, , third] = seqsOf(log, 'rolled');
  expect(short(log.read())).toEqual([
    ['p-Bo', 'r', 1, [first, first]],
    ['p-Bo', 'r', 2, [seqsOf(log, 'rolled')[1], third]],
  ]);
  expect(log.read()).toEqual(log.read());
});

test('crown 8.4.4(a): chips of a tournament earn nothing, though no table is named', () => {
  const play = (more: object) => {
    const log = new Log();
    log.start([
      { id: 'staked', kind: 'staked', every: 500, most: 9 },
      { id: 'decided', kind: 'decisions', every: 1, most: 9 },
      { id: 'wager', kind: 'wager', wager: 'field', atLeast: 500, most: 9 },
    ]);
    table(log, more);
    log.do('wharf', bet('Bo', 'field', 1_000), ...thrown(2, 2), SETTLE);
    return log.read().map(({ rule }) => rule);
  };
  expect(play({})).toEqual(['staked', 'staked', 'decided', 'wager']);
  expect(play({ tournament: true })).toEqual([]);
});

test('a corrected call counts as corrected, and a throw that was called off not at all', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'decisions', every: 1, most: 9, wager: 'hardway' }]);
  table(log);
  log.do('wharf', bet('Bo', 'field', 1_000), ...thrown(4, 5), SETTLE);
  log.do('wharf', { do: 'bet', player: 'Bo', wager: 'hardway', number: 4, amount: 500 }, ...thrown(2, 2));
  log.do('wharf', { do: 'correct-call', dice: [2, 3], reason: 'a wrong key', by }, SETTLE);
  expect(log.read()).toEqual([]);
  // Dice that were never approved: the roll never was.
  log.do('wharf', ...thrown(2, 2), { do: 'no-roll', ground: 'wrong-dice', by });
  expect(seqsOf(log, 'throw-voided')).toHaveLength(1);
  expect(log.read()).toEqual([]);
  log.do('wharf', ...thrown(2, 2), SETTLE);
  expect(short(log.read())).toEqual([['p-Bo', 'r', 1, [seqsOf(log, 'rolled').at(-1)]]]);
});

test('an outcome that is invalidated before it is settled earns nobody anything', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'decisions', every: 1, most: 9, wager: 'field' }]);
  table(log);
  log.do('wharf', bet('Bo', 'field', 1_000), ...thrown(2, 2));
  log.do('wharf', { do: 'invalidate', ground: 'fraud', by });
  expect(seqsOf(log, 'outcome-invalidated')).toHaveLength(1);
  expect(log.read()).toEqual([]);
});

const INVALIDATE = { do: 'invalidate', ground: 'fraud', by };

test('R123 an outcome that is invalidated after it was settled strikes what it earned, and no more', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'staked', every: 1_000, most: 2 }]);
  table(log);
  const play = (amount: number) => log.do('wharf', bet('Bo', 'field', amount), ...thrown(4, 5), SETTLE);
  log.do('wharf', ...thrown(2, 2), SETTLE);
  play(1_500);
  log.do('wharf', INVALIDATE);
  const place = seqsOf(log, 'outcome-invalidated')[0];
  expect(log.told().at(-1)).toEqual({
    promotion: 'spring',
    person: 'p-Bo',
    rule: 'r',
    nth: 1,
    undone: place,
  });
  // Nothing of it is left over: it takes the whole again, and what is struck does not count among the most.
  play(500);
  expect(log.told()).toHaveLength(2);
  play(500);
  play(1_000);
  expect(short(log.read()).map(([, , nth]) => nth)).toEqual([1, 2, 3]);
  // Beyond the most whoever plays on has what makes up for it.
  play(700);
  log.do('wharf', INVALIDATE);
  expect(log.told()).toHaveLength(4);
  play(1_000);
  play(500);
  log.do('wharf', INVALIDATE);
  expect(log.told()).toHaveLength(4);
});

test('R123 an older outcome is struck, and not the one that waits to be settled', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'decisions', every: 1, most: 9, wager: 'field' }]);
  table(log);
  log.do('wharf', bet('Bo', 'field', 1_000), ...thrown(2, 2), SETTLE);
  const first = (log.lines.find(({ seq }) => seq === seqsOf(log, 'rolled')[0]) as LogLine).event;
  log.do(
    'wharf',
    bet('Bo', 'field', 1_000),
    ...thrown(2, 3),
    { ...INVALIDATE, throw: (first as { throw: number }).throw },
    SETTLE,
  );
  expect(log.told().map((one) => ['undone' in one ? 'struck' : 'earned', one.nth])).toEqual([
    ['earned', 1],
    ['struck', 1],
    ['earned', 2],
  ]);
});

test('faces that were read anew count as they were read', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'decisions', every: 1, most: 9, wager: 'hardway' }]);
  table(log);
  log.do(
    'wharf',
    { do: 'bet', player: 'Bo', wager: 'hardway', number: 4, amount: 500 },
    ...thrown(4, 5),
    SETTLE,
  );
  log.do('wharf', ...thrown(2, 2), { do: 'decide-face', dice: [2, 3], by }, SETTLE);
  expect(seqsOf(log, 'face-decided')).toHaveLength(1);
  expect(log.read()).toEqual([]);
});

test('a wager of a kind and size, at the tables that are named, in its time', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'wager', wager: 'field', atLeast: 1_000, most: 9, tables: ['wharf'] }]);
  table(log);
  log.do('wharf', bet('Bo', 'field', 1_000), bet('Ann', 'field', 500), ...thrown(2, 2), SETTLE);
  log.at = T0 + DAY - 1;
  log.do('wharf', bet('Bo', 'field', 1_000), ...thrown(2, 3), SETTLE);
  log.at = T0 + DAY;
  log.do('wharf', bet('Bo', 'field', 1_000), ...thrown(2, 3), SETTLE);
  expect(log.read().map(({ person, earnedAt }) => [person, earnedAt])).toEqual([
    ['p-Bo', T0],
    ['p-Bo', T0 + DAY - 1],
  ]);
  const elsewhere = new Log();
  elsewhere.start([{ id: 'r', kind: 'wager', wager: 'field', atLeast: 1_000, tables: ['quay'] }]);
  table(elsewhere);
  elsewhere.do('wharf', bet('Bo', 'field', 1_000), ...thrown(2, 2), SETTLE);
  expect(elsewhere.read()).toEqual([]);
});

test('being there at a moment counts for those who sat there then', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'present', at: T0 + 1_000 }]);
  table(log);
  log.at = T0 + 500;
  log.do('wharf', { do: 'leave', player: 'Bo' });
  log.at = T0 + 2_000;
  log.do('wharf', sit('Cy', 3));
  log.do('wharf', sit('Dee', 4));
  expect(short(log.read())).toEqual([['p-Ann', 'r', 1, [seqsOf(log, 'sat')[0]]]]);
});

test('a card that is presented counts, once where the rule says so', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'card' }]);
  log.open('harbour', 'star-2024');
  log.do('harbour', sit('Ann', 1));
  log.do('harbour', { do: 'card', player: 'Ann', card: 'C-1', holder: 'p-Ann' });
  expect(short(log.read())).toEqual([['p-Ann', 'r', 1, [seqsOf(log, 'card-presented')[0]]]]);
});

test('an electronic table settles by itself, and nothing counts once the list is frozen', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'decisions', every: 1, most: 9 }]);
  log.open('tumbler', 'aruze');
  log.do('tumbler', sit('Ann', 1), bet('Ann', 'field', 500));
  const play = (...dice: number[]) => {
    log.at += 60_000;
    log.do('tumbler', { do: 'close-wagering' });
    log.at += 10_000;
    log.do('tumbler', { do: 'roll', dice });
  };
  play(2, 2);
  expect(short(log.read())).toEqual([['p-Ann', 'r', 1, [seqsOf(log, 'rolled')[0]]]]);
  log.write('promotions/spring', { event: 'frozen', list: [], hash: '' });
  log.do('tumbler', bet('Ann', 'field', 500));
  play(2, 2);
  expect(log.read()).toHaveLength(1);
});

test('a wager that is drawn, neither won nor lost, counts for nothing', () => {
  const log = new Log();
  log.start([{ id: 'r', kind: 'decisions', every: 1, most: 9, wager: 'dont-pass' }]);
  table(log);
  log.do('wharf', bet('Bo', 'dont-pass', 1_000), ...thrown(1, 1));
  const [rolled] = log.lines.filter((line) => (line.event as OfficeEvent).event === 'rolled');
  expect(JSON.stringify(rolled?.event)).toContain('"outcome":"void"');
  log.do('wharf', SETTLE);
  expect(log.read()).toEqual([]);
});
