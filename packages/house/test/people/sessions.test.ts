import type { Person } from '@boxperson/offices';
import { describe, expect, test } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import type { People } from '../../src/people/people.js';
import { type Holder, isRevokedBy, type Revoked, Sessions, sessionIdOf } from '../../src/people/sessions.js';
import { Sweep } from '../../src/people/sweep.js';
import { openPeople, type PeoplesDesk } from '../support/people.js';
import { CHEAP, Memory, makeClock, makeGate, pagesIn, sweep } from './memory.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PASSWORD = 'seven comes eleven';

async function setUp() {
  const store = new Memory();
  const clock = makeClock();
  const open = () => openPeople(store, clock.now, { secrets: CHEAP });
  const restart = async () => (await open()).people;
  const { people, desk } = await open();
  const revokeAll = (person: string) => desk.do('sign-out', { person });
  const guest = async () => {
    const made = await people.createGuest();
    if (made.kind !== 'ok') throw new Error(made.message);
    return made;
  };
  const heard: Revoked[] = [];
  people.sessions.onRevoked((revoked) => heard.push(revoked));
  return { store, clock, people, desk, restart, revokeAll, guest, heard };
}

async function staffed({ people, desk }: { people: People; desk: PeoplesDesk }) {
  const made = await desk.registerStaff({ name: 'Bo', login: 'bo', password: PASSWORD, roles: [] });
  if (made.kind !== 'ok') throw new Error(made.kind);
  const signIn = async () => {
    const signedIn = await people.signInStaff('bo', PASSWORD, '203.0.113.7');
    if (signedIn.kind !== 'ok') throw new Error(signedIn.kind);
    return signedIn;
  };
  return { person: made.person, signIn };
}

describe('tokens', () => {
  test('are 32 bytes of chance, and only their hash is stored', async () => {
    const { store, guest } = await setUp();
    const { token } = await guest();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await guest()).token).not.toBe(token);
    expect(store.text).not.toContain(token);
    expect([...store.documents.keys()]).toContain(`session/${sessionIdOf(token)}`);
  });

  test('a token nobody gave out is nobody', async () => {
    const { people } = await setUp();
    expect(await people.resume('')).toBeNull();
    expect(await people.resume('x'.repeat(43))).toBeNull();
  });

  test('a token that is nobody’s is looked for in the store once, and others are found as before', async () => {
    const { store, people, guest, restart } = await setUp();
    const { token, person } = await guest();
    const again = await restart();
    let looks = 0;
    store.before = async (operation, kind) => {
      if (operation === 'get' && kind === 'session') looks += 1;
    };
    const stray = 'x'.repeat(43);
    expect(people.sessions.isAtHand(stray)).toBe(false);
    for (let times = 0; times < 5; times++) expect(await people.resume(stray)).toBeNull();
    expect([looks, people.sessions.isAtHand(stray)]).toEqual([1, true]);
    expect(await again.resume(token)).toEqual(person);
    await people.revoke(token);
    for (let times = 0; times < 5; times++) expect(await people.resume(token)).toBeNull();
    expect(looks).toBe(3);
  });

  test('the hash of a token is not a token', async () => {
    const { people, guest } = await setUp();
    const { token } = await guest();
    expect(await people.resume(sessionIdOf(token))).toBeNull();
  });
});

describe('the list of one’s own', () => {
  test('costs the house nothing for a guest, however many there are', async () => {
    const { store, clock, people, guest } = await setUp();
    const [mine, other] = [await guest(), await guest()];
    store.listDocuments = () => Promise.reject(new Error('all were looked through'));
    const listOf = (session: string) => people.sessions.listOf(mine.person.id, session);
    const id = sessionIdOf(mine.token);
    const expiresAt = clock.now() + 30 * DAY;
    expect(await listOf(id)).toEqual([{ id, from: null, startedAt: clock.now(), expiresAt }]);
    expect(await listOf(sessionIdOf(other.token))).toEqual([]);
  });

  test('costs nobody a look at those of others, once all were gone through', async () => {
    const { store, people, desk } = await setUp();
    const { signIn, person } = await staffed({ people, desk });
    const old = await signIn();
    // As an earlier version kept it.
    store.documents.delete(`session-of/${person.id}/${sessionIdOf(old.token)}`);
    const own = await signIn();
    const [before, now] = [sessionIdOf(old.token), sessionIdOf(own.token)];
    const listed = async () => (await people.sessions.listOf(person.id, now)).map(({ id }) => id).toSorted();
    expect(await listed()).toEqual([before, now].toSorted());
    expect(await sweep(people.sessions, store)).toBe(0);
    const { listDocuments } = Memory.prototype;
    store.listDocuments = (kind) =>
      kind === 'session'
        ? Promise.reject(new Error('all were looked through'))
        : listDocuments.call(store, kind);
    expect(await listed()).toEqual([before, now].toSorted());
    await people.revoke(old.token);
    expect(await listed()).toEqual([now]);
    // Ended by an earlier version, at another node: its name is left, and goes when somebody looks.
    store.documents.set(`session-of/${person.id}/${before}`, '{}');
    expect(await listed()).toEqual([now]);
    expect([...store.documents.keys()].filter((key) => key.startsWith('session-of/'))).toEqual([
      `session-of/${person.id}/${now}`,
    ]);
  });
});

