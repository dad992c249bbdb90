import { expect, test } from 'vitest';
import { registerOf } from '../clauses/index.js';
import { diffRulebooks } from '../diff.js';
import { crown } from './crown.js';
import { crownMini, crownMiniDeviations } from './crown-mini.js';
import { type Deviation, deviating } from './deviation.js';

const without = (one: Deviation) => crownMiniDeviations.filter((other) => other !== one);

test('crown 7.1: each deviation of mini craps cites a clause of rule 7', () => {
  const clauses = registerOf('crown').map(({ id }) => id);
  for (const { clause } of crownMiniDeviations) {
    expect(clause).toMatch(/^7\./);
    expect(clauses).toContain(clause);
  }
});

test.each(crownMiniDeviations)('crown $clause: each deviation says something that no other does', (one) => {
  const lacking = deviating(crown, without(one));
  expect(diffRulebooks(lacking, crownMini)).not.toEqual([]);
  expect(diffRulebooks(deviating(lacking, [one]), crownMini)).toEqual([]);
});

test('a section is changed in part, a value with its clause and a list whole; the rules it is over stay as they are', () => {
  const before = JSON.stringify(crown);
  expect(crownMini.conduct.shooter.laterOffer).toBe(crown.conduct.shooter.laterOffer);
  expect(crownMini.wagers).toBe(crown.wagers);
  expect(crownMini.conduct.wagers.oral).toEqual({ value: 'second-dealer-only', clause: '7.4.2' });
  expect(crownMini.roles.map(({ id }) => id)).not.toContain('boxperson');
  expect(JSON.stringify(crown)).toBe(before);
});
