// What every store promises, whatever its home. Run by embedded.test.ts and server.test.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  backupStore,
  GUARDED_PREFIXES,
  restoreStore,
  type Store,
  type StoredEntry,
  type Work,
} from '../../src/store/store.js';
import { emptyFolder } from './folders.js';
import { command, event, faultOf, move, sumByAccount, work } from './works.js';

/** Where stores live, and how to get at their tables behind their back. */
export interface Home {
  /** A new place for a store. */
  place(): Promise<string>;
  open(place: string): Promise<Store>;
  /** As the owner of the tables, who may do more than the application. */
  admin(place: string, store: Store, text: string): Promise<readonly Record<string, unknown>[]>;
}

const allOfLog = async (store: Store): Promise<StoredEntry[]> => {
  const found: StoredEntry[] = [];
  for (;;) {
    const page = await store.readLog(found.at(-1)?.seq ?? 0, 1_000);
    if (page.length === 0) return found;
    found.push(...page);
  }
};

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

const makeNames = () => {
  let count = 0;
  return (what: string): string => {
    count += 1;
    return `${what}/${count}`;
  };
};

/** One move of the random model test: what a client tries, and whether its sender means well. */
type Attempt = {
  readonly client: number;
  readonly kind: 'deposit' | 'bet' | 'overdraw' | 'repeat' | 'skip' | 'taken';
  readonly amount: number;
};

const attempts = fc.array(
  fc.record({
    client: fc.nat(11),
    kind: fc.constantFrom('deposit', 'deposit', 'bet', 'bet', 'bet', 'overdraw', 'repeat', 'skip', 'taken'),
    amount: fc.integer({ min: 1, max: 900 }),
  }) as fc.Arbitrary<Attempt>,
  { minLength: 60, maxLength: 150 },
);

const TOO_MUCH = 1_000_000_000;

/** What one client does in turn, each after the answer to the one before. */
const playOut = async (store: Store, name: string, turns: readonly Attempt[]) => {
  const player = `player/${name}`;
  const accepted: { work: Work; seqs: readonly number[] }[] = [];
  let position = 0;
  let holds = 0;
  const entriesOf = ({ kind, amount }: Attempt) => {
    if (kind === 'overdraw') return [move(player, `escrow/${name}`, TOO_MUCH)];
    return [kind === 'bet' ? move(player, `escrow/${name}`, amount) : move('cash/in', player, amount)];
  };
  const placeOf = ({ kind }: Attempt): number => {
    if (kind === 'skip') return position + 2;
    return kind === 'taken' && position > 0 ? position : position + 1;
  };
  const expectedOf = (turn: Attempt): string => {
    if (turn.kind === 'repeat') return accepted.length > 0 ? 'duplicate' : 'none';
    if (turn.kind === 'skip' || (turn.kind === 'taken' && position > 0)) return 'conflict';
    if (turn.kind === 'overdraw' || (turn.kind === 'bet' && turn.amount > holds)) return 'overdrawn';
    return 'none';
  };
  for (const [n, turn] of turns.entries()) {
    const known = turn.kind === 'repeat' ? accepted.at(-1)?.work.command : undefined;
    const asked = work({
      command: known ?? command(`${name}-${n}`),
      events: [event(name, placeOf(turn), { name, n })],
      entries: entriesOf(turn),
    });
    const expected = expectedOf(turn);
    const fault = await faultOf(store.append(asked).then(({ seqs }) => accepted.push({ work: asked, seqs })));
    expect(fault === 'none' ? 'none' : fault.kind).toBe(expected);
    if (fault !== 'none') continue;
    position += 1;
    holds += turn.kind === 'bet' ? -turn.amount : turn.amount;
  }
  return accepted;
};

/** What a store promises, part by part. */
export const PARTS = [
  'append and read back',
  'refusals',
  'group commit',
  'what is recorded stays',
  'snapshots and documents',
  'opening and closing',
  'backup',
] as const;
export type Part = (typeof PARTS)[number];

