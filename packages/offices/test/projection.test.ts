import { expect, test } from 'vitest';
import { tellsNoneOf } from '../src/projection.js';

test('an entry is read where it tells of an event that counts, wherever its name stands', () => {
  const skips = tellsNoneOf(['rolled', 'settled']);
  expect(skips('{"v":1,"at":3,"event":"wagered","player":"rolled"}')).toBe(true);
  expect(skips('{"v":1,"at":3,"event":"rolled","dice":[1,2]}')).toBe(false);
  expect(skips('{"event":"told","of":{"event":"settled"}}')).toBe(false);
  expect(skips('{"event":"rolled-up","name":"\\"event\\":\\"rolled\\""}')).toBe(true);
  expect(skips('{"note":"nothing"}')).toBe(true);
  expect(skips('"event":"')).toBe(true);
});
