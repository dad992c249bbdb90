import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

// Two processes on one folder would silently overwrite each other. Each that wants it puts down a file of its own
// under a name that nobody else will ever use, and only then looks for others: of two that come at the same time
// at least one sees the other. A file of a dead process can be removed by anybody, for its name never comes back.

interface Claim {
  readonly pid: number;
  /** When the process started, as the operating system tells it: a number of a process can come again. */
  readonly started: string;
  /** Where process numbers mean the same: machine, since its start, and container. */
  readonly place: string;
  readonly since: string;
}

const PREFIX = 'lock.';
const TRIES = 4;
const BEAT_MS = 2_000;
// For claims from another container, whose processes we cannot see: they show that they live by what they do, while we
// watch. By the time of day alone a clock that was set, or another machine's, would make the living dead.
const SILENT_MS = 15_000;
const WATCH_MS = 5_000;
const LOOK_MS = 100;

const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

const GONE = 'gone';

const startedByProc = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is a name in parentheses that may hold anything; the third is the state, the 22nd the start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended, only nobody has asked how.
  return ['Z', 'X'].includes(fields[0] as string) ? GONE : (fields[19] ?? '');
};

const startedByPs = (pid: number): string =>
  execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: 'pipe', encoding: 'utf8' }).trim();

const startOf = (pid: number): string => {
  if (process.platform === 'linux') return attempt(() => startedByProc(pid), '');
  if (process.platform === 'win32') return '';
  return attempt(() => startedByPs(pid), '');
};

const placeHere = (): string =>
  createHash('sha256')
    .update(hostname())
    .update(attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'), ''))
    .update(attempt(() => readlinkSync('/proc/self/ns/pid'), ''))
    .digest('hex')
    .slice(0, 16);

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const beatOf = (path: string): number => attempt(() => statSync(path).mtimeMs, 0);

/** Whoever was there a moment ago is; of anybody else the next beat is waited for. */
const isHeard = async (path: string): Promise<boolean> => {
  const last = beatOf(path);
  if (Math.abs(Date.now() - last) < SILENT_MS) return true;
  for (const until = performance.now() + WATCH_MS; performance.now() < until; await pause(LOOK_MS))
    if (beatOf(path) !== last) return true;
  return false;
};

const isAlive = async (claim: Claim, path: string): Promise<boolean> => {
  if (claim.place !== placeHere()) return isHeard(path);
  if (!isRunning(claim.pid)) return false;
  const started = startOf(claim.pid);
  // Where the system does not tell, a process of that number counts as the one.
  return started === claim.started || started === '' || claim.started === '';
};

const readClaim = (path: string): Claim | null => {
  const claim = attempt<Partial<Claim>>(() => JSON.parse(readFileSync(path, 'utf8')), {});
  return typeof claim.pid === 'number' ? (claim as Claim) : null;
};

const liveClaimBeside = async (folder: string, mine: string): Promise<Claim | null> => {
  const names = readdirSync(folder).filter((name) => name.startsWith(PREFIX) && name !== mine);
  for (const name of names) {
    const path = join(folder, name);
    const claim = readClaim(path);
    if (claim !== null && (await isAlive(claim, path))) return claim;
    // Nobody there any more, or, unreadable, cut off by a power failure while it was made.
    rmSync(path, { force: true });
  }
  return null;
};

const putClaim = (folder: string, name: string): void => {
  const { pid } = process;
  const claim: Claim = { pid, started: startOf(pid), place: placeHere(), since: new Date().toISOString() };
  // Under its name only when it is complete: others must never read half of it and take it for dead.
  const draft = join(folder, `draft-${name}`);
  writeFileSync(draft, JSON.stringify(claim), { flag: 'wx' });
  renameSync(draft, join(folder, name));
};

const keepBeating = (path: string): NodeJS.Timeout =>
  setInterval(() => {
    const now = new Date();
    attempt(() => utimesSync(path, now, now), undefined);
  }, BEAT_MS).unref();

const tryClaim = async (
  folder: string,
): Promise<{ readonly path: string; readonly beat: NodeJS.Timeout } | { readonly other: Claim }> => {
  const name = `${PREFIX}${process.pid}-${randomBytes(6).toString('hex')}`;
  const path = join(folder, name);
  putClaim(folder, name);
  // From now on: others may watch while we do.
  const beat = keepBeating(path);
  const other = await liveClaimBeside(folder, name);
  if (other === null) return { path, beat };
  clearInterval(beat);
  rmSync(path, { force: true });
  return { other };
};

/** Takes a folder for this process alone; answers how to give it back. */
export const lockFolder = async (folder: string): Promise<() => void> => {
  for (let tries = 1; ; tries += 1) {
    const claim = await tryClaim(folder);
    if ('path' in claim) {
      return () => {
        clearInterval(claim.beat);
        rmSync(claim.path, { force: true });
      };
    }
    const { pid, since } = claim.other;
    // Both may have stepped back from each other: try again, not in step.
    if (tries === TRIES) {
      throw new Error(`The folder ${folder} is in use by another house (process ${pid}, since ${since}).`);
    }
    await pause(randomInt(20, 120));
  }
};
