import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { plainEnvironment, program } from './run.helper.js';

const LINES = Number(process.env['RUN_LINES'] ?? 80_000);
const SEATS = 16;
const RSS_MAX_KIB = 250 * 1024;

/** Blanks make the lines so long, and sixteen balances the answers, that holding either would show. */
const wide = (line: object): string => `${JSON.stringify(line)}${' '.repeat(1_000)}\n`;

function* script(): Generator<string> {
  yield wide({ do: 'open', rulebook: 'crown', limits: { default: { min: 500, max: 100_000 } } });
  for (let seat = 1; seat <= SEATS; seat++) {
    yield wide({ do: 'sit', player: `a player with a long name in seat ${seat}`, seat, bankroll: 1e11 });
  }
  const player = 'a player with a long name in seat 1';
  let chunk = '';
  for (let line = SEATS + 2; line <= LINES; line++) {
    chunk +=
      line % 2 === 0
        ? wide({ do: 'bet', player, wager: 'field', amount: 500 })
        : wide({ do: 'roll', dice: [1 + (line % 6), 1 + ((line >> 3) % 6)] });
    if (chunk.length < 1 << 16) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/**
 * The child tells on its way out how much memory it ever held. On Linux `maxRSS` begins with what its parent held, which
 * is a test runner: there the system is asked about the program alone.
 */
const TELL_PEAK = `
import { existsSync, readFileSync } from 'node:fs';
const status = '/proc/self/status';
const peak = () =>
  existsSync(status)
    ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, 'utf8'))[1]
    : process.resourceUsage().maxRSS;
process.on('exit', () => process.stderr.write(String(peak())));`;

test.each([[['run', '-']], [['run', '-', '--pretty']]])(
  `boxperson %j: ${LINES} lines in bounded memory`,
  async (args) => {
    const hook = `data:text/javascript,${encodeURIComponent(TELL_PEAK)}`;
    const child = spawn(process.execPath, ['--import', hook, program, ...args], { env: plainEnvironment() });
    let read = 0;
    let lines = 0;
    let peak = '';
    child.stdout.on('data', (chunk: Buffer) => {
      read += chunk.length;
      for (const byte of chunk) if (byte === 10) lines++;
    });
    child.stderr.on('data', (chunk) => {
      peak += chunk;
    });
    const closed = new Promise<number | null>((done) => child.on('close', done));
    await pipeline(Readable.from(script()), child.stdin);
    expect(await closed).toBe(0);
    expect(lines).toBeGreaterThanOrEqual(LINES);
    expect(read).toBeGreaterThan(10 * LINES);
    expect(Number(peak)).toBeGreaterThan(10 * 1024);
    expect(Number(peak)).toBeLessThan(RSS_MAX_KIB);
  },
);
