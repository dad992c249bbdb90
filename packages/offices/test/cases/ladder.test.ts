// How each book has a dispute decided: rung by rung, by whom, with which right told before it ends.
import { letterOf, nextRung } from '@boxperson/offices';
import type { RulebookId } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { codeOf, Desk, holder, momentAt } from './desk.js';

/** A dispute of Ann's about a line on which she was paid nothing of $500. */
function disputed(rulebook: RulebookId): Desk {
  const desk = new Desk();
  desk.moments.set(rulebook, momentAt(rulebook));
  desk.do('c-1', 'dispute', { table: rulebook, roll: 7, line: '1/pass/Annie', says: 'I won' }, 'ann');
  return desk;
}

const UPHELD = { finds: 'upheld', reasons: 'the record shows it' };
const DISMISSED = { finds: 'dismissed', reasons: 'the record shows nothing' };
const REVIEW = { says: 'I am not satisfied' };

interface Rungs {
  readonly rulebook: RulebookId;
  /** Who decides, in order. */
  readonly people: readonly string[];
  readonly clauses: readonly string[];
  readonly rights: string;
  /** Words that the letter must have. */
  readonly says: RegExp;
}

const SECTION_33 = /complaint with an inspector under section 33/;
const BOOKS: readonly Rungs[] = [
  {
    rulebook: 'star',
    people: [
      holder('star', 'decide-dispute'),
      'gaming-supervisor-1-at-star',
      'gaming-manager-1-at-star',
      'inspector-1',
    ],
    clauses: ['9.12', '9.12', '9.13', '9.13'],
    rights: '9.13',
    says: SECTION_33,
  },
  {
    rulebook: 'star-2024',
    people: [
      holder('star-2024', 'decide-dispute'),
      'assistant-gaming-manager-1-at-star-2024',
      'gaming-manager-1-at-star-2024',
      'inspector-1',
    ],
    clauses: ['10.13', '10.13', '10.14', '10.14'],
    rights: '10.14',
    says: SECTION_33,
  },
  {
    rulebook: 'crown',
    people: ['area-manager-1-at-crown', 'inspector-1'],
    clauses: ['9.9', '9.9'],
    rights: '9.8',
    says: /inspector of the Victorian commission \(VCGLR\) is in the casino/,
  },
  {
    rulebook: 'adelaide',
    people: ['house-1-at-adelaide', 'inspector-1'],
    clauses: ['14(k)', '14(k)'],
    rights: '14(l)',
    says: /Government Casino Inspector is in the casino/,
  },
  {
    rulebook: 'aruze',
    people: [
      'electronic-gaming-attendant-1-at-aruze',
      'assistant-gaming-manager-1-at-aruze',
      'assistant-gaming-manager-2-at-aruze',
      'inspector-1',
    ],
    clauses: ['7.14', '7.14', '7.15', '7.15'],
    rights: '7.15',
    says: SECTION_33,
  },
];

const NAMES: Readonly<Record<string, string>> = {
  star: 'star 9.12, 9.13, 1.1 inspector',
  'star-2024': 'star-2024 10.13, 10.14, 1.1 inspector, 1.1 nicc',
  crown: 'crown 9.8, 9.9, 1.1 vcglr',
  adelaide: 'adelaide 14(j), 14(k), 14(l)',
  aruze: 'aruze 7.14, 7.15, 1.1 inspector, 1.1 authority',
};

/** Whom the book names above the house, as the letter does. */
const REGULATOR: Readonly<Record<string, RegExp>> = {
  star: /Gaming Authority/,
  'star-2024': /\(NICC\)/,
  crown: /\(VCGLR\)/,
  adelaide: /Government Casino Inspectorate/,
  aruze: /Gaming Authority/,
};

/** People of the case whose turn it is not. */
const wrongAt = (rulebook: RulebookId, by: string): readonly string[] => [
  'pit-supervisor-1',
  ...(by.startsWith('inspector') ? [holder(rulebook, 'decide-dispute', 3)] : ['inspector-1']),
  // Of the first rung, where the operator's turn has come.
  ...(by.startsWith('gaming-manager') ? [holder(rulebook, 'decide-dispute', 3)] : []),
];

