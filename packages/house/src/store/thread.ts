import { parentPort, Worker } from 'node:worker_threads';
import { STOPPED, unavailable } from './database.js';
import { StoreError, type StoreFault } from './types.js';

// Asking a thread for things and waiting for its answers. Questions and answers are numbered, and what comes up in one
// turn of the loop travels in one message, either way: a message costs more than what is in it.

interface Question {
  readonly nr: number;
  readonly method: string;
  readonly argument: unknown;
}

/** An error loses all but its message on the way between threads; what tells whom to blame must arrive. */
interface Failure {
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly severity?: string;
  readonly fault?: StoreFault;
}

type Answer = { readonly nr: number } & ({ readonly value: unknown } | { readonly failure: Failure });

/** `state` comes with all answers: what may be looked at any time without waiting. */
interface Told<State> {
  readonly state: State;
  readonly answers: readonly Answer[];
}

const failureOf = (error: unknown): Failure => {
  const { message, code, constraint, severity } = error as Partial<Record<keyof Failure, unknown>>;
  return {
    message: String(message ?? error),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(typeof severity === 'string' ? { severity } : {}),
    ...(error instanceof StoreError ? { fault: error.fault } : {}),
  };
};

const errorOf = ({ message, fault, ...blame }: Failure): Error =>
  fault ? new StoreError(fault) : Object.assign(new Error(message), blame);

const makeOutbox = <Item>(send: (items: readonly Item[]) => void): ((item: Item) => void) => {
  let items: Item[] = [];
  const flush = (): void => {
    const sent = items;
    items = [];
    send(sent);
  };
  return (item) => {
    items.push(item);
    if (items.length === 1) setImmediate(flush);
  };
};

// The first answer, to no question: the thread is ready, or could not make itself so.
const READY = 0;

/** What a thread does for whoever started it. */
export interface Service<State> {
  readonly methods: Readonly<Record<string, (argument: never) => unknown>>;
  readonly state: () => State;
}

/** The side of the thread. */
export const serve = async <State>(open: () => Promise<Service<State>>): Promise<void> => {
  const port = parentPort;
  if (port === null) throw new Error('This is a thread of the house, not a program.');
  const tell = (told: Told<State | null>): void => port.postMessage(told);
  const service = await open().catch((error: unknown) => {
    tell({ state: null, answers: [{ nr: READY, failure: failureOf(error) }] });
    return null;
  });
  if (service === null) return;
  const { methods, state } = service;
  const say = makeOutbox<Answer>((answers) => tell({ state: state(), answers }));
  const answer = async ({ nr, method, argument }: Question): Promise<void> => {
    try {
      say({ nr, value: await methods[method]?.(argument as never) });
    } catch (error) {
      say({ nr, failure: failureOf(error) });
    }
  };
  port.on('message', (questions: readonly Question[]) => {
    for (const question of questions) answer(question);
  });
  say({ nr: READY, value: null });
};

export interface Thread<State> {
  ask<Value>(method: string, argument?: unknown): Promise<Value>;
  state(): State;
  end(): Promise<void>;
}

interface Asked {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts a thread; resolves when it is ready, rejects with why it could not be. */
export const startThread = async <State>(entry: URL, data: unknown): Promise<Thread<State>> => {
  const worker = new Worker(entry, { workerData: data });
  const post = makeOutbox<Question>((questions) => worker.postMessage(questions));
  const asked = new Map<number, Asked>();
  let next = READY;
  let state: State;
  let stopped: StoreError | null = null;

  const expectAnswer = (): { nr: number; answer: Promise<unknown> } => {
    const nr = next;
    next += 1;
    // Only whoever waits for an answer keeps the process alive.
    if (asked.size === 0) worker.ref();
    return { nr, answer: new Promise((resolve, reject) => asked.set(nr, { resolve, reject })) };
  };
  const settle = (nr: number): Asked | undefined => {
    const waiting = asked.get(nr);
    asked.delete(nr);
    if (asked.size === 0) worker.unref();
    return waiting;
  };
  const stop = (why: string, cause?: unknown): void => {
    stopped ??= unavailable(why, cause);
    for (const nr of [...asked.keys()]) settle(nr)?.reject(stopped);
  };
  worker.on('message', (told: Told<State>) => {
    state = told.state;
    for (const answer of told.answers) {
      const waiting = settle(answer.nr);
      if ('failure' in answer) waiting?.reject(errorOf(answer.failure));
      else waiting?.resolve(answer.value);
    }
  });
  worker.on('error', (error) => stop(error.message, error));
  worker.on('exit', () => stop(STOPPED));

  const end = async (): Promise<void> => {
    await worker.terminate();
  };
  try {
    await expectAnswer().answer;
  } catch (error) {
    await end();
    throw error;
  }
  return {
    ask: <Value>(method: string, argument?: unknown): Promise<Value> => {
      if (stopped) return Promise.reject(stopped);
      const { nr, answer } = expectAnswer();
      post({ nr, method, argument });
      return answer as Promise<Value>;
    },
    state: () => state,
    end,
  };
};
