import { randomInt } from 'node:crypto';
import {
  EVERY_ROLE,
  faultInPassword,
  faultInPin,
  faultInWords,
  type HeldRole,
  makePassword,
  readName,
} from '@boxperson/offices';
import { describe, expect, test, vi } from 'vitest';
import { isCommonPassword } from '../../src/people/common-passwords.js';
import { People, type PeopleOptions } from '../../src/people/people.js';
import { openPeople } from '../support/people.js';
import { CHEAP, Memory, makeClock, makeGate, sweep } from './memory.js';

const HOME = '203.0.113.7';
const PASSWORD = 'seven comes eleven';

async function setUp(options: PeopleOptions = {}) {
  const store = new Memory();
  const clock = makeClock();
  const open = (other: PeopleOptions = {}) =>
    openPeople(store, clock.now, { secrets: CHEAP, ...options, ...other });
  const restart = async (other: PeopleOptions = {}) => (await open(other)).people;
  return { store, clock, open, restart, ...(await open()) };
}

/** The value of an answer that must be "ok". */
function ok<T extends { readonly kind: string }>(answer: T): Extract<T, { readonly kind: 'ok' }> {
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer));
  return answer as Extract<T, { readonly kind: 'ok' }>;
}

const ann = { name: 'Ann', card: 'C-1001', pin: '4711' };
const bo = {
  name: 'Bo',
  login: 'bo',
  password: PASSWORD,
  roles: [{ rulebook: '*', role: 'dealer' }],
} as const;

describe('guests', () => {
  test('fill in nothing and get a friendly name of their own', async () => {
    const { people } = await setUp();
    const guests = await Promise.all(Array.from({ length: 300 }, async () => ok(await people.createGuest())));
    for (const { person, token } of guests) {
      expect(person.name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ \d{2,}$/);
      expect(await people.resume(token)).toEqual(person);
    }
    expect(new Set(guests.map(({ person }) => person.name)).size).toBe(300);
    expect(new Set(guests.map(({ person }) => person.id)).size).toBe(300);
  });

  test('who ask for one name at once get different ones', async () => {
    const { people } = await setUp();
    const names = await Promise.all(
      ['Mia', 'mia', 'MIA', ' Mia '].map(async (name) => ok(await people.createGuest(name)).person.name),
    );
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
    expect(names.every((name) => /^mia( \d\d)?$/i.test(name))).toBe(true);
  });

  test('a name is free again when its guest is gone', async () => {
    const { people } = await setUp();
    const { person } = ok(await people.createGuest('Mia'));
    await people.remove(person.id);
    expect(ok(await people.createGuest('Mia')).person.name).toBe('Mia');
  });

  test('bots are marked', async () => {
    const { people } = await setUp();
    expect(ok(await people.createGuest(undefined, { bot: true })).person.bot).toBe(true);
    expect(ok(await people.createGuest()).person.bot).toBeUndefined();
  });

  test.each(['', '   ', 'a/b', '<b>', 'x'.repeat(41), '\u202eevil', 'a\u0000b', '-'])(
    'cannot be called %j',
    async (name) => {
      const { people } = await setUp();
      expect(await people.createGuest(name)).toMatchObject({ kind: 'refused', field: 'name' });
    },
  );

  test.each(["Zoë O'Neill", '小明', 'Łukasz', 'J. R. 3'])('may be called %s', (name) => {
    expect(readName(name)).toBe(name);
  });
});

