import { createHash, type Hash } from 'node:crypto';
import { THROWS } from '../src/dice.js';
import { type Game, type Outcome, type Rolled, settle } from '../src/game/index.js';

/** All that happens in all the sequences of so many throws from one layout. */
export interface Perft {
  /** Settlements by outcome, journeys and wagers placed again, at every throw of the tree. */
  readonly won: number;
  readonly lost: number;
  readonly void: number;
  readonly returned: number;
  readonly travelled: number;
  readonly replaced: number;
  /** What the house has more at the end, over all the sequences together. */
  readonly house: number;
  /** SHA-256 over every throw of the tree: each settlement, journey and replacement, the point and all the money. */
  readonly digest: string;
}

const OUTCOMES: Readonly<Record<Outcome, number>> = { won: 1, lost: 2, void: 3, returned: 4 };

/** Numbers on their way to a digest, a buffer at a time. */
class Digest {
  readonly #hash: Hash = createHash('sha256');
  readonly #buffer = new Float64Array(1 << 13);
  #used = 0;

  add(value: number): void {
    if (this.#used === this.#buffer.length) this.#flush();
    this.#buffer[this.#used++] = value;
  }

  #flush(): void {
    this.#hash.update(new Uint8Array(this.#buffer.buffer, 0, this.#used * 8));
    this.#used = 0;
  }

  end(): string {
    this.#flush();
    return this.#hash.digest('hex');
  }
}

function digestRoll(digest: Digest, { game, total, settled, travelled, replaced, warned }: Rolled): void {
  for (const value of [
    total,
    game.point ?? 0,
    game.house,
    settled.length,
    travelled.length,
    replaced.length,
    warned.length,
  ])
    digest.add(value);
  for (const { balance } of game.players) digest.add(balance);
  for (const { spot, outcome, stake, winnings, returned, collected, commissionReturned } of settled)
    for (const value of [
      spot.index,
      OUTCOMES[outcome],
      stake,
      winnings,
      returned,
      collected,
      commissionReturned ?? -1,
    ])
      digest.add(value);
  for (const { spot, amount } of travelled) digest.add(spot.index * 1e9 + amount);
  for (const { spot, amount, commission } of replaced)
    digest.add((spot.index * 1e6 + amount) * 1e5 + commission);
}

/** Walks the whole tree of throws. */
export function perft(root: Game, depth: number): Perft {
  const digest = new Digest();
  const count = { won: 0, lost: 0, void: 0, returned: 0, travelled: 0, replaced: 0, house: 0 };
  const walk = (game: Game, left: number): void => {
    for (const dice of THROWS) {
      const rolled = settle(game, dice);
      digestRoll(digest, rolled);
      for (const { outcome } of rolled.settled) count[outcome]++;
      count.travelled += rolled.travelled.length;
      count.replaced += rolled.replaced.length;
      if (left > 1) walk(rolled.game, left - 1);
      else count.house += rolled.game.house - root.house;
    }
  };
  walk(root, depth);
  return { ...count, digest: digest.end() };
}
