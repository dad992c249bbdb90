import { rmSync } from 'node:fs';
import { PROPOSALS, type Proposals } from '@boxperson/offices';
import { afterAll, expect, test } from 'vitest';
import { makeFetch } from '../../src/office/facts.js';
import { OfficeHost } from '../../src/office/office-host.js';
import type { People } from '../../src/people/people.js';
import { openEmbeddedStore, type Store } from '../../src/store/store.js';
import { storeFolder } from '../store/folders.js';
import { clockOf } from '../support/clock.js';
import { openPeople, type PeoplesDesk } from '../support/people.js';
import { CHEAP, makeClock } from './memory.js';

const folder = storeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOME = '203.0.113.7';
const clock = makeClock();

interface Run {
  readonly people: People;
  readonly desk: PeoplesDesk;
  readonly proposals: OfficeHost;
}

/** Opens the same folder, as a start of the house does. */
async function duringOneRun<T>(act: (run: Run) => Promise<T>): Promise<T> {
  const store: Store = await openEmbeddedStore(folder);
  try {
    const { people, desk } = await openPeople(store, clock.now, { secrets: CHEAP });
    const fetch = () => Promise.reject(new Error('nothing is asked for'));
    const around = {
      store,
      clock: clockOf(clock.now),
      fetch: makeFetch({ store, person: fetch, table: () => null, books: fetch }),
    };
    const proposals = await OfficeHost.load(PROPOSALS, 'proposals', around);
    return await act({ people, desk, proposals });
  } finally {
    await store.close();
  }
}

test('people, sessions and proposals in the embedded store outlive its restart', {
  timeout: 180_000,
}, async () => {
  const before = await duringOneRun(async ({ people, desk, proposals }) => {
    const guest = await people.createGuest();
    const revoked = await people.createGuest('Łukasz');
    await desk.registerPlayer({ name: 'Ann', card: 'C-1001', pin: '4711' });
    const player = await people.signInPlayer('C-1001', '4711', HOME);
    if (guest.kind !== 'ok' || revoked.kind !== 'ok' || player.kind !== 'ok') throw new Error('not in');
    await people.revoke(revoked.token);
    const body = {
      proposal: 'prop-1',
      to: 'table/t1',
      wanted: { do: 'bet', player: 'gus', wager: 'pass', amount: 1_000, oral: true },
      by: { id: 's-dealer', role: 'dealer' },
      lapsesAt: clock.now() + 60_000,
    };
    expect(await proposals.submit({ do: 'propose', body, by: null })).toMatchObject({ ok: true });
    return { guest, revoked, player };
  });
  await duringOneRun(async ({ people, proposals }) => {
    expect(await people.resume(before.guest.token)).toEqual(before.guest.person);
    expect(await people.resume(before.revoked.token)).toBeNull();
    expect(await people.resume(before.player.token)).toEqual(before.player.person);
    expect((await people.signInPlayer('C-1001', '4711', HOME)).kind).toBe('ok');
    // Nothing that PostgreSQL cannot hold reaches it.
    expect((await people.signInPlayer('\u0000', '\u0000', '\u0000')).kind).toBe('wrong');
    expect(await people.resume('\u0000')).toBeNull();
    expect(Object.keys((proposals.state as Proposals).waiting)).toEqual(['prop-1']);
    await people.remove(before.guest.person.id);
  });
  await duringOneRun(async ({ people }) => {
    expect(await people.resume(before.guest.token)).toBeNull();
    expect(await people.list('guest')).toEqual([before.revoked.person]);
  });
});
