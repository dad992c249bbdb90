import type { Code } from '@boxperson/offices';
import { sha256 } from '@boxperson/rules';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeStorage } from '../test/support/storage.js';
import { me, signIn, signOut, whoAmI } from './house.js';
import { dropWord, keepWord, keptWord, sealWord } from './ui/word.js';

const FORM = 'boxperson.draft.p-1/manager/tickets';
const WORD = 'boxperson.word/p-1';

beforeEach(() => {
  vi.stubGlobal('localStorage', makeStorage({ 'boxperson.token': 'anns' }));
  vi.stubGlobal(
    'sessionStorage',
    makeStorage({
      'boxperson.said.dispute/star/3': 'The field was not paid.',
      'boxperson.session.star': '{}',
      'boxperson.last.star': '[]',
      [FORM]: '{}',
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The house answers so. */
const answers = (status: number, body: object): void =>
  void vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
const OVER = { refused: { code: 'not-signed-in', message: 'Sign in.' } };

test.each<[string, number, object, () => Promise<unknown>]>([
  ['goes', 200, { ok: true }, signOut],
  ['goes while the house is away', 503, OVER, () => signOut().catch(() => {})],
  ['is let go by the house', 401, OVER, whoAmI],
  ['gives way to another', 200, { token: 'bos' }, () => signIn('C-2', '4711')],
])(
  'a player who %s leaves nothing in the window, and the staff their forms',
  async (_how, status, body, act) => {
    answers(status, body);
    await act();
    expect(Object.keys(sessionStorage)).toEqual([FORM]);
    expect(localStorage.getItem('boxperson.token')).toBe(status === 200 && 'token' in body ? 'bos' : null);
  },
);

test('whoever stays keeps what was half written, also while the house is away', async () => {
  answers(200, { person: { id: 'p-1' }, wallet: 0 });
  await me();
  answers(503, OVER);
  await whoAmI().catch(() => {});
  expect(Object.keys(sessionStorage)).toHaveLength(4);
});

test('two people seal a word in one browser: each finds theirs, until it is open', () => {
  keepWord('p-1', 'magpie');
  keepWord('p-1', 'kookaburra');
  expect([keptWord('p-1', sha256('magpie')), keptWord('p-1', sha256('kookaburra'))]).toEqual([
    'magpie',
    'kookaburra',
  ]);
  expect(keptWord('p-1', sha256('galah'))).toBeNull();
  dropWord('p-1', sha256('magpie'));
  expect([keptWord('p-1', sha256('magpie')), keptWord('p-1', sha256('kookaburra'))]).toEqual([
    null,
    'kookaburra',
  ]);
});

test('a word that was not sealed does not stay for whoever comes next, unless nobody knows whether it was', async () => {
  const no = (code: Code) => async () => ({
    ok: false as const,
    refused: { code, clause: null, message: 'No.' },
  });
  await sealWord('p-1', 'magpie', no('not-yours'));
  expect(keptWord('p-1', sha256('magpie'))).toBeNull();
  await sealWord('p-1', 'galah', no('unavailable'));
  expect(keptWord('p-1', sha256('galah'))).toBe('galah');
  // It had been sealed, and the answer was lost: said again it is refused, and the word is needed all the same.
  await sealWord('p-1', 'galah', no('not-yours'));
  expect(keptWord('p-1', sha256('galah'))).toBe('galah');
  await sealWord('p-1', 'currawong', async () => ({ ok: true, n: 1 }));
  expect(keptWord('p-1', sha256('currawong'))).toBe('currawong');
});

test('a word that an earlier version kept is found by its seal, and by no other', () => {
  localStorage.setItem(WORD, 'magpie');
  expect(keptWord('p-1', sha256('galah'))).toBeNull();
  dropWord('p-1', sha256('galah'));
  expect(keptWord('p-1', sha256('magpie'))).toBe('magpie');
  dropWord('p-1', sha256('magpie'));
  expect(localStorage.getItem(WORD)).toBeNull();
});