describe('players', () => {
  test('sign in with card and PIN, written with spaces or small letters as they like', async () => {
    const { people, desk } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    expect(person).toMatchObject({ kind: 'player', name: 'Ann', card: 'C-1001' });
    const signedIn = ok(await people.signInPlayer(' c-10 01 ', '4711', HOME));
    expect(await people.resume(signedIn.token)).toEqual(person);
    expect(await people.signInPlayer('C-1001', '4712', HOME)).toEqual({ kind: 'wrong' });
  });

  test('one card has one holder, also when two ask at once', async () => {
    const { people, desk, store } = await setUp();
    const gate = makeGate();
    let puts = 0;
    store.before = async (operation, kind) => {
      if (operation === 'put' && kind === 'credential' && ++puts === 1) await gate.pass();
    };
    const asked = [ann, { ...ann, name: 'Eve' }].map((who) => desk.registerPlayer(who));
    await gate.reached;
    // Long enough for a second who does not wait their turn to find the card free.
    await new Promise((resolve) => setTimeout(resolve, 50));
    gate.open();
    const made = await Promise.all(asked);
    expect(made.map(({ kind }) => kind).sort()).toEqual(['ok', 'refused']);
    expect(await desk.registerPlayer(ann)).toMatchObject({ kind: 'refused', field: 'card' });
    expect(await people.list('player')).toHaveLength(1);
  });

  test('a card whose registration was cut short may be registered again', async () => {
    const { desk, store, open } = await setUp();
    store.before = async (operation) => {
      if (operation === 'append') throw new Error('power cut');
    };
    await expect(desk.registerPlayer(ann)).rejects.toThrow('power cut');
    store.before = () => Promise.resolve();
    const { people: again, desk: next } = await open();
    expect(await again.signInPlayer(ann.card, ann.pin, HOME)).toEqual({ kind: 'wrong' });
    ok(await next.registerPlayer(ann));
    ok(await again.signInPlayer(ann.card, ann.pin, HOME));
  });

  test.each([
    ['123', 'too short'],
    ['12ab', 'not digits'],
    ['1111', 'one digit'],
    ['1234', 'a run'],
    ['9876', 'a run down'],
    ['1001', 'the end of the card'],
    ['', 'nothing'],
  ])('PIN %s is not taken: %s', (pin) => {
    expect(faultInPin(pin, 'C-1001')).not.toBeNull();
  });

  test.each(['4711', '1357', '0815', '192837'])('PIN %s is taken', (pin) => {
    expect(faultInPin(pin, 'C-1001')).toBeNull();
  });

  test('neither PIN nor password nor key is stored', async () => {
    const { desk, store } = await setUp();
    ok(await desk.registerPlayer({ ...ann, pin: '47114711' }));
    ok(await desk.registerStaff(bo));
    const { key } = ok(await desk.registerDevice({ name: 'Tumbler' }));
    for (const secret of ['47114711', PASSWORD, key]) expect(store.text).not.toContain(secret);
  });
});

describe('staff', () => {
  test('sign in with login and password', async () => {
    const { people, desk } = await setUp();
    const { person } = ok(await desk.registerStaff(bo));
    expect(person.roles).toEqual(bo.roles);
    const signedIn = ok(await people.signInStaff(' BO ', PASSWORD, HOME));
    expect(await people.resume(signedIn.token)).toEqual(person);
    expect((await people.signInStaff('bo', 'seven comes twelve', HOME)).kind).toBe('wrong');
    expect((await people.signInPlayer('bo', PASSWORD, HOME)).kind).toBe('wrong');
  });

  test.each([
    [{ ...bo, login: 'x' }, 'login'],
    [{ ...bo, password: 'short' }, 'next'],
    [{ ...bo, password: 'aaaaaaaaaaaaaa' }, 'next'],
    [{ ...bo, password: 'my name is Bo!' }, 'next'],
    [{ ...bo, password: 'QwertyUIOP' }, 'next'],
    [{ ...bo, password: 'Craps-2024-Casino!' }, 'next'],
    [{ ...bo, password: 'thestarsydney77' }, 'next'],
    [{ ...bo, name: '' }, 'name'],
    [{ ...bo, roles: [{ rulebook: 'star', role: 'boxman' }] as const }, 'roles'],
    [{ ...bo, roles: [{ rulebook: '*', role: 'king' }] as const }, 'roles'],
  ])('%j is refused for its %s', async (asked, field) => {
    const { desk } = await setUp();
    expect(await desk.registerStaff(asked)).toMatchObject({ kind: 'refused', field });
  });

  test('a change of roles ends the sessions that had the old ones', async () => {
    const { people, desk } = await setUp();
    const { person } = ok(await desk.registerStaff(bo));
    const { token } = ok(await people.signInStaff('bo', PASSWORD, HOME));
    const setRoles = (who: string, roles: readonly HeldRole[]) =>
      desk.become('set-roles', { person: who, roles });
    ok(await setRoles(person.id, EVERY_ROLE));
    expect(await people.resume(token)).toBeNull();
    const again = ok(await people.signInStaff('bo', PASSWORD, HOME));
    expect((await people.resume(again.token))?.roles).toEqual(EVERY_ROLE);
    expect((await setRoles(person.id, [{ rulebook: '*', role: 'king' }])).kind).toBe('refused');
    const guest = ok(await people.createGuest());
    expect((await setRoles(guest.person.id, EVERY_ROLE)).kind).toBe('refused');
    expect((await people.get(guest.person.id))?.roles).toBeUndefined();
  });

  test('a password made by the house is one that the house takes', () => {
    const made = Array.from({ length: 50 }, () => makePassword('manager', randomInt));
    expect(new Set(made).size).toBe(50);
    expect(made.every((password) => faultInPassword(password, 'manager') === null)).toBe(true);
  });
});

