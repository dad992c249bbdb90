import { expect, test } from 'vitest';
import { uniformFrom } from '../src/uniform.js';

const HEX = '0123456789abcdef';

// With a single digit a remainder that is preferred shows at once; with thirteen it would take longer than the world has.
test.each([2, 3, 5, 6, 7, 9, 10, 15, 16])('below %i every number comes as often as any other', (below) => {
  let asked = 0;
  const numberBelow = uniformFrom((place) => {
    asked = place + 1;
    return HEX[place % HEX.length] as string;
  }, 1);
  const whole = HEX.length - (HEX.length % below);
  const drawn = Array.from({ length: whole }, () => numberBelow(below));
  for (let number = 0; number < below; number += 1)
    expect(drawn.filter((one) => one === number)).toHaveLength(whole / below);
  // What lies beyond the last whole multiple is passed over, not folded in.
  expect(asked).toBeLessThanOrEqual(HEX.length);
  const next = numberBelow(below);
  expect([next, asked]).toEqual([0, HEX.length + 1]);
});
