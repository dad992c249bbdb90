import {
  EVERY_ROLE,
  type HeldRole,
  MADE_MS,
  OFFICES,
  officeOf,
  openlySaid,
  PEOPLE,
  type PeopleBooks,
  type PeopleEvent,
  type Person,
  PROPOSALS,
  secretsIn,
  shown,
  type Verb,
} from '@boxperson/offices';
import type { Command } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { Admission } from '../../src/office/admission.js';
import { officeCounter } from '../../src/office/counter.js';
import { makeFetch } from '../../src/office/facts.js';
import { OfficeHost } from '../../src/office/office-host.js';
import { type Done, hashCommand, Once } from '../../src/office/once.js';
import type { Store } from '../../src/store/store.js';
import { clockOf } from '../support/clock.js';
import { openPeople } from '../support/people.js';
import { CHEAP, Memory, makeClock } from './memory.js';

const HOME = '203.0.113.7';
const TOP: HeldRole = { rulebook: 'star', role: 'gaming-manager' };

/** The people's office with the one way in before it, and no house around it. */
async function openDoor(store = new Memory(), clock = makeClock()) {
  const opened = await openPeople(store, clock.now, { secrets: CHEAP });
  const { people, host } = opened;
  const person = (id: string) => people.get(id);
  const around = {
    store: store as unknown as Store,
    clock: clockOf(clock.now),
    fetch: makeFetch({
      store: store as unknown as Store,
      person,
      table: () => null,
      books: async () => null,
    }),
  };
  const proposals = await OfficeHost.load(PROPOSALS, 'proposals', around);
  const hosts: Readonly<Record<string, OfficeHost>> = { people: host, proposals };
  const admission = new Admission({
    once: new Once(store as unknown as Store),
    now: clock.now,
    person,
    counter: (at) => {
      const found = hosts[at];
      return found ? officeCounter(found, () => null) : null;
    },
    proposals,
    people: () => host.state as PeopleBooks,
    audit: () => {},
    withoutSecrets: ({ at, command }) => openlySaid(officeOf(at), command),
    reveal: (id, answer) => people.reveal(id, answer),
  });
  let asked = 0;
  const ask = async (by: Person, command: Command, id = `ask-${++asked}-${clock.now()}`): Promise<Done> => {
    const at = command['do'] === 'confirm' ? 'proposals' : 'people';
    const now = (await people.get(by.id)) as Person;
    return admission.submit(now, { id, at, command, origin: { from: HOME, token: '' } });
  };
  return { ...opened, store, clock, admission, ask };
}
type Door = Awaited<ReturnType<typeof openDoor>>;

let logins = 0;
/** A manager with a password of their own, let in by the house itself. */
async function appoint({ desk }: Door, roles: readonly HeldRole[] = EVERY_ROLE): Promise<Person> {
  const login = `appointed${++logins}`;
  const made = await desk.registerStaff({ name: 'Manager', login, password: 'seven comes eleven', roles });
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  return made.person;
}

/** What was answered to something that must be done. */
function done<T>(came: Done): T {
  if (!came.ok) throw new Error(JSON.stringify(came.refused));
  return came.answer as T;
}
const why = (came: Done): string => (came.ok ? 'done' : came.refused.code);

/** Registered by somebody, with a password of their own. */
async function letIn(door: Door, by: Person, roles: readonly HeldRole[]): Promise<Person> {
  const login = `friend${++logins}`;
  const asked = { do: 'register-staff', name: 'Friend', login, roles };
  const { person, password } = done<{ person: Person; password: string }>(await door.ask(by, asked));
  const own = { old: password, next: 'eleven comes seven', from: HOME };
  expect(await door.desk.changeSecret(person.id, own)).toEqual({ kind: 'ok' });
  return person;
}

const DEVICE = { do: 'register-device', name: 'Terminal 7' };
const log = ({ store }: Door): readonly PeopleEvent[] =>
  store.log.filter(({ stream }) => stream === 'people').map(({ body }) => JSON.parse(body) as PeopleEvent);