test('passwords that everybody takes, or that this house suggests, are not taken; others are', () => {
  for (const password of ['qwertyuiop', '1Q2W3E4R5T', 'password123', 'basketball', 'manchester'])
    expect(isCommonPassword(password)).toBe(true);
  for (const password of [PASSWORD, 'hard eight easy six', 'k7fm-29ax-qq3d-mm5w'])
    expect([isCommonPassword(password), faultInWords(password, ['The Anchor', 'Bo'])]).toEqual([false, null]);
  for (const password of ['anchor-2026', 'The Anchor House', 'boxperson!1', 'SkyCity-Adelaide-7'])
    expect(faultInWords(password, ['The Anchor', 'Bo'])).toContain('too easy to guess');
  expect(faultInWords('the anchor drops at dawn', ['The Anchor', 'Bo'])).toBeNull();
});

describe('devices', () => {
  test('sign in with a key that is shown once', async () => {
    const { people, desk, restart } = await setUp();
    const { person, key } = ok(await desk.registerDevice({ name: 'Tumbler 1' }));
    expect(key).toMatch(/^[\w-]{43}$/);
    const { token } = ok(await (await restart()).signInDevice(key, HOME));
    expect(await people.resume(token)).toEqual(person);
    expect((await people.signInDevice(`${key}x`, HOME)).kind).toBe('wrong');
    expect((await people.signInDevice(person.id, HOME)).kind).toBe('wrong');
    await desk.do('disable', { person: person.id });
    expect((await people.signInDevice(key, HOME)).kind).toBe('wrong');
    expect(await people.resume(token)).toBeNull();
  });
});

describe('no telling who exists', () => {
  test('an unknown card costs as many hashes and as much of the store as a known one, and gets the same answers in the same order', async () => {
    const answers = async (card: string) => {
      const { people, desk, clock, store } = await setUp();
      ok(await desk.registerPlayer(ann));
      const before = people.secrets.runs;
      const kinds: unknown[] = [];
      const asked: string[] = [];
      store.before = async (operation, kind) => void asked.push(`${operation} ${kind}`);
      for (let tries = 0; tries < 12; tries++) {
        kinds.push(await people.signInPlayer(card, '0000', HOME));
        clock.pass(700);
      }
      return { kinds, asked, runs: people.secrets.runs - before };
    };
    const known = await answers('C-1001');
    expect(known.asked).toContain('put tries');
    expect(known.kinds).toContainEqual({ kind: 'wrong' });
    expect(known.kinds).toContainEqual({ kind: 'wait', seconds: 1 });
    expect(await answers('C-9999')).toEqual(known);
    expect(await answers('not a card at all \u0000 '.repeat(100))).toEqual(known);
  });

  test('a closed account answers like a wrong PIN', async () => {
    const { people, desk } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    await desk.do('disable', { person: person.id });
    const before = people.secrets.runs;
    expect(await people.signInPlayer(ann.card, ann.pin, HOME)).toEqual({ kind: 'wrong' });
    expect(people.secrets.runs - before).toBe(1);
  });

  test('nothing is looked up in the store that came from outside as it is', async () => {
    const { people, store } = await setUp();
    await people.signInPlayer('\u0000', '0000', HOME);
    await people.signInStaff('\u0000', '0000', HOME);
    const made = [...store.documents.keys()].filter((key) => !key.startsWith('house-key/'));
    expect(made).toEqual(['tries/nobody']);
  });
});

