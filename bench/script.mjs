import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeRandom, THROWS, throwFrom } from './random.mjs';
import { report } from './report.mjs';

const LINES = 1_000_000;
const program = fileURLToPath(new URL('../packages/cli/bin/boxperson.js', import.meta.url));

/** A long evening: bets on the line, the numbers and the field, odds, calls, takes, throws. Some of it is refused. */
function* script() {
  const random = makeRandom(17);
  yield { do: 'open', rulebook: 'crown', limits: { default: { min: 500, max: 100_000 } } };
  for (let seat = 1; seat <= 4; seat++) yield { do: 'sit', player: `p${seat}`, seat, bankroll: 1e12 };
  const numbers = [4, 5, 6, 8, 9, 10];
  const asks = [
    (player) => ({ do: 'bet', player, wager: 'pass', amount: 1000 }),
    (player) => ({ do: 'bet', player, wager: 'pass-odds', amount: 1000 }),
    (player) => ({ do: 'bet', player, wager: 'come', amount: 1000 }),
    (player, number) => ({ do: 'bet', player, wager: 'place', number, amount: 1200, stay: true }),
    (player, number) => ({ do: 'take', player, wager: 'place', number }),
    (player) => ({ do: 'bet', player, wager: 'field', amount: 500 }),
    (player, number) => ({ do: 'call', player, wager: 'place', number, to: 'on' }),
    () => ({ do: 'roll', dice: THROWS[throwFrom(random)] }),
    () => ({ do: 'roll', dice: THROWS[throwFrom(random)] }),
  ];
  for (let line = 6; line <= LINES; line++)
    yield asks[random() % asks.length](`p${(random() % 4) + 1}`, numbers[random() % 6]);
}

function writeScript(file) {
  return new Promise((resolve, reject) => {
    const out = createWriteStream(file).on('error', reject);
    let chunk = '';
    for (const line of script()) chunk += `${JSON.stringify(line)}\n`;
    out.end(chunk, resolve);
  });
}

/** The program says itself how much memory it took at most: a small module loaded before it waits for its end. */
const METER = `process.on('exit', () => process.stderr.write('\\npeak ' + process.resourceUsage().maxRSS))`;

function run(file) {
  const before = process.hrtime.bigint();
  const meter = `data:text/javascript,${encodeURIComponent(METER)}`;
  const child = spawn(process.execPath, ['--import', meter, program, 'run', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (data) => {
    told += data;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = Number(process.hrtime.bigint() - before) / 1e9;
      const peak = /peak (\d+)/.exec(told);
      if (code === 0 && peak) resolve({ seconds, megabytes: Number(peak[1]) / 1024 });
      else reject(new Error(`boxperson run ended with ${code}: ${told}`));
    });
  });
}

export async function benchScript() {
  const folder = mkdtempSync(join(tmpdir(), 'boxperson-bench-'));
  try {
    const file = join(folder, 'evening.jsonl');
    await writeScript(file);
    const { seconds, megabytes } = await run(file);
    report('boxperson run, a script of a million lines', [
      ['speed', LINES / seconds, 'lines/s', `${seconds.toFixed(1)} s with the start of the program`],
      ['memory', megabytes, 'MB', 'at its peak'],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
