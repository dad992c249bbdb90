// How fast strategies are rolled, beside a bare pass line loop with the same generator in the same run:
// `node bench/odds.mjs`. Every workload counts all its statistics: results of every wager, stretches, falls, hands.
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import {
  binWidth,
  CHUNK_ROLLS,
  compile,
  libraryStrategy,
  longRun,
  makeReel,
  makeStrategy,
  openRoller,
  openTally,
  playDirect,
  rollChunk,
  usualTable,
  workFor,
} from '@boxperson/odds';
import { simulate } from '@boxperson/odds/node';
import { report } from './report.mjs';

const WORKLOADS = ['pass-flat', 'three-point-molly', 'molly-across-hardways'];
const WANTED = { ratio: 3, evenness: 0.5, threads: 1.8 };

const FIRST = new Uint8Array(1296);
const SECOND = new Uint8Array(1296);
for (let pair = 0; pair < 1296; pair++) {
  const [first, second] = [Math.floor(pair / 36), pair % 36];
  FIRST[pair] = Math.floor(first / 6) + (first % 6) + 2;
  SECOND[pair] = Math.floor(second / 6) + (second % 6) + 2;
}

/** One roll of a bare pass line: a point, a count of money, branches. */
const ROLL = `
  if (point === 0) {
    if (total === 7 || total === 11) money = (money + 10) | 0;
    else if (total < 4 || total === 12) money = (money - 10) | 0;
    else point = total;
  } else if (total === point) { money = (money + 10) | 0; point = 0; }
  else if (total === 7) { money = (money - 10) | 0; point = 0; }`;

/** Two rolls of 16 bits, by the same mapping. */
const HALF = (bits) => `{
  const product = (${bits}) * 1296;
  if ((product & 0xffff) >= 736) {
    let total = first[product >>> 16]; ${ROLL}
    total = second[product >>> 16]; ${ROLL}
  }
}`;

/** The least a craps program can do, written for speed: the generator inline, four rolls a word, nothing in a loop. */
const bareLoop = new Function(
  'first',
  'second',
  'words',
  `let a = 1, b = 2, c = 3, k = 4, point = 0, money = 0;
  for (let i = 0; i < words; i++) {
    const word = (((a + b) | 0) + k) | 0;
    k = (k + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + word) | 0;
    ${HALF('word & 0xffff')}
    ${HALF('word >>> 16')}
  }
  return money;`,
);
const barePassLine = (words) => bareLoop(FIRST, SECOND, words);

const BARE_WORDS = 250_000;

const seconds = (work) => {
  const before = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - before) / 1e9;
};
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const million = (perSecond) => `${Math.round(perSecond / 1e6).toLocaleString('en')} million`;
const mark = (value, wanted) => `${value >= wanted ? 'ok' : 'BELOW'}, wanted ${wanted}`;

/** A strategy ready to be rolled, chunk by chunk, with everything counted. */
function ready(strategy, book) {
  const made = compile(strategy, usualTable(book));
  if (!made.ok) throw new Error(made.why.message);
  const reel = makeReel(made.machine);
  const roller = openRoller(reel);
  const tally = openTally(reel, binWidth(reel, longRun(made.machine)));
  const work = workFor(1e12);
  let chunk = 0;
  return { machine: made.machine, roller, rollOnce: () => rollChunk(roller, tally, work, 1, chunk++) };
}

/** Rounds short enough that some are not disturbed: the best of each, and the middle of the ratios. */
function compareWithBare(workloads, rounds = 60) {
  for (let i = 0; i < 20; i++) barePassLine(BARE_WORDS | 0);
  for (const { rollOnce } of workloads) for (let i = 0; i < 10; i++) rollOnce();
  const bare = [];
  const times = workloads.map(() => []);
  for (let round = 0; round < rounds; round++) {
    bare.push((BARE_WORDS * 4) / seconds(() => barePassLine(BARE_WORDS | 0)));
    for (const [at, { rollOnce }] of workloads.entries()) times[at].push(CHUNK_ROLLS / seconds(rollOnce));
  }
  const best = Math.max(...bare);
  return {
    bare: best,
    rates: times.map((rates) => Math.max(...rates)),
    ratios: times.map((rates) => Math.max(...rates) / best),
    middles: times.map((rates) => median(rates.map((rate, round) => rate / bare[round]))),
  };
}