describe('lock-out', () => {
  /** Strangers from a thousand addresses guess until nobody new may try. */
  async function siege(people: People) {
    for (let index = 0; index < 40; index++)
      await people.signInPlayer(ann.card, '0000', `198.51.100.${index}`);
  }

  test('a siege from elsewhere leaves the owner in where they signed in before, also after a restart', async () => {
    const { people, desk, restart } = await setUp();
    ok(await desk.registerPlayer(ann));
    ok(await people.signInPlayer(ann.card, ann.pin, HOME));
    const again = await restart();
    await siege(again);
    expect((await again.signInPlayer(ann.card, ann.pin, '192.0.2.1')).kind).toBe('wait');
    ok(await again.signInPlayer(ann.card, ann.pin, HOME));
  });

  /** What somebody hears who is new there and has the right PIN. */
  const hears = async (people: People) => (await people.signInPlayer(ann.card, ann.pin, '192.0.2.1')).kind;

  test('made-up cards push no siege out of memory', async () => {
    const { people, desk } = await setUp({ guard: { remembered: 20 } });
    ok(await desk.registerPlayer(ann));
    await siege(people);
    for (let index = 0; index < 30; index++)
      await people.signInPlayer(`C-5${index}`, '0000', `203.0.113.${index}`);
    expect(await hears(people)).toBe('wait');
  });

  test('a siege goes on where it was after a restart, and at another node', async () => {
    const { people, desk, restart, clock, store } = await setUp();
    ok(await desk.registerPlayer(ann));
    const other = await restart();
    await siege(people);
    expect(await hears(other)).toBe('wait');
    const again = await restart();
    expect(await hears(again)).toBe('wait');
    clock.pass(3_600_000);
    await siege(again);
    const kept = store.documents.get('tries/player:C-1001') ?? '{}';
    expect(JSON.parse(kept).times).toHaveLength(20);
    // Right tries are not on it.
    clock.pass(3_600_000);
    expect(await hears(again)).toBe('ok');
    expect(store.documents.get('tries/player:C-1001')).toBe(kept);
  });

  test('a secret that the house makes anew lets its owner in, wherever they are, and is guarded like the first', async () => {
    const { people, desk, restart } = await setUp();
    const { person } = ok(await desk.registerStaff(bo));
    const besiege = async (house: People) => {
      for (let index = 0; index < 40; index++)
        await house.signInStaff('bo', 'not it, I fear', `198.51.100.${index}`);
    };
    const hears = async (house: People, password: string) =>
      (await house.signInStaff('bo', password, '192.0.2.1')).kind;
    await besiege(people);
    const other = await restart();
    for (const house of [people, other]) expect(await hears(house, PASSWORD)).toBe('wait');
    const password = await desk.newPassword(person.id);
    await besiege(other);
    expect(await hears(other, password)).toBe('wait');
    const again = await desk.newPassword(person.id);
    for (const house of [people, other]) expect(await hears(house, again)).toBe('ok');
    // A secret of one's own goes on with the count of the one before it.
    await besiege(people);
    const next = 'eleven comes seven';
    ok(await desk.changeSecret(person.id, { old: again, next, from: '192.0.2.1' }));
    expect((await (await restart()).signInStaff('bo', next, '192.0.2.7')).kind).toBe('wait');
  });

  test('a secret that the house makes anew takes nobody’s home from them', async () => {
    const { people, desk, restart } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    ok(await people.signInPlayer(ann.card, ann.pin, HOME));
    for (let reset = 0; reset < 2; reset++) {
      const pin = await desk.newPin(person.id);
      for (const house of [people, await restart()]) {
        await siege(house);
        expect((await house.signInPlayer(ann.card, pin, '192.0.2.1')).kind).toBe('wait');
        ok(await house.signInPlayer(ann.card, pin, HOME));
      }
    }
  });

  /** Networks of somebody who knew the secret before: as many as are remembered, with the owner's. */
  const THIEVES = Array.from({ length: 15 }, (_, index) => `192.0.${index + 3}.66`);

  /** The owner was at home, a thief everywhere else; then the house made the secret anew. */
  async function theft(options: PeopleOptions = {}) {
    const house = await setUp(options);
    const { person } = ok(await house.desk.registerPlayer(ann));
    for (const from of [HOME, ...THIEVES]) ok(await house.people.signInPlayer(ann.card, ann.pin, from));
    return { ...house, person, pin: await house.desk.newPin(person.id) };
  }

  test('all places that knew the secret before have five wrong tries at the new one, also over a restart', async () => {
    const { people, pin, restart, clock } = await theft();
    await siege(people);
    const kinds: string[] = [];
    const houses = [people, people, await restart(), people, people, people, await restart(), people];
    for (const [index, house] of houses.entries()) {
      clock.pass(60_000);
      kinds.push((await house.signInPlayer(ann.card, '0000', THIEVES[index] ?? '')).kind);
    }
    expect(kinds).toEqual([...Array.from({ length: 5 }, () => 'wrong'), 'wait', 'wait', 'wait']);
    // The owner's home is then like any other place, and waits no longer than that.
    for (const from of [HOME, '192.0.2.1'])
      expect((await people.signInPlayer(ann.card, pin, from)).kind).toBe('wait');
    clock.pass(3_600_000);
    ok(await people.signInPlayer(ann.card, pin, HOME));
  });

  test('those five are five also when all places try at once', async () => {
    const { people } = await theft({ secrets: { ...CHEAP, waitingMost: 1_000 } });
    await siege(people);
    const guesses = [...THIEVES, ...THIEVES].map((from) => people.signInPlayer(ann.card, '0000', from));
    const kinds = (await Promise.all(guesses)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'wrong')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'wait')).toHaveLength(25);
  });

  test('where the new secret was right it is known, whatever is tried at other places, and takes none of the five', async () => {
    const { people, pin, clock } = await theft();
    await siege(people);
    for (const from of [HOME, ...THIEVES.slice(0, 5)]) ok(await people.signInPlayer(ann.card, pin, from));
    for (const from of [...THIEVES.slice(5, 10), ...Array.from({ length: 6 }, () => HOME)]) {
      clock.pass(60_000);
      expect((await people.signInPlayer(ann.card, '0000', from)).kind).toBe('wrong');
    }
    expect((await people.signInPlayer(ann.card, '0000', THIEVES[10] ?? '')).kind).toBe('wait');
    clock.pass(60_000);
    ok(await people.signInPlayer(ann.card, pin, HOME));
  });

  test('a place that did not know the last secret is a stranger’s at the next', async () => {
    const { people, desk, person, pin } = await theft();
    ok(await people.signInPlayer(ann.card, pin, HOME));
    const next = await desk.newPin(person.id);
    await siege(people);
    expect((await people.signInPlayer(ann.card, '0000', THIEVES[0] ?? '')).kind).toBe('wait');
    ok(await people.signInPlayer(ann.card, next, HOME));
  });

  test('a reset that was cut short and is asked for again is one: home stays, and so does what was tried', async () => {
    const { people, desk, open, store } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    ok(await people.signInPlayer(ann.card, ann.pin, HOME));
    store.before = async (operation) => {
      if (operation === 'append') throw new Error('power cut');
    };
    const reset = { person: person.id };
    await expect(desk.do('new-pin', reset, { id: 'reset' })).rejects.toThrow('power cut');
    store.before = () => Promise.resolve();
    const next = await open();
    await siege(next.people);
    const done = await next.desk.do('new-pin', reset, { id: 'reset' });
    const { pin } = (done.ok ? done.answer : {}) as { readonly pin: string };
    expect((await next.people.signInPlayer(ann.card, pin, '192.0.2.1')).kind).toBe('wait');
    ok(await next.people.signInPlayer(ann.card, pin, HOME));
  });

  test('tries that were kept place by place are added up', async () => {
    const { store, people } = await theft();
    await siege(people);
    const kept = JSON.parse(store.documents.get('tries/player:C-1001') ?? '{}');
    const body = JSON.stringify({ ...kept, former: { one: 3, other: 1 } });
    store.documents.set('tries/player:C-1001', body);
    const kinds: string[] = [];
    for (const from of THIEVES.slice(0, 3))
      kinds.push((await people.signInPlayer(ann.card, '0000', from)).kind);
    expect(kinds).toEqual(['wrong', 'wait', 'wait']);
  });

  test('a try at an earlier secret that ends late takes nothing from the count of the new one', async () => {
    const { people, desk, restart } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    const gate = makeGate();
    const check = people.secrets.check.bind(people.secrets);
    vi.spyOn(people.secrets, 'check').mockImplementationOnce(async (...asked) => {
      await gate.pass();
      return check(...asked);
    });
    const late = people.signInPlayer(ann.card, '0000', '198.51.100.200');
    await gate.reached;
    const pin = await desk.newPin(person.id);
    await siege(people);
    gate.open();
    expect((await late).kind).toBe('wrong');
    for (const house of [people, await restart()])
      expect((await house.signInPlayer(ann.card, pin, '192.0.2.1')).kind).toBe('wait');
  });

  test('the waiting are not even checked', async () => {
    const { people, desk } = await setUp();
    ok(await desk.registerPlayer(ann));
    await siege(people);
    const before = people.secrets.runs;
    await siege(people);
    expect((await people.signInPlayer(ann.card, ann.pin, '192.0.2.1')).kind).toBe('wait');
    expect(people.secrets.runs).toBe(before);
  });

  test('a hundred guesses at once are five', async () => {
    const { people, desk } = await setUp({ secrets: { ...CHEAP, waitingMost: 1_000 } });
    ok(await desk.registerPlayer(ann));
    const guesses = Array.from({ length: 100 }, (_, index) =>
      people.signInPlayer(ann.card, String(index).padStart(4, '0'), HOME),
    );
    const kinds = (await Promise.all(guesses)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'wrong')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'wait')).toHaveLength(95);
  });

  test('a busy house says so and holds it against nobody', async () => {
    const { people, desk } = await setUp({
      secrets: { cost: { logN: 12, r: 8, p: 1 }, atOnce: 1, waitingMost: 1 },
    });
    ok(await desk.registerPlayer(ann));
    const kinds = (
      await Promise.all(
        Array.from({ length: 9 }, (_, index) => people.signInPlayer(ann.card, ann.pin, `192.0.2.${index}`)),
      )
    ).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'ok')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(7);
    expect(people.guard.size).toBe(0);
  });

  test('a changed PIN forgets the addresses that knew the old one', async () => {
    const { people, desk } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    ok(await people.signInPlayer(ann.card, ann.pin, '192.0.2.66'));
    ok(await desk.changeSecret(person.id, { old: ann.pin, next: '0815', from: HOME }));
    await siege(people);
    expect((await people.signInPlayer(ann.card, '0815', '192.0.2.66')).kind).toBe('wait');
    ok(await people.signInPlayer(ann.card, '0815', HOME));
    // Nor does it go on with those that one made by the house left over.
    const old = await desk.newPin(person.id);
    ok(await desk.changeSecret(person.id, { old, next: '0816', from: '192.0.2.5' }));
    await siege(people);
    expect((await people.signInPlayer(ann.card, '0816', HOME)).kind).toBe('wait');
  });
});

