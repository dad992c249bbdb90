import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf, widePlaceOf } from '../../src/people/address.js';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['2001:db8:1:2::5', '2001:db8:1:2'],
  ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['::ffff:a00:1', '10.0.0.1'],
  ['0:0:0:0:0:ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:10.0.0.1', '2001:db8:1:2'],
  ['not an address', 'not an address'],
  ['', ''],
])('%s counts as %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
});

test.each([
  ['203.0.113.7', '203.0.113'],
  ['2001:db8:1:2', '2001:db8:1'],
  ['0:0:0:0', '0:0:0'],
  ['2001:db8:1:2::5', '2001:db8:1'],
  ['2001:db8:1:2:a:b:c:d', '2001:db8:1'],
  ['2001:db8:1:ffff::', '2001:db8:1'],
  ['::ffff:10.0.0.1', '10.0.0'],
  ['::ffff:a00:1', '10.0.0'],
  ['fe80::1%eth0', 'fe80:0:0'],
  ['not an address', 'not an address'],
  ['', ''],
])('%s is one of %s, whether it is said as an address or as a place', (address, wide) => {
  expect(widePlaceOf(address)).toBe(wide);
  expect(widePlaceOf(placeOf(address))).toBe(wide);
});

test('a place is its own place, and a neighbourhood its own: nobody need know which of them they hold', () => {
  const mapped = fc.ipV4().map((address) => `::ffff:${address}`);
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), mapped, fc.string({ maxLength: 100 })), (address) => {
      const [place, wide] = [placeOf(address), widePlaceOf(address)];
      expect([placeOf(place), widePlaceOf(place), widePlaceOf(wide)]).toEqual([place, wide, wide]);
    }),
  );
});
