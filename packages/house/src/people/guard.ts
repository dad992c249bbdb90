import { createHash } from 'node:crypto';
import { Bounded } from './bounded.js';
import type { Lane } from './secrets.js';

/** So many tries in any stretch of so long. */
export interface Window {
  readonly tries: number;
  readonly ms: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface GuardOptions {
  /** Wrong tries of one account from one address before that address has to wait for that account. */
  readonly free?: number;
  readonly waitFirstMs?: number;
  readonly waitMostMs?: number;
  /** Quiet for so long, an address starts afresh with an account. */
  readonly forgetMs?: number;
  /** One address, whatever accounts it tries. */
  readonly perAddress?: readonly Window[];
  /** One account, from all addresses together at which it never signed in: a 4-digit PIN has 10,000 values. */
  readonly perAccount?: readonly Window[];
  /** How many addresses, pairs, and accounts that do not exist are remembered. */
  readonly remembered?: number;
}

const PER_ADDRESS: readonly Window[] = [
  { tries: 30, ms: 10 * MINUTE },
  { tries: 300, ms: DAY },
];
const PER_ACCOUNT: readonly Window[] = [
  { tries: 10, ms: HOUR },
  { tries: 30, ms: DAY },
  { tries: 100, ms: 30 * DAY },
];

/** Wrong tries at a secret from all places together where the one before it was right: then they are like any other. */
const AT_FORMER: readonly Window[] = [{ tries: 5, ms: Number.POSITIVE_INFINITY }];

/** What an address is to an account: there its secret was right, or the one before it was, or neither. */
export type Standing = Lane | 'former';

export type Wait = { readonly kind: 'wait'; readonly seconds: number };
/** Leave to try. It counts as a wrong try until `done` says otherwise, so that trying many at once gains nothing. */
export type Admitted = {
  readonly kind: 'go';
  readonly at: number;
  readonly done: (how: 'right' | 'wrong' | 'untried') => void;
};

interface Pair {
  readonly wrong: number;
  readonly last: number;
}

/**
 * Slows down whoever guesses, and nobody else. An address waits for an account it failed at; an account is kept from
 * strangers by a budget that all strangers share; an address that signed in to an account before is bound by its own
 * failures alone. So nobody can lock an owner out from elsewhere. Addresses that signed in with the secret before are
 * bound by their own failures and, all of them together, by a few tries.
 */
export class Guard {
  readonly #now: () => number;
  readonly #free: number;
  readonly #waitFirstMs: number;
  readonly #waitMostMs: number;
  readonly #forgetMs: number;
  readonly #pairs: Bounded<string, Pair>;
  readonly #addresses: Tries;
  /** Accounts that there are: as many as that, and none goes to make room, but each when its tries are too old. */
  readonly #accounts: Tries;
  /** Names are made up without end, and push out each other alone. */
  readonly #madeUp: Tries;
  /** They are on paper, too: here they are for those who try at once. */
  readonly #formers: Tries;

  constructor(now: () => number, options: GuardOptions = {}) {
    const remembered = options.remembered ?? 20_000;
    this.#now = now;
    this.#free = options.free ?? 5;
    this.#waitFirstMs = options.waitFirstMs ?? SECOND;
    this.#waitMostMs = options.waitMostMs ?? 15 * MINUTE;
    this.#forgetMs = options.forgetMs ?? DAY;
    this.#pairs = new Bounded(remembered);
    this.#addresses = new Tries(options.perAddress ?? PER_ADDRESS, remembered);
    this.#accounts = new Tries(options.perAccount ?? PER_ACCOUNT, Number.POSITIVE_INFINITY);
    this.#madeUp = new Tries(options.perAccount ?? PER_ACCOUNT, remembered);
    this.#formers = new Tries(AT_FORMER, remembered);
  }