describe('two people', () => {
  test('a new house begins with one: alone they let in a manager, a device and a player with a new PIN', async () => {
    const door = await openDoor();
    const first = await appoint(door);
    expect(done(await door.ask(first, DEVICE))).toHaveProperty('key');
    const player = { do: 'register-player', name: 'Ann', card: 'C-1001', pin: '4711' };
    const { person } = done<{ person: Person }>(await door.ask(first, player));
    expect(done(await door.ask(first, { do: 'new-pin', person: person.id }))).toHaveProperty('pin');
    const friend = await letIn(door, first, [TOP]);
    // One let the other in: that is still one.
    expect(done(await door.ask(friend, DEVICE))).toHaveProperty('key');
  });

  test.each<[string, (door: Door) => Promise<Command>]>([
    ['a device', async () => DEVICE],
    ['a manager', async () => ({ do: 'register-staff', name: 'New', login: 'new.one', roles: [TOP] })],
    [
      'a manager by post',
      async () => ({
        do: 'register-staff',
        name: 'New',
        login: 'new.one',
        roles: [],
        posts: [{ post: 'manager', tables: ['wharf'] }],
      }),
    ],
    [
      'a role that makes a manager',
      async (door) => {
        const made = await door.desk.registerStaff({
          name: 'Bo',
          login: 'bo',
          password: 'hard eight, easy six',
          roles: [],
        });
        return { do: 'set-roles', person: made.kind === 'ok' ? made.person.id : '', roles: [TOP] };
      },
    ],
    [
      'a new PIN',
      async (door) => {
        const made = await door.desk.registerPlayer({ name: 'Ann', card: 'C-1001', pin: '4711' });
        return { do: 'new-pin', person: made.kind === 'ok' ? made.person.id : '' };
      },
    ],
    [
      'a manager who was kept out',
      async (door) => {
        const { id } = await appoint(door);
        await door.desk.do('disable', { person: id });
        return { do: 'enable', person: id };
      },
    ],
  ])('%s takes two, and both are on record', async (_what, make) => {
    const door = await openDoor();
    const [one, other] = [await appoint(door), await appoint(door)];
    const wanted = await make(door);
    const before = log(door).length;
    const { proposal } = done<{ proposal: string }>(await door.ask(one, wanted));
    expect(log(door)).toHaveLength(before);
    expect(why(await door.ask(one, { do: 'confirm', proposal }))).toBe('second-person');
    expect(log(door)).toHaveLength(before);
    done(await door.ask(other, { do: 'confirm', proposal }));
    expect(log(door).slice(before)).toEqual([expect.objectContaining({ by: one.id, second: other.id })]);
  });

  test('the secret is shown to whoever agrees, again when they ask again, and opens', async () => {
    const door = await openDoor();
    const [one, other] = [await appoint(door), await appoint(door)];
    const first = done<{ proposal: string }>(await door.ask(one, DEVICE));
    expect(first).not.toHaveProperty('key');
    const confirm = { do: 'confirm', proposal: first.proposal };
    const { key, person } = done<{ key: string; person: Person }>(
      await door.ask(other, confirm, 'agree-once'),
    );
    expect(done(await door.ask(other, confirm, 'agree-once'))).toMatchObject({ key });
    expect((await door.people.signInDevice(key, HOME)).kind).toBe('ok');
    expect(person.made?.by).toEqual([one.id, other.id]);
    expect(door.store.text).not.toContain(key);
  });

  test('whoever was let in by the one is no second person for them', async () => {
    const door = await openDoor();
    const [one, other] = [await appoint(door), await appoint(door)];
    const asked = { do: 'register-staff', name: 'Friend', login: 'friend', roles: [TOP] };
    const { proposal } = done<{ proposal: string }>(await door.ask(one, asked));
    const { person, password } = done<{ person: Person; password: string }>(
      await door.ask(other, { do: 'confirm', proposal }),
    );
    await door.desk.changeSecret(person.id, { old: password, next: 'eleven comes seven', from: HOME });
    const device = done<{ proposal: string }>(await door.ask(one, DEVICE));
    const confirm = { do: 'confirm', proposal: device.proposal };
    expect(why(await door.ask(person, confirm))).toBe('second-person');
    expect(done(await door.ask(other, confirm))).toHaveProperty('key');
  });

  test('whoever shuts the other out, or takes their password or their role, is not alone for it', async () => {
    for (const act of [{ do: 'disable' }, { do: 'new-password' }, { do: 'set-roles', roles: [] }]) {
      const door = await openDoor();
      const [one, other] = [await appoint(door), await appoint(door)];
      done(await door.ask(one, { ...act, person: other.id }));
      expect(done(await door.ask(one, DEVICE))).toHaveProperty('proposal');
      // A while later there is really nobody else.
      door.clock.pass(MADE_MS);
      expect(done(await door.ask(one, DEVICE))).toHaveProperty('key');
    }
  });

  test('a new password makes nobody a second person for whoever asked for it', async () => {
    const door = await openDoor();
    const [one, other] = [await appoint(door), await appoint(door)];
    const { password } = done<{ password: string }>(
      await door.ask(one, { do: 'new-password', person: other.id }),
    );
    await door.desk.changeSecret(other.id, { old: password, next: 'eleven comes seven', from: HOME });
    const { proposal } = done<{ proposal: string }>(await door.ask(one, DEVICE));
    expect(why(await door.ask(other, { do: 'confirm', proposal }))).toBe('second-person');
    door.clock.pass(MADE_MS);
    const again = done<{ proposal: string }>(await door.ask(one, DEVICE));
    expect(done(await door.ask(other, { do: 'confirm', proposal: again.proposal }))).toHaveProperty('key');
  });

  test('nor are two whose passwords one and the same has made', async () => {
    const door = await openDoor();
    const [one, second, third] = [await appoint(door), await appoint(door), await appoint(door)];
    for (const { id } of [second, third]) {
      const { password } = done<{ password: string }>(
        await door.ask(one, { do: 'new-password', person: id }),
      );
      await door.desk.changeSecret(id, { old: password, next: 'eleven comes seven', from: HOME });
    }
    const { proposal } = done<{ proposal: string }>(await door.ask(second, DEVICE));
    expect(why(await door.ask(third, { do: 'confirm', proposal }))).toBe('second-person');
    door.clock.pass(MADE_MS);
    const again = done<{ proposal: string }>(await door.ask(second, DEVICE));
    expect(done(await door.ask(third, { do: 'confirm', proposal: again.proposal }))).toHaveProperty('key');
  });

  test('nor is somebody whom one of one’s own let in', async () => {
    const door = await openDoor();
    const [one, other] = [await appoint(door), await appoint(door)];
    const asked = { do: 'register-staff', name: 'Friend', login: 'by.two', roles: EVERY_ROLE };
    const { proposal } = done<{ proposal: string }>(await door.ask(one, asked));
    const made = done<{ person: Person; password: string }>(
      await door.ask(other, { do: 'confirm', proposal }),
    );
    const own = { old: made.password, next: 'eleven comes seven', from: HOME };
    await door.desk.changeSecret(made.person.id, own);
    const friend = await letIn(door, made.person, []);
    expect((await door.people.get(friend.id))?.made?.by).toEqual([made.person.id, one.id, other.id]);
  });

  test('a house that never had two goes on with those whom its one manager let in', async () => {
    const door = await openDoor();
    const one = await appoint(door);
    const [second, third] = [await letIn(door, one, EVERY_ROLE), await letIn(door, one, EVERY_ROLE)];
    const { proposal } = done<{ proposal: string }>(await door.ask(second, DEVICE));
    expect(done(await door.ask(third, { do: 'confirm', proposal }))).toHaveProperty('key');
  });

  test('nothing with a secret in it is ever put to a second person', () => {
    const both = OFFICES.flatMap(({ name, verbs }) =>
      Object.entries(verbs as Record<string, Verb<unknown, never>>)
        .filter(([, verb]) => verb.second !== undefined && secretsIn(verb).length > 0)
        .map(([verb]) => `${name}/${verb}`),
    );
    expect(both).toEqual([]);
    expect(secretsIn(PEOPLE.verbs['register-player'] as Verb<unknown, never>)).toEqual(['pin']);
  });
});

