// What the rules cost: `npm run bench`, or `npm run bench -- rolls table script` for some of it.
// Everything runs on the built packages, one core, and nothing is written but this report (and one temporary script).
import { cpus } from 'node:os';
import { benchRolls } from './rolls.mjs';
import { benchScript } from './script.mjs';

const BENCHES = {
  rolls: () =>
    benchRolls({
      title: 'one player, pass, 2x odds, two come with odds, six place, four hardway',
      players: 1,
    }),
  table: () => benchRolls({ title: 'sixteen players with twelve wagers each', players: 16 }),
  script: benchScript,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`bench: ${unknown.join(', ')} is none of ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}

console.log(`Node ${process.versions.node}, ${cpus()[0]?.model ?? 'unknown processor'}, one core`);
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) await BENCHES[name]();
