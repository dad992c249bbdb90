import { Worker } from 'node:worker_threads';
import { SHARED } from './jobs.js';

// Worker threads that share a counter: whoever is free takes the next piece of work. Results are added up afterwards,
// and adding does not care for the order, so it makes no difference who did what.

export interface CrewSettings<Job> {
  readonly job: Job;
  readonly threads: number;
  /** Stops the work after the pieces that are being worked on. */
  readonly signal?: AbortSignal | undefined;
  /** Called about ten times a second with the pieces done and the seconds since the start. */
  readonly progress?: ((done: number, seconds: number) => void) | undefined;
}

export interface CrewResult<Part> {
  readonly parts: readonly Part[];
  /** From the start of the work to its end; getting ready is not counted. */
  readonly seconds: number;
}

const REPORT_MS = 100;
const SECOND_NS = 1e9;

interface Hand<Part> {
  readonly worker: Worker;
  readonly ready: Promise<void>;
  readonly part: Promise<Part>;
}

/** What a worker says: that it is ready, and at the end its part. */
type Said<Part> = { readonly ready: true } | { readonly part: Part };

function hire<Job, Part>(job: Job, shared: SharedArrayBuffer): Hand<Part> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: { job, shared } });
  const { promise: ready, resolve: isReady, reject: notReady } = withResolvers<void>();
  const { promise: part, resolve: isDone, reject: notDone } = withResolvers<Part>();
  worker.on('message', (said: Said<Part>) => ('ready' in said ? isReady() : isDone(said.part)));
  worker.on('error', (error) => {
    notReady(error);
    notDone(error);
  });
  // Whoever waits for `ready` hears of the error; the other promise must not stay unheard.
  part.catch(() => undefined);
  return { worker, ready, part };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Lets a crew do a job, and answers the parts they counted. */
export async function work<Job, Part>({
  job,
  threads,
  signal,
  progress,
}: CrewSettings<Job>): Promise<CrewResult<Part>> {
  const shared = new SharedArrayBuffer(12);
  const cells = new Int32Array(shared);
  const stop = (): void => {
    Atomics.store(cells, SHARED.stop, 1);
  };
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const hands = Array.from({ length: threads }, () => hire<Job, Part>(job, shared));
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.all(hands.map(({ ready }) => ready));
    const before = process.hrtime.bigint();
    const seconds = (): number => Number(process.hrtime.bigint() - before) / SECOND_NS;
    if (progress) timer = setInterval(() => progress(Atomics.load(cells, SHARED.done), seconds()), REPORT_MS);
    for (const { worker } of hands) worker.postMessage('go');
    const parts = await Promise.all(hands.map(({ part }) => part));
    return { parts, seconds: seconds() };
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
    await Promise.all(hands.map(({ worker }) => worker.terminate()));
  }
}