describe('one id', () => {
  const BO = { do: 'register-staff', name: 'Bo', login: 'bo', roles: [] };

  test('one person, one password, also after a restart', async () => {
    const door = await openDoor();
    const manager = await appoint(door);
    const one = done<{ person: Person; password: string }>(await door.ask(manager, BO, 'register-bo'));
    expect(one.password).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(done(await door.ask(manager, BO, 'register-bo'))).toEqual(one);
    const again = await openDoor(door.store, door.clock);
    expect(done(await again.ask(manager, BO, 'register-bo'))).toEqual(one);
    expect(again.people.directory('staff').filter(({ login }) => login === 'bo')).toHaveLength(1);
    expect((await again.people.signInStaff('bo', one.password, HOME)).kind).toBe('ok');
    expect(why(await again.ask(manager, { ...BO, name: 'Eve' }, 'register-bo'))).toBe('same-id-other-body');
    expect(door.store.text).not.toContain(one.password);
  });

  test('another id, another password', async () => {
    const door = await openDoor();
    const manager = await appoint(door);
    const { person, password } = done<{ person: Person; password: string }>(await door.ask(manager, BO));
    const reset = done<{ password: string }>(
      await door.ask(manager, { do: 'new-password', person: person.id }),
    );
    expect(reset.password).not.toBe(password);
    expect((await door.people.signInStaff('bo', password, HOME)).kind).toBe('wrong');
  });

  test('a PIN is in no hash, no event and no answer', async () => {
    const door = await openDoor();
    const manager = await appoint(door);
    const ann = { do: 'register-player', name: 'Ann', card: 'C-1001', pin: '47114711' };
    done(await door.ask(manager, ann, 'register-ann'));
    const { pin, ...openly } = ann;
    expect(door.store.commands.get('register-ann')?.hash).toBe(hashCommand(manager.id, 'people', openly));
    expect(door.store.text).not.toContain(pin);
    expect((await door.people.signInPlayer('C-1001', pin, HOME)).kind).toBe('ok');
  });
});

