// Who may do what with the books of the house: from the data of posts and powers, written down for people to read
// (docs/access.md), and tried at the doors of a real house.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  type AnyOffice,
  type Matter,
  NO_MATTER,
  OFFICES,
  type Person,
  POST_NAMES,
  POSTS,
  type Verb,
  whyNot,
} from '@boxperson/offices';
import { RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { call } from '../support/http.js';
import { deskOf } from '../support/people.js';

const PAGE = new URL('../../../../docs/access.md', import.meta.url);

/** The page with its tables made anew from the data. `UPDATE_DOCS=1 npm test -- office/access` puts them there. */
const madeAnew = (page: string): string =>
  page
    .replace(/(?<=<!-- posts -->\n\n)[\s\S]*?(?=\n\n<!-- -->)/, () => postTable())
    .replace(/(?<=<!-- verbs -->\n\n)[\s\S]*?(?=\n\n<!-- -->)/, () => verbTable());

const person = (more: Partial<Person>): Person => ({
  id: 'x',
  kind: 'staff',
  name: 'x',
  createdAt: 0,
  ...more,
});
const roleAt = (place: number, rulebook: 'aruze' | 'star' = 'aruze') => ({
  rulebook,
  role: RULEBOOKS[rulebook].roles.at(place)?.id as string,
});

/** Where books of which there are several are tried; those that go along with a table, at one of that name. */
const MATTERS: Readonly<Record<string, RulebookId>> = {
  cases: 'star',
  dice: 'star',
  float: 'star',
  terminal: 'aruze',
  tournaments: 'star',
};
function matterOf({ name, accompanies }: AnyOffice): Matter {
  const rulebook = MATTERS[name];
  return accompanies && rulebook ? { owner: null, table: { id: rulebook, rulebook } } : NO_MATTER;
}

/**
 * One of each: who plays, what moves money, staff without anything, crew of the electronic table and of a
 * staffed one, and every post.
 */
const COLUMNS: Readonly<Record<string, Person>> = {
  guest: person({ kind: 'guest' }),
  player: person({ kind: 'player', card: 'C-1' }),
  device: person({ kind: 'device' }),
  trainee: person({ kind: 'trainee', practice: { table: 'star', roles: ['stickperson'] } }),
  staff: person({}),
  attendant: person({ roles: [roleAt(0)] }),
  'gaming-manager': person({ roles: [roleAt(-1)] }),
  dealer: person({ roles: [roleAt(0, 'star')] }),
  ...Object.fromEntries(POST_NAMES.map((post) => [post, person({ posts: [{ post, tables: '*' }] })])),
};

type Mark = 'yes' | 'own' | '·';

/** `own`: for what is theirs, which shows only when it is said. */
function markOf(office: AnyOffice, verb: Verb<unknown, never>, who: Person): Mark {
  const matter = matterOf(office);
  if (whyNot(verb.who, who, matter) === null) return 'yes';
  return whyNot(verb.who, who, { ...matter, owner: who.id }) === null ? 'own' : '·';
}

const ROWS = OFFICES.flatMap((office) =>
  Object.entries(office.verbs)
    .map(([name, verb]) => ({ office, name, verb: verb as Verb<unknown, never> }))
    .filter(({ verb }) => verb.who !== 'house'),
);

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const verbTable = (): string =>
  [
    line(['verb', 'two', ...Object.keys(COLUMNS)]),
    line(['---', '---', ...Object.keys(COLUMNS).map(() => '---')]),
    ...ROWS.map(({ office, name, verb }) =>
      line([
        `\`${office.name}\` ${name}`,
        verb.second ? 'may' : '',
        ...Object.values(COLUMNS).map((who) => markOf(office, verb, who)),
      ]),
    ),
  ].join('\n');

const postTable = (): string =>
  [
    line(['post', 'at its tables', 'books that are open to it', 'what for']),
    line(['---', '---', '---', '---']),
    ...POST_NAMES.map((post) => {
      const { title, tables, books, help } = POSTS[post];
      const sees = tables === 'crew' ? 'what the crew sees' : 'what everybody sees';
      return line([title, sees, books === '*' ? 'all' : books.join(', '), help]);
    }),
  ].join('\n');

test('docs/access.md tells what every post sees, and who may use which verb', () => {
  const page = readFileSync(PAGE, 'utf8');
  if (process.env['UPDATE_DOCS']) writeFileSync(PAGE, madeAnew(page));
  expect(readFileSync(PAGE, 'utf8')).toBe(madeAnew(page));
  expect(page).toContain('| `tickets` redeem |');
});

describe('at the doors of a house', () => {
  let house: TestHouse;
  const tokens = new Map<string, string | null>([['nobody', null]]);
  const PASSWORD = 'hard eight easy six';

  async function comeAs(column: string, who: Person): Promise<string> {
    const { people } = house;
    const desk = deskOf(house);
    if (who.kind === 'guest') {
      const guest = await people.createGuest();
      if (guest.kind === 'ok') return guest.token;
    }
    if (who.kind === 'player') {
      await desk.registerPlayer({ name: 'Pia', card: 'C-1001', pin: '471147' });
      return ok(await people.signInPlayer('C-1001', '471147', '127.0.0.1'));
    }
    if (who.practice) return (await people.createTrainee(who.practice)).token;
    if (who.kind === 'device') {
      const device = await desk.registerDevice({ name: 'Kiosk' });
      if (device.kind === 'ok') return ok(await people.signInDevice(device.key, '127.0.0.1'));
    }
    const { roles = [], posts = [] } = who;
    const made = await desk.registerStaff({
      name: column,
      login: `at-${column}`,
      password: PASSWORD,
      roles,
      posts,
    });
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    return ok(await people.signInStaff(`at-${column}`, PASSWORD, '127.0.0.1'));
  }
  const ok = (signedIn: { readonly kind: string }): string => {
    if (signedIn.kind !== 'ok') throw new Error(JSON.stringify(signedIn));
    return (signedIn as unknown as { token: string }).token;
  };

  beforeAll(async () => {
    house = await openTestHouse();
    for (const [column, who] of Object.entries(COLUMNS)) tokens.set(column, await comeAs(column, who));
    const about = { kind: 'complaint', table: 'star', says: 'the matter at which doors are tried' };
    await house.house.raise(`cases/${MATTERS['cases']}`, 'raise', about);
    const made = await deskOf(house).do('register-staff', { name: 'New', login: 'newcomer', roles: [] });
    const { password } = (made as unknown as { answer: { password: string } }).answer;
    tokens.set('first', ok(await house.people.signInStaff('newcomer', password, '127.0.0.1')));
  }, 240_000);
  afterAll(() => house.remove());

  let asked = 0;

  test('nobody is wrongly let in, nobody wrongly turned away, and strangers learn nothing', async () => {
    const wrong: string[] = [];
    for (const { office, name, verb } of ROWS) {
      const matter = office.streams === 'many' ? `/${MATTERS[office.name] ?? 'new'}` : '';
      for (const [column, token] of tokens) {
        // Nothing but an id: whoever may is told what is missing, whoever may not is told that, and no more.
        const body = { id: `access-${++asked}`, nonsense: true };
        const answer = await call(house.url, 'POST', `/api/${office.name}${matter}/${name}`, { token, body });
        const code = answer.body.refused?.code ?? 'done';
        const should = shouldBe(column, office, name, verb);
        if (!should.includes(code))
          wrong.push(`${column} ${office.name} ${name}: ${code}, not ${should.join(' or ')}`);
        if (column === 'nobody' && JSON.stringify(answer.body).includes('nonsense'))
          wrong.push(`${name}: tells a stranger`);
      }
    }
    expect(wrong).toEqual([]);
  }, 240_000);

  function shouldBe(
    column: string,
    office: AnyOffice,
    name: string,
    verb: Verb<unknown, never>,
  ): readonly string[] {
    if (column === 'nobody') return ['not-signed-in'];
    if (column === 'first')
      return office.name === 'people' && name === 'set-password' ? ['bad-input'] : ['set-password-first'];
    const mark = markOf(office, verb, COLUMNS[column] as Person);
    // Where it counts whose it is, it is read first.
    if (verb.owner || verb.table) return ['bad-input', 'not-allowed'];
    return mark === 'yes' ? ['bad-input'] : ['not-allowed'];
  }
});
