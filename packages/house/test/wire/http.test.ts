// HTTP as anybody may use it: one house for all that looks at it.
import { afterAll, beforeAll, describe } from 'vitest';
import { openTestHouse, type TestHouse } from '../support/house.js';
import { describeHealth } from './health.js';
import { describeInterface } from './interface.js';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
}, 180_000);
afterAll(() => house.remove());

describe('the interface', () => describeInterface(() => house));
describe('health', () => describeHealth(() => house));
