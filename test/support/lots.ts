// Lots of a tournament, drawn again from what was published alone: a little program of its own, with nothing of the
// house's code in it, only what is written down about the lots (R76).
import { createHash } from 'node:crypto';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

function drawsElsewhere(seed: string): (below: number) => number {
  let k = 0n;
  return (below) => {
    for (;;) {
      const number = BigInt(`0x${hash(`${seed}:${k}`).slice(0, 12)}`);
      k += 1n;
      if (number < 16n ** 12n - (16n ** 12n % BigInt(below))) return Number(number % BigInt(below));
    }
  };
}

export function shuffledElsewhere(names: readonly string[], seed: string): readonly string[] {
  const draw = drawsElsewhere(seed);
  const list = [...names];
  for (let i = list.length; i > 1; i -= 1) {
    const j = draw(i);
    const last = list[i - 1] as string;
    list[i - 1] = list[j] as string;
    list[j] = last;
  }
  return list;
}

/** What was published about the lots of a round. */
interface Published {
  readonly players: readonly string[];
  readonly tables: readonly string[];
  readonly round: number;
  readonly faces: string;
  readonly word: string;
}

/** Seats and shooters. */
export function lotsElsewhere({ players, tables, round, faces, word }: Published) {
  const commitment = hash([`round ${round} at ${tables.join(' ')}`, ...players].join('\n'));
  const seed = hash(`${commitment}:${faces}:${word}`);
  const order = [...shuffledElsewhere(players, seed)];
  const seats: Record<string, string> = {};
  const shooter = drawsElsewhere(`${seed}:shooter`);
  tables.forEach((table, at) => {
    const share = Math.floor(players.length / tables.length) + (at < players.length % tables.length ? 1 : 0);
    const here = order.splice(0, share);
    // Whoever has the dice first sits in the first seat, and the others follow.
    const first = shooter(share);
    for (let seat = 0; seat < share; seat += 1)
      seats[`${table} ${seat + 1}`] = here[(first + seat) % share] as string;
  });
  return { commitment, seed, seats };
}
