// What it costs to remember a command of people at play once as many are remembered as may be, as a ratio to what it cost
// before anything was forgotten, in the same run: `node bench/once.mjs`.
import { Once } from '../packages/house/dist/office/once.js';

const MOST = 500_000;
const BATCH = 50_000;
const once = new Once({ findCommand: async () => null }, MOST);
const done = { ok: true, n: 1 };
let next = 0;

/** So many commands one after the other; what each took, in microseconds. */
async function remember(count) {
  const began = performance.now();
  for (let nr = 0; nr < count; nr++)
    await once.once(`${once.epoch}-${next++}-of-the-bench`, 'hash', async () => done);
  return ((performance.now() - began) / count) * 1_000;
}

await remember(BATCH);
const before = await remember(BATCH);
await remember(MOST - next);
const forgetting = await remember(MOST);
console.log(
  `a command is remembered in ${before.toFixed(1)} µs; while the oldest are forgotten in ${forgetting.toFixed(1)} µs, ×${(forgetting / before).toFixed(1)}`,
);
