import { describe, expect, test } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import type { OpenSession } from '../../src/people/sessions.js';
import { Allowances, RATE } from '../../src/wire/allowance.js';
import { LookUps } from '../../src/wire/look-ups.js';

describe('an allowance', () => {
  test('is one for all the lines of a person, fills with time, and is nobody else’s', () => {
    let now = 0;
    const allowances = new Allowances({ elapsed: () => now });
    const takenBy = (person: string): number => {
      let taken = 0;
      while (allowances.of(person).take(1)) taken += 1;
      return taken;
    };
    const atOnce = takenBy('g-1');
    expect(atOnce).toBeGreaterThan(RATE);
    expect(allowances.of('g-1').take(1)).toBe(false);
    now += 1_000;
    expect(takenBy('g-1')).toBe(RATE);
    now += 3_600_000;
    expect(takenBy('g-1')).toBe(atOnce);
    expect(takenBy('g-2')).toBe(atOnce);
  });

  test('says what there is room for, and counts what is under way until it is done, whatever became of it', async () => {
    const allowance = new Allowances({ elapsed: () => 0 }).of('g-1');
    expect([allowance.has(200), allowance.has(201), allowance.take(200), allowance.has(1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const failing = allowance.during(() => Promise.reject(new Error('planted')));
    expect(allowance.underWay).toBe(1);
    await expect(failing).rejects.toThrow('planted');
    expect(allowance.underWay).toBe(0);
  });
});

describe('tokens that are looked up', () => {
  const MANY = 60;
  const held = {
    id: 's',
    expiresAt: 1,
    person: { id: 'g', kind: 'guest', name: 'G', createdAt: 0 },
  } as const;

  /** A store in which nothing is found before it is answered. */
  function openLookUps() {
    const asked: { readonly token: string; readonly answer: (session: OpenSession | null) => void }[] = [];
    const timers: (() => void)[] = [];
    const lookUps = new LookUps({
      open: (token) => new Promise((answer) => void asked.push({ token, answer })),
      isAtHand: (token) => token === 'at hand',
      clock: {
        ...SYSTEM_CLOCK,
        elapsed: () => 0,
        setTimeout: (act: () => void) => timers.push(act) as never,
      },
    });
    const pass = async () => {
      for (let round = 0; round < 20; round++) await Promise.resolve();
    };
    const answerAll = async (session: OpenSession | null) => {
      for (const { answer } of asked.splice(0)) answer(session);
      await pass();
    };
    const stray = async (place: string) => {
      for (let nr = 0; nr < MANY; nr++) void lookUps.open(`stray-${nr}`, place);
      await answerAll(null);
    };
    return { lookUps, asked, timers, pass, answerAll, stray };
  }

  test('are looked up one at a time for a place of which many were nobody’s, and at once for all others', async () => {
    const { lookUps, asked, timers, pass, answerAll, stray } = openLookUps();
    await stray('crowd');
    const found: (OpenSession | null)[] = [];
    for (const token of ['one', 'other', 'third'])
      void lookUps.open(token, 'crowd').then((session) => found.push(session));
    void lookUps.open('elsewhere', 'alone');
    void lookUps.open('at hand', 'crowd');
    await pass();
    expect(asked.map(({ token }) => token).toSorted()).toEqual(['at hand', 'elsewhere', 'one']);
    await answerAll(null);
    // After one in vain there is a rest.
    expect(asked).toEqual([]);
    for (const act of timers.splice(0)) act();
    await pass();
    expect(asked.map(({ token }) => token)).toEqual(['other']);
    // Whoever has one is let in all the same, and the next does not wait any longer.
    await answerAll(held);
    expect(asked.map(({ token }) => token)).toEqual(['third']);
    expect(found).toEqual([null, held]);
  });
});
