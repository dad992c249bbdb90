// Starts houses for browser tests and for the gallery.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeStoreFolder } from '../../../../test/support/empty-store.mjs';

const CHILD = fileURLToPath(new URL('./house-child.mjs', import.meta.url));

const CHIPS = [100, 500, 2_500, 10_000, 50_000];
const LIMITS = { default: { min: 500, max: 100_000 }, hardway: { min: 100, max: 20_000 } };
export const GAMES = ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide', 'aruze'];

/** One table of each game, with dice that a test calls. */
export const sixTables = (changes = {}) =>
  GAMES.map((rulebook) => ({
    id: rulebook,
    name: `Table ${rulebook}`,
    dice: 'scripted',
    settings: {
      rulebook,
      ...(rulebook === 'aruze'
        ? { seats: 10, limits: LIMITS, wageringMs: changes.wageringMs ?? 600_000 }
        : { seats: rulebook === 'crown-mini' ? 8 : 16, chips: CHIPS, limits: LIMITS }),
    },
  }));

/** A crew that loses no time but leaves players all of theirs. */
export const PATIENT = {
  offer: 0,
  answer: 3_600_000,
  choose: 0,
  relieve: 3_600_000,
  stickThrow: 3_600_000,
  noMoreBets: 0,
  roll: 0,
  settle: 0,
};

/** A house that is open. `kill` ends it between two instructions; `again` opens it on the same data and address. */
export async function openHouse({ tables = sixTables(), pace = PATIENT, name } = {}) {
  const data = makeStoreFolder('boxperson-web-');
  let ahead = 0;
  const start = (port) => startChild({ data, tables, pace, name, port, ahead });
  let running = await start(0);
  const port = Number(new URL(running.url).port);
  return {
    url: running.url,
    data,
    ask: async (ask, body = {}) => {
      const answer = await running.ask(ask, body);
      if (ask === 'clock' || ask === 'pass' || ask === 'hasten') ahead = answer;
      return answer;
    },
    kill: () => running.kill(),
    again: async () => {
      running = await start(port);
    },
    close: async () => {
      await running.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function startChild(options) {
  // The flags of a test runner are not for the house.
  const child = fork(CHILD, [JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const gone = once(child, 'exit');
  const waiting = new Map();
  let asked = 0;
  const url = await new Promise((resolve, reject) => {
    child.once('message', ({ open }) => resolve(open));
    child.once('exit', (code) => reject(new Error(`the house did not open (exit ${code}): ${said}`)));
  });
  child.on('message', ({ id, answer, error }) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error === undefined) resolve?.(answer);
    else reject?.(new Error(error));
  });
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`the house is gone: ${said}`));
    waiting.clear();
  });
  const ask = (what, body) =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, { resolve, reject });
      child.send({ id, ask: what, ...body });
    });
  return {
    url,
    ask,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      await ask('stop', {}).catch(() => child.kill('SIGKILL'));
      await gone;
    },
  };
}
