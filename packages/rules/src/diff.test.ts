import { describe, expect, test } from 'vitest';
import { type Difference, diffRulebooks, findRenumberings } from './diff.js';
import { RULEBOOK_IDS, type RulebookId } from './rulebook.js';
import { rulebook } from './rulebooks/index.js';

const diff = (a: RulebookId, b: RulebookId): readonly Difference[] => diffRulebooks(rulebook(a), rulebook(b));
const values = (differences: readonly Difference[]): readonly string[] =>
  differences.filter(({ kind, path }) => kind === 'value' && path !== 'notes').map(({ path }) => path);

test.each(RULEBOOK_IDS)('%s does not differ from itself', (id) => {
  expect(diff(id, id)).toEqual([]);
});

describe('star and star-2024', () => {
  const differences = diff('star', 'star-2024');

  test('differ in what the sign may limit, in cards and who may limit players, and in no wager', () => {
    expect(values(differences)).toEqual([
      'limits.sign',
      'conduct.wagers.card',
      'conduct.wagers.cashless',
      'conduct.people.limitPlayers',
      'conduct.invalidWagers',
      'powers.limit-players',
    ]);
  });

  test('call every wager alike', () => {
    expect(differences.filter(({ kind }) => kind === 'name').map(({ path }) => path)).toEqual([
      'title',
      'edition',
    ]);
  });

  test('are numbered otherwise: 6.1.x became 6.2.x and so on', () => {
    const moves = findRenumberings(differences).map(({ from, to }) => `${from} → ${to}`);
    expect(moves).toContain('6.1.x → 6.2.x');
    expect(moves).toContain('6.6.x → 6.7.x');
    expect(moves).toContain('9.3.x → 10.4.x');
    expect(moves).toContain('9.9 → 10.10');
    expect(moves.every((move) => /^(?:6|9)\./.test(move))).toBe(true);
  });

  test('a renumbered clause has both numbers', () => {
    expect(differences.find(({ path }) => path === 'wagers.pass.wins.natural')).toEqual({
      kind: 'clause',
      path: 'wagers.pass.wins.natural',
      about: 'Win Line, wins natural',
      says: 'Win Line, wins natural: 6.1.1.1.1 became 6.2.1.1.1.',
      a: { value: null, says: '6.1.1.1.1', clause: '6.1.1.1.1' },
      b: { value: null, says: '6.2.1.1.1', clause: '6.2.1.1.1' },
    });
  });
});

describe('crown and crown-mini', () => {
  const differences = diff('crown', 'crown-mini');

  test('differ in late and oral wagers and in who does what, in no wager and in no limit', () => {
    expect(values(differences)).toEqual([
      'conduct.wagers.lateUntil',
      'conduct.wagers.lateConfirmations',
      'conduct.wagers.oral',
      'conduct.wagers.noMoreBets',
      'roles',
      'powers.offer-dice',
      'powers.call-total',
      'powers.no-roll',
      'powers.decide-face',
      'powers.check-found-die',
      'powers.wave-through',
      'powers.add-stickperson',
    ]);
  });

  test('a power says who holds it in each', () => {
    expect(differences.find(({ path }) => path === 'powers.decide-face')).toMatchObject({
      says: 'who decides which face is up: Boxperson or above at crown, Dealer or above at crown-mini.',
      a: { value: 'boxperson', clause: '5.3.1(b)(i)' },
      b: { value: 'dealer', clause: '7.3.1(b)' },
    });
  });
});

describe('crown and adelaide', () => {
  const differences = diff('crown', 'adelaide');
  const find = (path: string): Difference | undefined => differences.find((one) => one.path === path);

  test('a pay is told on both sides', () => {
    expect(find('wagers.hardway.pays')).toMatchObject({
      kind: 'value',
      says: 'Hardways pays: 15 to 2 on 4 and 10; 19 to 2 on 6 and 8 at crown, 7 to 1 on 4 and 10; 9 to 1 on 6 and 8 at adelaide.',
      a: { clause: '6.1' },
      b: { clause: '6(c)' },
    });
  });

  test('a wager of one book only cites what says no in the other', () => {
    expect(find('wagers.world')).toMatchObject({
      kind: 'value',
      says: 'world: not offered at crown, offered as "World Bet" at adelaide.',
      a: { value: null, clause: '3.6' },
      b: { value: 'World Bet', clause: '4(x)' },
    });
  });

  test('names are told apart from rules', () => {
    expect(find('wagers.pass.name')).toMatchObject({
      kind: 'name',
      a: { value: 'Win Line' },
      b: { value: 'Pass Bet' },
    });
    expect(find('wagers.pass.pays')).toMatchObject({ kind: 'clause' });
  });

  test('a reading is told where the value is', () => {
    expect(find('limits.unit')).toMatchObject({
      kind: 'value',
      b: { value: 'no', clause: null, ruling: 'R12' },
    });
  });
});

describe('crown and aruze', () => {
  const differences = diff('crown', 'aruze');

  test('what only terminals have is nothing on the other side', () => {
    expect(differences.find(({ path }) => path === 'conduct.round.shootSeconds')).toMatchObject({
      kind: 'value',
      says: 'the dice are shot by themselves after: no such thing at crown, 10 seconds at aruze.',
      a: { value: null, clause: null },
      b: { value: 10, clause: '3.11.1' },
    });
  });

  test('a ground that one book lists is told with its clause', () => {
    const grounds = differences.filter(({ path }) => path.startsWith('conduct.noRoll.shall.'));
    expect(grounds.length).toBeGreaterThan(5);
    for (const { says, a, b } of grounds) {
      expect(says).toMatch(/^a throw does not count: .+: listed at crown, not listed at aruze\.$/);
      expect(a.clause).toMatch(/^5\.2\.1\(a\)/);
      expect(b).toEqual({ value: null, says: 'not listed', clause: null });
    }
  });
});

test('turned round, the same differences have their sides changed', () => {
  for (const a of RULEBOOK_IDS) {
    for (const b of RULEBOOK_IDS) {
      const key = (kind: string, path: string, left: unknown, right: unknown): string =>
        JSON.stringify([kind, path, left, right]);
      const there = diff(a, b).map((one) => key(one.kind, one.path, one.a, one.b));
      const back = diff(b, a).map((one) => key(one.kind, one.path, one.b, one.a));
      expect(there.sort()).toEqual(back.sort());
    }
  }
});

test('every sentence ends like one', () => {
  for (const { says } of diff('star', 'aruze')) expect(says).toMatch(/\.$/);
});
