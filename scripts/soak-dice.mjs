// A hundred million draws of the house's dice through a battery of tests: `npm run soak:dice`. Two kinds of bad dice go
// through the same tests and must fail them, or the tests are worth nothing. Another number of draws can be named.
import { randomFillSync } from 'node:crypto';
import { build, requireNode, stop } from './workspace.mjs';

requireNode();
if (build() !== 0) stop('The build failed: see above.');
const { Battery, BATTERY_P, DiceStatistics, drawDice, isFair } = await import('@boxperson/house');
const { THROWS, throwIndex } = await import('@boxperson/rules');

const DRAWS = Number(process.argv[2] ?? 100_000_000);
const CONTROL_DRAWS = 10_000_000;
const ALARM_ROLLS = 20_000_000;
if (!Number.isSafeInteger(DRAWS) || DRAWS < 1_000_000) stop('soak-dice: name a million draws or more', 2);

const POOL_BYTES = 1 << 20;

/** The operating system's generator, asked for a megabyte at a time and handed out as `drawDice` asks for it. */
function makeBytes() {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  return (count) => {
    if (used + count > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += count;
    return pool.subarray(used - count, used);
  };
}

const bytes = makeBytes();
const drawByte = () => bytes(1)[0];
const drawFair = () => throwIndex(drawDice(bytes));

/** Throws no byte away: the first four throws come up eight times in 256, the others seven times. */
const drawUneven = () => drawByte() % THROWS.length;

/** Fair, but one draw in 256 shows the last throw again. */
function makeSticky() {
  let last = drawFair();
  return () => {
    if (drawByte() !== 0) last = drawFair();
    return last;
  };
}

function play(draws, draw) {
  const battery = new Battery();
  for (let n = 0; n < draws; n += 1) battery.add(draw());
  return battery.results();
}

const figure = (value) =>
  Math.abs(value) >= 1e-4 && Math.abs(value) < 1e7 ? value.toFixed(4) : value.toExponential(2);

function print(title, draws, results, seconds) {
  console.log(`\n${title}: ${draws.toLocaleString('en')} draws, ${seconds.toFixed(1)} s`);
  for (const { test, statistic, freedom, p } of results) {
    const kind = freedom === null ? 'z          ' : `chi² ${String(freedom).padStart(4)}  `;
    const verdict = isFair({ p }) ? 'fair' : 'NOT FAIR';
    console.log(
      `  ${test.padEnd(20)}${kind}${figure(statistic).padStart(14)}   p ${figure(p).padEnd(10)} ${verdict}`,
    );
  }
}

const failures = [];
const demand = (isSo, what) => {
  if (!isSo) failures.push(what);
};

function soak(title, draws, draw, check) {
  const begun = performance.now();
  const results = play(draws, draw);
  print(title, draws, results, (performance.now() - begun) / 1000);
  for (const result of results) check(result);
}

const mustFail = (title, tests) => (result) =>
  demand(!tests.includes(result.test) || !isFair(result), `${title} passed the test of ${result.test}`);

soak('the dice of the house', DRAWS, drawFair, (result) =>
  demand(isFair(result), `the dice of the house failed the test of ${result.test}`),
);
soak(
  'control: no byte thrown away',
  CONTROL_DRAWS,
  drawUneven,
  mustFail('the uneven control', ['first die', 'second die', 'throws', 'pairs of throws']),
);
soak(
  'control: now and then the last throw again',
  CONTROL_DRAWS,
  makeSticky(),
  mustFail('the sticky control', ['pairs of throws', 'runs', 'gaps', 'serial correlation']),
);

/** How often the alarm of a tumbler goes off by mistake. */
function falseAlarms() {
  const begun = performance.now();
  const statistics = new DiceStatistics();
  let raised = 0;
  for (let n = 0; n < ALARM_ROLLS; n += 1) {
    if (statistics.add(THROWS[drawFair()])?.change === 'raised') raised += 1;
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `\nalarm of a fair tumbler: ${raised} in ${ALARM_ROLLS.toLocaleString('en')} rolls, ${seconds} s`,
  );
  demand(raised < ALARM_ROLLS / 1e6, `a fair tumbler raised ${raised} alarms`);
}

/** A die that shows a six in a fifth of its rolls: of 250 values 50 are a six, and 40 each of the other faces. */
function drawLoaded() {
  let byte = drawByte();
  while (byte >= 250) byte = drawByte();
  return byte < 50 ? 6 : Math.floor((byte - 50) / 40) + 1;
}

/** How soon the alarm finds such a die. */
function delays(devices) {
  const found = Array.from({ length: devices }, () => {
    const statistics = new DiceStatistics();
    while (!statistics.add([drawLoaded(), THROWS[drawFair()][1]])) if (statistics.rolls > 100_000) break;
    return statistics.rolls;
  }).sort((one, other) => one - other);
  const [half, most] = [found[devices >> 1], found[Math.floor(devices * 0.9)]];
  console.log(
    `alarm of a loaded die: after ${half} rolls (half of ${devices} devices), ${most} (nine in ten)`,
  );
  demand(most < 10_000, 'a loaded die was found too late');
}

falseAlarms();
delays(200);

console.log('');
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(
  failures.length === 0
    ? `all as it should be (limit: p from ${BATTERY_P} to 1 - ${BATTERY_P})`
    : `${failures.length} failed`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
