import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEALING_PROFILES, dealingSheet } from '../../src/dealing/index.js';
import { makeKeysTable, makeOrderTable, makeProfileTable } from './page.js';
import { Felt } from './tables.js';

const page = readFileSync(new URL('../../../../docs/dealing.md', import.meta.url), 'utf8');

test.each([
  ['order', makeOrderTable],
  ['profiles', makeProfileTable],
  ['keys', makeKeysTable],
] as const)('the table of the %s is made by the code', (name, make) => {
  const [, shown] = page.split(`<!-- ${name} -->\n`);
  expect(shown?.trim()).toBe(make());
});

test('the page names every profile, and every field of a line', () => {
  for (const { id } of DEALING_PROFILES) expect(page).toContain(`\`${id}\``);
  const { before, event, after } = new Felt('star', { ann: 7 }).bet('ann', 'pass', 1_000).roll(3, 4);
  const [line] = dealingSheet(before, event, after).sheets.flatMap(({ lines }) => lines);
  for (const field of Object.keys(line as object)) expect(page).toContain(`\`${field}\``);
});
