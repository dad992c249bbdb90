// The whole house, played over the wire and opened twice: what it wrote verifies, money outside the tables included.
import { afterAll, expect, test } from 'vitest';
import {
  openSource,
  type PublicKey,
  parsePublicKey,
  readEmbeddedStore,
  verifyRecord,
} from '../../src/index.js';
import { readCheckpoint } from '../../src/record/note.js';
import type { HouseClient } from '../../src/wire/client.js';
import { removeFolders, storeFolder } from '../store/folders.js';
import { comeAsGuest, connectTo, until } from '../support/client.js';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { RandomPlayer } from '../support/player.js';

afterAll(removeFolders);

const fetchText = async (house: TestHouse, path: string): Promise<string> =>
  (await fetch(`${house.url}/api/record/${path}`)).text();

/** Two people at two tables, until dice have been called and the roll is signed for. */
async function playUntilSigned(house: TestHouse): Promise<void> {
  const tables = ['star', 'aruze'] as const;
  const players: { readonly client: HouseClient; readonly player: RandomPlayer }[] = [];
  for (const [n, table] of tables.entries()) {
    const { token } = await comeAsGuest(house.url);
    const client = connectTo(() => house.url, token);
    players.push({ client, player: new RandomPlayer(client, table, 1, 40 + n) });
  }
  const rolls = () =>
    players.flatMap(({ player }) => player.seen.events).filter((event) => event === 'rolled').length;
  await until(() => rolls() >= 4, 'four rolls', 60_000);
  const before = house.record.latestCheckpoint()?.size ?? 0;
  await until(
    () => (house.record.latestCheckpoint()?.size ?? 0) > before,
    'a checkpoint after a roll',
    60_000,
  );
  for (const { client, player } of players) {
    await player.stop();
    client.close();
  }
}

test('a house that played, corrected its ledger and opened again has a sound record', {
  timeout: 180_000,
}, async () => {
  const data = storeFolder();
  const first = await openTestHouse({ data });
  await playUntilSigned(first);
  const key = parsePublicKey(await fetchText(first, 'key')) as PublicKey;
  const read = readCheckpoint(await fetchText(first, 'checkpoint'), [key]);
  if (!read.ok) throw new Error(read.why);

  const manager = (await first.people.list('staff'))[0] as NonNullable<
    Awaited<ReturnType<typeof first.people.get>>
  >;
  const body = { from: 'cash/in', to: 'house/corrections', amount: 1_234, reason: 'the drawer was short' };
  const second = { ...manager, id: 's-other' };
  const corrected = first.house.offices.host('ledger')?.submit({ do: 'correct', body, by: manager, second });
  expect(await corrected).toMatchObject({ ok: true });
  await first.close();

  const again = await openTestHouse({ data });
  expect(again.record.broken).toBeNull();
  expect(await fetchText(again, 'key')).toBe(`${key.line}\n`);
  await comeAsGuest(again.url);
  await again.close();

  const source = await openSource(await readEmbeddedStore(data));
  const report = await verifyRecord(source, { keys: [key], held: [read.value] }).finally(() =>
    source.close(),
  );
  expect(report.faults).toEqual([]);
  expect(report.counts['tables']).toBe(6);
  expect(report.counts['checkpoints']).toBeGreaterThan(3);
});
