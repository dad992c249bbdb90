import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACES } from '../../src/dice.js';
import { saveGame } from '../../src/game/save.js';
import { type Game, RULEBOOK_IDS, type RulebookId, settle } from '../../src/index.js';
import { must } from '../../src/must.js';
import { runScript } from '../../src/script/run.js';
import {
  evolve,
  openTable,
  replay,
  restoreTable,
  saveTable,
  type Table,
  type TableEvent,
} from '../../src/table/index.js';
import { outcomeOf } from '../../src/table/throwing.js';
import { plans, writeScript } from '../arbitraries.js';
import { moneyAt, playCrowd, seeds, threeAtTable } from './crowd.js';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 16);
const DICE = FACES.flatMap((one) => FACES.map((other) => [one, other] as const));
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** A table where dice are in the air over that game. */
const thrownOver = (id: RulebookId, game: Game): Table => {
  const opened = must(openTable({ rulebook: id, limits: { default: { min: 500, max: 100_000 } } }));
  return { ...replay(opened), game, phase: 'thrown' };
};

const playedTo = (lines: readonly string[]): Game => {
  const runner = runScript();
  for (const line of lines) runner.play(line);
  return runner.game as Game;
};

describe.each(RULEBOOK_IDS)('%s: a roll from its record', (id) => {
  it('gives exactly the game that settling it gives, from any layout, for all 36 throws', () => {
    let decided = 0;
    fc.assert(
      fc.property(plans(id), (plan) => {
        const table = thrownOver(id, playedTo(writeScript(plan)));
        for (const dice of DICE) {
          const settled = settle(table.game, dice);
          const event = { v: 1, at: 0, event: 'rolled', ...outcomeOf(table.game, dice) } as TableEvent;
          decided += settled.settled.length;
          expect(saveGame(evolve(table, asJson(event)).game)).toEqual(saveGame(settled.game));
        }
      }),
      { numRuns: RUNS * 2 },
    );
    expect(decided).toBeGreaterThan(RUNS * 10);
  });
});

/** Brought and carried away, from the record alone. */
const moneyIn = (events: readonly TableEvent[]): number =>
  events.reduce((sum, event) => {
    if (event.event === 'sat') return sum + event.bankroll;
    if (event.event === 'chips-bought') return sum + event.amount;
    if (event.event === 'credits-collected') return sum - event.amount;
    return event.event === 'left' || event.event === 'released' ? sum - event.paid : sum;
  }, 0);

/** Once any word was a name, a number or a reason; nobody takes these today (`plain.ts`). */
const OLDER = ['x'.repeat(501), 'a\n', 'x\ud83c'];
const FREE = /(^|\/)([pq]\d|V-\d|card-p\d|some reason|x)$/;

/** The same with that after every word that somebody was free to choose, wherever it stands. */
function worded<T>(value: T, tail: string): T {
  if (typeof value === 'string') return (FREE.test(value) ? value + tail : value) as T;
  if (Array.isArray(value)) return value.map((one) => worded(one, tail)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, worded(one, tail)])) as T;
}

/** Where no rule stands behind what happened: people come, go and bring money. */
const PLAIN: readonly TableEvent['event'][] = [
  'opened',
  'staff-came',
  'staff-left',
  'sat',
  'left',
  'chips-bought',
  'system-restored',
];

describe.each(RULEBOOK_IDS)('%s: the record of a table', (id) => {
  it('rebuilds the table, alone or from a saved table in the middle; money is conserved', () => {
    fc.assert(
      fc.property(seeds(), fc.nat(), (list, n) => {
        const start = threeAtTable(id);
        const told = playCrowd(id, list, () => {}, start);
        const saved = saveTable(told.table);
        const record = asJson(told.events);
        expect(saveTable(replay(record))).toEqual(saved);
        const middle = n % record.length || 1;
        const restored = restoreTable(asJson(saveTable(replay(record.slice(0, middle)))));
        expect(saveTable(record.slice(middle).reduce(evolve, restored))).toEqual(saved);
        expect(moneyAt(told.table)).toBe(moneyIn(told.events));
      }),
      { numRuns: RUNS },
    );
  });

  it('is read whatever people were called and wrote when that was looked at less closely', () => {
    const names = new Set<string>();
    OLDER.forEach((tail, index) => {
      const list = Array.from({ length: 100 }, (_, at) => (index + 1) * 7919 + at * 104_729);
      const start = threeAtTable(id, id === 'aruze' ? {} : { dealt: true });
      const { table, events } = playCrowd(id, list, () => {}, start);
      for (const { event } of events) names.add(event);
      const read = replay(worded(asJson(events), tail));
      expect(saveTable(read)).toEqual(worded(saveTable(table), tail));
    });
    expect(names).toEqual(new Set([...names, 'wagered', 'rolled', 'left']));
    expect(names.size).toBeGreaterThan(20);
  });

  it('says of every event its version, its time, who did it and by what authority', () => {
    fc.assert(
      fc.property(seeds(), (list) => {
        playCrowd(id, list, ({ before, events, command }) => {
          for (const event of events) {
            expect(event).toMatchObject({ v: 1, at: command['at'] ?? before.at });
            expect('by' in event ? event.by : undefined).toEqual(command['by']);
            const cites = Boolean(event.clause) || event.ruling !== undefined || PLAIN.includes(event.event);
            expect(cites, JSON.stringify(event)).toBe(true);
          }
        });
      }),
      { numRuns: RUNS },
    );
  });
});