function benchWorkloads() {
  const workloads = WORKLOADS.map((name) => ready(libraryStrategy(name), 'star'));
  const { bare, rates, ratios, middles } = compareWithBare(workloads);
  report('one core, all statistics, against a bare pass line loop', [
    ['bare loop, branches', million(bare), 'rolls/s', ''],
    ...WORKLOADS.map((name, at) => [
      name,
      million(rates[at]),
      'rolls/s',
      `${ratios[at].toFixed(2)} : 1 (${mark(ratios[at], WANTED.ratio)}; middle of rounds ${middles[at].toFixed(2)})`,
    ]),
  ]);
  const evenness = Math.min(...rates) / Math.max(...rates);
  console.log(`  slowest to fastest ${evenness.toFixed(2)} (${mark(evenness, WANTED.evenness)})`);
}

/** Twenty wagers, one after another, none of which adds a state of its own. */
const TWENTY = [
  { wager: 'pass', amount: 1000 },
  { wager: 'field', amount: 500 },
  ...[6, 8, 5, 9, 4, 10].map((number) => ({
    wager: 'place',
    numbers: [number],
    amount: number === 6 || number === 8 ? 1200 : 1000,
  })),
  ...[4, 6, 8, 10].map((number) => ({ wager: 'hardway', numbers: [number], amount: 200 })),
  ...['any-seven', 'any-craps', 'eleven', 'craps-2', 'craps-3', 'craps-12', 'big-6', 'big-8'].map(
    (wager) => ({
      wager,
      amount: 500,
    }),
  ),
];

function benchCurve() {
  const rows = [1, 2, 4, 8, 12, 16, 20].map((count) => {
    const strategy = makeStrategy({ name: `${count}`, about: '', wagers: TWENTY.slice(0, count) });
    const { rollOnce, machine } = ready(strategy, 'star');
    const { rates } = compareWithBare([{ rollOnce }], 30);
    const direct = 3_000;
    const onGame =
      direct / seconds(() => playDirect(strategy, usualTable('star'), { rolls: direct, seed: 1 }));
    const remark = `${machine.states} states, ${machine.symbols} kinds of throws; the game layer ${Math.round(onGame).toLocaleString('en')}`;
    return [`${count} wagers`, million(rates[0]), 'rolls/s', remark];
  });
  report('from 1 to 20 wagers', rows);
}

/** The best of three runs; and, where other programs take the cores, how much processor time a roll takes. */
async function rateOf(machine, threads) {
  let [best, cpu] = [0, Number.POSITIVE_INFINITY];
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    const { rollsPerSecond, rolls } = await simulate(machine, { rolls: 8e8, seed: run, threads });
    const { user, system } = process.cpuUsage(before);
    best = Math.max(best, rollsPerSecond);
    cpu = Math.min(cpu, (user + system) / rolls);
  }
  return { best, cpu };
}

async function benchThreads() {
  if (availableParallelism() < 2) return;
  const { machine } = ready(libraryStrategy('molly-across-hardways'), 'star');
  const [one, two] = [await rateOf(machine, 1), await rateOf(machine, 2)];
  const nano = ({ cpu }) => `${(cpu * 1e3).toFixed(2)} ns of processor time a roll`;
  const ratio = two.best / one.best;
  report('molly-across-hardways in worker threads', [
    ['one thread', million(one.best), 'rolls/s', nano(one)],
    [
      'two threads',
      million(two.best),
      'rolls/s',
      `${nano(two)}; ${ratio.toFixed(2)} : 1 (${mark(ratio, WANTED.threads)})`,
    ],
  ]);
}

export async function benchOdds() {
  benchWorkloads();
  benchCurve();
  await benchThreads();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await benchOdds();
