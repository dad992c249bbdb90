import { expect, test } from 'vitest';
import { andOlder, type MatterPage, toldAnew } from './matters.js';

const page = (names: string, older: string | null, said = 1): MatterPage<number> => ({
  matters: [...names].map((matter) => ({ matter, books: said })),
  older,
});
const namesIn = ({ matters }: MatterPage<number>): string => matters.map(({ matter }) => matter).join('');

test('a list is told anew as it is, while nobody asked for older ones', () => {
  expect(toldAnew(page('gfe', 'e'), page('hgf', 'f'))).toEqual(page('hgf', 'f'));
});

test('whoever looks at older ones loses none when the list goes on', () => {
  const known = andOlder(page('gfe', 'e'), page('dcb', 'b'));
  expect(namesIn(known)).toBe('gfedcb');
  // Another is over meanwhile: the last of the list has left it, and stays on the screen.
  const now = toldAnew(known, page('hgf', 'f', 2));
  expect(namesIn(now)).toBe('hgfedcb');
  expect(now.matters[1]?.books).toBe(2);
  expect(now.older).toBe('b');
  expect(namesIn(andOlder(now, page('a', null)))).toBe('hgfedcba');
});
