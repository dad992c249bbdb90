// `boxperson tumbler --simulate` as a real process that is killed while it rolls. It runs what was built last.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { fileMemory, type RollOutcome, type TumblerDevice } from '../../src/dice/tumbler/index.js';
import { keyFor, openHouse, pause, seeded, type TestHouse, until } from './tumbler.helper.js';

const program = fileURLToPath(new URL('../../../cli/bin/boxperson.js', import.meta.url));

const folders: string[] = [];
const children: ChildProcess[] = [];
const houses: TestHouse[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const { hub } of houses.splice(0)) await hub.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function house(port = 0): Promise<TestHouse> {
  const opened = await openHouse({ port, limits: { tumbleMs: 30_000 } });
  houses.push(opened);
  return opened;
}

/** A device with its key and its memory, to be switched on and cut off. */
function makeDevice(port: number, delay: number) {
  const folder = mkdtempSync(join(tmpdir(), 'boxperson-tumbler-'));
  folders.push(folder);
  const [keyFile, state] = [join(folder, 't1.key'), join(folder, 'state.json')];
  writeFileSync(keyFile, `${keyFor('t1').toString('hex')}\n`);
  const options = ['--id', 't1', '--port', String(port), '--key-file', keyFile, '--state', state];
  const args = [program, 'tumbler', '--simulate', ...options, '--delay', String(delay)];
  const device = {
    child: null as ChildProcess | null,
    output: '',
    state: () => (existsSync(state) ? fileMemory(state).load() : null),
    switchOn: () => {
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.on('data', (bytes: Buffer) => {
        device.output += bytes.toString();
      });
      device.child = child;
      children.push(child);
    },
    cutOff: async () => {
      const child = device.child as ChildProcess;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
  return device;
}

const ready = ({ hub }: TestHouse) =>
  until(() => hub.deviceFor('t1').state === 'ready', 'the device is ready', 20_000);

/** Asks as a table would: by the same id until there is a report. */
async function rollUntilReported(device: TumblerDevice, roll: string): Promise<RollOutcome> {
  for (;;) {
    const outcome = await device.roll(roll);
    if (outcome.kind !== 'fault' || outcome.again === 'new-roll') return outcome;
    await pause(20);
  }
}

describe('a device that is killed', () => {
  test('while the dice tumble: the roll is spent, and the next one is rolled', async () => {
    const open = await house();
    const device = makeDevice(open.port, 300);
    device.switchOn();
    await ready(open);
    const rolled = open.hub.deviceFor('t1').roll('r1');
    await until(() => open.events().includes('tumbling'), 'the dice tumble');
    await device.cutOff();
    expect(device.state()).toEqual({ roll: 'r1', reported: null, acknowledged: false });
    device.switchOn();
    expect(await rolled).toMatchObject({ kind: 'fault', code: 'interrupted', again: 'new-roll' });
    expect(await open.hub.deviceFor('t1').roll('r2')).toMatchObject({ kind: 'result' });
  });

  test('with a result that is not acknowledged, and the house restarted too: the same result', async () => {
    const first = await house();
    const device = makeDevice(first.port, 10);
    device.switchOn();
    await ready(first);
    let seen: RollOutcome | null = null;
    void first.hub.deviceFor('t1').roll('r1', (outcome) => {
      seen = outcome;
      // The house dies before it is on record.
      return new Promise(() => {});
    });
    await until(() => seen !== null, 'the result');
    await device.cutOff();
    await first.hub.close();
    expect(device.state()).toMatchObject({ roll: 'r1', acknowledged: false });
    const second = await house(first.port);
    device.switchOn();
    await ready(second);
    expect(await second.hub.deviceFor('t1').roll('r1')).toEqual(seen);
    await until(() => device.state()?.acknowledged === true, 'the acknowledgement');
    await device.cutOff();
    // Acknowledged or not, the last roll is not rolled again.
    await second.hub.close();
    const third = await house(first.port);
    device.switchOn();
    await ready(third);
    expect(await third.hub.deviceFor('t1').roll('r1')).toEqual(seen);
    expect(device.output.match(/ rolled +r1 /g)).toHaveLength(1);
  });

  test('at any instant: what it had stored is what the house gets, and nothing twice', async () => {
    const open = await house();
    const device = makeDevice(open.port, 30);
    const random = seeded(1);
    const heard = (event: string, id: string) => () =>
      open.logged.some((entry) => entry.event === event && entry.roll === id);
    const instants: readonly ((id: string) => Promise<void>)[] = [
      async () => {},
      (id) => until(heard('tumbling', id), 'the dice tumble'),
      (id) => until(heard('reported', id), 'the report'),
      () => pause(random() * 60),
      () => pause(random() * 60),
    ];
    device.switchOn();
    for (const [index, instant] of instants.entries()) {
      await ready(open);
      const id = `r${index}`;
      const rolled = rollUntilReported(open.hub.deviceFor('t1'), id);
      await instant(id);
      await device.cutOff();
      const last = device.state();
      device.switchOn();
      const outcome = await rolled;
      const { again: _, ...reported } = { again: '', ...outcome };
      // Killed before it heard of the roll, it rolls afterwards; later, only what is in the memory counts.
      if (last?.roll === id && last.reported) expect(reported).toEqual(last.reported);
      else if (last?.roll === id) expect(outcome).toMatchObject({ kind: 'fault', code: 'interrupted' });
      else expect(outcome.kind).toBe('result');
      expect(device.output.match(new RegExp(` rolled +${id} `, 'g'))?.length ?? 0).toBeLessThanOrEqual(1);
    }
    expect(open.hub.deviceFor('t1').state).not.toBe('stopped');
  });
});

describe('boxperson tumbler', () => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'tumbler', ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  test('stops when asked to, and says what happened', async () => {
    const open = await house();
    const device = makeDevice(open.port, 5);
    device.switchOn();
    await ready(open);
    const outcome = await open.hub.deviceFor('t1').roll('r1');
    await until(() => device.output.includes('acknowledged'), 'it is told');
    const shown = outcome.kind === 'result' ? outcome.dice.join('-') : '';
    expect(device.output).toMatch(new RegExp(` rolled +r1 ${shown}\n`));
    expect(device.output).not.toContain(keyFor('t1').toString('hex'));
    const ended = once(device.child as ChildProcess, 'exit');
    device.child?.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('says what is wrong, and exits 2', () => {
    const folder = mkdtempSync(join(tmpdir(), 'boxperson-tumbler-'));
    folders.push(folder);
    const key = join(folder, 'key');
    const state = join(folder, 'state');
    const named = ['--id', 't1', '--port', '1', '--key-file', key, '--state', state];
    writeFileSync(key, 'no key\n');
    expect(run(...named)).toMatchObject({ status: 2, stderr: expect.stringContaining('--simulate') });
    const simulated = ['--simulate', ...named];
    expect(run(...simulated)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('64 hexadecimal digits'),
    });
    writeFileSync(key, keyFor('t1').toString('hex'));
    writeFileSync(state, 'spoilt');
    expect(run(...simulated)).toMatchObject({ status: 2, stderr: expect.stringContaining('last roll') });
    for (const wrong of [
      ['--port', '65536'],
      ['--cocked', '1.5'],
    ]) {
      expect(run(...simulated, ...wrong)).toMatchObject({ status: 2, stdout: '' });
    }
    expect(readFileSync(state, 'utf8')).toBe('spoilt');
  });
});
