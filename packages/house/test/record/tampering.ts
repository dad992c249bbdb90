// What somebody who owns the database may do to the record, and how each of it is found. Run on both homes of the store.
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leafHashOf } from '../../src/record/leaf.js';
import { type Checkpoint, publicKeyOf, type SigningKey, signCheckpoint } from '../../src/record/note.js';
import { SealedRecord } from '../../src/record/record.js';
import type { Report } from '../../src/record/report.js';
import { openSource } from '../../src/record/source.js';
import { TILE_LEAVES } from '../../src/record/tiles.js';
import { Frontier } from '../../src/record/tree.js';
import { type VerifyOptions, verifyRecord } from '../../src/record/verify.js';
import type { Row, Run } from '../../src/store/database.js';
import type { Store, StoredEntry } from '../../src/store/store.js';
import { openFloor } from './play.js';

export interface Home {
  open(): Promise<{
    readonly store: Store;
    /** As the owner of the tables, on one connection. */
    readonly admin: Run;
    close(): Promise<void>;
  }>;
}

export const makeKey = (name: string): SigningKey => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { ...publicKeyOf(name, publicKey), secret: privateKey };
};

const FLIPS = Number(process.env['RECORD_FLIPS'] ?? 40);

const TABLES = ['log', 'commands', 'entries', 'postings', 'balances', 'checkpoints', 'openings'];
const RULES = [
  ['log', 'log_counts'],
  ['log', 'log_place'],
  ['log', 'log_pkey'],
  ['entries', 'entries_pkey'],
  ['postings', 'postings_pkey'],
  ['balances', 'balances_pkey'],
  ['balances', 'not_overdrawn'],
  ['checkpoints', 'checkpoints_pkey'],
  ['tiles', 'tiles_pkey'],
] as const;

/** Whoever owns tables can switch off what guards them. */
const disarm = async (run: Run): Promise<void> => {
  for (const table of TABLES) await run({ text: `alter table house.${table} disable trigger user` });
  for (const [table, name] of RULES)
    await run({ text: `alter table house.${table} drop constraint ${name}` });
};

const whereOf = (stream: string): string => stream.slice(stream.indexOf('/') + 1);

