// Old data lives on: what version 0.1.0 left behind opens, replays to the same state and verifies.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { factsFrom, NO_FACTS, ticketNeeds, ticketStanding } from '@boxperson/offices';
import { saveTable } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SYSTEM_CLOCK } from '../src/clock.js';
import {
  BRISK,
  houseConfig,
  openEmbeddedStore,
  openSource,
  type PublicKey,
  parsePublicKey,
  readEmbeddedStore,
  restoreStore,
  type Started,
  type Store,
  startHouse,
  TableHost,
  verifyRecord,
} from '../src/index.js';
import { readCheckpoint } from '../src/record/note.js';
import { emptyFolder, removeFolders } from './store/folders.js';
import { AtTable } from './support/at-table.js';
import { call } from './support/http.js';

const GOLDEN = fileURLToPath(new URL('golden/0.1.0/', import.meta.url));
const read = (name: string): string => readFileSync(join(GOLDEN, name), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: what the first version left behind
const expected: any = JSON.parse(read('expected.json'));
const KEY = parsePublicKey(read('record.pub')) as PublicKey;
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

let restored: string;
beforeAll(async () => {
  restored = emptyFolder();
  const store = await openEmbeddedStore(restored);
  await restoreStore(join(GOLDEN, 'house.bak'), store);
  await store.close();
  copyFileSync(join(GOLDEN, 'record.key'), join(restored, 'record.key'));
}, 240_000);
afterAll(removeFolders);

async function verified(data: string) {
  const held = ['checkpoint-early.txt', 'checkpoint.txt'].map((name) => {
    const checkpoint = readCheckpoint(read(name), [KEY]);
    if (!checkpoint.ok) throw new Error(checkpoint.why);
    return checkpoint.value;
  });
  const source = await openSource(await readEmbeddedStore(data));
  return verifyRecord(source, { keys: [KEY], held }).finally(() => source.close());
}

async function comesToTheSame(store: Store): Promise<void> {
  for (const [id, { n, saved }] of Object.entries(
    expected.tables as Record<string, { n: number; saved: object }>,
  )) {
    const host = await TableHost.load(id, store, SYSTEM_CLOCK);
    expect(host.n, id).toBe(n);
    expect(plain(saveTable(host.table)), id).toMatchObject(saved);
  }
  expect(plain(await store.balances(''))).toEqual(expected.balances);
  expect(plain(await store.streams())).toEqual(expected.streams);
  for (const { number, standing } of expected.tickets as readonly { number: string; standing: object }[]) {
    const balances = new Map<string, number | null>();
    for (const name of ticketNeeds(number).balances ?? []) {
      const found = (await store.balances(name)).find(({ account }) => account === name);
      balances.set(name, found?.amount ?? null);
    }
    expect(ticketStanding(number, factsFrom({ ...NO_FACTS, balances })), number).toEqual(standing);
  }
}

describe('data of version 0.1.0', () => {
  test('restored from its backup verify, and come to the same', async () => {
    const report = await verified(restored);
    expect(report.faults).toEqual([]);
    expect([report.size, report.root]).toEqual([expected.verify.size, expected.verify.root]);
    expect(report.counts).toMatchObject({ tables: 10, terminals: 9, ledger: 4_691, checkpoints: 159 });
    const store = await openEmbeddedStore(restored);
    await comesToTheSame(store);
    await store.close();
  }, 240_000);

  test('in the folder as it was verify, and come to the same', async () => {
    const folder = emptyFolder();
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['xzf', join(GOLDEN, 'data.tar.gz'), '-C', folder]);
    const data = join(folder, 'data');
    const report = await verified(data);
    expect(report.faults).toEqual([]);
    expect(report.counts).toMatchObject({ ...expected.verify.counts, snapshots: expect.any(Number) });
    const store = await openEmbeddedStore(data);
    await comesToTheSame(store);
    await store.close();
  }, 240_000);

  describe('opened a minute after it closed', () => {
    let house: Started;
    const { tokens, secrets, waiting } = expected;
    const staff: Record<string, string> = {};
    const faults: string[] = [];

    beforeAll(async () => {
      vi.useFakeTimers({ now: expected.closedAt + 60_000, toFake: ['Date'], shouldAdvanceTime: true });
      house = await startHouse({
        data: restored,
        port: 0,
        config: houseConfig.parse(JSON.parse(read('config.json'))),
        pace: { ...BRISK, answer: 500, relieve: 700, stickThrow: 300 },
        people: { secrets: { cost: { logN: 10, r: 8, p: 1 } } },
        onError: (error, id) => faults.push(`${id}: ${String(error)}`),
      });
    }, 240_000);
    afterAll(async () => {
      await house.close();
      vi.useRealTimers();
    });

    test('everybody comes in as before', async () => {
      expect(house.firstStaff).toBeNull();
      expect(house.house.stopped()).toEqual([]);
      for (const [kind, { id, token }] of Object.entries(
        tokens as Record<string, { id: string; token: string }>,
      )) {
        const { body } = await call(house.url, 'GET', '/api/me', { token });
        expect(body.person?.id, kind).toBe(id);
      }
      const gone = [secrets.staff.sid.signedOutToken, secrets.guests.Gone.token];
      for (const token of gone) expect((await call(house.url, 'GET', '/api/me', { token })).status).toBe(401);
      const signIn = (body: object) => call(house.url, 'POST', '/api/sign-in', { body });
      for (const [login, one] of Object.entries(secrets.staff as Record<string, Record<string, string>>)) {
        const { status, body } = await signIn({ login, password: one['password'] });
        expect(status, login).toBe(one['disabled'] ? 401 : 200);
        expect(body.setPassword, login).toBe(one['oneTime']);
        if (status === 200) staff[login] = body.token as string;
      }
      for (const { id, card, pin } of Object.values(
        secrets.players as Record<string, Record<string, string>>,
      ))
        expect((await signIn({ card, pin })).body.person?.id).toBe(id);
      for (const { key, revoked } of Object.values(secrets.devices as Record<string, Record<string, string>>))
        expect((await signIn({ key })).status).toBe(revoked ? 401 : 200);
    });

    test('tables rest where they rested, and the rest plays on', () => {
      for (const id of ['star-2024', 'crown', 'crown-mini', 'adelaide', 'annex', 'pit', 'attic', 'cellar'])
        expect(house.house.host(id)?.n, id).toBe(expected.tables[id].n);
    });

    test('what was asked before is answered the same, and done once', async () => {
      const asked = expected.repeated.filter(({ t }: { t: string }) => t === 'do');
      expect(asked).toHaveLength(1);
      for (const { by, id, table, command, n } of asked) {
        const at = await AtTable.come(house.url, table, { id: by, token: secrets.guests[by].token });
        expect(await at.say({ t: 'do', command }, id)).toMatchObject({ t: 'done', n });
        at.line.close();
      }
    });

    test('what waited can be confirmed by whoever is a second person, or taken back', async () => {
      const proposals = await call(house.url, 'GET', '/api/proposals', { token: tokens.staff.token });
      expect(proposals.body.map(({ id }: { id: string }) => id).sort()).toEqual(
        [waiting.proposalAtPit, waiting.correction].sort(),
      );
      const boxy = await AtTable.come(house.url, 'pit', { id: 'boxy', token: staff['boxy'] as string });
      expect(await boxy.confirm(waiting.proposalAtPit, 'boxperson')).toMatchObject({ t: 'done' });
      boxy.line.close();
      // Since then two people are two people: whom the first manager let in lately is no second person for them.
      const said = { id: 'golden-confirm-1', proposal: waiting.correction };
      const confirm = await call(house.url, 'POST', '/api/proposals/confirm', {
        token: tokens.staff.token,
        body: said,
      });
      expect(confirm).toMatchObject({ status: 403, body: { refused: { code: 'second-person' } } });
      const withdraw = await call(house.url, 'POST', '/api/proposals/withdraw', {
        token: staff['manager'] as string,
        body: { ...said, id: 'golden-withdraw-1' },
      });
      expect(withdraw).toMatchObject({ status: 200, body: { ok: true } });
      expect(faults).toEqual([]);
    });
  });

  test('and verify again after that', async () => {
    expect((await verified(restored)).faults).toEqual([]);
  }, 240_000);
});
