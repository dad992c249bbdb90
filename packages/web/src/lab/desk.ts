import { useEffect, useRef, useState } from 'react';
import type { AskName, Asks } from './desk-asks.js';
import workerAddress from './worker.ts?worker&url';

/** A worker that answers questions. */
export interface Desk {
  ask<Name extends AskName>(name: Name, ask: Asks[Name]['ask']): Promise<Asks[Name]['answer']>;
  close(): void;
}

interface Waiting {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}
interface Answer {
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: string;
}

export function openDesk(): Desk {
  const worker = new Worker(workerAddress, { type: 'module', name: 'odds' });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  worker.addEventListener('message', ({ data: { id, answer, error } }: MessageEvent<Answer>) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(answer as never);
    else one?.reject(new Error(error));
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The calculator could not be started.'));
    waiting.clear();
  });
  return {
    ask: (name, ask) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, name, ask });
      }),
    close: () => worker.terminate(),
  };
}

/** Sessions can take seconds: they have a desk of their own, so that nothing waits behind them. */
const isSlow = (name: AskName): boolean => name === 'session' || name === 'sessions' || name === 'path';

const common = new Map<'quick' | 'slow', Desk>();
/** The desks that all pages share. */
export function deskFor(name: AskName): Desk {
  const which = isSlow(name) ? 'slow' : 'quick';
  const known = common.get(which) ?? openDesk();
  common.set(which, known);
  return known;
}

/** Nobody wants the answer any more, and it may take long: a new worker is quicker than waiting for the old one. */
function dropSlow(): void {
  common.get('slow')?.close();
  common.delete('slow');
}

export interface Asked<T> {
  readonly answer: T | null;
  readonly fault: string | null;
  /** Asked and not answered yet; the answer shown is the one before. */
  readonly busy: boolean;
}

/** Asks whenever the question changes, after a short rest; an answer that comes too late is dropped. */
export function useAsk<Name extends AskName>(
  name: Name,
  ask: Asks[Name]['ask'] | null,
  restMs = 0,
): Asked<Asks[Name]['answer']> {
  const [state, setState] = useState<Asked<Asks[Name]['answer']>>({
    answer: null,
    fault: null,
    busy: ask !== null,
  });
  const key = ask === null ? '' : JSON.stringify(ask);
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const question = latest.current;
    if (key === '' || question === null) {
      setState({ answer: null, fault: null, busy: false });
      return;
    }
    let stale = false;
    let pending = false;
    setState((before) => ({ ...before, busy: true }));
    const timer = setTimeout(() => {
      pending = true;
      deskFor(name)
        .ask(name, question)
        .finally(() => {
          pending = false;
        })
        .then(
          (answer) => !stale && setState({ answer, fault: null, busy: false }),
          (error: Error) => !stale && setState({ answer: null, fault: error.message, busy: false }),
        );
    }, restMs);
    return () => {
      stale = true;
      clearTimeout(timer);
      if (pending && name === 'session') dropSlow();
    };
  }, [name, key, restMs]);
  return state;
}