describe('the sweep', () => {
  /** Whoever sweeps is woken when the test says so. */
  function handClock() {
    let next: (() => void) | null = null;
    const setTimeout = (act: () => void) => {
      next = act;
      return {};
    };
    const wake = () => {
      const act = next;
      next = null;
      act?.();
    };
    const isResting = () => next !== null;
    return { clock: { ...SYSTEM_CLOCK, setTimeout }, wake, isResting };
  }

  test('clears away by itself what is over, a page at a time, and begins again when the store was away', async () => {
    const { store, clock, people, guest } = await setUp();
    for (let made = 0; made < 7; made++) await guest();
    clock.pass(30 * DAY);
    const stays = await guest();
    const failed: unknown[] = [];
    const hand = handClock();
    const sweeping = new Sweep({
      sessions: people.sessions,
      page: pagesIn(store),
      clock: hand.clock,
      onError: (error) => failed.push(error),
    });
    const left = () => [...store.documents.keys()].filter((key) => key.startsWith('session/'));
    const step = async () => {
      hand.wake();
      await expect.poll(hand.isResting).toBe(true);
    };
    await step();
    expect(left().length).toBeGreaterThanOrEqual(5);
    store.before = () => Promise.reject(new Error('the store is away'));
    await step();
    expect(failed).toEqual([new Error('the store is away')]);
    store.before = () => Promise.resolve();
    while (sweeping.rounds === 0) await step();
    expect(left()).toEqual([`session/${sessionIdOf(stays.token)}`]);
    await sweeping.close();
  });

  test('of a node that lags behind takes nothing from whoever came in at another', async () => {
    const store = new Memory();
    const person: Person = { id: 'p-1', kind: 'staff', name: 'Pit', createdAt: 0 };
    const at = (holder: Holder | null, now = 0) =>
      new Sessions(
        store,
        () => now,
        async () => holder,
      );
    const { token } = await at({ person, generation: 2 }).start({ person, generation: 2 });
    // It knows nobody of that id yet, or holds them for disabled still.
    expect(await sweep(at(null), store)).toBe(0);
    expect(await sweep(at({ person: { ...person, inactive: true }, generation: 1 }), store)).toBe(0);
    expect(await at({ person, generation: 2 }).resume(token)).toEqual(person);
    // A secret is being changed, and this may be the one that stays: it is over when its time has come.
    expect(await sweep(at({ person, generation: 3 }), store)).toBe(0);
    expect(await sweep(at({ person, generation: 3 }, 9 * HOUR), store)).toBe(1);
    expect(store.documents.size).toBe(0);
  });
});

describe('a restart', () => {
  test('changes nothing: who was signed in still is, who was revoked still is', async () => {
    const { people, restart, guest, revokeAll } = await setUp();
    const [one, two, three] = [await guest(), await guest(), await guest()];
    await people.revoke(two.token);
    await revokeAll(three.person.id);
    const again = await restart();
    expect(await again.resume(one.token)).toEqual(one.person);
    expect(await again.resume(two.token)).toBeNull();
    expect(await again.resume(three.token)).toBeNull();
  });
});

