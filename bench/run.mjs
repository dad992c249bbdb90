// What the rules cost, on the built packages and one core: `npm run bench`. For some of it name what to run and under
// which rulebooks: `npm run bench -- rolls table star aruze`. Nothing is written but a script in the temporary folder.
import { cpus } from 'node:os';
import { RULEBOOK_IDS } from '@boxperson/rules';
import { benchDealing } from './dealing.mjs';
import { benchOdds } from './odds.mjs';
import { benchRolls } from './rolls.mjs';
import { benchScript } from './script.mjs';

const BENCHES = {
  rolls: (books) =>
    benchRolls('one player: pass, 2x odds, two come with odds, six place, four hardway', books, {
      players: 1,
      comes: 2,
      rolls: 200_000,
    }),
  table: (books) =>
    benchRolls('sixteen players, twelve wagers each', books, { players: 16, comes: 0, rolls: 10_000 }),
  dealing: (books) =>
    benchDealing(
      'the dealing sheet of a seven out: sixteen players, twelve wagers each',
      books.filter((book) => book !== 'aruze'),
    ),
  script: () => benchScript(),
  odds: () => benchOdds(),
};

const asked = process.argv.slice(2);
const isBench = (name) => Object.hasOwn(BENCHES, name);
const unknown = asked.filter((name) => !isBench(name) && !RULEBOOK_IDS.includes(name));
if (unknown.length > 0) {
  console.error(
    `bench: ${unknown.join(', ')} is none of ${[...Object.keys(BENCHES), ...RULEBOOK_IDS].join(', ')}`,
  );
  process.exit(2);
}

const orAll = (chosen, all) => (chosen.length > 0 ? chosen : all);
const books = orAll(
  asked.filter((name) => RULEBOOK_IDS.includes(name)),
  ['star', 'adelaide', 'aruze'],
);
console.log(`Node ${process.versions.node}, ${cpus()[0]?.model ?? 'unknown processor'}, one core`);
for (const name of orAll(asked.filter(isBench), Object.keys(BENCHES))) await BENCHES[name](books);
