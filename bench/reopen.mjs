// How soon tables are open again on a long log: `node bench/reopen.mjs FOLDER [times]`, with a folder that
// `node bench/verify.mjs 1000000 FOLDER` has filled. The house is killed while it plays and started again, each time from
// the command line to the moment it says that it is open. The build must be fresh; the folder is changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbeddedStore } from '@boxperson/house';

const [folder, times = '3'] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Name the folder of a record: node bench/reopen.mjs FOLDER [times]');
const PROGRAM = fileURLToPath(new URL('../packages/cli/bin/boxperson.js', import.meta.url));

/** The tables of the record, as a house has them in its configuration. */
async function configOf() {
  const store = await openEmbeddedStore(folder);
  const streams = await store.streams();
  const tables = [];
  for (const { stream } of streams.filter((one) => one.stream.startsWith('table/'))) {
    const [opened] = await store.readStream(stream, 0, 1);
    const { settings } = JSON.parse(opened.body);
    const id = stream.slice('table/'.length);
    const rulebook = id.replace(/-\d+$/, '');
    const limits = { default: { min: 500, max: 100_000 } };
    tables.push({ id, name: id, settings: { rulebook, seats: settings.seats, limits } });
  }
  const events =
    (await store.readLog(0, 1)).length === 0 ? 0 : streams.reduce((sum, { last }) => sum + last, 0);
  await store.close();
  return { events, config: { name: 'Reopened', guests: true, tables } };
}

async function open(config) {
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [PROGRAM, 'serve', '--brisk', '--port', '0', '--data', folder, '--config', config],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes(' is open at ')) break;
  }
  return { child, seconds: (performance.now() - begun) / 1000 };
}

const { events, config } = await configOf();
const file = join(folder, 'bench.json');
writeFileSync(file, JSON.stringify(config));
console.log(`${events} events, ${config.tables.length} tables`);
for (let time = 1; time <= Number(times); time++) {
  const { child, seconds } = await open(file);
  console.log(`open after ${seconds.toFixed(1)} s (aim 5)`);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  child.kill('SIGKILL');
  await once(child, 'exit');
}
