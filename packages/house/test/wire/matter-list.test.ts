// What is over stays on record for good, and the list of an office's matters does not grow with it.
import {
  CASES,
  type CaseKind,
  type Person,
  TOURNAMENTS,
  type Tournament,
  template,
} from '@boxperson/offices';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { houseConfig } from '../../src/index.js';
import { openTestHouse, SIX, type TestHouse } from '../support/house.js';
import { call } from '../support/http.js';
import { deskOf } from '../support/people.js';

const OVER = 120;
const AT_ONCE = 50;
const GOING = ['spring', 'autumn'];
const config = houseConfig.parse({ ...SIX, tables: SIX.tables.slice(0, 1) });

let house: TestHouse;
let director: Person;
let asked = 0;

async function must(at: string, command: { readonly do: string; readonly [field: string]: unknown }) {
  const done = await house.house.admission.submit(director, { id: `list-${++asked}`, at, command });
  if (!done.ok) throw new Error(`${command.do}: ${JSON.stringify(done.refused)}`);
}

beforeAll(async () => {
  house = await openTestHouse({ config });
  const made = await deskOf(house).registerStaff({
    name: 'Irene',
    login: 'irene',
    password: 'hard eight easy six',
    roles: [],
    posts: [{ post: 'tournament-director', tables: '*' }],
  });
  if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
  director = made.person as Person;
  await must('tournaments/spring', { do: 'plan', name: 'spring' });
  for (let n = 1; n <= OVER; n += 1) {
    await must(`tournaments/evening-${n}`, { do: 'plan', name: `Cup ${n}` });
    await must(`tournaments/evening-${n}`, { do: 'cancel', reason: 'nobody came' });
  }
  await must('tournaments/autumn', { do: 'plan', name: 'autumn' });
}, 240_000);
afterAll(() => house.remove());

const list = async (query = '') => (await call(house.url, 'GET', `/api/matters/tournaments${query}`)).body;
const namesIn = ({ matters }: { matters: readonly { matter: string }[] }) =>
  matters.map(({ matter }) => matter);
const cups = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_one, at) => `evening-${from - at}`);

describe('a list of matters', () => {
  test('tells of all that go on, and of the newest that are over', async () => {
    const told = await list();
    expect(namesIn(told)).toEqual([...GOING, ...cups(OVER, OVER - AT_ONCE + 1)]);
    expect(told.older).toBe(`evening-${OVER - AT_ONCE + 1}`);
  });

  test('tells of older ones page by page, each once, up to the first', async () => {
    const found: string[] = [];
    for (let before = (await list()).older; before !== null; ) {
      const told = await list(`?before=${before}`);
      found.push(...namesIn(told));
      before = told.older;
    }
    expect(found).toEqual(cups(OVER - AT_ONCE, 1));
  });

  test('puts no more into words than it tells of', async () => {
    const [view, tells] = [vi.spyOn(TOURNAMENTS, 'view'), vi.spyOn(TOURNAMENTS, 'tells')];
    await list();
    const most = GOING.length + AT_ONCE + 1;
    expect(view.mock.calls.length).toBeLessThanOrEqual(most);
    expect(tells.mock.calls.length).toBeLessThanOrEqual(most);
    vi.restoreAllMocks();
  });

  test('is the same after the house was opened again', async () => {
    const before = await list();
    const { data } = house;
    await house.close();
    house = await openTestHouse({ config, data });
    const again = await list();
    expect(namesIn(again).slice(GOING.length)).toEqual(namesIn(before).slice(GOING.length));
    expect(namesIn(again).slice(0, GOING.length).sort()).toEqual([...GOING].sort());
  });

  test('goes on behind any of those that are told of, and knows nothing of what is nobody’s to see', async () => {
    const all = namesIn(await list());
    expect(namesIn(await list(`?before=${all[0]}`))).toEqual(all.slice(1));
    for (const at of ['tournaments?before=none', 'cases?before=evening-1'])
      expect((await call(house.url, 'GET', `/api/matters/${at}`)).status, at).toBe(404);
  });

  test('one that has left it is still there for whoever asks for it by name', async () => {
    expect((await call(house.url, 'GET', '/api/matters/tournaments/evening-1')).body.books.name).toBe(
      'Cup 1',
    );
  });
});

