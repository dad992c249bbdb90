import { parentPort, workerData } from 'node:worker_threads';
import {
  emptyRoller,
  openRoller,
  openTally,
  playSession,
  type Roller,
  rollChunk,
  type SessionOutcome,
} from '../index.js';
import {
  type Job,
  type RollJob,
  type RollPart,
  SESSION_PIECE,
  type SessionJob,
  type SessionPart,
  SHARED,
} from './jobs.js';

const { job, shared } = workerData as { job: Job; shared: SharedArrayBuffer };
const cells = new Int32Array(shared);

/** Takes pieces of work until there are none, or until it is told to stop. */
function takeAll(pieces: number, act: (piece: number) => void): void {
  for (;;) {
    const piece = Atomics.add(cells, SHARED.next, 1);
    if (piece >= pieces || Atomics.load(cells, SHARED.stop) === 1) return;
    act(piece);
    Atomics.add(cells, SHARED.done, 1);
  }
}

function getReady(): () => RollPart | SessionPart {
  if (job.kind === 'sessions') return () => playSessions(job);
  const roller = openRoller(job.reel, job.roller);
  return () => rollAll(job, roller);
}

function rollAll({ reel, width, seed, work }: RollJob, roller: Roller): RollPart {
  const tally = openTally(reel, width);
  takeAll(work.chunks, (chunk) => rollChunk(roller, tally, work, seed, chunk));
  emptyRoller(roller, tally);
  return { tally, roller: roller.kind };
}

function playSessions({ machine, plan, seed, sessions }: SessionJob): SessionPart {
  const pieces: (readonly [number, readonly SessionOutcome[]])[] = [];
  takeAll(Math.ceil(sessions / SESSION_PIECE), (piece) => {
    const first = piece * SESSION_PIECE;
    const count = Math.min(SESSION_PIECE, sessions - first);
    pieces.push([
      first,
      Array.from({ length: count }, (_, at) => playSession(machine, plan, seed, first + at)),
    ]);
  });
  return pieces;
}

const run = getReady();
parentPort?.once('message', () => parentPort?.postMessage({ part: run() }));
parentPort?.postMessage({ ready: true });