describe('changing a secret', () => {
  test('ends every other session', async () => {
    const { people, desk, restart } = await setUp();
    const { person } = ok(await desk.registerStaff(bo));
    const mine = ok(await people.signInStaff('bo', PASSWORD, HOME));
    const other = ok(await people.signInStaff('bo', PASSWORD, '192.0.2.1'));
    const next = 'eleven comes seven';
    ok(await desk.changeSecret(person.id, { old: PASSWORD, next, from: HOME, keep: mine.token }));
    for (const house of [people, await restart()]) {
      expect(await house.resume(mine.token)).toEqual(person);
      expect(await house.resume(other.token)).toBeNull();
    }
    expect((await people.signInStaff('bo', PASSWORD, HOME)).kind).toBe('wrong');
    ok(await people.signInStaff('bo', next, HOME));
  });

  test('takes the old one, and guessing it is slowed down like signing in', async () => {
    const { people, desk } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    const change = (old: string) => desk.changeSecret(person.id, { old, next: '0815', from: HOME });
    const kinds: string[] = [];
    for (let tries = 0; tries < 6; tries++) kinds.push((await change('9999')).kind);
    expect(kinds).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'wait']);
    ok(await people.signInPlayer(ann.card, ann.pin, '192.0.2.1'));
  });

  test('to a poor one is refused before anything is tried', async () => {
    const { people, desk } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    const before = people.secrets.runs;
    const poor = await desk.changeSecret(person.id, { old: ann.pin, next: '1111', from: HOME });
    expect(poor).toMatchObject({ kind: 'refused', field: 'next' });
    expect(people.secrets.runs).toBe(before);
    const staff = ok(await desk.registerStaff(bo));
    const named = await desk.changeSecret(staff.person.id, {
      old: PASSWORD,
      next: 'bo bo bo 123',
      from: HOME,
    });
    expect(named).toMatchObject({ kind: 'refused', field: 'next' });
  });

  test('guests and devices have none', async () => {
    const { people, desk } = await setUp();
    const guest = ok(await people.createGuest());
    const device = ok(await desk.registerDevice({ name: 'Tumbler' }));
    for (const { person } of [guest, device]) {
      const own = await desk.changeSecret(person.id, { old: 'x', next: '0815', from: HOME });
      expect(own).toMatchObject({ kind: 'refused', message: 'You have no password.' });
      for (const verb of ['new-pin', 'new-password'])
        expect(await desk.become(verb, { person: person.id })).toMatchObject({ field: 'person' });
    }
    ok(await people.signInDevice(device.key, HOME));
  });

  test('by the house ends all sessions', async () => {
    const { people, desk } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    const { token } = ok(await people.signInPlayer(ann.card, ann.pin, HOME));
    const pin = await desk.newPin(person.id);
    expect(await people.resume(token)).toBeNull();
    expect((await people.signInPlayer(ann.card, ann.pin, HOME)).kind).toBe('wrong');
    ok(await people.signInPlayer(ann.card, pin, HOME));
  });

  test('shuts out whoever was signing in with the old one at that moment', async () => {
    const { people, desk, store } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    const gate = makeGate();
    let reads = 0;
    // The thief's look at the credential is over; the hash has been worked out; the second look waits.
    store.before = async (operation, kind) => {
      if (operation === 'get' && kind === 'credential' && ++reads === 2) await gate.pass();
    };
    const thief = people.signInPlayer(ann.card, ann.pin, '192.0.2.66');
    await gate.reached;
    const reset = desk.newPin(person.id);
    gate.open();
    const [entered] = await Promise.all([thief, reset]);
    expect(entered.kind === 'ok' ? await people.resume(entered.token) : null).toBeNull();
  });

  test('shuts out whoever looked at the old one and is still hashing', async () => {
    const { people, desk, store } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    const gate = makeGate();
    let reads = 0;
    store.after = async (operation, kind) => {
      if (operation === 'get' && kind === 'credential' && ++reads === 1) await gate.pass();
    };
    const thief = people.signInPlayer(ann.card, ann.pin, '192.0.2.66');
    await gate.reached;
    await desk.newPin(person.id);
    gate.open();
    expect((await thief).kind).toBe('wrong');
  });

  test('by the house is not undone by one that was under way with the old secret', async () => {
    const { people, desk } = await setUp();
    const { person } = ok(await desk.registerPlayer(ann));
    const gate = makeGate();
    const hash = people.secrets.hash.bind(people.secrets);
    // The thief has proved the old PIN and is hashing a new one when the house sets its own.
    people.secrets.hash = async (secret, lane) => {
      if (secret === '6666777') await gate.pass();
      return hash(secret, lane);
    };
    const thief = desk.changeSecret(person.id, { old: ann.pin, next: '6666777', from: '192.0.2.66' });
    await gate.reached;
    const pin = await desk.newPin(person.id);
    gate.open();
    expect((await thief).kind).toBe('wrong');
    expect((await people.signInPlayer(ann.card, '6666777', HOME)).kind).toBe('wrong');
    ok(await people.signInPlayer(ann.card, pin, HOME));
  });
});

