import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ExportOptions,
  exportBundle,
  NothingToExport,
  type Stretch,
  verifyBundle,
} from '../../src/record/bundle.js';
import type { Checkpoint } from '../../src/record/note.js';
import { SealedRecord } from '../../src/record/record.js';
import { openSource } from '../../src/record/source.js';
import { insideOf } from '../../src/store/sql-store.js';
import { openEmbeddedStore, type Store, type StoredEntry } from '../../src/store/store.js';
import { readMoment, readMoments, readReplay } from '../../src/tables/moment.js';
import { removeFolders, storeFolder } from '../store/folders.js';
import { openFloor } from './play.js';
import { makeKey } from './tampering.js';

const key = makeKey('boxperson/test/00000000');
const stranger = makeKey('boxperson/test/11111111');
let store: Store;
let held: Checkpoint;
let log: readonly StoredEntry[];
let whole: string;
let middle: string;
let elsewhere: string;

const make = async ({
  since,
  ...stretch
}: Partial<Stretch> & Pick<ExportOptions, 'since'> = {}): Promise<string> => {
  const { write: run } = insideOf(store).database;
  const source = await openSource({ run, close: async () => {} });
  try {
    const all = { table: 'star', from: { position: 1 }, to: { position: 1e9 }, ...stretch };
    return (await exportBundle(source, { stretch: all, ...(since ? { since } : {}) })).text;
  } finally {
    await run({ text: 'rollback' });
  }
};

beforeAll(async () => {
  store = await openEmbeddedStore(storeFolder());
  const record = await SealedRecord.open(store, { key, leastMs: 20 });
  const floor = await openFloor(store, ['star', 'aruze'], 3);
  await floor.play(20);
  held = (await record.checkpointNow()) as Checkpoint;
  await floor.play(40);
  await record.close();
  log = await store.readLog(0, 100_000);
  whole = await make();
  elsewhere = await make({ from: { position: 100 }, to: { position: 101 } });
  middle = await make({ from: { position: 40 }, to: { position: 60 }, since: held });
});
afterAll(async () => {
  await store?.close();
  removeFolders();
});

const linesOf = (text: string): string[] => text.trimEnd().split('\n');
const entriesIn = (text: string): unknown[][] =>
  linesOf(text)
    .map((line) => JSON.parse(line))
    .filter((line) => line[0] === 'entry');

/** Puts the right checksum under lines that were changed. */
const reseal = async (lines: readonly string[]): Promise<string> => {
  const { createHash } = await import('node:crypto');
  const sha256 = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return `${[...lines, JSON.stringify({ lines: lines.length, sha256 })].join('\n')}\n`;
};

describe('a bundle', () => {
  test('holds the events of the table to the letter, and nothing of others', () => {
    const mine = log.filter(({ stream }) => stream === 'table/star');
    expect(entriesIn(whole)).toEqual(
      mine.map(({ seq, stream, position, at, body }) => ['entry', seq, stream, position, at, body]),
    );
    expect(whole).not.toContain('table/aruze');
    expect(entriesIn(middle).map((entry) => entry[3])).toEqual(Array.from({ length: 21 }, (_, n) => 40 + n));
  });

  test('is accepted with the key alone', () => {
    const report = verifyBundle(whole, { keys: [key] });
    expect(report).toMatchObject({ ok: true, faults: [], notes: [] });
    expect(report.size).toBe(log.length);
    expect(verifyBundle(middle, { keys: [key] }).notes).toEqual([
      expect.stringContaining('were not replayed'),
    ]);
  });

  test('can be asked for by time', async () => {
    const stretch = log.filter(
      ({ stream, position }) => stream === 'table/star' && position >= 30 && position <= 50,
    );
    const text = await make({
      from: { at: stretch[0]?.at as number },
      to: { at: stretch.at(-1)?.at as number },
    });
    const positions = entriesIn(text).map((entry) => Number(entry[3]));
    expect(positions[0]).toBeLessThanOrEqual(30);
    expect(positions).toEqual(expect.arrayContaining(stretch.map(({ position }) => position)));
    expect(verifyBundle(text, { keys: [key] }).ok).toBe(true);
  });

  test('shows a holder that the log went on from their checkpoint', () => {
    expect(verifyBundle(middle, { keys: [key], held: [held] }).faults).toEqual([]);
    expect(verifyBundle(elsewhere, { keys: [key], held: [held] }).faults).toMatchObject([
      { area: 'yours', message: expect.stringContaining('cannot be compared with this bundle') },
    ]);
    const forked = { ...held, root: Buffer.alloc(32) };
    expect(verifyBundle(middle, { keys: [key], held: [forked] }).ok).toBe(false);
  });

  test('is refused with another key, or none', () => {
    expect(verifyBundle(whole, { keys: [stranger] }).faults).toMatchObject([
      { message: expect.stringContaining('not a key we were given') },
    ]);
    expect(verifyBundle(whole, { keys: [] }).ok).toBe(false);
  });

  test('refuses what is not there', async () => {
    await expect(make({ table: 'nowhere' })).rejects.toThrow(
      /no table nowhere in the record; there are aruze, star/,
    );
    await expect(make({ from: { position: 90_000 } })).rejects.toThrow(NothingToExport);
    await expect(make({ since: { ...held, size: 1e6 } })).rejects.toThrow(/fewer than your checkpoint/);
  });
});