export const tamperingContract = (home: Home): void => {
  const key = makeKey('boxperson/test/00000000');
  const stranger = makeKey('boxperson/test/11111111');
  let opened: Awaited<ReturnType<Home['open']>>;
  let log: readonly StoredEntry[];
  let held: Checkpoint;
  let sizes: readonly { readonly size: number; readonly at: number }[];

  beforeAll(async () => {
    opened = await home.open();
    const { store } = opened;
    const record = await SealedRecord.open(store, { key, leastMs: 20 });
    const floor = await openFloor(store, ['star', 'aruze'], 11);
    await floor.play(60);
    held = (await record.checkpointNow()) as Checkpoint;
    await floor.play(140);
    await record.close();
    log = await store.readLog(0, 100_000);
    const rows = await opened.admin({ text: 'select size, note from house.checkpoints order by size' });
    sizes = rows.map((row) => ({
      size: Number(row['size']),
      at: Date.parse(String(row['note']).split('\n')[3] as string),
    }));
  });

  afterAll(() => opened?.close());

  /** Does something to the records as their owner, verifies, and undoes it all. */
  const after = async (
    tamper: (run: Run) => Promise<unknown>,
    options: VerifyOptions = {},
  ): Promise<Report> => {
    const { admin: run } = opened;
    await run({ text: 'begin' });
    try {
      await disarm(run);
      await tamper(run);
      const source = await openSource({
        // The verifier's own transaction would not see what is not committed.
        run: async (statement) => (statement.text.startsWith('begin') ? [] : run(statement)),
        close: async () => {},
      });
      return await verifyRecord(source, options);
    } finally {
      await run({ text: 'rollback' });
    }
  };

  const holder = (): VerifyOptions => ({ keys: [key], held: [held] });
  const sql =
    (text: string, ...values: unknown[]) =>
    (run: Run) =>
      run({ text, values });

  const find = (what: string, from = 0): StoredEntry => {
    const found = log.find(({ seq, body }) => seq > from && body.includes(what));
    if (!found) throw new Error(`no ${what} in the log`);
    return found;
  };

  /** Moves everything from an entry on, as if it had always been so. */
  const shift = async (run: Run, from: number, by: number): Promise<void> => {
    for (const table of ['log', 'entries'])
      await run({
        text: `update house.${table} set seq = seq + $2::bigint where seq >= $1::bigint`,
        values: [from, by],
      });
  };

  const shiftStream = (run: Run, stream: string, from: number, by: number) =>
    run({
      text: 'update house.log set position = position + $3::bigint where stream = $1::text and position >= $2::bigint',
      values: [stream, from, by],
    });

  /** Throws all checkpoints and tiles away and signs the log anew as it stands, at the same sizes and times. */
  const resign = async (run: Run, signer: SigningKey): Promise<void> => {
    await run({ text: 'delete from house.checkpoints' });
    await run({ text: 'delete from house.tiles' });
    const tree = new Frontier();
    const rows = await run({ text: 'select seq, stream, position, at, body from house.log order by seq' });
    for (const row of rows) {
      tree.addLeaf(leafHashOf(entryOf(row)));
      const at =
        sizes.find(({ size }) => size === tree.size)?.at ??
        (tree.size === rows.length ? sizes.at(-1)?.at : undefined);
      if (at === undefined) continue;
      const { note } = signCheckpoint(signer, { size: tree.size, root: tree.root(), at });
      await run({
        text: 'insert into house.checkpoints values ($1::bigint, $2::text)',
        values: [tree.size, note],
      });
    }
  };

  const entryOf = (row: Row): StoredEntry => ({
    seq: Number(row['seq']),
    stream: String(row['stream']),
    position: Number(row['position']),
    at: Number(row['at']),
    body: String(row['body']),
  });

  test('an honest record holds, to everybody', async () => {
    expect(log.length).toBeGreaterThan(3 * TILE_LEAVES);
    expect(sizes.length).toBeGreaterThan(8);
    const report = await after(async () => {}, holder());
    expect(report.faults).toEqual([]);
    expect(report).toMatchObject({
      ok: true,
      size: log.length,
      notes: [],
      counts: { tables: 2, checkpoints: sizes.length },
    });
    expect(report.counts['tiles']).toBe(Math.floor(log.length / TILE_LEAVES));
    expect(report.counts['snapshots']).toBeGreaterThan(0);
    expect(report.counts['ledger']).toBeGreaterThan(200);
    const alone = await after(async () => {});
    expect(alone.ok).toBe(true);
    expect(alone.notes.join()).toMatch(/No key was brought.*No earlier checkpoint was brought/);
  });

  test('without switching off what guards them, nothing recorded can be changed', async () => {
    const { admin: run } = opened;
    for (const text of [
      'update house.checkpoints set size = size + 1',
      'delete from house.checkpoints',
      'truncate house.checkpoints',
    ])
      await expect(run({ text })).rejects.toThrow(/refused: what is recorded stays/);
  });

  describe('the log', () => {
    const respace = (seq: number) =>
      sql(`update house.log set body = replace(body, '"v":1', '"v": 1') where seq = $1::bigint`, seq);

    test('an edit that no rule forbids is found, and the entry named', async () => {
      for (const from of [3, 300, 600]) {
        const { seq, stream, position } = find('"event":"wagered"', from);
        const report = await after(respace(seq));
        expect(report.first).toMatchObject({ area: 'log', seq, stream, position });
      }
    });

    test('with the tiles gone the stretch between two checkpoints is named', async () => {
      const { seq } = find('"event":"wagered"', 400);
      const report = await after(async (run) => {
        await respace(seq)(run);
        await run({ text: 'delete from house.tiles' });
      });
      const { from = 0, to = 0 } = report.first ?? {};
      expect([from <= seq, seq <= to, sizes.some(({ size }) => size === to)]).toEqual([true, true, true]);
      expect(sizes.filter(({ size }) => size >= from && size < to)).toEqual([]);
    });

    test('an edit that the rules forbid is named with their reason', async () => {
      const { seq, stream, position } = find('"event":"wagered"', 100);
      const report = await after(
        sql(
          `update house.log set body = replace(body, '"event":"wagered"', '"event":"wagerod"') where seq = $1::bigint`,
          seq,
        ),
      );
      expect(report.first).toMatchObject({
        area: 'log',
        seq,
        stream,
        position,
        message: expect.stringContaining('wagerod'),
      });
    });

    test('dice other than those drawn are named', async () => {
      const rolled = find('"event":"rolled"', 200);
      const draw = log.findLast(
        ({ seq, stream }) => seq < rolled.seq && stream === `dice/${whereOf(rolled.stream)}`,
      ) as StoredEntry;
      const body = JSON.stringify({
        ...JSON.parse(draw.body),
        dice: JSON.parse(draw.body).dice[0] === 6 ? [1, 1] : [6, 6],
      });
      const report = await after(async (run) => {
        await run({
          text: 'update house.log set body = $2::text where seq = $1::bigint',
          values: [draw.seq, body],
        });
        await resign(run, key);
      });
      expect(report.first).toMatchObject({
        seq: rolled.seq,
        message: expect.stringContaining('was drawn for this throw'),
      });
    });

    test('a deletion leaves a gap', async () => {
      const { seq } = find('"event":"settled"', 50);
      const report = await after(sql('delete from house.log where seq = $1::bigint', seq));
      expect(report.first).toMatchObject({
        seq: seq + 1,
        message: expect.stringContaining(`entry ${seq} is missing`),
      });
    });

    test('a deletion whose gap was closed', async () => {
      const { seq, stream, position } = find('"event":"staff-came"', 1);
      const report = await after(async (run) => {
        await run({ text: 'delete from house.log where seq = $1::bigint', values: [seq] });
        await shift(run, seq + 1, -1);
        await shiftStream(run, stream, position + 1, -1);
      }, holder());
      expect(report.ok).toBe(false);
      expect(report.first?.seq ?? report.first?.from).toBeLessThanOrEqual(held.size);
    });

    test('an insertion with everything moved on', async () => {
      const { seq, stream, position, at, body } = find('"event":"play-money-granted"', 5);
      const report = await after(async (run) => {
        await shift(run, seq + 1, 1);
        await shiftStream(run, stream, position + 1, 1);
        const text = 'insert into house.log values ($1::bigint, $2::text, $3::bigint, $4::bigint, $5::text)';
        await run({ text, values: [seq + 1, stream, position + 1, at, body.replace('5000000', '1')] });
      }, holder());
      expect(report.ok).toBe(false);
      expect(report.first?.seq).toBe(seq + 1);
    });

    test('two entries of different streams changed places', async () => {
      const at = log.findIndex(
        ({ seq, stream }, n) =>
          seq > 300 && stream.startsWith('table/') && whereOf(log[n + 1]?.stream ?? '') !== whereOf(stream),
      );
      const { seq } = log[at] as StoredEntry;
      const report = await after(
        sql(
          'update house.log set seq = $1::bigint + $2::bigint - seq where seq in ($1::bigint, $2::bigint)',
          seq,
          seq + 1,
        ),
      );
      expect(report.first).toMatchObject({ area: 'log', seq });
    });

    test('cut off at the end: the checkpoints beyond tell', async () => {
      const report = await after(sql('delete from house.log where seq > $1::bigint', log.length - 3));
      const ends = report.faults.find(({ message }) => message.includes(`the log ends at ${log.length - 3}`));
      expect(ends).toMatchObject({ area: 'log', from: log.length - 2 });
    });

    /** A log that ends earlier in all its tables, so that nothing in itself is wrong. */
    const cutOff = async (run: Run, seq: number): Promise<void> => {
      await run({ text: 'delete from house.log where seq > $1::bigint', values: [seq] });
      await run({ text: 'delete from house.entries where seq > $1::bigint', values: [seq] });
      await run({ text: 'delete from house.postings where entry not in (select id from house.entries)' });
      await run({ text: 'delete from house.balances' });
      await run({
        text: 'insert into house.balances select account, sum(amount), 0 from house.postings group by account',
      });
      await run({ text: 'delete from house.checkpoints where size > $1::bigint', values: [seq] });
      await run({ text: 'delete from house.tiles where (nr + 1) * 256 > $1::bigint', values: [seq] });
      await run({ text: 'delete from house.snapshots' });
    };

    test('cut off cleanly at a checkpoint: only the holder of a later one can tell, and does', async () => {
      const earlier = sizes.findLast(({ size }) => size < held.size)?.size as number;
      expect((await after((run) => cutOff(run, earlier), { keys: [key] })).faults).toEqual([]);
      const report = await after((run) => cutOff(run, earlier), holder());
      expect(report.first).toMatchObject({
        area: 'yours',
        from: earlier + 1,
        message: expect.stringContaining('the log ends at'),
      });
    });
  });

  describe('a record that was wholly rebuilt', () => {
    /** More money for somebody, in every place that says so. */
    const enrich = async (run: Run): Promise<number> => {
      const { seq, body } = find('"event":"play-money-granted"', 3);
      const { person } = JSON.parse(body) as { person: string };
      await run({
        text: 'update house.log set body = $2::text where seq = $1::bigint',
        values: [seq, body.replace('5000000', '6000000')],
      });
      await run({
        text: `update house.postings set amount = amount / 5 * 6 where entry in (select id from house.entries where seq = $1::bigint)`,
        values: [seq],
      });
      for (const [account, by] of [
        [`player/${person}`, 1_000_000],
        ['cash/play', -1_000_000],
      ])
        await run({
          text: 'update house.balances set amount = amount + $2::bigint where account = $1::text',
          values: [account, by],
        });
      return seq;
    };

    test('signed anew with the house’s own key it looks sound, except to the holder of an earlier checkpoint', async () => {
      const rebuild = async (run: Run) => {
        await enrich(run);
        await resign(run, key);
      };
      expect((await after(rebuild, { keys: [key] })).faults).toEqual([]);
      const report = await after(rebuild, holder());
      expect(report.ok).toBe(false);
      expect(report.first).toMatchObject({
        area: 'log',
        to: held.size,
        message: expect.stringContaining(`your checkpoint of size ${held.size} was signed for another log`),
      });
      // And it is not the one that the house shows now.
      expect(report.faults.at(-1)?.message).toContain('two were signed');
    });

    test('signed anew with another key it is found by the key, and by the checkpoint', async () => {
      const rebuild = async (run: Run) => {
        await enrich(run);
        await run({
          text: `update house.log set body = replace(body, $1::text, $2::text) where stream = 'record'`,
          values: [key.line, stranger.line],
        });
        await resign(run, stranger);
      };
      expect((await after(rebuild)).faults).toEqual([]);
      expect((await after(rebuild, { keys: [key] })).faults.some(({ area }) => area === 'checkpoint')).toBe(
        true,
      );
      expect(
        (await after(rebuild, holder())).faults.some(({ message }) => message.includes('your checkpoint')),
      ).toBe(true);
      expect((await after(rebuild, { held: [held] })).faults.some(({ area }) => area === 'yours')).toBe(true);
    });

    test('the same log with its checkpoints taken away: the holder misses theirs', async () => {
      const strip = async (run: Run) => {
        await run({ text: 'delete from house.checkpoints' });
        await run({ text: 'delete from house.tiles' });
      };
      const report = await after(strip, holder());
      expect(report.faults).toMatchObject([
        { area: 'yours', message: expect.stringContaining('it was taken away') },
      ]);
    });

    test('changed after the held checkpoint and signed anew: the stored notes have another key or none', async () => {
      const { seq } = find('"event":"wagered"', held.size + 10);
      const edit = async (run: Run) => {
        await run({
          text: `update house.log set body = replace(body, '"v":1', '"v": 1') where seq = $1::bigint`,
          values: [seq],
        });
        await run({ text: 'delete from house.checkpoints where size >= $1::bigint', values: [seq] });
        await run({ text: 'delete from house.tiles' });
      };
      // Nobody vouched for that part any more: whoever holds a later checkpoint would tell, and this holder is told so.
      const report = await after(edit, holder());
      expect(report.ok).toBe(true);
      expect(report.notes.join()).toMatch(/after the newest checkpoint/);
    });

    test('a middle that was changed between two honest ends', async () => {
      // All roots but those at the ends are signed for the changed log: whoever compares the ends alone sees nothing.
      const { seq } = find('"event":"wagered"', 100);
      const report = await after(async (run) => {
        const kept = await run({
          text: 'select size, note from house.checkpoints order by size desc limit 1',
        });
        await run({
          text: `update house.log set body = replace(body, '"v":1', '"v": 1') where seq = $1::bigint`,
          values: [seq],
        });
        await resign(run, key);
        await run({
          text: 'update house.checkpoints set note = $2::text where size = $1::bigint',
          values: [kept[0]?.['size'], kept[0]?.['note']],
        });
      });
      expect(report.ok).toBe(false);
    });

    test('one forged checkpoint amid an honest log is told from a changed log', async () => {
      const { size, at } = sizes[4] as (typeof sizes)[number];
      const { note } = signCheckpoint(key, { size, root: leafHashOf(log[0] as StoredEntry), at });
      const report = await after(
        sql('update house.checkpoints set note = $2::text where size = $1::bigint', size, note),
      );
      expect(report.faults).toEqual([
        { area: 'checkpoint', message: `the checkpoint of size ${size} has a root that the log never had` },
      ]);
    });
  });

  describe('the ledger', () => {
    const entryAfter = async (seq: number) => {
      const [row] = await opened.admin({
        text: 'select id, seq from house.entries where seq > $1::bigint order by id limit 1',
        values: [seq],
      });
      return { id: Number(row?.['id']), seq: Number(row?.['seq']) };
    };
    const messages = ({ faults }: Report): string => faults.map(({ message }) => message).join('\n');

    test('one cent moved in an entry that still sums to zero', async () => {
      const { id } = await entryAfter(200);
      const report = await after(async (run) => {
        await run({
          text: 'update house.postings set amount = amount + 1 where entry = $1::bigint and line = 1',
          values: [id],
        });
        await run({
          text: 'update house.postings set amount = amount - 1 where entry = $1::bigint and line = 2',
          values: [id],
        });
      });
      expect(report.faults).toMatchObject([
        {
          area: 'ledger',
          seq: expect.any(Number),
          message: expect.stringContaining(`ledger entry ${id} moves`),
        },
      ]);
    });

    test.each([
      ['a reason', `update house.entries set reason = 'gift' where id = $1::bigint`, /is kept as “gift”/],
      ['a note', `update house.entries set note = 'x' where id = $1::bigint`, /has the note x/],
      [
        'an entry without an event',
        `update house.entries set seq = null where id = $1::bigint`,
        /names entry null/,
      ],
      [
        'an entry of a later event',
        `update house.entries set seq = seq + 40 where id = $1::bigint`,
        /names entry/,
      ],
      [
        'an account',
        `update house.postings set account = 'player/me' where entry = $1::bigint and line = 1`,
        /moves player\/me/,
      ],
      [
        'a line left out',
        `delete from house.postings where entry = $1::bigint and line = 1`,
        /has 1 lines|has \d lines/,
      ],
      [
        'lines that changed places',
        `update house.postings set line = 3 - line where entry = $1::bigint and line < 3`,
        /moves/,
      ],
      [
        'a line too many',
        `insert into house.postings values ($1::bigint, 9, 'player/me', 5)`,
        /lines; the log leads to/,
      ],
      ['an entry taken out', 'delete from house.entries where id = $1::bigint', /is missing/],
      [
        'an entry from nowhere',
        `insert into house.entries select max(id) + 1, $1::bigint, 'gift', null from house.entries`,
        /comes from no event/,
      ],
      [
        'a line of no entry',
        `insert into house.postings select max(id) + 7, $1::bigint, 'player/me', 5 from house.entries`,
        /belongs to no entry/,
      ],
    ])('%s', async (_, text, why) => {
      const { id } = await entryAfter(200);
      const report = await after(sql(text, id));
      expect(messages(report)).toMatch(why);
    });

    test('balances', async () => {
      const [row] = await opened.admin({
        text: `select account, amount from house.balances where account like 'player/g-%' limit 1`,
      });
      const more = await after(
        sql('update house.balances set amount = amount + 1 where account = $1::text', row?.['account']),
      );
      expect(more.faults).toEqual([
        {
          area: 'balance',
          message: `${row?.['account']} is kept with ${Number(row?.['amount']) + 1}; the log leads to ${row?.['amount']}`,
        },
      ]);
      const none = await after(sql('delete from house.balances where account = $1::text', row?.['account']));
      expect(messages(none)).toContain('is not kept');
      const extra = await after(sql(`insert into house.balances values ('player/me', 1, 1)`));
      expect(messages(extra)).toContain('no such account');
    });

    test('money that goes below nothing, in events and entries alike', async () => {
      const sat = find('"event":"sat"', 3);
      const { person } = JSON.parse(sat.body) as { person: string };
      const granted = find(`"person":"${person}"`);
      const report = await after(async (run) => {
        await run({
          text: 'update house.log set body = $2::text where seq = $1::bigint',
          values: [granted.seq, granted.body.replace('5000000', '7')],
        });
        await resign(run, key);
      });
      expect(messages(report)).toContain(`leaves player/${person} below nothing`);
    });
  });

  describe('the kept tree and the snapshots', () => {
    test('a tile that differs is blamed, not the log', async () => {
      const other = Buffer.alloc(32, 7);
      const [row] = await opened.admin({ text: 'select leaves from house.tiles where nr = 1' });
      const leaves = Buffer.from(String(row?.['leaves']), 'base64');
      leaves.set(other, 32 * 5);
      const report = await after(
        sql('update house.tiles set leaves = $1::text where nr = 1', leaves.toString('base64')),
      );
      expect(report.faults.map(({ area }) => area)).toEqual(['tree', 'tree']);
      expect(report.first).toMatchObject({ seq: TILE_LEAVES + 6 });
    });

    test('a snapshot that would give somebody money', async () => {
      const [row] = await opened.admin({ text: 'select stream, body from house.snapshots limit 1' });
      const body = String(row?.['body']).replace(/"balance":(\d+)/, (_, n) => `"balance":${Number(n) + 100}`);
      expect(body).not.toBe(row?.['body']);
      const report = await after(
        sql('update house.snapshots set body = $2::text where stream = $1::text', row?.['stream'], body),
      );
      expect(report.faults).toMatchObject([{ area: 'snapshot', stream: row?.['stream'] }]);
    });
  });

  // Everything that is kept of the log, the ledger and the tree, and the snapshots that the house starts from.
  const PLACES = [
    ...['seq', 'position', 'at'].map((column) => ({ table: 'log', column, key: 'seq' })),
    ...['stream', 'body', 'body', 'body', 'body', 'body'].map((column) => ({
      table: 'log',
      column,
      key: 'seq',
    })),
    ...['id', 'seq', 'reason'].map((column) => ({ table: 'entries', column, key: 'id' })),
    ...['entry', 'line', 'account', 'amount', 'amount'].map((column) => ({
      table: 'postings',
      column,
      key: 'entry, line',
    })),
    ...['account', 'amount'].map((column) => ({ table: 'balances', column, key: 'account' })),
    ...['size', 'note'].map((column) => ({ table: 'checkpoints', column, key: 'size' })),
    ...['nr', 'root', 'leaves'].map((column) => ({ table: 'tiles', column, key: 'nr' })),
    ...['position', 'body'].map((column) => ({ table: 'snapshots', column, key: 'stream' })),
  ];
  const NUMBERS = ['seq', 'position', 'at', 'id', 'entry', 'line', 'amount', 'size', 'nr'];

  const flipText = (text: string, place: number, bit: number): string => {
    const bytes = Buffer.from(text);
    const n = place % bytes.length;
    bytes[n] = (bytes[n] as number) ^ (1 << (bit % 7));
    return bytes.toString('utf8').replaceAll('\0', ' ');
  };

  const flipNumber = (text: string, bit: number, column: string): string =>
    String(BigInt(text) ^ (1n << BigInt(bit % (column === 'line' ? 20 : 48))));

  test('one flipped bit anywhere is found', { timeout: 240_000 }, async () => {
    let tried = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PLACES),
        fc.nat(1_000_000),
        fc.nat(1_000_000),
        fc.nat(47),
        async (where, row, place, bit) => {
          const { table, column, key: by } = where;
          const [found] = await opened.admin({
            text: `select ctid, ${column}::text as value from house.${table} order by ${by}
                 offset $1::bigint % (select count(*) from house.${table}) limit 1`,
            values: [row],
          });
          const before = String(found?.['value']);
          const changed = NUMBERS.includes(column)
            ? flipNumber(before, bit, column)
            : flipText(before, place, bit);
          fc.pre(changed !== before);
          const type = NUMBERS.includes(column) ? (column === 'line' ? 'integer' : 'bigint') : 'text';
          const report = await after(
            sql(
              `update house.${table} set ${column} = $1::text::${type} where ctid = $2::text::tid`,
              changed,
              found?.['ctid'],
            ),
          );
          tried += 1;
          expect(report.ok, `${table}.${column}: ${before} became ${changed}`).toBe(false);
        },
      ),
      { numRuns: FLIPS },
    );
    expect(tried).toBeGreaterThanOrEqual(FLIPS);
  });
};
