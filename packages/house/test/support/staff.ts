import type { HeldPost, HeldRole } from '@boxperson/offices';
import { expect } from 'vitest';
import type { TestHouse } from './house.js';
import { type Answered, call, command } from './http.js';
import { deskOf } from './people.js';

const PASSWORD = 'hard eight easy six';

/** People of a house, by the names they come in under; the house may have been opened again meanwhile. */
export function staffAt(house: () => TestHouse) {
  const tokens: Record<string, string> = {};
  const ids: Record<string, string> = {};

  async function hire(login: string, roles: readonly HeldRole[], posts: readonly HeldPost[] = []) {
    const asked = { name: login, login, password: PASSWORD, roles, posts };
    const made = await deskOf(house()).registerStaff(asked);
    if (made.kind !== 'ok') throw new Error(JSON.stringify(made));
    const body = { login, password: PASSWORD };
    tokens[login] = (await call(house().url, 'POST', '/api/sign-in', { body })).body.token as string;
    ids[login] = made.person.id;
  }

  const asks = (who: string, verb: string, body: object = {}): Promise<Answered> =>
    command(house().url, tokens[who] ?? null, verb, body);

  /** Proposed by one, agreed by another; what it came to. */
  async function together(one: string, other: string, verb: string, body: object = {}): Promise<Answered> {
    const proposed = await asks(one, verb, body);
    expect(proposed.body.proposal, JSON.stringify(proposed.body)).toBeDefined();
    return asks(other, 'proposals/confirm', { proposal: proposed.body.proposal });
  }

  return { tokens, ids, hire, asks, together };
}
