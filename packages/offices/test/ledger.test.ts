// Corrections of the ledger: two people, known accounts, and play money that stays play money.
import {
  account,
  decideIn,
  factsFrom,
  LEDGER,
  NO_FACTS,
  type OfficeEvent,
  type Verb,
} from '@boxperson/offices';
import { describe, expect, test } from 'vitest';
import { PEOPLE } from './world.js';

const manager = PEOPLE.find(({ id }) => id === 's-manager') ?? null;
const second = PEOPLE.find(({ id }) => id === 's-all') ?? null;
const correct = LEDGER.verbs['correct'] as unknown as Verb<unknown, OfficeEvent>;
const [GUEST, BOT, PLAYER] = ['g-guest', 'g-bot', 'p-player'].map(account.wallet) as [string, string, string];

function asked(from: string, to: string) {
  const body = { from, to, amount: 1_000, reason: 'a counting error' };
  const needs = correct.needs?.(LEDGER.start, body, manager) ?? {};
  const persons = (needs.persons ?? []).map(
    (id) => [id, PEOPLE.find((one) => one.id === id) ?? null] as const,
  );
  const facts = factsFrom({
    ...NO_FACTS,
    balances: new Map((needs.balances ?? []).map((name) => [name, 50_000])),
    persons: new Map(persons),
  });
  return decideIn(LEDGER, correct, LEDGER.start, { by: manager, second, at: 0, fresh: 'x', body }, facts);
}

describe('play money stays play money', () => {
  test.each([
    [account.play, PLAYER],
    [GUEST, PLAYER],
    [BOT, account.corrections],
    [GUEST, account.cashOut],
    [account.play, account.cashIn],
    // Nor is money lost in it.
    [PLAYER, GUEST],
    [account.corrections, GUEST],
    [PLAYER, account.play],
  ])('nothing goes from %s to %s', (from, to) => {
    const done = asked(from, to);
    expect(done).toMatchObject({ ok: false, refused: { code: 'not-eligible' } });
    expect(done.ok || done.refused.message).toMatch(/^to: .*play money/);
  });

  test.each([
    [account.play, GUEST],
    [GUEST, account.play],
    [GUEST, BOT],
    [account.corrections, PLAYER],
    [PLAYER, account.corrections],
    [account.cashIn, account.overShort],
  ])('what is alike goes from %s to %s', (from, to) => {
    expect(asked(from, to)).toMatchObject({ ok: true, value: [{ event: 'ledger-corrected', from, to }] });
  });
});