describe('a bundle that was changed', () => {
  test('one byte anywhere', () => {
    const bytes = Buffer.from(middle);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 7 }), (place, bit) => {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] as number) ^ (1 << bit);
        expect(verifyBundle(changed.toString('utf8'), { keys: [key] }).ok).toBe(false);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['cut off', () => middle.slice(0, -30)],
    ['cut at a line', () => `${linesOf(middle).slice(0, -1).join('\n')}\n`],
    ['empty', () => ''],
    ['without its end of line', () => middle.trimEnd()],
    ['with a line more', () => `${middle}{}\n`],
    ['with Windows line ends', () => middle.replaceAll('\n', '\r\n')],
  ])('%s', (_, change) => {
    expect(verifyBundle(change(), { keys: [key] }).ok).toBe(false);
  });

  // With the checksum put right, as somebody would who means it.
  const head = (change: object) => (lines: string[]) =>
    lines.with(0, JSON.stringify({ ...JSON.parse(lines[0] as string), ...change }));
  const entryAt = (lines: readonly string[], n: number): number =>
    lines.map((line, at) => (line.startsWith('["entry"') ? at : -1)).filter((at) => at >= 0)[n] as number;

  test.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'an event’s body',
      (lines) =>
        lines.with(entryAt(lines, 3), (lines[entryAt(lines, 3)] as string).replace('v\\":1', 'v\\": 1')),
      /do not have the root/,
    ],
    [
      'an event left out',
      (lines) => lines.toSpliced(entryAt(lines, 3), 1),
      /where \d+ belongs|does not fit|has \d+ entries/,
    ],
    [
      'the last event left out',
      (lines) => head({ to: 59 })(lines.toSpliced(entryAt(lines, 20), 1)),
      /where \d+ belongs|does not fit|has \d+ entries/,
    ],
    ['two events swapped', (lines) => swap(lines, entryAt(lines, 3), entryAt(lines, 4)), /where \d+ belongs/],
    [
      'a hidden hash',
      (lines) =>
        lines.with(
          1,
          JSON.stringify(['hash', JSON.parse(lines[1] as string)[1], Buffer.alloc(32).toString('base64')]),
        ),
      /do not have the root/,
    ],
    [
      'a hash of another level',
      (lines) => lines.with(1, JSON.stringify(['hash', 40, JSON.parse(lines[1] as string)[2]])),
      /does not fit|belongs/,
    ],
    [
      'no level at all',
      (lines) => lines.with(1, JSON.stringify(['hash', -1, JSON.parse(lines[1] as string)[2]])),
      /is not a hash/,
    ],
    ['another table’s name', head({ table: 'aruze' }), /not of table\/aruze/],
    ['a longer stretch', head({ to: 61 }), /says that it goes up to event 61/],
    ['an earlier beginning', head({ from: 39 }), /event 39 of the table is left out/],
    ['another size', head({ size: 1 }), /its checkpoint is of/],
    ['a field more', head({ nice: true }), /other fields/],
    ['a newer format', head({ format: 3 }), /its format is 3/],
    ['another key named', head({ key: stranger.line }), /is not the one that its checkpoint is signed with/],
    [
      'an older checkpoint',
      (lines) => head({ checkpoint: held.note, size: held.size })(lines),
      /its checkpoint is of/,
    ],
    [
      'spaces in a line',
      (lines) => lines.with(1, (lines[1] as string).replace(',', ', ')),
      /not written as it was made/,
    ],
  ])('%s', async (_, change, why) => {
    const lines = linesOf(middle).slice(0, -1);
    expect(verifyBundle(await reseal(lines), { keys: [key] }).ok).toBe(true);
    const report = verifyBundle(await reseal(change([...lines])), { keys: [key] });
    expect(report.ok).toBe(false);
    expect(report.faults[0]?.message).toMatch(why);
  });

  const swap = (lines: string[], a: number, b: number): string[] =>
    lines.with(a, lines[b] as string).with(b, lines[a] as string);
});

test('a roll is looked for from near where it is asked, and is the same as from the opening of the table', async () => {
  const asked: number[] = [];
  const listened = (): Store =>
    ({
      readStream: (stream: string, after: number, limit: number) => {
        asked.push(after);
        return store.readStream(stream, after, limit);
      },
    }) as Store;
  const person = async () => null;
  const kept = { store: listened(), person, markEvery: 40 };
  const end = log.filter(({ stream }) => stream === 'table/star').length;
  await readMoment(kept, 'star', end);
  for (let n = end; n > 0; n -= 7) {
    asked.splice(0);
    const near = await readReplay(kept, 'star', n);
    const from = Math.max(...asked);
    expect(near).toEqual(await readReplay({ store: listened(), person }, 'star', n));
    const earlier = near?.previous ?? 0;
    expect(from, `for ${n}`).toBeGreaterThanOrEqual(Math.min(earlier, n - 1) - 80);
    const at = log.find(({ stream, position }) => stream === 'table/star' && position === n)?.at as number;
    expect(await readMoments(kept, 'star', at)).toEqual(
      await readMoments({ store: listened(), person }, 'star', at),
    );
  }
});