describe('a list of cases', () => {
  const MOST = 200;
  const names = Array.from({ length: MOST + 5 }, (_one, at) => `c-${String(at).padStart(3, '0')}`);
  let manager: Person;
  let guest: { readonly token: string; readonly person: Person };
  const cases = async (token: string | null, query = '') =>
    (await call(house.url, 'GET', `/api/matters/cases${query}`, { token })).body;

  beforeAll(async () => {
    const login = { login: 'mona', password: 'hard eight easy six' };
    const posts = [{ post: 'manager' as const, tables: '*' as const }];
    const made = await deskOf(house).registerStaff({ name: 'Mona', ...login, roles: [], posts });
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    manager = made.person as Person;
    guest = (await call(house.url, 'POST', '/api/guest', { body: {} })).body;
    const about = { do: 'open', kind: 'complaint' satisfies CaseKind, rulebook: 'star', says: 'x' };
    const open = async (name: string) => {
      const host = await house.house.offices.open(`cases/${name}`);
      const { do: verb, ...body } = about;
      const patron = name === names[3] ? { patron: guest.person.id } : {};
      const done = await host.submit({ do: verb, body: { ...body, ...patron }, by: manager });
      if (!done.ok) throw new Error(done.refused.message);
    };
    await Promise.all(names.map(open));
  }, 60_000);

  test('that go on comes page by page, each once, those that are over behind them', async () => {
    const { token } = (
      await call(house.url, 'POST', '/api/sign-in', {
        body: { login: 'mona', password: 'hard eight easy six' },
      })
    ).body;
    const first = await cases(token);
    expect(namesIn(first).length).toBe(MOST);
    expect(first.older).toBe(namesIn(first).at(-1));
    const second = await cases(token, `?before=${first.older}`);
    expect(second.older).toBe(null);
    expect([...namesIn(first), ...namesIn(second)].sort()).toEqual(names);
  });

  test('looks at none for a stranger, and for a guest at their own', async () => {
    const [view, entitles] = [vi.spyOn(CASES, 'view'), vi.spyOn(CASES, 'entitles')];
    expect(await cases(null)).toEqual({ matters: [], older: null });
    expect([view.mock.calls.length, entitles.mock.calls.length]).toEqual([0, 0]);
    expect(namesIn(await cases(guest.token))).toEqual([names[3]]);
    expect(view.mock.calls.length).toBe(1);
    // Before a case of somebody else there is nothing for them, as if there were no such case.
    expect(
      (await call(house.url, 'GET', `/api/matters/cases?before=${names[0]}`, { token: guest.token })).status,
    ).toBe(404);
    vi.restoreAllMocks();
  });
});

describe('the office says what is over', () => {
  const over: Tournament = {
    ...TOURNAMENTS.start,
    name: 'The autumn cup',
    stage: 'over',
    endedAt: 7,
    prizes: [{ player: '1', place: 1, amount: 5_000 }],
  };
  const paidIn = (money: 'real' | 'play') => {
    const usual = template(0);
    const terms = { ...usual, fees: { ...usual.fees, money } } as never;
    return { ...over, versions: [{ version: 1, terms, changed: [], told: [], at: 0 }] };
  };

  test('a tournament when it has ended and owes nobody a prize in real money', () => {
    expect(TOURNAMENTS.overAt?.({ ...over, stage: 'closed' })).toBe(null);
    expect(TOURNAMENTS.overAt?.({ ...over, stage: 'cancelled' })).toBe(7);
    expect(TOURNAMENTS.overAt?.(paidIn('real'))).toBe(null);
    expect(TOURNAMENTS.overAt?.({ ...paidIn('real'), paid: ['1'] })).toBe(7);
    // Play money that nobody can be paid holds no list up.
    expect(TOURNAMENTS.overAt?.(paidIn('play'))).toBe(7);
  });

  test('a case when it is closed', () => {
    expect(CASES.overAt?.(CASES.start)).toBe(null);
    expect(CASES.overAt?.({ ...CASES.start, closed: { at: 9 } as never })).toBe(9);
  });
});