test('with a password that the house made up nothing is open but to set one of one’s own', async () => {
  const door = await openDoor();
  const asked = { name: 'Bo', login: 'bo', roles: EVERY_ROLE };
  const made = done<{ person: Person; password: string }>(await door.desk.do('register-staff', asked));
  for (const command of [DEVICE, { do: 'sign-out' }, { do: 'confirm', proposal: 'none' }])
    expect(why(await door.ask(made.person, command))).toBe('set-password-first');
  const set = { do: 'set-password', old: made.password, next: 'seven comes eleven' };
  expect(await door.ask(made.person, set)).toMatchObject({ ok: true });
  expect(done(await door.ask(made.person, DEVICE))).toHaveProperty('key');
});

test('a secret that was set, and is not on record because the books went elsewhere, is set when it is asked again', async () => {
  const door = await openDoor();
  const made = done<{ person: Person; password: string }>(
    await door.desk.do('register-staff', { name: 'Bo', login: 'bo', roles: EVERY_ROLE }),
  );
  const next = 'seven comes eleven';
  const [name] = [...door.store.documents.keys()].filter((key) => key.startsWith('credential/'));
  const before = door.store.documents.get(name as string) as string;
  const set = { do: 'set-password', old: made.password, next };
  done(await door.ask(made.person, set));
  const after = door.store.documents.get(name as string) as string;
  expect(after).not.toBe(before);
  // The old one is gone, as it is when the first try came so far; with neither of both nothing is set.
  expect(why(await door.ask(made.person, { ...set, next: 'eleven comes seven' }))).toBe('bad-input');
  expect(await door.ask(made.person, set)).toMatchObject({ ok: true });
  expect((await door.people.signInStaff('bo', next, HOME)).kind).toBe('ok');
});

test('whom something is about sees it, without who did it; others see nothing', async () => {
  const door = await openDoor();
  const manager = await appoint(door);
  const player = await door.desk.registerPlayer({ name: 'Ann', card: 'C-1001', pin: '4711' });
  if (player.kind !== 'ok') throw new Error('no player');
  done(await door.ask(manager, { do: 'sign-out', person: player.person.id }));
  const event = log(door).at(-1) as PeopleEvent;
  const viewer = {
    sees: (seers: readonly string[], own: boolean) => own && seers.includes('subject'),
    alias: () => '?',
  };
  expect(shown(PEOPLE.audience, event, viewer, true)).toEqual({
    v: 2,
    event: 'sessions-revoked',
    at: event.at,
    person: player.person.id,
  });
  expect(shown(PEOPLE.audience, event, viewer, false)).toBeNull();
});