describe('cost', () => {
  test('what was hashed at an old cost is hashed anew when its owner signs in', async () => {
    const { desk, restart, store } = await setUp();
    ok(await desk.registerPlayer(ann));
    const stored = () =>
      JSON.parse(store.documents.get('credential/player:C-1001') as string).secret as string;
    expect(stored()).toMatch(/^bp1:scrypt:4:1:1:/);
    const dearer = await restart({ secrets: { cost: { logN: 5, r: 1, p: 1 } } });
    expect((await dearer.signInPlayer(ann.card, '9999', HOME)).kind).toBe('wrong');
    expect(stored()).toMatch(/^bp1:scrypt:4:1:1:/);
    ok(await dearer.signInPlayer(ann.card, ann.pin, HOME));
    expect(stored()).toMatch(/^bp1:scrypt:5:1:1:/);
    const before = dearer.secrets.runs;
    ok(await dearer.signInPlayer(ann.card, ann.pin, HOME));
    expect(dearer.secrets.runs - before).toBe(1);
  });
});

describe('leaving', () => {
  test('a person who is deactivated is out at once and may come back', async () => {
    const { people, desk, restart } = await setUp();
    const { person } = ok(await desk.registerStaff(bo));
    const { token } = ok(await people.signInStaff('bo', PASSWORD, HOME));
    await desk.do('disable', { person: person.id });
    for (const house of [people, await restart()]) {
      expect(await house.resume(token)).toBeNull();
      expect((await house.signInStaff('bo', PASSWORD, HOME)).kind).toBe('wrong');
      expect(await house.get(person.id)).toEqual({ ...person, inactive: true });
    }
    await desk.do('enable', { person: person.id });
    expect(await people.get(person.id)).toEqual(person);
    expect(await people.resume(token)).toBeNull();
    ok(await people.signInStaff('bo', PASSWORD, HOME));
  });

  test('papers are read once at a start, however many ask for them then', async () => {
    const { people, store, host } = await setUp();
    const bot = ok(await people.createGuest(undefined, { bot: true }));
    ok(await people.createGuest());
    const list = vi.spyOn(store, 'listDocuments');
    const again = new People(store, () => 1, { secrets: CHEAP });
    expect(await again.bots()).toEqual([bot.person.id]);
    await again.keeper.opened?.(host);
    expect(list.mock.calls).toEqual([['person']]);
  });

  test('a guest who is removed leaves nothing but sessions that do not hold', async () => {
    const { people, desk, store } = await setUp();
    const guest = ok(await people.createGuest());
    await people.remove(guest.person.id);
    expect(await people.resume(guest.token)).toBeNull();
    expect(await people.get(guest.person.id)).toBeNull();
    await sweep(people.sessions, store);
    expect(store.text).toBe('');
    // Everybody else is in the log, which forgets nobody.
    const player = ok(await desk.registerPlayer(ann));
    await people.remove(player.person.id);
    expect(await people.get(player.person.id)).toEqual(player.person);
  });

  test('a guest who is kept out is out at once, also after a restart, and may come back', async () => {
    const { people, desk, restart } = await setUp();
    const { person, token } = ok(await people.createGuest());
    ok(await desk.become('disable', { person: person.id }));
    for (const house of [people, await restart()]) {
      expect(await house.resume(token)).toBeNull();
      expect(await house.get(person.id)).toEqual({ ...person, inactive: true });
    }
    ok(await desk.become('enable', { person: person.id }));
    expect(await people.get(person.id)).toEqual(person);
    expect(await people.resume(token)).toBeNull();
  });

  test('lists know each kind', async () => {
    const { people, desk } = await setUp();
    const guest = ok(await people.createGuest());
    const player = ok(await desk.registerPlayer(ann));
    const staff = ok(await desk.registerStaff(bo));
    const device = ok(await desk.registerDevice({ name: 'Tumbler' }));
    expect(await people.list('guest')).toEqual([guest.person]);
    expect(await people.list('player')).toEqual([player.person]);
    expect(await people.list('staff')).toEqual([staff.person]);
    expect(await people.list('device')).toEqual([device.person]);
  });
});

test('a password made by the house never holds the login, not even by chance', () => {
  for (let n = 0; n < 2_000; n++) expect(makePassword('ab', randomInt)).not.toContain('ab');
});
