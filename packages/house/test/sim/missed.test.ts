// Worlds in which people are excluded for a while, and odds decided, by a house whose store fails again and again.
import { test } from 'vitest';
import type { Chance } from './chance.js';
import { WORLD_BEGINS } from './clock.js';
import type { Asking, Sort } from './people.js';
import { runWorld } from './world.js';

const WORLDS = 24;
const STEPS = 60;
const DISK = { slow: 0.1, lost: 0.08, unread: 0.02 };
const MANY_YEARS = 300_000_000_000;

/** What a manager decides for all tables at once. */
function decides({ kind }: Sort, chance: Chance, known: readonly string[]): Asking | null {
  if (kind !== 'manager' || known.length === 0 || chance.is(0.5)) return null;
  const until = WORLD_BEGINS + chance.between(1_000, 40_000);
  const pays = [{ wager: 'any-seven', pay: [chance.between(5, 9), 1] }];
  return chance.pick<Asking>([
    {
      at: 'people',
      command: { do: 'exclude', person: chance.pick(known), from: 'casino', reason: 'x', until },
    },
    {
      at: 'people',
      command: { do: 'exclude', person: chance.pick(known), from: 'star', reason: 'x', until },
    },
    {
      at: 'house',
      command: { do: 'raise-pays', rulebook: 'adelaide', pays, from: WORLD_BEGINS + MANY_YEARS },
    },
  ]);
}

test('R63, adelaide 6(b): what a table was to be told while it stood still it knows when the weather clears', async () => {
  for (let seed = 1; seed <= WORLDS; seed++) {
    const known: string[] = [];
    const acts = (who: Sort, chance: Chance): Asking | null => {
      const id = who.person?.id ?? '';
      if ((who.kind === 'guest' || who.kind === 'player') && !known.includes(id)) known.push(id);
      return decides(who, chance, known);
    };
    await runWorld({ seed, steps: STEPS, disk: DISK, acts });
  }
}, 120_000);
