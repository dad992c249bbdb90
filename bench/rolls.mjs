import { must, roll } from '@boxperson/rules';
import { openTable, play } from './players.mjs';
import { makeRandom, throwFrom } from './random.mjs';
import { report, secondsFor } from './report.mjs';

/** The least a craps program can do: a point, a count of money, dice. No checks, no records. */
function passLine(rolls) {
  const random = makeRandom(7);
  let point = 0;
  let money = 0;
  for (let i = 0; i < rolls; i++) {
    const thrown = throwFrom(random);
    const total = ((thrown / 6) | 0) + (thrown % 6) + 2;
    if (point === 0) {
      if (total === 7 || total === 11) money += 10;
      else if (total < 4 || total === 12) money -= 10;
      else point = total;
    } else if (total === point) {
      money += 10;
      point = 0;
    } else if (total === 7) {
      money -= 10;
      point = 0;
    }
  }
  return money;
}

const BARE_ROLLS = 5_000_000;
const SEEN = 2_000;

/** Tables just before a throw, as they come up in play. */
function tablesInPlay(table) {
  const seen = [];
  play(table, SEEN, makeRandom(11), (game, dice) => seen.push([game, dice]));
  return seen;
}

const wagersOn = (tables) =>
  tables.reduce(
    (sum, [{ players }]) => sum + players.reduce((all, { wagers }) => all + wagers.length, 0),
    0,
  ) / tables.length;

function measure(rulebook, { players, comes, rolls }) {
  const tables = tablesInPlay(openTable(rulebook, players, comes));
  const rollAll = () => {
    for (let i = 0; i < rolls; i++) {
      const [game, dice] = tables[i % SEEN];
      must(roll(game, { dice }));
    }
  };
  rollAll();
  const rollsOnly = rolls / secondsFor(rollAll);
  const withBets = rolls / secondsFor(() => play(openTable(rulebook, players, comes), rolls, makeRandom(13)));
  return { rollsOnly, withBets, wagers: wagersOn(tables) };
}

/** Rolls a second with all checks on: throws alone, and throws with everything decided put up again by `bet`. */
export function benchRolls(title, books, workload) {
  passLine(BARE_ROLLS);
  const bare = BARE_ROLLS / secondsFor(() => passLine(BARE_ROLLS));
  const rows = [['a bare pass line loop', bare, 'rolls/s', '']];
  for (const book of books) {
    const { rollsOnly, withBets, wagers } = measure(book, workload);
    const on = `${wagers.toFixed(1)} wagers on the layout`;
    rows.push([`${book}, rolls`, rollsOnly, 'rolls/s', `1 : ${Math.round(bare / rollsOnly)}, ${on}`]);
    rows.push([`${book}, rolls and bets`, withBets, 'rolls/s', `1 : ${Math.round(bare / withBets)}`]);
  }
  report(title, rows);
}
