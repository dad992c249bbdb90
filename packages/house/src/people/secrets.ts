import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { HashTurns, type HashTurnsOptions, type Lane } from './hash-turns.js';

export type { Lane } from './hash-turns.js';

/** What a hash costs: memory is 128 · 2^logN · r bytes. */
export interface Cost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}
/** About 0.35 s and 128 MiB each. */
export const FULL_COST: Cost = { logN: 17, r: 8, p: 1 };

export type Hashed = { readonly kind: 'ok'; readonly encoded: string } | { readonly kind: 'busy' };
export type Checked =
  /** `stale`: right, but hashed at another cost than today's. */
  | { readonly kind: 'right'; readonly stale: boolean }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'busy' };

export interface SecretsOptions extends Partial<HashTurnsOptions> {
  readonly cost?: Cost;
}

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const SECRET_MOST = 1024;
/** Bounds for what a stored hash may ask of the machine, so that a damaged record cannot ask for all of it. */
const LOG_N_MOST = 20;
const R_MOST = 16;
const P_MOST = 4;

interface Parts {
  readonly cost: Cost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** Hashes and checks PINs and passwords, a few at a time. */
export class Secrets {
  readonly #cost: Cost;
  readonly #turns: HashTurns;
  /** Stands in where there is nothing to compare with, so that an unknown name takes as long as a known one. */
  readonly #decoy: Parts;
  #runs = 0;

  constructor({ cost = FULL_COST, atOnce = 2, waitingMost = 16 }: SecretsOptions = {}) {
    this.#cost = cost;
    this.#turns = new HashTurns({ atOnce, waitingMost });
    this.#decoy = { cost, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };
  }

  /** How many hashes have been worked out since the start. */
  get runs(): number {
    return this.#runs;
  }

  async hash(secret: string, lane: Lane = 'known'): Promise<Hashed> {
    const salt = randomBytes(SALT_BYTES);
    const turn = await this.#turns.take(lane, '');
    if (!turn) return { kind: 'busy' };
    try {
      const key = await this.#derive(secret, { cost: this.#cost, salt });
      return { kind: 'ok', encoded: makeEncoded({ cost: this.#cost, salt, key }) };
    } finally {
      turn.over('right');
    }
  }

  /**
   * Compares a secret with its hash; null stands for an account that does not exist, and costs the same. `place`: where
   * it comes from.
   */
  async check(secret: string, encoded: string | null, lane: Lane = 'unknown', place = ''): Promise<Checked> {
    const turn = await this.#turns.take(lane, place);
    if (!turn) return { kind: 'busy' };
    let isRight = false;
    try {
      const stored = encoded === null ? null : parseEncoded(encoded);
      const parts = stored ?? this.#decoy;
      const same = timingSafeEqual(await this.#derive(secret, parts), parts.key);
      isRight = same && stored !== null;
      return isRight ? { kind: 'right', stale: !isSameCost(parts.cost, this.#cost) } : { kind: 'wrong' };
    } finally {
      turn.over(isRight ? 'right' : 'wrong');
    }
  }

  #derive(secret: string, { cost, salt }: Omit<Parts, 'key'>): Promise<Buffer> {
    this.#runs += 1;
    return runScrypt(secret, salt, cost);
  }
}

const isSameCost = (one: Cost, other: Cost): boolean =>
  one.logN === other.logN && one.r === other.r && one.p === other.p;

function runScrypt(secret: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  // The same letters typed on another keyboard are the same secret.
  const text = secret.slice(0, SECRET_MOST).normalize('NFKC');
  // Node refuses by default what needs more than 32 MiB; twice the need leaves room for its own blocks.
  const options = { N, r, p, maxmem: 2 * 128 * N * r + 2 ** 20 };
  return new Promise((resolve, reject) => {
    scrypt(text, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** `bp1:scrypt:<logN>:<r>:<p>:<salt>:<key>`, the last two in base64url. */
const makeEncoded = ({ cost, salt, key }: Parts): string =>
  ['bp1', 'scrypt', cost.logN, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join(
    ':',
  );

function parseEncoded(encoded: string): Parts | null {
  const [version, scheme, logN, r, p, salt, key, ...rest] = encoded.split(':');
  if (version !== 'bp1' || scheme !== 'scrypt' || rest.length > 0) return null;
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  if (!isWithin(cost.logN, LOG_N_MOST) || !isWithin(cost.r, R_MOST) || !isWithin(cost.p, P_MOST)) return null;
  const parts = {
    cost,
    salt: Buffer.from(salt ?? '', 'base64url'),
    key: Buffer.from(key ?? '', 'base64url'),
  };
  return parts.salt.length === SALT_BYTES && parts.key.length === KEY_BYTES ? parts : null;
}

const isWithin = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= most;