describe('what an earlier version kept', () => {
  const AT = 500_000;
  const papers = (person: Person, generation: number, account: string | null) =>
    [`person/${person.id}`, JSON.stringify({ person, generation, account })] as const;

  async function oldHouse() {
    const store = new Memory();
    const clock = makeClock();
    // Hashes as the house makes them.
    const { people } = await openPeople(new Memory(), clock.now, { secrets: CHEAP });
    const credential = async (person: string, secret: string) => {
      const hashed = await people.secrets.hash(secret);
      return JSON.stringify({ person, secret: hashed.kind === 'ok' ? hashed.encoded : '', known: [] });
    };
    const noted = [
      {
        event: 'staff-registered',
        person: 's-1',
        name: 'Manager',
        login: 'manager',
        roles: EVERY_ROLE,
        by: 'house',
      },
      { event: 'secret-changed', person: 's-1', by: 's-1' },
      { event: 'staff-registered', person: 's-2', name: 'Bo', login: 'bo', roles: [TOP], by: 's-1' },
      // Cut short before it was done, and done anew.
      { event: 'player-registered', person: 'p-0', name: 'Ann', card: 'C-1001', by: 's-1' },
      { event: 'player-registered', person: 'p-1', name: 'Ann', card: 'C-1001', by: 's-1' },
      { event: 'sessions-revoked', person: 'p-1', by: 's-1' },
      { event: 'device-registered', person: 'd-1', name: 'Terminal 7', by: 's-1' },
      { event: 'person-disabled', person: 'g-1', by: 's-1' },
      { event: 'roles-changed', person: 's-0', roles: [], by: 's-1' },
    ];
    for (const [index, body] of noted.entries())
      store.log.push({
        stream: 'people',
        position: index + 1,
        seq: index + 1,
        at: AT + index,
        body: JSON.stringify({ v: 1, ...body, at: AT + index }),
      });
    const staff = { kind: 'staff', createdAt: AT } as const;
    const documents = [
      papers({ ...staff, id: 's-1', name: 'Manager', roles: EVERY_ROLE }, 1, 'staff:manager'),
      papers({ ...staff, id: 's-2', name: 'Bo', roles: [TOP], oneTime: true }, 0, 'staff:bo'),
      // Registered when there was no log of people yet.
      papers({ ...staff, id: 's-0', name: 'Zoe', roles: [] }, 3, 'staff:zoe'),
      papers({ id: 'p-1', kind: 'player', name: 'Ann', card: 'C-1001', createdAt: AT }, 1, 'player:C-1001'),
      papers({ id: 'd-1', kind: 'device', name: 'Terminal 7', createdAt: AT }, 0, 'hash'),
      papers({ id: 'g-1', kind: 'guest', name: 'Gus', createdAt: AT, inactive: true }, 1, null),
      ['credential/staff:manager', await credential('s-1', 'seven comes eleven')],
      ['credential/staff:zoe', await credential('s-0', 'zoe was here first')],
      ['credential/player:C-1001', await credential('p-1', '4711')],
    ] as const;
    for (const [key, body] of documents) store.documents.set(key, body);
    return { store, clock };
  }

  test('is there, comes in with the old secrets, and is taken over once', async () => {
    const { store, clock } = await oldHouse();
    const before = store.log.length;
    const { people, host } = await openPeople(store, clock.now, { secrets: CHEAP });
    const state = host.state as PeopleBooks;
    expect(Object.keys(state.persons).sort()).toEqual(['d-1', 'p-1', 's-0', 's-1', 's-2']);
    const generations = Object.fromEntries(
      Object.values(state.persons).map(({ person, generation }) => [person.id, generation]),
    );
    expect(generations).toEqual({ 's-0': 3, 's-1': 1, 's-2': 0, 'p-1': 1, 'd-1': 0 });
    expect(await people.get('s-1')).not.toHaveProperty('oneTime');
    expect(await people.get('s-2')).toMatchObject({ oneTime: true, made: { by: ['s-1'] } });
    expect(await people.get('d-1')).toMatchObject({ limits: { tables: '*', most: 1_000_000 } });
    expect(await people.get('g-1')).toMatchObject({ inactive: true });
    expect((await people.signInStaff('manager', 'seven comes eleven', HOME)).kind).toBe('ok');
    expect((await people.signInStaff('zoe', 'zoe was here first', HOME)).kind).toBe('ok');
    expect((await people.signInPlayer('C-1001', '4711', HOME)).kind).toBe('ok');
    // Only Zoe was not in the log.
    expect(store.log.slice(before).map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({ event: 'person-kept', person: 's-0' }),
    ]);
    const left = [...store.documents.keys()].filter((key) => key.startsWith('person/'));
    expect(left).toEqual(['person/g-1']);
    const again = await openPeople(store, clock.now, { secrets: CHEAP });
    expect(store.log).toHaveLength(before + 1);
    expect(again.host.state).toEqual(state);
  });

  test('a house that stopped in between takes over the rest', async () => {
    const { store, clock } = await oldHouse();
    store.before = async (operation, kind) => {
      if (operation === 'delete' && kind === 'person') throw new Error('power cut');
    };
    await expect(openPeople(store, clock.now, { secrets: CHEAP })).rejects.toThrow('power cut');
    store.before = () => Promise.resolve();
    const { host } = await openPeople(store, clock.now, { secrets: CHEAP });
    expect(Object.keys((host.state as PeopleBooks).persons)).toHaveLength(5);
    expect(store.log.filter(({ body }) => body.includes('person-kept'))).toHaveLength(1);
  });

  test('sessions hold, and those that were ended do not', async () => {
    const { store, clock } = await oldHouse();
    const { people: old } = await openPeople(store, clock.now, { secrets: CHEAP });
    const ann = { person: (await old.get('p-1')) as Person };
    const live = await old.sessions.start({ ...ann, generation: 1 });
    const ended = await old.sessions.start({ ...ann, generation: 0 });
    const { people } = await openPeople(store, clock.now, { secrets: CHEAP });
    expect(await people.resume(live.token)).toMatchObject({ id: 'p-1' });
    expect(await people.resume(ended.token)).toBeNull();
  });
});
