import { describe, expect, test } from 'vitest';
import { seesPartNamed } from '../posts.js';
import { booksOfNotice, speaksOf, withoutOthers } from './sight.js';
import { type Duties, evolve, NO_DUTIES } from './state.js';

const manager = (rulebook: 'crown' | 'star-2024', role: string) =>
  ({ id: rulebook, kind: 'staff', name: rulebook, createdAt: 0, roles: [{ rulebook, role }] }) as const;
const CROWN = manager('crown', 'assistant-casino-manager');
const EYE = {
  id: 'eye',
  kind: 'staff',
  name: 'eye',
  createdAt: 0,
  posts: [{ post: 'surveillance', tables: '*' }],
} as const;

const notice = (n: number, books?: readonly 'crown'[]) =>
  ({
    v: 1,
    event: 'notice-sent',
    at: n,
    number: `N-${n}`,
    to: 'NICC',
    about: 'a device',
    says: 'found',
    by: 'crown',
    ...(books ? { books } : {}),
  }) as const;

describe('what of the books of duties is somebody’s', () => {
  const state = [notice(1), notice(2, ['crown']), notice(3, [])].reduce<Duties>(evolve, NO_DUTIES);
  const noticesFor = (person: typeof CROWN | typeof EYE) =>
    Object.keys(withoutOthers(state, (name) => seesPartNamed(person, name) === true).notices);

  test('a notice of which the record does not say whose it is, is for those who read the whole house', () => {
    expect(booksOfNotice(state, 'N-1')).toBeNull();
    expect(noticesFor(CROWN)).toEqual(['N-2']);
    expect(noticesFor(EYE)).toEqual(['N-1', 'N-2', 'N-3']);
  });

  test('a duty that is done is known by the name of its case', () => {
    const done = { v: 1, event: 'duty-done', at: 1, doneAt: 1, late: false } as const;
    expect(speaksOf(NO_DUTIES, { ...done, duty: 'c-1/advice' })).toEqual(['cases/c-1', 'duties@']);
    expect(speaksOf(NO_DUTIES, { ...done, duty: 'report-2026-10' })).toEqual(['duties@star-2024']);
  });

  test('each case is asked about once', () => {
    const done = { 'c-1/a': { at: 1, late: false }, 'c-1/b': { at: 1, late: false } };
    const asked: string[] = [];
    const seen = withoutOthers(
      { ...NO_DUTIES, done },
      (name) => asked.push(name) > 0 && name === 'cases/c-1',
    );
    expect(Object.keys(seen.done)).toEqual(['c-1/a', 'c-1/b']);
    expect(asked.filter((name) => name === 'cases/c-1')).toHaveLength(1);
  });
});