export const storeContract = (home: Home, parts: readonly Part[] = PARTS): void => {
  const part = (name: Part, tests: () => void): void => {
    if (parts.includes(name)) describe(name, tests);
  };
  let place: string;
  let store: Store;
  const fresh = makeNames();

  beforeAll(async () => {
    place = await home.place();
    store = await home.open(place);
  });

  afterAll(() => store?.close());

  /** A store of its own, for tests that break things. */
  const withOwn = async (use: (own: Store, where: string) => Promise<void>): Promise<void> => {
    const where = await home.place();
    const own = await home.open(where);
    await use(own, where).finally(() => own.close().catch(() => undefined));
  };

  const deposit = (account: string, amount: number) =>
    store.append(work({ entries: [move('cash/in', account, amount)] }));

  part('append and read back', () => {
    test('all parts of a work are there, and nothing else', async () => {
      const [stream, player] = [fresh('table'), fresh('player')];
      const before = await store.ledger(0, 100_000);
      const asked = work({
        command: command(stream),
        events: [event(stream, 1), event(stream, 2)],
        entries: [
          { ...move('cash/in', player, 500), note: 'by hand' },
          move(player, `escrow/${stream}`, 200),
        ],
      });
      const { seqs } = await store.append(asked);
      expect(seqs).toEqual([seqs[0], (seqs[0] as number) + 1]);
      const stored = asked.events.map((entry, n) => ({ ...entry, seq: seqs[n] }));
      expect(await store.readStream(stream, 0, 10)).toEqual(stored);
      expect(await store.readLog((seqs[0] as number) - 1, 10)).toEqual(stored);
      expect(await store.findCommand(stream)).toEqual({
        hash: asked.command?.hash,
        answer: asked.command?.answer,
      });
      expect(await store.balance(player)).toBe(300);
      expect(await store.balances('escrow/table/')).toContainEqual({
        account: `escrow/${stream}`,
        amount: 200,
      });
      const id = before.at(-1)?.id ?? 0;
      expect(await store.ledger(id, 10)).toEqual([
        {
          id: id + 1,
          seq: seqs[1],
          reason: asked.entries[0]?.reason,
          note: 'by hand',
          postings: asked.entries[0]?.postings,
        },
        {
          id: id + 2,
          seq: seqs[1],
          reason: asked.entries[1]?.reason,
          note: null,
          postings: asked.entries[1]?.postings,
        },
      ]);
    });

    test('streams are read from a position and up to a limit, and listed with their last', async () => {
      const [one, two] = [fresh('table'), fresh('table')];
      await store.append(work({ events: range(5).map((n) => event(one, n)) }));
      await store.append(work({ events: [event(two, 1), event(one, 6)] }));
      const positions = async (after: number, limit: number) =>
        (await store.readStream(one, after, limit)).map(({ position }) => position);
      expect(await positions(2, 3)).toEqual([3, 4, 5]);
      expect(await positions(6, 3)).toEqual([]);
      const last = new Map((await store.streams()).map((found) => [found.stream, found.last]));
      expect([last.get(one), last.get(two)]).toEqual([6, 1]);
    });

    test('what is not there is empty, null or nothing', async () => {
      expect(await store.readStream('nowhere', 0, 10)).toEqual([]);
      expect(await store.findCommand('never sent')).toBeNull();
      expect(await store.balance('player/nobody')).toBe(0);
      expect(await store.balances('nobody/')).toEqual([]);
      expect(await store.holdings(['player/nobody'])).toEqual([]);
      expect(await store.holdings([])).toEqual([]);
      expect(await store.getSnapshot('nowhere')).toBeNull();
      expect(await store.getDocument('person', 'nobody')).toBeNull();
    });

    test('a work without events has entries without a place in the log', async () => {
      const player = fresh('player');
      expect(await deposit(player, 70)).toEqual({ seqs: [] });
      const found = (await store.ledger(0, 100_000)).findLast(
        ({ postings }) => postings[1]?.account === player,
      );
      expect(found?.seq).toBeNull();
    });

    test('a prefix is taken to the letter', async () => {
      await deposit('odd%_/1', 5);
      await deposit('oddxx/2', 7);
      expect(await store.balances('odd%_')).toEqual([{ account: 'odd%_/1', amount: 5 }]);
      // Letters at the ends of what there is: all that begin so, and none beside them.
      const names = [
        'x/\u{d7ff}',
        'x/\u{d7ff}a',
        'x/\u{e000}',
        'x/\u{10ffff}',
        'x/\u{10ffff}\u{10ffff}',
        'x0',
      ];
      for (const account of names) await deposit(account, 5);
      const found = async (prefix: string) =>
        new Set((await store.balances(prefix)).map(({ account }) => account));
      expect(await found('x/')).toEqual(new Set(names.slice(0, 5)));
      expect(await found('x/\u{d7ff}')).toEqual(new Set(names.slice(0, 2)));
      expect(await found('x/\u{10ffff}')).toEqual(new Set(names.slice(3, 5)));
      expect(await found('x')).toEqual(new Set(names));
      expect(await found('\u{10ffff}')).toEqual(new Set());
    });

    test('accounts are looked up by their whole names, each once, and none beside them', async () => {
      const names = ['whole/', 'whole/1', 'whole/12', 'whole/{"1",2}', 'whole/NULL', 'whole/é'];
      for (const [nr, account] of names.entries()) await deposit(account, nr + 1);
      const found = async (...accounts: string[]) =>
        Object.fromEntries((await store.holdings(accounts)).map(({ account, amount }) => [account, amount]));
      expect(await found('whole/')).toEqual({ 'whole/': 1 });
      expect(await found('whole/1', 'whole/1', 'whole/2')).toEqual({ 'whole/1': 2 });
      expect(await found(...names)).toEqual(Object.fromEntries(names.map((name, nr) => [name, nr + 1])));
      // Emptied is not the same as never been.
      await store.append(work({ entries: [move('whole/1', 'cash/in', 2)] }));
      expect(await found('whole/1')).toEqual({ 'whole/1': 0 });
    });

    test('text is kept to the letter, in any script and up to a megabyte', async () => {
      const stream = fresh('table');
      const bodies = [
        '{ "spaces" :  1 }',
        JSON.stringify('{"quoted","braces"},\\ NULL \'x\' $1'),
        JSON.stringify('Würfel 骰子 🎲 نرد \u0000 \u2028 e\u0301'),
        JSON.stringify('x'.repeat(1_000_000)),
        JSON.stringify('🎲'.repeat(250_000)),
        'null',
        '""',
      ];
      // One by one and together: the two ways to write.
      for (const [n, body] of bodies.entries()) {
        await store.append(work({ events: [{ stream, position: n + 1, at: 0, body }] }));
      }
      await Promise.all(
        bodies.map((body, n) =>
          store.append(work({ events: [{ stream: `${stream} zwölf`, position: n + 1, at: 0, body }] })),
        ),
      );
      for (const name of [stream, `${stream} zwölf`]) {
        expect((await store.readStream(name, 0, 100)).map(({ body }) => body)).toEqual(bodies);
      }
    });
  });

  part('refusals', () => {
    const nothingOf = async ({ command: sent, events }: Work): Promise<void> => {
      if (sent) expect(await store.findCommand(sent.id)).toBeNull();
      for (const { stream, position, body } of events) {
        const [found] = await store.readStream(stream, position - 1, 1);
        expect(found?.body).not.toBe(body);
      }
    };

    test.each([
      ['a position that is taken', 2],
      ['a position that leaves a gap', 4],
    ])('%s is a conflict, names the stream and leaves nothing', async (_, position) => {
      const [stream, other, player] = [fresh('table'), fresh('table'), fresh('player')];
      await store.append(work({ events: [event(stream, 1), event(stream, 2)] }));
      const asked = work({
        command: command(fresh('c')),
        events: [event(other, 1), event(stream, position, 'late')],
        entries: [move('cash/in', player, 10)],
      });
      expect(await faultOf(store.append(asked))).toEqual({ kind: 'conflict', stream });
      await nothingOf(asked);
      expect(await store.balance(player)).toBe(0);
    });

    test('a command is done once; sent again it is told apart by its hash and gets the first answer', async () => {
      const [stream, player] = [fresh('table'), fresh('player')];
      const first = work({
        command: { id: stream, hash: 'one', answer: '{"first":true}' },
        events: [event(stream, 1)],
        entries: [move('cash/in', player, 50)],
      });
      await store.append(first);
      const known = { kind: 'duplicate', id: stream, hash: 'one', answer: '{"first":true}' };
      expect(await faultOf(store.append(first))).toEqual(known);
      const changed = { id: stream, hash: 'two', answer: '{}' };
      // Also when nothing else would be wrong, and when the money is missing.
      for (const entries of [[], [move(player, 'escrow/x', 51)]]) {
        const again = work({ command: changed, events: [event(stream, 2)], entries });
        expect(await faultOf(store.append(again))).toEqual(known);
      }
      expect(await store.balance(player)).toBe(50);
    });

    test('of the same command sent many times at once one is done', async () => {
      const player = fresh('player');
      const sent = work({ command: command(player), entries: [move('cash/in', player, 5)] });
      const faults = await Promise.all(range(50).map(() => faultOf(store.append(sent))));
      expect(faults.filter((fault) => fault === 'none')).toHaveLength(1);
      expect(faults.filter((fault) => fault !== 'none' && fault.kind === 'duplicate')).toHaveLength(49);
      expect(await store.balance(player)).toBe(5);
    });

    test.each(GUARDED_PREFIXES)('an account %s… is never overdrawn', async (prefix) => {
      const account = fresh(`${prefix}x`);
      const spend = (amount: number) =>
        faultOf(store.append(work({ entries: [move(account, 'house/win', amount)] })));
      expect(await spend(1)).toEqual({ kind: 'overdrawn', account });
      await deposit(account, 100);
      expect(await spend(101)).toEqual({ kind: 'overdrawn', account });
      expect(await spend(100)).toBe('none');
      expect(await store.balance(account)).toBe(0);
    });

    test.each(['house/', 'float/', 'cash/', 'players/'])('an account %s… may be', async (prefix) => {
      const account = fresh(`${prefix}x`);
      await store.append(work({ entries: [move(account, 'house/win', 7)] }));
      expect(await store.balance(account)).toBe(-7);
    });

    test('whoever asks too much is refused alone; the others of the batch are done', async () => {
      const players = range(100).map(() => fresh('player'));
      await Promise.all(players.map((player) => deposit(player, 100)));
      const greedy = new Set([players[0], players[41], players[42], players[99]]);
      const faults = await Promise.all(
        players.map((player) =>
          faultOf(
            store.append(work({ entries: [move(player, 'escrow/all', greedy.has(player) ? 101 : 60)] })),
          ),
        ),
      );
      for (const [n, player] of players.entries()) {
        expect(faults[n]).toEqual(greedy.has(player) ? { kind: 'overdrawn', account: player } : 'none');
        expect(await store.balance(player)).toBe(greedy.has(player) ? 100 : 40);
      }
    });

    test('in a batch money cannot be spent before it arrives', async () => {
      const [early, late] = [fresh('player'), fresh('player')];
      const spend = (player: string) =>
        faultOf(store.append(work({ entries: [move(player, 'escrow/y', 30)] })));
      const answers = await Promise.all([
        spend(early),
        faultOf(deposit(early, 30)),
        faultOf(deposit(late, 30)),
        spend(late),
        spend(late),
      ]);
      expect(answers).toEqual([
        { kind: 'overdrawn', account: early },
        'none',
        'none',
        'none',
        { kind: 'overdrawn', account: late },
      ]);
    });

    test('what builds on a refused work is refused too', async () => {
      const [stream, player] = [fresh('table'), fresh('player')];
      const faults = await Promise.all([
        faultOf(store.append(work({ events: [event(stream, 1)] }))),
        faultOf(store.append(work({ events: [event(stream, 2)], entries: [move(player, 'escrow/z', 1)] }))),
        faultOf(store.append(work({ events: [event(stream, 3)] }))),
      ]);
      expect(faults).toEqual(['none', { kind: 'overdrawn', account: player }, { kind: 'conflict', stream }]);
      expect(await store.readStream(stream, 0, 9)).toHaveLength(1);
    });

    test.each<[string, Partial<Work>]>([
      [
        'an entry that does not sum to zero',
        {
          entries: [
            {
              reason: 'x',
              postings: [
                { account: 'a', amount: 1 },
                { account: 'b', amount: -2 },
              ],
            },
          ],
        },
      ],
      ['an entry without postings', { entries: [{ reason: 'x', postings: [] }] }],
      ['half a cent', { entries: [move('cash/in', 'player/half', 0.5)] }],
      ['more than can be counted', { entries: [move('cash/in', 'player/rich', 2 ** 53)] }],
      ['a position before the first', { events: [event('table/bad', 0)] }],
      ['a null character', { events: [{ stream: 'table/bad', position: 1, at: 0, body: '"\0"' }] }],
      ['a stream without a name', { events: [event('', 1)] }],
    ])('%s is our own mistake and is thrown', async (_, parts) => {
      await expect(store.append(work(parts))).rejects.toThrow(TypeError);
    });
  });

  part('group commit', () => {
    test('works that wait are committed together', async () => {
      const before = await store.health();
      const streams = range(64).map(() => fresh('table'));
      const client = async (stream: string) => {
        for (const n of range(8))
          await store.append(work({ command: command(`${stream}-${n}`), events: [event(stream, n)] }));
      };
      await Promise.all(streams.map(client));
      const after = await store.health();
      expect(after.ok).toBe(true);
      expect(after.commands - before.commands).toBe(512);
      expect(after.batches - before.batches).toBeLessThan(128);
      // The database's own word for it: rows of one transaction bear its number.
      const list = streams.map((stream) => `'${stream}'`).join();
      const text = `select count(distinct xmin::text) as commits from house.log where stream in (${list})`;
      const [row] = await home.admin(place, store, text);
      expect(Number(row?.['commits'])).toBe(after.batches - before.batches);
    });

    test('more than one batch can hold are all done, in order', async () => {
      const before = await store.health();
      const stream = fresh('table');
      const receipts = await Promise.all(
        range(700).map((n) => store.append(work({ events: [event(stream, n)] }))),
      );
      const seqs = receipts.map(({ seqs: [seq] }) => seq as number);
      expect(seqs).toEqual(seqs.map((_, n) => (seqs[0] as number) + n));
      expect((await store.health()).batches - before.batches).toBeGreaterThanOrEqual(3);
    });

    test('the log has no gaps and the money is right, whatever is refused and whoever comes at once', async () => {
      const name = makeNames();
      await fc.assert(
        fc.asyncProperty(attempts, async (turns) => {
          const round = name('random');
          const clients = groupByClient(turns);
          const played = [...clients].map(([client, mine]) => playOut(store, `${round}/${client}`, mine));
          const accepted = (await Promise.all(played)).flat();
          const log = await allOfLog(store);
          expect(log.map(({ seq }) => seq)).toEqual(range(log.length));
          for (const { work: done, seqs } of accepted) {
            for (const [n, entry] of done.events.entries()) {
              expect(log[(seqs[n] as number) - 1]).toEqual({ ...entry, seq: seqs[n] });
            }
          }
          const mine = log.filter(({ stream }) => stream.startsWith(`${round}/`));
          expect(mine).toHaveLength(accepted.length);
          const sums = sumByAccount(
            accepted.flatMap(({ work: done }) => done.entries.flatMap((e) => e.postings)),
          );
          for (const [account, sum] of sums) {
            if (account !== 'cash/in') expect(await store.balance(account)).toBe(sum);
          }
          const ids = (await store.ledger(0, 1_000_000)).map(({ id }) => id);
          expect(ids).toEqual(range(ids.length));
          expect(await store.checkMoney()).toEqual({ sum: 0, faults: [] });
        }),
        { numRuns: 4 },
      );
    });
  });

  part('what is recorded stays', () => {
    beforeAll(() =>
      store.append(
        work({
          command: command('kept'),
          events: [event('kept', 1)],
          entries: [move('cash/in', 'player/kept', 9)],
        }),
      ),
    );

    test.each(['log', 'commands', 'entries', 'postings', 'balances'])(
      '%s: no update, no delete, no truncate',
      async (table) => {
        const [column] = {
          log: ['body'],
          commands: ['answer'],
          entries: ['reason'],
          postings: ['account'],
          balances: ['account'],
        }[table] as string[];
        for (const text of [
          `update house.${table} set ${column} = 'x'`,
          `update house.${table} set ${column} = 'x' where false`,
          `delete from house.${table}`,
          `truncate house.${table} cascade`,
          `set session_replication_role = replica; delete from house.${table}`,
        ]) {
          await expect(home.admin(place, store, text), text).rejects.toThrow(/refused/);
        }
        await home.admin(place, store, 'set session_replication_role = origin');
        expect(await store.readStream('kept', 0, 1)).toHaveLength(1);
        expect(await store.balance('player/kept')).toBe(9);
      },
    );

    test.each<[string, string, RegExp]>([
      [
        'a balance without an entry',
        "insert into house.balances values ('player/thief', 5, 5)",
        /balances change with entries/,
      ],
      [
        'an entry that does not sum to zero',
        "insert into house.postings values (900000, 1, 'player/thief', 5)",
        /does not sum to zero/,
      ],
      [
        'an entry that overdraws',
        "insert into house.postings values (900000, 1, 'player/kept', -10), (900000, 2, 'cash/in', 10)",
        /not_overdrawn/,
      ],
      [
        'an event that leaves a gap',
        "insert into house.log values (900000, 'kept', 2, 0, '')",
        /does not go on/,
      ],
      [
        'an event that leaves a gap in its stream',
        "insert into house.log select max(seq) + 1, 'kept', 3, 0, '' from house.log",
        /has a gap/,
      ],
    ])('%s is refused by the database itself', async (_, text, message) => {
      await expect(home.admin(place, store, text)).rejects.toThrow(message);
    });

    test('the check of the money finds what was changed by force', async () => {
      await withOwn(async (own, where) => {
        const force = (table: string, text: string) =>
          home.admin(
            where,
            own,
            `alter table house.${table} disable trigger all; ${text}; alter table house.${table} enable trigger all`,
          );
        await own.append(
          work({ entries: [move('cash/in', 'player/a', 40), move('cash/in', 'player/b', 60)] }),
        );
        expect(await own.checkMoney()).toEqual({ sum: 0, faults: [] });
        await force('balances', "update house.balances set amount = 41 where account = 'player/a'");
        expect((await own.checkMoney()).faults).toEqual(['account player/a holds 41, its entries say 40']);
        await force('balances', "update house.balances set amount = 40 where account = 'player/a'");
        await force('postings', 'update house.postings set amount = -61 where entry = 2 and line = 2');
        const { sum, faults } = await own.checkMoney();
        expect(sum).toBe(-121);
        expect(faults).toEqual(['account player/b holds 60, its entries say -61', 'entry 2 sums to -121']);
        await force('balances', "update house.balances set amount = -61 where account = 'player/b'");
        expect((await own.checkMoney()).faults).toEqual([
          'account player/b is below zero: -61',
          'entry 2 sums to -121',
        ]);
        await force('entries', 'delete from house.entries where id = 1');
        expect((await own.checkMoney()).faults).toContain('entry 1 has postings but no head');
      });
    });
  });

  part('snapshots and documents', () => {
    test('the last snapshot of a stream is kept', async () => {
      const stream = fresh('table');
      await store.putSnapshot(stream, 3, '{"a":1}');
      await store.putSnapshot(stream, 7, '{"ä":2}');
      expect(await store.getSnapshot(stream)).toEqual({ position: 7, body: '{"ä":2}' });
    });

    test('documents are put, changed, listed by id and deleted', async () => {
      for (const id of ['b', 'a', 'ä', 'B']) await store.putDocument('person', id, `"${id}"`);
      await store.putDocument('device', 'b', '"other kind"');
      await store.putDocument('person', 'b', '"changed"');
      expect(await store.getDocument('person', 'b')).toBe('"changed"');
      expect((await store.listDocuments('person')).map(({ id }) => id)).toEqual(['B', 'a', 'b', 'ä']);
      await store.deleteDocument('person', 'b');
      await store.deleteDocument('person', 'never there');
      expect(await store.getDocument('person', 'b')).toBeNull();
      expect(await store.listDocuments('device')).toEqual([{ id: 'b', body: '"other kind"' }]);
    });
  });

  part('opening and closing', () => {
    test('all is there after closing and opening again, and the log goes on', async () => {
      const where = await home.place();
      const first = await home.open(where);
      await first.append(
        work({ command: command('one'), events: [event('t', 1)], entries: [move('cash/in', 'player/p', 5)] }),
      );
      await first.putSnapshot('t', 1, '{}');
      await first.putDocument('k', 'd', '1');
      await first.close();
      const second = await home.open(where);
      try {
        expect(
          await second.append(work({ events: [event('t', 2)], entries: [move('player/p', 'escrow/t', 2)] })),
        ).toEqual({ seqs: [2] });
        expect((await second.readLog(0, 9)).map(({ position }) => position)).toEqual([1, 2]);
        expect(await second.findCommand('one')).not.toBeNull();
        expect((await second.ledger(0, 9)).map(({ id }) => id)).toEqual([1, 2]);
        expect(await second.balance('player/p')).toBe(3);
        expect([await second.getSnapshot('t'), await second.getDocument('k', 'd')]).toEqual([
          { position: 1, body: '{}' },
          '1',
        ]);
      } finally {
        await second.close();
      }
    });

    test('closing waits for what was asked before and refuses what comes after', async () => {
      await withOwn(async (own) => {
        const asked = range(300).map((n) => own.append(work({ events: [event('t', n)] })));
        const closed = own.close();
        const late = faultOf(own.append(work({ events: [event('t', 301)] })));
        expect(await Promise.all(asked)).toHaveLength(300);
        expect(await late).toEqual({ kind: 'unavailable', why: 'it is closed' });
        await closed;
      });
    });

    test('a second one on the same place is refused while the first is open', async () => {
      await expect(home.open(place)).rejects.toThrow(
        /^(?:The folder .* is in use by another house \(process \d+, since .*\)\.|Another house already runs on this database\.)$/,
      );
      expect((await store.health()).ok).toBe(true);
    });

    test('when somebody else has written, no more is written from here', async () => {
      await withOwn(async (own, where) => {
        await own.append(work({ events: [event('t', 1)] }));
        await home.admin(where, own, "insert into house.log values (2, 'stranger', 1, 0, '{}')");
        const why = 'another process has written to the records';
        for (const stream of ['u', 'v']) {
          expect(await faultOf(own.append(work({ events: [event(stream, 1)] })))).toEqual({
            kind: 'unavailable',
            why,
          });
        }
        expect((await own.health()).ok).toBe(false);
      });
    });

    test('records of a newer version are not touched', async () => {
      const where = await home.place();
      const first = await home.open(where);
      await home.admin(where, first, "insert into house.migrations values (99, 'of the future')");
      await first.close();
      await expect(home.open(where)).rejects.toThrow(/schema 99/);
    });
  });

  part('backup', () => {
    const fill = async (own: Store): Promise<void> => {
      const works = range(450).map((n) =>
        work({
          command: n % 2 === 0 ? command(`c${n}`) : null,
          events: [event('t', n, { dice: '🎲', n })],
          entries: n % 3 === 0 ? [{ ...move('cash/in', 'player/p', n), note: 'ä "quoted" \\' }] : [],
        }),
      );
      await Promise.all(works.map(own.append));
      await own.append(work({ events: [event('big', 1, 'x'.repeat(300_000))] }));
      await own.putSnapshot('t', 400, '{"snap":1}');
      for (const n of range(3)) await own.putDocument('person', `p${n}`, `{"n":${n}}`);
    };

    const everything = async (own: Store) => ({
      log: await allOfLog(own),
      ledger: await own.ledger(0, 10_000),
      balances: await own.balances(''),
      commands: [await own.findCommand('c2'), await own.findCommand('c450')],
      snapshot: await own.getSnapshot('t'),
      documents: await own.listDocuments('person'),
      streams: await own.streams(),
    });

    test('restored elsewhere it is the same, and goes on', async () => {
      const file = join(emptyFolder(), 'backup.gz');
      let kept: unknown;
      await withOwn(async (own) => {
        await fill(own);
        kept = await everything(own);
        expect(await backupStore(own, file)).toEqual({
          log: 451,
          command: 225,
          entry: 150,
          checkpoint: 0,
          snapshot: 1,
          document: 3,
        });
        await expect(restoreStore(file, own)).rejects.toThrow(
          'A backup can only be restored into an empty store.',
        );
      });
      await withOwn(async (own) => {
        await restoreStore(file, own);
        expect(await everything(own)).toEqual(kept);
        expect(await own.checkMoney()).toEqual({ sum: 0, faults: [] });
        expect(await own.append(work({ command: command('new'), events: [event('t', 451)] }))).toEqual({
          seqs: [452],
        });
        expect(await faultOf(own.append(work({ command: command('c2') })))).toMatchObject({
          kind: 'duplicate',
        });
      });
    });

    test('made while others write it is the state of one instant', async () => {
      const file = join(emptyFolder(), 'backup.gz');
      await withOwn(async (own) => {
        let going = true;
        const client = async (name: string): Promise<void> => {
          for (let n = 1; going; n += 1) {
            await own.append(
              work({
                command: command(`${name}-${n}`),
                events: [event(name, n)],
                entries: [move('cash/in', `player/${name}`, 1)],
              }),
            );
          }
        };
        const clients = range(10).map((n) => client(`w${n}`));
        for (;;) if ((await own.health()).commands > 200) break;
        await backupStore(own, file);
        going = false;
        await Promise.all(clients);
      });
      await withOwn(async (own) => {
        const { log, command: commands, entry } = await restoreStore(file, own);
        expect([commands, entry]).toEqual([log, log]);
        const last = (await own.streams()).reduce((sum, stream) => sum + stream.last, 0);
        expect([last, -(await own.balance('cash/in'))]).toEqual([log, log]);
      });
    });

    test('a damaged file is refused, says why, and leaves the store empty', async () => {
      const folder = emptyFolder();
      const file = join(folder, 'backup.gz');
      await withOwn(async (own) => {
        await own.append(
          work({
            command: command('a'),
            events: [event('t', 1), event('t', 2)],
            entries: [move('cash/in', 'player/p', 5)],
          }),
        );
        await backupStore(own, file);
      });
      const good = readFileSync(file);
      const lines = gunzipSync(good).toString().trimEnd().split('\n');
      const packed = (changed: readonly string[]) => gzipSync(changed.map((line) => `${line}\n`).join(''));
      const flipped = Buffer.from(good);
      flipped[good.length >> 1] = (flipped[good.length >> 1] as number) ^ 0xff;
      const swap = (from: string, to: string) => packed(lines.map((line) => line.replace(from, to)));
      const cases: [string, Buffer, RegExp][] = [
        ['cut.gz', good.subarray(0, good.length - 20), /damaged: it ends too early/],
        ['flipped.gz', flipped, /damaged: /],
        ['changed.gz', swap('player/p', 'player/q'), /damaged: its records do not match its checksum/],
        ['short.gz', packed(lines.slice(0, -1)), /damaged: its last line is missing/],
        ['lacking.gz', packed(lines.filter((_, n) => n !== 2)), /damaged: it has 4 lines and says 5/],
        [
          'text.gz',
          packed(lines.map((line, n) => (n === 1 ? 'what?' : line))),
          /damaged: line 2 is not JSON/,
        ],
        ['newer.gz', swap('"format":1', '"format":2'), /newer version/],
        ['other.gz', packed(['{"some":"thing"}']), /not a backup of Boxperson/],
        ['empty.gz', packed([]), /not a backup of Boxperson/],
        ['plain.gz', Buffer.from('hello'), /damaged: it cannot be unpacked/],
      ];
      await withOwn(async (own) => {
        for (const [name, bytes, message] of cases) {
          writeFileSync(join(folder, name), bytes);
          await expect(restoreStore(join(folder, name), own), name).rejects.toThrow(message);
        }
        await expect(restoreStore(join(folder, 'nowhere.gz'), own)).rejects.toThrow(/ENOENT/);
        expect([await own.readLog(0, 1), await own.balances('')]).toEqual([[], []]);
        await restoreStore(file, own);
        expect(await own.readLog(0, 9)).toHaveLength(2);
      });
    });
  });
};

const groupByClient = (turns: readonly Attempt[]): Map<number, Attempt[]> => {
  const groups = new Map<number, Attempt[]>();
  for (const turn of turns) groups.set(turn.client, [...(groups.get(turn.client) ?? []), turn]);
  return groups;
};