describe('expiry', () => {
  test('staff 8 hours, players 12 hours, devices a year, whatever they do meanwhile', async () => {
    const { people, clock, desk } = await setUp();
    const { signIn } = await staffed({ people, desk });
    const staff = await signIn();
    await desk.registerPlayer({ name: 'Ann', card: 'C-1001', pin: '4711' });
    const player = await people.signInPlayer('C-1001', '4711', '203.0.113.7');
    const device = await desk.registerDevice({ name: 'Tumbler 1' });
    const keyed = 'key' in device ? await people.signInDevice(device.key, '203.0.113.8') : null;
    if (player.kind !== 'ok' || keyed?.kind !== 'ok') throw new Error('not signed in');
    const start = clock.now();
    const lasts = { [staff.token]: 8 * HOUR, [player.token]: 12 * HOUR, [keyed.token]: 365 * DAY };
    for (const [token, ms] of Object.entries(lasts)) {
      clock.pass(start + ms - 1 - clock.now());
      expect(await people.resume(token)).not.toBeNull();
      clock.pass(1);
      expect(await people.resume(token)).toBeNull();
    }
  });

  test('guests slide: 30 days after they were last here', async () => {
    const { people, clock, guest, restart, store } = await setUp();
    const { token, person } = await guest();
    for (let visits = 0; visits < 5; visits++) {
      clock.pass(29 * DAY);
      expect(await people.resume(token)).toEqual(person);
    }
    await store.idle();
    // What slid is in the store, not only in memory.
    clock.pass(29 * DAY);
    expect(await (await restart()).resume(token)).toEqual(person);
    clock.pass(30 * DAY);
    expect(await people.resume(token)).toBeNull();
    expect(await (await restart()).resume(token)).toBeNull();
  });

  test('a guest who is always here is written once a day, not at every look', async () => {
    const { people, clock, guest, store } = await setUp();
    const { token } = await guest();
    let puts = 0;
    store.before = async (operation) => {
      if (operation === 'put') puts += 1;
    };
    for (let hour = 0; hour < 24 * 10; hour++) {
      clock.pass(HOUR);
      expect(await people.resume(token)).not.toBeNull();
    }
    await store.idle();
    expect(puts).toBe(10);
  });

  test('what is over is swept away, and nothing else', async () => {
    const { people, clock, guest, store, desk, revokeAll } = await setUp();
    const { signIn } = await staffed({ people, desk });
    const [staff, one, two] = [await signIn(), await guest(), await guest()];
    await revokeAll(two.person.id);
    clock.pass(9 * HOUR);
    expect(await sweep(people.sessions, store)).toBe(2);
    const left = [...store.documents.keys()].filter((key) => key.startsWith('session/'));
    expect(left).toEqual([`session/${sessionIdOf(one.token)}`]);
    expect(await people.resume(staff.token)).toBeNull();
    expect(await people.resume(one.token)).toEqual(one.person);
  });
});

