import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { People } from '../../src/people/people.js';
import { Pending } from '../../src/people/second.js';
import { openEmbeddedStore, type Store } from '../../src/store/store.js';
import { CHEAP, makeClock } from './memory.js';
import { staffOf, tableOf } from './tables.js';

const folder = mkdtempSync(join(tmpdir(), 'house-people-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOME = '203.0.113.7';
const clock = makeClock();

/** Opens the same folder, as a start of the house does. */
async function duringOneRun<T>(act: (people: People, store: Store) => Promise<T>): Promise<T> {
  const store = await openEmbeddedStore(folder);
  try {
    return await act(new People(store, clock.now, { secrets: CHEAP }), store);
  } finally {
    await store.close();
  }
}

test('people, sessions and proposals in the embedded store outlive its restart', async () => {
  const dealer = staffOf('s-dealer', '*', 'dealer');
  const now = { id: 't1', table: tableOf('crown') };
  const before = await duringOneRun(async (people, store) => {
    const guest = await people.createGuest();
    const revoked = await people.createGuest('Łukasz');
    await people.registerPlayer({ name: 'Ann', card: 'C-1001', pin: '4711' });
    const player = await people.signInPlayer('C-1001', '4711', HOME);
    if (guest.kind !== 'ok' || revoked.kind !== 'ok' || player.kind !== 'ok') throw new Error('not in');
    await people.revoke(revoked.token);
    const pending = new Pending(store, clock.now, (id) => people.get(id));
    const by = { role: 'dealer', id: dealer.id };
    const oral = { do: 'bet', player: 'gus', wager: 'pass', amount: 1_000, oral: true, by };
    const proposal = await pending.propose(dealer, now, oral);
    expect(proposal.ok).toBe(true);
    return { guest, revoked, player };
  });
  await duringOneRun(async (people, store) => {
    expect(await people.resume(before.guest.token)).toEqual(before.guest.person);
    expect(await people.resume(before.revoked.token)).toBeNull();
    expect(await people.resume(before.player.token)).toEqual(before.player.person);
    expect((await people.signInPlayer('C-1001', '4711', HOME)).kind).toBe('ok');
    // Nothing that PostgreSQL cannot hold reaches it.
    expect((await people.signInPlayer('\u0000', '\u0000', '\u0000')).kind).toBe('wrong');
    expect(await people.resume('\u0000')).toBeNull();
    const pending = new Pending(store, clock.now, (id) => people.get(id));
    expect(await pending.list('t1')).toHaveLength(1);
    await people.remove(before.guest.person.id);
  });
  await duringOneRun(async (people) => {
    expect(await people.resume(before.guest.token)).toBeNull();
    expect(await people.list('guest')).toEqual([before.revoked.person]);
  });
});
