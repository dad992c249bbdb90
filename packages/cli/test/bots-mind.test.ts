import { actsFor, LIBRARY, playThrow, type StrategyFile, sitDown } from '@boxperson/odds';
import {
  type Command,
  type Dice,
  decide,
  due,
  evolve,
  findPlayer,
  must,
  openTable,
  type Player,
  replay,
  type Table,
  tableOptions,
  wagerAt,
} from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { whyNotAt } from '../src/bots/fits.js';
import { Mind } from '../src/bots/mind.js';
import { seeded } from '../src/bots/pace.js';
import { strategyOf } from './bots.helper.js';

// The electronic table is run by a clock: here the test is the clock, and every throw is played.

const SETTINGS = {
  rulebook: 'aruze',
  limits: { default: { min: 100, max: 100_000 } },
} as const;
const THROWS = 150;
const BANK = 100_000_000;

class Terminal {
  table: Table = replay(must(openTable({ ...SETTINGS, seats: 4, wageringMs: 20_000 }, 0)));
  readonly mind: Mind;

  constructor(file: StrategyFile) {
    this.mind = new Mind(strategyOf(file));
    this.give({ do: 'sit', player: 'me', seat: 1, bankroll: BANK });
  }

  give(command: Command): void {
    for (const event of must(decide(this.table, command))) {
      this.mind.follow(event, this.table, 'me');
      this.table = evolve(this.table, event);
    }
  }

  get me(): Player {
    return findPlayer(this.table.game, 'me') as Player;
  }

  /** As a bot does it: one act, then a look at the table, then the next. */
  arrange(): string[] {
    const done: string[] = [];
    for (;;) {
      const [act] = actsFor(this.table.game, this.me, this.mind.wants(this.table, this.me)).acts;
      if (!act) return done;
      const standing = act.do === 'take' ? wagerAt(this.me, spotOf(this.table, act)) : undefined;
      this.give({ ...act, player: 'me' });
      const amount = act.do === 'call' ? act.to : (act.amount ?? standing?.amount);
      done.push([act.do, act.wager, act.number, amount].join(' '));
    }
  }

  roll(dice: Dice): void {
    while (this.table.phase !== 'rolling') {
      const next = due(this.table, this.table.at);
      this.give({ ...next?.command, at: next?.at });
    }
    this.give({ do: 'roll', dice });
  }
}

const spotOf = (table: Table, act: { wager: string; number?: number; high?: number; dice?: Dice }) =>
  (tableOptions(table, { player: 'me' }).spots ?? []).find(
    ({ spot }) =>
      spot.wager === act.wager &&
      spot.number === act.number &&
      spot.high === act.high &&
      String(spot.dice) === String(act.dice),
  )?.spot as never;

describe('what a bot does at an electronic table is what the odds laboratory does', () => {
  const files = LIBRARY.filter((file) => whyNotAt(file, 'aruze', SETTINGS) === null);
  test('most of the library may be played there', () => {
    expect(files.length).toBeGreaterThan(10);
  });
  test.each(files.map((file) => [file.name, file] as const))('%s', (_name, file) => {
    const random = seeded(5);
    const die = () => 1 + Math.floor(random() * 6);
    const at = new Terminal(file);
    let played = must(sitDown(strategyOf(file), SETTINGS, BANK));
    for (let roll = 0; roll < THROWS; roll++) {
      const deeds = [
        ...played.taken.map(({ spot, taken }) => ['take', spot.wager, spot.number, taken].join(' ')),
        ...played.placed.map(({ spot, amount }) => ['bet', spot.wager, spot.number, amount].join(' ')),
      ];
      expect([roll, at.arrange().filter((deed) => !deed.startsWith('call'))]).toEqual([roll, deeds]);
      const dice = [die(), die()] as unknown as Dice;
      at.roll(dice);
      played = must(playThrow(strategyOf(file), played.seat, dice));
      const [one] = played.rolled?.game.players ?? [];
      expect([roll, at.me.balance]).toEqual([roll, one?.balance]);
    }
  });
});
