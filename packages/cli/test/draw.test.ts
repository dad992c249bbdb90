// `boxperson draw verify`: whoever has the published file draws again, and what was changed is named.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DrawFile, type DrawInput, drawFrom, hashList, sealOf } from '@boxperson/offices';
import { afterAll, expect, test } from 'vitest';
import { inside } from './inside.helper.js';

const folder = mkdtempSync(join(tmpdir(), 'draw-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CALLED = Date.UTC(2026, 10, 16, 20);
const input: DrawInput = {
  promotion: 'spring',
  list: Array.from({ length: 40 }, (_, n) => [`E-${n + 1}`, (n % 15) + 1] as const),
  checkpoint:
    'boxperson/house/1c9f3a02\n20852\nCsUYapGG\n2026-11-16T20:00:05.120Z\n\n— boxperson/house az9d\n',
  contributions: [{ seal: sealOf('magpie'), word: 'magpie' }],
  prizes: [{ prize: 'first', count: 1 }],
  reserves: 2,
  onePrizeEach: true,
};
const draw: DrawFile = {
  format: 'boxperson draw 1',
  title: 'Spring',
  listHash: hashList(input.list),
  frozenAt: CALLED - 3_600_000,
  calledAt: CALLED,
  ...input,
  ...drawFrom(input),
};

let files = 0;
const verify = (what: unknown, ...options: readonly string[]) => {
  const file = join(folder, `${++files}.json`);
  writeFileSync(file, typeof what === 'string' ? what : JSON.stringify(what));
  return inside(['draw', 'verify', file, ...options]);
};

test('a sound draw is found sound, and one finds one’s own line', async () => {
  const won = draw.picked[0]?.entry ?? '';
  const { out, code } = await verify(draw, '--entry', won);
  expect(code).toBe(0);
  expect(out).toContain('The draw is sound.');
  expect(out).toContain(`${won} is line ${won.slice(2)} of 40: drawn for first.`);
  // As the house answers it, too.
  expect((await verify({ n: 9, books: { draw } })).code).toBe(0);
  expect((await verify(draw, '--entry', 'E-99')).out).toContain('E-99 is not in the list.');
});

test('what was changed is named', async () => {
  const swapped = [draw.list[1], draw.list[0], ...draw.list.slice(2)];
  const bad = await verify({ ...draw, list: swapped });
  expect(bad.code).toBe(1);
  expect(bad.out).toContain('NOT sound');
  expect(bad.out).toContain('listHash');
  const other = await verify(
    { ...draw, picked: [{ prize: 'first', entry: 'E-3' }, ...draw.picked.slice(1)] },
    '--json',
  );
  expect(JSON.parse(other.out)).toMatchObject({ ok: false });
});

test('what is no draw, or no key, is told and not checked', async () => {
  for (const [what, why] of [
    ['{', 'not JSON'],
    [{ books: { draw: null } }, 'not a draw'],
    [{ ...draw, reserves: -1 }, 'reserves'],
  ] as const) {
    const { err, code } = await verify(what);
    expect(code).toBe(2);
    expect(err).toContain(why);
  }
  expect((await verify(draw, '--key', join(folder, 'none.pub'))).code).toBe(2);
  expect((await inside(['draw', 'verify', join(folder, 'none.json')])).code).toBe(2);
});