describe.each(BOOKS)('$rulebook', ({ rulebook, people, clauses, rights, says }) => {
  test(`${NAMES[rulebook]}: only the next rung decides, the patron is told of their rights, then it may end`, () => {
    const desk = disputed(rulebook);
    for (const [index, by] of people.entries()) {
      // Whoever stands on another rung, or on none, is refused with the clause of the one whose turn it is.
      for (const other of wrongAt(rulebook, by))
        expect(codeOf(desk.refusal('c-1', 'decide', UPHELD, other))).toEqual(['not-allowed', clauses[index]]);
      if (index > 0) {
        expect(codeOf(desk.refusal('c-1', 'decide', UPHELD, by))).toEqual(['not-eligible', clauses[index]]);
        desk.do('c-1', 'ask-review', REVIEW, 'ann');
        expect(desk.refusal('c-1', 'close', { says: 'x' }, 'manager-1').code).toBe('not-eligible');
      }
      desk.do('c-1', 'decide', index === people.length - 1 ? UPHELD : DISMISSED, by);
      expect(desk.case('c-1').decisions.at(-1)?.clause).toBe(clauses[index]);
      desk.at += 60_000;
    }
    expect(nextRung(desk.case('c-1'))).toBeNull();
    expect(codeOf(desk.refusal('c-1', 'ask-review', REVIEW, 'ann'))[0]).toBe('used-up');
    // The money is put right by two people, and only the engine's amount.
    const right = { how: 'account', reason: 'decided' };
    const [one, two] = ['manager-1', 'manager-2'];
    expect(desk.refusal('c-1', 'put-right', { ...right, amount: 50_000 }, one).code).toBe('second-person');
    expect(desk.refusal('c-1', 'put-right', { ...right, amount: 49_999 }, one, two)).toMatchObject({
      code: 'not-eligible',
      nearest: 50_000,
    });
    expect(codeOf(desk.refusal('c-1', 'close', { says: 'done' }, one))[0]).toBe('not-eligible');
    desk.do('c-1', 'put-right', { ...right, amount: 50_000 }, one, two);
    expect(desk.balances.get('player/ann')).toBe(10_050_000);
    // Not without the advice of rights.
    expect(codeOf(desk.refusal('c-1', 'close', { says: 'done' }, one))).toEqual(['not-eligible', rights]);
    desk.do('c-1', 'advise', { how: 'in person, and by letter' }, one);
    expect(letterOf(desk.case('c-1'))).toMatch(says);
    expect(letterOf(desk.case('c-1'))).toMatch(REGULATOR[rulebook] as RegExp);
    desk.do('c-1', 'close', { says: 'done' }, one);
    expect(desk.case('c-1').closed).not.toBeNull();
  });
});

test('whoever decided does not review: another of the same rank does (R65)', () => {
  const desk = disputed('star');
  const box = holder('star', 'decide-dispute');
  desk.do('c-1', 'decide', DISMISSED, box);
  desk.do('c-1', 'ask-review', REVIEW, 'ann');
  expect(codeOf(desk.refusal('c-1', 'decide', UPHELD, box))).toEqual(['not-allowed', '9.12']);
  desk.do('c-1', 'decide', UPHELD, holder('star', 'review-dispute', 2));
});

test.each([
  ['star', '10.11'],
  ['star-2024', '11/10.10'],
  ['aruze', '5.11'],
] as const)('%s %s: a promotion is decided by the operator at once, with section 33', (rulebook, clause) => {
  const desk = new Desk();
  desk.do('c-1', 'open', { kind: 'promotion', rulebook, patron: 'ann', says: 'no prize' }, 'manager-1');
  for (const other of ['pit-supervisor-1', 'inspector-1'])
    expect(codeOf(desk.refusal('c-1', 'decide', DISMISSED, other))).toEqual(['not-allowed', clause]);
  desk.do('c-1', 'decide', DISMISSED, 'manager-1');
  expect(codeOf(desk.refusal('c-1', 'close', { says: 'x' }, 'manager-1'))).toEqual(['not-eligible', clause]);
  desk.do('c-1', 'advise', { how: 'by letter' }, 'manager-1');
  desk.do('c-1', 'close', { says: 'x' }, 'manager-1');
});

test('crown 8.4.8(h), 8.4.8(j): the tournament director decides, and the commission may investigate', () => {
  const desk = new Desk();
  desk.do('c-1', 'open', { kind: 'tournament', rulebook: 'crown', patron: 'ann', says: 'late' }, 'manager-1');
  for (const other of ['pit-supervisor-1', 'assistant-casino-manager-1-at-crown'])
    expect(codeOf(desk.refusal('c-1', 'decide', DISMISSED, other))).toEqual(['not-allowed', '8.4.8(h)']);
  desk.do('c-1', 'decide', DISMISSED, 'tournament-director-1');
  expect(codeOf(desk.refusal('c-1', 'close', { says: 'x' }, 'manager-1'))).toEqual([
    'not-eligible',
    '8.4.8(j)',
  ]);
});

test('star 9.3.3, star-2024 10.4.3, aruze 7.7.3: an exclusion from the casino is proposed by whom the book names', () => {
  for (const [rulebook, clause] of [
    ['star', '9.3.3'],
    ['star-2024', '10.4.3'],
    ['aruze', '7.7.3'],
  ] as const) {
    const desk = new Desk();
    desk.do('c-1', 'open', { kind: 'device', table: rulebook, says: 'a counter' }, 'surveillance-1');
    const measure = { measure: 'recommend-exclusion', says: 'under section 79' };
    const low = rulebook === 'aruze' ? 'electronic-gaming-attendant-1-at-aruze' : `dealer-1-at-${rulebook}`;
    expect(desk.refusal('c-1', 'measure', measure, low).code).toBe('not-allowed');
    desk.do('c-1', 'measure', measure, holder(rulebook, 'recommend-exclusion'));
    expect(desk.case('c-1').measures[0]?.clause).toBe(clause);
  }
  const desk = new Desk();
  desk.do('c-1', 'open', { kind: 'device', table: 'crown', says: 'a counter' }, 'surveillance-1');
  const asked = desk.refusal('c-1', 'measure', { measure: 'recommend-exclusion', says: 'x' }, 'manager-1');
  expect(asked.message).toContain('gives nobody that power');
});
