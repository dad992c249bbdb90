import { RULEBOOK_IDS, THROWS } from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import {
  compile,
  drawBelow,
  LIBRARY,
  libraryStrategy,
  makeStrategy,
  mappingFor,
  openStream,
  playThrow,
  readStrategy,
  type Strategy,
  sitDown,
  usualTable,
  wealthOf,
} from '../src/index.js';
import { machineOf } from './machines.js';

/** Plays the same dice on the game layer and on the table of states; the money must agree after every throw. */
function agree(name: string, book: (typeof RULEBOOK_IDS)[number], throws: number): void {
  const strategy = libraryStrategy(name) as Strategy;
  const machine = machineOf(name, book);
  const opened = sitDown(strategy, usualTable(book));
  if (!opened.ok) throw new Error(opened.refused.message);
  let seat = opened.value.seat;
  let state = machine.start;
  let money = wealthOf(seat.game);
  const stream = openStream(11, 0);
  const mapping = mappingFor(36);
  for (let at = 0; at < throws; at++) {
    const thrown = drawBelow(stream, mapping);
    const played = playThrow(strategy, seat, THROWS[thrown] as (typeof THROWS)[number]);
    if (!played.ok) throw new Error(played.refused.message);
    seat = played.value.seat;
    const cell = state * machine.symbols + (machine.symbolOf[thrown] as number);
    money += machine.delta[cell] as number;
    state = machine.next[cell] as number;
    if (money !== wealthOf(seat.game))
      throw new Error(
        `${name} at ${book}: throw ${at + 1}: the table says ${money}, the game ${wealthOf(seat.game)}`,
      );
    if ((machine.handOver[cell] === 1) !== played.value.handOver)
      throw new Error(`throw ${at + 1}: the hand`);
  }
}

describe('the table of states and the game layer', () => {
  // The soak run (npm run soak:odds) plays 200,000 throws of each.
  const names = LIBRARY.map(({ name }) => name);
  test.each(RULEBOOK_IDS.flatMap((book) => names.map((name) => [name, book] as const)))(
    '%s at %s: the same money after every throw',
    (name, book) => agree(name, book, 400),
  );

  test.each([
    ['three-point-molly', 'star'],
    ['molly-across-hardways', 'adelaide'],
    ['3-point-dolly', 'crown'],
    ['place-6-8-press', 'aruze'],
  ] as const)('%s at %s for 20,000 throws', (name, book) => agree(name, book, 20_000));
});

describe('a table of states', () => {
  const machines = LIBRARY.map(({ name }) => machineOf(name, 'crown'));

  test('has weights that add up to 36 of 36', () => {
    for (const { weights, symbols, symbolOf } of machines) {
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(36);
      expect(weights).toHaveLength(symbols);
      expect(symbolOf).toHaveLength(36);
    }
  });

  test('leads from every cell to a state that exists', () => {
    for (const { next, states, symbols } of machines) {
      expect(next).toHaveLength(states * symbols);
      expect(next.every((state) => state >= 0 && state < states)).toBe(true);
    }
  });

  test('accounts for all money wager by wager', () => {
    for (const { delta, effectOf, effects, lines } of machines)
      for (const [cell, cents] of delta.entries()) {
        const list = effects[effectOf[cell] as number] ?? [];
        expect(list.reduce((sum, { net }) => sum + net, 0)).toBe(cents);
        expect(list.every(({ line }) => line < lines.length)).toBe(true);
      }
  });

  test('has as few states as there are futures', () => {
    expect(machineOf('pass-flat', 'star')).toMatchObject({ states: 7, symbols: 9 });
    // The point, or none with up to two numbers under come wagers, and the box.
    expect(machineOf('three-point-molly', 'star').states).toBe(118);
    // Placing and hardways that always stand add no state.
    expect(machineOf('molly-across-hardways', 'star').states).toBe(118);
    // Called on or not yet: no difference to the dice.
    expect(machineOf('hardways-working', 'star')).toMatchObject({ states: 7 });
  });

  test('is refused with the count reached when there are too many states', () => {
    const read = readStrategy({
      name: 'presser',
      wagers: [{ wager: 'place', numbers: [4, 5, 6, 8, 9, 10], amount: 600, press: { by: 600, most: 6000 } }],
    });
    if (!read.ok) throw new Error(read.faults.join());
    const made = compile(makeStrategy(read.file), usualTable('star'), { statesMax: 500 });
    expect(made).toMatchObject({ ok: false, why: { why: 'too-many-states' } });
    if (!made.ok && made.why.why === 'too-many-states') {
      expect(made.why.reached).toBeGreaterThan(500);
      expect(made.why.message).toContain(String(made.why.reached));
    }
  });

  test('the view knows nothing of money won so far', () => {
    const seen: string[] = [];
    const spy: Strategy = {
      name: 'spy',
      about: '',
      start: 0,
      wants: (view) => {
        seen.push(...Object.keys(view));
        return { layout: [{ wager: 'field', amount: 500 }], memory: 0 };
      },
    };
    expect(compile(spy, usualTable('star'))).toMatchObject({ ok: true, machine: { walked: 7 } });
    expect(new Set(seen)).toEqual(
      new Set(['rulebook', 'sign', 'point', 'layout', 'last', 'memory', 'takes']),
    );
  });
});

describe('a strategy in TypeScript', () => {
  /** Place 6 and 8 once a point is on; after two wins in a hand take both down. */
  const twoHits: Strategy<number> = {
    name: 'two-hits',
    about: '',
    start: 0,
    wants: ({ point, last, memory }) => {
      const won =
        last?.settled.filter(({ spot, outcome }) => spot.wager === 'place' && outcome === 'won').length ?? 0;
      const wins = last?.handOver ? 0 : Math.min(2, memory + won);
      const layout = [6, 8].map(
        (number) => ({ wager: 'place', number: number as 6 | 8, amount: 1200 }) as const,
      );
      return { layout: wins < 2 && (point !== null || memory > 0) ? layout : [], memory: wins };
    },
  };

  test('is compiled like any other', () => {
    const made = compile(twoHits, usualTable('star'));
    expect(made.ok).toBe(true);
    if (made.ok)
      expect(made.machine.lines).toEqual([
        { wager: 'place', number: 6 },
        { wager: 'place', number: 8 },
      ]);
  });
});
