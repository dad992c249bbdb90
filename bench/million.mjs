// A day of a million players against what one house carries: how many houses it takes, and how full they are.
// `node bench/million.mjs [players] [bets/s one house carries]`. Arithmetic and chance, no house is opened: what one
// carries is what bench/cluster.mjs measured at three nodes (`FIGURES=bench/figures.json`), if nothing else is said.
import { readFileSync } from 'node:fs';
import { report } from './report.mjs';

const measured = JSON.parse(readFileSync(new URL('./figures.json', import.meta.url), 'utf8'));
const [players = 1_000_000, carries = measured.nodes3] = process.argv.slice(2).map(Number);
/** Seconds between two bets of somebody at a table, and how long they stay. */
const EVERY_S = 5;
const STAY_MIN = 50;
/** How many of all are there in each hour of the day, as a share of the busiest. */
const DAY = [62, 48, 35, 26, 20, 18, 19, 22, 27, 33, 40, 47, 54, 58, 60, 63, 68, 76, 86, 95, 100, 98, 90, 77];
/** Not fuller than this in the busiest second: what is above it waits. */
const FULL = 0.6;
/** A transfer there and one back, for whoever plays away from home. */
const AWAY = 0.3;
const TRANSFER_COMMANDS = 3;

/** A small generator, so that a run can be repeated. */
let state = 2_463_534_242;
const random = () => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  state >>>= 0;
  return state / 2 ** 32;
};

/** Chance sums of many are normal: two draws are enough. */
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const poisson = (mean) => Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));

const peakBets = players / EVERY_S;
const comings = players / (STAY_MIN * 60);
const transfers = comings * AWAY * 2 * TRANSFER_COMMANDS;
const houses = Math.ceil((peakBets + transfers) / (carries * FULL));

/** Houses are not equally liked: the shares fall off slowly. */
const liking = Array.from({ length: houses }, (_, n) => 1 / (1 + n / houses));
const liked = liking.reduce((sum, share) => sum + share, 0);

let fullest = 0;
let over = 0;
let bets = 0;
let moves = 0;
const SECONDS_AN_HOUR = 60;
for (const share of DAY)
  for (let second = 0; second < SECONDS_AN_HOUR; second += 1)
    for (const like of liking) {
      const part = (share / 100) * (like / liked);
      const done = poisson(peakBets * part);
      const moved = poisson(transfers * part);
      bets += done * (3_600 / SECONDS_AN_HOUR);
      moves += moved * (3_600 / SECONDS_AN_HOUR);
      const load = (done + moved) / carries;
      fullest = Math.max(fullest, load);
      if (load > 1) over += 1;
    }

report(
  `a day of ${players.toLocaleString('en')} players at the busiest, ${carries.toLocaleString('en')} bets/s a house`,
  [
    ['houses', houses, '', `${Math.ceil(players / houses).toLocaleString('en')} players each`],
    ['bets in the busiest second', peakBets, '/s', ''],
    [
      'transfers between houses',
      transfers,
      '/s',
      `${((100 * transfers) / (peakBets + transfers)).toFixed(1)} % of all`,
    ],
    ['bets of the day', bets, '', ''],
    ['commands of transfers of the day', moves, '', ''],
    ['the fullest house in its fullest second', `${(fullest * 100).toFixed(0)} %`, '', ''],
    ['seconds in which a house had to queue', over, '', 'of those that were looked at'],
  ],
);
