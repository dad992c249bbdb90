import { expect, test, vi } from 'vitest';
import { LogOutput } from '../../src/wire/log-output.js';

type Done = (error: NodeJS.ErrnoException | null, written: number) => void;

/** A disk with so much room, which counts what it holds; `hangs` as long as nobody reads. */
function diskOf(room: number) {
  const disk = { room, text: '', tries: 0, hangs: null as (() => void)[] | null };
  const write = (_fd: number, bytes: Buffer, done: Done): void => {
    const act = () => {
      disk.tries += 1;
      const fits = Math.min(bytes.length, disk.room);
      if (fits === 0) return done(Object.assign(new Error('ENOSPC: no room'), { code: 'ENOSPC' }), 0);
      disk.room -= fits;
      disk.text += bytes.subarray(0, fits).toString();
      done(null, fits);
    };
    if (disk.hangs) disk.hangs.push(act);
    else setImmediate(act);
  };
  const said: string[] = [];
  const log = new LogOutput({
    write,
    onLost: (why) => {
      said.push(`lost: ${why}`);
      // An alarm goes to the log, too.
      log.write('alarm\n');
    },
    onAgain: (lines) => {
      said.push(`again: ${lines}`);
      log.write('again\n');
    },
  });
  return { disk, log, said };
}

test('a full disk costs lines, is told of once, and what follows half a line begins its own', async () => {
  const { disk, log, said } = diskOf(12);
  log.write('first\n');
  await log.close();
  log.write('second\n');
  await log.close();
  for (const line of ['third\n', 'fourth\n']) {
    log.write(line);
    await log.close();
  }
  expect(said).toEqual(['lost: ENOSPC: no room']);
  expect(disk.text).toBe('first\nsecond');
  disk.room = 1_000;
  log.write('fifth\n');
  await log.close();
  // The alarm, the third and the fourth: the second is all there.
  expect(said).toEqual(['lost: ENOSPC: no room', 'again: 3']);
  expect(disk.text).toBe('first\nsecond\nfifth\nagain\n');
  disk.room = 0;
  log.write('sixth\n');
  await log.close();
  expect(said.slice(2)).toEqual(['lost: ENOSPC: no room']);
});

test('whoever does not read costs the house a bounded memory, and no patience when it closes', async () => {
  const { disk, log, said } = diskOf(10_000_000);
  disk.hangs = [];
  const line = `${'x'.repeat(9_999)}\n`;
  for (let times = 0; times < 300; times += 1) log.write(line);
  expect(said).toEqual(['lost: whoever reads it does not keep up']);
  vi.useFakeTimers();
  const closed = log.close();
  await vi.advanceTimersByTimeAsync(1_000);
  await closed;
  vi.useRealTimers();
  const [reads] = disk.hangs;
  disk.hangs = null;
  reads?.();
  await log.close();
  // One was being written and a hundred waited; the alarm is lost with the others.
  expect(said[1]).toBe('again: 200');
  expect(disk.text.match(/x\n/g)).toHaveLength(101);
});

test('a reader who is busy is asked again, and nothing is lost', async () => {
  const said: string[] = [];
  let text = '';
  let isBusy = true;
  const log = new LogOutput({
    write: (_fd, bytes, done) => {
      if (isBusy) done(Object.assign(new Error('busy'), { code: 'EAGAIN' }), 0);
      else text += bytes.toString();
      if (!isBusy) done(null, bytes.length);
      isBusy = false;
    },
    onLost: (why) => said.push(why),
    onAgain: () => {},
  });
  log.write('one\n');
  log.write('two\n');
  await log.close();
  expect({ text, said }).toEqual({ text: 'one\ntwo\n', said: [] });
});