  /** How many accounts, addresses and pairs of both are remembered now. */
  get size(): number {
    const tries = [this.#addresses, this.#accounts, this.#madeUp, this.#formers];
    return tries.reduce((sum, { size }) => sum + size, this.#pairs.size);
  }

  /**
   * May this address try this account now? `kept`: when strangers, or those at former places, were wrong at it, as it is
   * on paper; null where there is no such account, which waits like any other.
   */
  admit(
    account: string,
    address: string,
    standing: Standing,
    kept: readonly number[] | null,
  ): Admitted | Wait {
    const now = this.#now();
    const pair = keyOf(`${account}\n${address}`);
    const shared = this.#shared(account, address, standing, kept);
    const waits = shared.map(({ tries, key, before }) => tries.wait(key, now, before));
    const ms = Math.max(this.#pairWait(pair, now), ...waits);
    if (ms > 0) return { kind: 'wait', seconds: Math.ceil(ms / SECOND) };
    const before = this.#pair(pair, now);
    this.#pairs.set(pair, { wrong: (before?.wrong ?? 0) + 1, last: now });
    for (const { tries, key } of shared) tries.add(key, now);
    let isDone = false;
    const done = (how: 'right' | 'wrong' | 'untried') => {
      if (isDone) return;
      isDone = true;
      if (how === 'wrong') return;
      for (const { tries, key } of shared) tries.takeBack(key, now);
      if (how === 'right') this.#pairs.delete(pair);
      else this.#untry(pair, before?.last ?? now);
    };
    return { kind: 'go', at: now, done };
  }

  /** What is to be on paper of an account at which a stranger was wrong once more. */
  keep(kept: readonly number[], at: number): readonly number[] {
    return this.#accounts.withOne(kept, at);
  }

  /** May anybody try this account as from a former place? `kept`: when they were wrong, as it is on paper. */
  hasFormerLeft(account: string, kept: readonly number[]): boolean {
    return this.#formers.wait(keyOf(account), this.#now(), kept) === 0;
  }

  /** What is to be on paper of an account at which somebody at a former place was wrong once more. */
  keepFormer(kept: readonly number[], at: number): readonly number[] {
    return this.#formers.withOne(kept, at);
  }

  #shared(account: string, address: string, standing: Standing, kept: readonly number[] | null) {
    if (standing === 'known') return [];
    if (standing === 'former') return [{ tries: this.#formers, key: keyOf(account), before: kept ?? [] }];
    const tries = kept ? this.#accounts : this.#madeUp;
    return [
      { tries: this.#addresses, key: keyOf(address), before: [] },
      { tries, key: keyOf(account), before: kept ?? [] },
    ];
  }

  #pair(key: string, now: number): Pair | undefined {
    const pair = this.#pairs.get(key);
    return pair && now - pair.last < this.#forgetMs ? pair : undefined;
  }

  #pairWait(key: string, now: number): number {
    const pair = this.#pair(key, now);
    if (!pair || pair.wrong < this.#free) return 0;
    const doubled = this.#waitFirstMs * 2 ** Math.min(30, pair.wrong - this.#free);
    return pair.last + Math.min(this.#waitMostMs, doubled) - now;
  }

  #untry(key: string, last: number): void {
    const pair = this.#pairs.get(key);
    if (!pair) return;
    if (pair.wrong <= 1) this.#pairs.delete(key);
    else this.#pairs.set(key, { wrong: pair.wrong - 1, last });
  }
}

/** Long names from outside take no more room than short ones. */
const keyOf = (name: string): string =>
  name.length <= 64 ? name : createHash('sha256').update(name).digest('base64url');

/** So often what is too old is looked for. */
const SWEEP_MS = HOUR;

const inOrder = (times: readonly number[]): readonly number[] => times.toSorted((one, other) => one - other);

/** Of two lists what is in either: most of what was tried here is on paper, too. */
function eachOnce(kept: readonly number[], here: readonly number[]): readonly number[] {
  const left = [...kept];
  const others = here.filter((time) => {
    const place = left.indexOf(time);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  return inOrder([...kept, ...others]);
}

/** When something was tried, as far back as the longest window looks. */
class Tries {
  readonly #windows: readonly Window[];
  readonly #most: number;
  readonly #longest: number;
  readonly #times: Bounded<string, readonly number[]>;
  #sweptAt = 0;

  constructor(windows: readonly Window[], remembered: number) {
    this.#windows = windows;
    this.#most = Math.max(...windows.map(({ tries }) => tries));
    this.#longest = Math.max(...windows.map(({ ms }) => ms));
    this.#times = new Bounded(remembered);
  }

  get size(): number {
    return this.#times.size;
  }

  /** How long until every window has room for one more. `before`: tries that are known from elsewhere, too. */
  wait(key: string, now: number, before: readonly number[]): number {
    const times = eachOnce(this.#counting(before, now), this.#here(key, now));
    const waits = this.#windows.map(({ tries, ms }) => {
      const blocking = times.at(-tries);
      return blocking === undefined ? 0 : blocking + ms - now;
    });
    return Math.max(0, ...waits);
  }

  add(key: string, at: number): void {
    this.#times.set(key, [...this.#here(key, at), at].slice(-this.#most));
    this.#sweep(at);
  }

  #here(key: string, now: number): readonly number[] {
    return this.#counting(this.#times.get(key) ?? [], now);
  }

  /** Age alone makes it forget: whatever else somebody does, what counts stays. */
  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < SWEEP_MS) return;
    this.#sweptAt = now;
    this.#times.forgetWhile((times) => this.#counting(times, now).length === 0);
  }

  withOne(times: readonly number[], at: number): readonly number[] {
    return inOrder([...this.#counting(times, at), at]).slice(-this.#most);
  }

  /** Not what is too old to count, nor what a clock that was wrong has put far ahead. */
  #counting(times: readonly number[], now: number): readonly number[] {
    return times.filter((time) => Math.abs(now - time) < this.#longest);
  }

  takeBack(key: string, at: number): void {
    const times = this.#times.get(key);
    if (!times) return;
    const index = times.lastIndexOf(at);
    if (index < 0) return;
    const left = times.filter((_time, place) => place !== index);
    if (left.length === 0) this.#times.delete(key);
    else this.#times.set(key, left);
  }
}