describe('revocation', () => {
  test('holds from the call on, before the store has answered', async () => {
    const { people, guest, store } = await setUp();
    const { token } = await guest();
    expect(await people.resume(token)).not.toBeNull();
    const gate = makeGate();
    store.before = async (operation) => (operation === 'delete' ? gate.pass() : undefined);
    const revoked = people.revoke(token);
    expect(await people.resume(token)).toBeNull();
    await gate.reached;
    expect(await people.resume(token)).toBeNull();
    gate.open();
    await revoked;
    expect(await people.resume(token)).toBeNull();
  });

  test('overtakes a look-up that has read the session already', async () => {
    const { people, guest, store, restart } = await setUp();
    const { token } = await guest();
    const fresh = await restart();
    const gate = makeGate();
    store.after = async (operation, kind) =>
      operation === 'get' && kind === 'session' ? gate.pass() : undefined;
    const looking = fresh.resume(token);
    await gate.reached;
    const revoking = fresh.revoke(token);
    gate.open();
    expect(await looking).toBeNull();
    await revoking;
    expect(await fresh.resume(token)).toBeNull();
    expect(await sweep(people.sessions, store)).toBe(0);
  });

  test('overtakes a look-up that is about to answer', async () => {
    const { guest, store, restart } = await setUp();
    const { token } = await guest();
    const fresh = await restart();
    const gate = makeGate();
    store.after = async (operation, kind) =>
      operation === 'get' && kind === 'person' ? gate.pass() : undefined;
    const looking = fresh.resume(token);
    await gate.reached;
    await fresh.revoke(token);
    gate.open();
    expect(await looking).toBeNull();
  });

  test('is not undone by a session that slides at the same moment', async () => {
    const { people, guest, store, clock, restart } = await setUp();
    const { token } = await guest();
    clock.pass(2 * DAY);
    const gate = makeGate();
    store.before = async (operation, kind) =>
      operation === 'put' && kind === 'session' ? gate.pass() : undefined;
    expect(await people.resume(token)).not.toBeNull();
    await gate.reached;
    const revoking = people.revoke(token);
    // Long enough for a delete that does not wait its turn to be over before the session is written.
    await new Promise((resolve) => setTimeout(resolve, 20));
    gate.open();
    await revoking;
    await store.idle();
    expect(await people.resume(token)).toBeNull();
    expect(await (await restart()).resume(token)).toBeNull();
  });

  test('stands in memory where the store fails, and says so', async () => {
    const { people, guest, store } = await setUp();
    const { token } = await guest();
    store.before = async (operation) => {
      if (operation === 'delete') throw new Error('disk full');
    };
    await expect(people.revoke(token)).rejects.toThrow('disk full');
    expect(await people.resume(token)).toBeNull();
  });

  test('of all sessions of a person leaves others alone and lets them sign in again', async () => {
    const { people, guest, desk, revokeAll } = await setUp();
    const { signIn, person } = await staffed({ people, desk });
    const [one, two, other] = [await signIn(), await signIn(), await guest()];
    await revokeAll(person.id);
    expect(await people.resume(one.token)).toBeNull();
    expect(await people.resume(two.token)).toBeNull();
    expect(await people.resume(other.token)).not.toBeNull();
    expect(await people.resume((await signIn()).token)).toEqual(person);
  });

  test('is told to whoever keeps the connections', async () => {
    const { people, guest, heard, desk, revokeAll } = await setUp();
    const { signIn, person } = await staffed({ people, desk });
    heard.length = 0;
    const [one, two, three, other] = [await signIn(), await signIn(), await signIn(), await guest()];
    const sessions = [one, two, three, other].map((signedIn) => ({
      personId: signedIn.person.id,
      sessionId: sessionIdOf(signedIn.token),
    }));
    const ended = () => sessions.map((session) => heard.some((revoked) => isRevokedBy(revoked, session)));
    await people.revoke(one.token);
    expect(ended()).toEqual([true, false, false, false]);
    const next = 'eleven comes seven';
    await desk.changeSecret(person.id, { old: PASSWORD, next, from: '203.0.113.7', keep: two.token });
    expect(ended()).toEqual([true, false, true, false]);
    expect(await people.resume(two.token)).toEqual(person);
    expect(await people.resume(three.token)).toBeNull();
    await revokeAll(person.id);
    expect(ended()).toEqual([true, true, true, false]);
    expect(heard).toHaveLength(3);
  });

  test('of all sessions holds before the store has answered, and is told when it has', async () => {
    const { people, guest, heard, store, revokeAll } = await setUp();
    const { person, token } = await guest();
    const gate = makeGate();
    store.before = async (operation) => (operation === 'append' ? gate.pass() : undefined);
    const revoking = revokeAll(person.id);
    await gate.reached;
    expect(await people.resume(token)).toBeNull();
    expect(heard).toEqual([]);
    gate.open();
    await revoking;
    expect(heard).toEqual([{ person: person.id, session: null, keeps: null }]);
  });

  test('of a token nobody has is told to nobody', async () => {
    const { people, heard } = await setUp();
    await people.revoke('x'.repeat(43));
    expect(heard).toEqual([]);
  });

  test('another person cannot keep a session over a change that is not theirs', async () => {
    const { people, guest, desk } = await setUp();
    const { signIn, person } = await staffed({ people, desk });
    const [one, two] = [await signIn(), await guest()];
    const next = 'eleven comes seven';
    await desk.changeSecret(person.id, { old: PASSWORD, next, from: '203.0.113.7', keep: two.token });
    expect(await people.resume(one.token)).toBeNull();
    expect(await people.resume(two.token)).toEqual(two.person);
  });
});

test('whoever is inactive has no session, whatever their generation says', async () => {
  const person: Person = { id: 'g-1', kind: 'guest', name: 'Gus', createdAt: 0 };
  let now: Person = person;
  const sessions = new Sessions(
    new Memory(),
    () => 1,
    async () => ({ person: now, generation: 0 }),
  );
  const { token } = await sessions.start({ person, generation: 0 });
  expect(await sessions.resume(token)).toEqual(person);
  now = { ...person, inactive: true };
  expect(await sessions.resume(token)).toBeNull();
});

describe('memory', () => {
  test('is bounded, and a session that fell out of it still holds', async () => {
    const store = new Memory();
    const { people } = await openPeople(store, () => 1, { secrets: CHEAP, sessions: { remembered: 3 } });
    const guests = await Promise.all(Array.from({ length: 10 }, () => people.createGuest()));
    for (const guest of guests) {
      if (guest.kind !== 'ok') throw new Error(guest.message);
      expect(await people.resume(guest.token)).toEqual(guest.person);
    }
  });
});

test('a session that goes on holds at a node that has not heard yet why the others ended', async () => {
  const store = new Memory();
  const person = { id: 'p', kind: 'guest', name: 'P', roles: [] } as unknown as Person;
  const holder = { person, generation: 1 };
  const ahead = new Sessions(
    store,
    () => 0,
    async () => holder,
  );
  const { token } = await ahead.start(holder);
  const at = (generation: number) =>
    new Sessions(
      store,
      () => 0,
      async () => ({ person, generation }),
    );
  // One that lags behind, and does not clear it away either; one that knows; one that knows of more.
  expect(await sweep(at(0), store)).toBe(0);
  expect([await at(0).resume(token), await at(1).resume(token)].map((found) => found?.id)).toEqual([
    'p',
    'p',
  ]);
  expect(await at(2).resume(token)).toBeNull();
});
