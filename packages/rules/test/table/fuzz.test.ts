import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aboutVerb,
  decide,
  evolve,
  openTable,
  REFUSAL_CODES,
  RULEBOOK_IDS,
  replay,
  restoreTable,
  runScript,
  saveTable,
  type Table,
  VERB_NAMES,
  VERBS,
} from '../../src/index.js';
import type { Command } from '../../src/table/index.js';
import { anyCommand, chance, playCrowd, seeds } from './crowd.js';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 16);
const NAMES: readonly string[] = VERB_NAMES;
const FIELDS = [...new Set(Object.values(VERBS).flatMap(({ fields }) => Object.keys(fields)))];

/** Whatever JSON can hold, with the numbers and names that break things. */
const junk = fc.oneof(
  { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 3 },
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    '__proto__',
    'constructor',
    'toString',
    [],
    {},
    [[]],
    'p1',
    '1a',
  ),
  fc.constantFrom(-1, 0, 0.5, 1e300, -0, Number.MAX_SAFE_INTEGER, 2 ** 53, 1e12, 1e12 + 1),
  fc.constantFrom<unknown>(
    { role: 'dealer', id: 'x-dealer' },
    { role: '', id: 1 },
    { default: { min: 1, max: 0 } },
  ),
);
const noise = fc.dictionary(
  fc.oneof(fc.constantFrom(...FIELDS, 'at', 'by', '__proto__'), fc.string()),
  junk,
  {
    maxKeys: 6,
  },
);

/** A command that nearly fits, with some of its fields spoilt, taken away or added. */
const spoilt = (command: Command, how: Command, drop: number): Command => {
  const keys = Object.keys(command).filter((key) => key !== 'do');
  const dropped = keys[drop % (keys.length + 1)];
  return Object.fromEntries(
    [...Object.entries(command), ...Object.entries(how)].filter(([key]) => key !== dropped),
  );
};

/** The sentence names what is wrong: a field that was given or is missing, or the thing as a whole. */
function namesAField(command: Command, message: string): boolean {
  const verb = aboutVerb(command['do']);
  const known = ['do ', 'at ', 'by ', 'unknown field', ...Object.keys(verb?.fields ?? {}), 'command'];
  return known.some((name) => message.includes(name));
}

describe.each(RULEBOOK_IDS)('%s: anything at all may be asked', (id) => {
  it('a table answers or refuses, naming the field; nothing crashes and nothing changes', () => {
    const codes = new Set<string>();
    fc.assert(
      fc.property(
        seeds(40),
        fc.array(fc.tuple(fc.nat(), noise, fc.nat(9), fc.constantFrom(...NAMES)), {
          minLength: 20,
          maxLength: 40,
        }),
        (list, tries) => {
          const { table } = playCrowd(id, list);
          const saved = JSON.stringify(saveTable(table));
          for (const [seed, how, drop, verb] of tries) {
            const command = spoilt(anyCommand(table, chance(seed), verb), how, drop);
            const decided = decide(table, command);
            if (decided.ok) continue;
            const { code, message } = decided.refused;
            codes.add(code);
            expect(REFUSAL_CODES).toContain(code);
            expect(message.length).toBeGreaterThan(5);
            if (code === 'bad-input')
              expect(namesAField(command, message), `${JSON.stringify(command)}: ${message}`).toBe(true);
          }
          expect(JSON.stringify(saveTable(table))).toBe(saved);
        },
      ),
      { numRuns: RUNS },
    );
    expect(codes).toContain('bad-input');
    expect(codes.size).toBeGreaterThan(2);
  });

  it('what is accepted can happen: the events lead to a table that can be saved and restored', () => {
    fc.assert(
      fc.property(seeds(40), fc.nat(), noise, fc.constantFrom(...NAMES), (list, seed, how, verb) => {
        const { table } = playCrowd(id, list);
        const decided = decide(table, { ...anyCommand(table, chance(seed), verb), ...how, do: verb });
        if (!decided.ok) return;
        const after = JSON.parse(JSON.stringify(saveTable(decided.value.reduce<Table>(evolve, table))));
        expect(saveTable(restoreTable(after))).toEqual(after);
      }),
      { numRuns: RUNS * 2 },
    );
  });
});

describe('no table yet', () => {
  it('opening one is refused with the field, or opens it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RULEBOOK_IDS, 'poker'), noise, junk, (rulebook, how, limits) => {
        const opened = openTable({ rulebook, limits, ...how });
        if (opened.ok) expect(replay(opened.value).phase).toMatch(/offering|wagering/);
        else expect(opened.refused).toMatchObject({ code: 'bad-input', clause: null });
      }),
      { numRuns: RUNS * 3 },
    );
  });

  it.each([null, 7, 'open', [], undefined])('a command that is %j is no command', (command) => {
    const opened = openTable({ rulebook: 'star', limits: { default: { min: 500, max: 1_000 } } });
    const table = opened.ok ? replay(opened.value) : null;
    expect(decide(table as Table, command as unknown as Command)).toMatchObject({
      ok: false,
      refused: { code: 'bad-input', message: 'a command must be an object' },
    });
  });
});

it('money beyond counting is refused, not miscounted: chips bought, and dice that would pay it', () => {
  const most = { min: 1, max: 1e12 };
  const opened = openTable({ rulebook: 'aruze', limits: { default: most }, shootingValue: 1 });
  if (!opened.ok) throw new Error(opened.refused.message);
  const start = replay([
    ...opened.value,
    { v: 1, at: 0, event: 'sat', player: 'p1', person: 'p1', seat: 1, bankroll: 1e12 },
  ]);
  const player = start.game.players[0];
  if (!player) throw new Error('nobody sat down');
  const rich = { ...player, balance: Number.MAX_SAFE_INTEGER - 1e11 };
  const table = { ...start, game: { ...start.game, players: [rich] } };
  const chips = { do: 'chips', player: 'p1', amount: 1e12 };
  expect(decide(start, chips)).toMatchObject({ ok: true });
  expect(decide(table, chips)).toMatchObject({ ok: false, refused: { code: 'bad-input' } });
  const bet = decide(table, { do: 'bet', player: 'p1', wager: 'hop', dice: [1, 1], amount: 1e12 });
  const rolling: Table = { ...(bet.ok ? bet.value : []).reduce<Table>(evolve, table), phase: 'rolling' };
  expect(decide(rolling, { do: 'roll', dice: [1, 1] })).toMatchObject({
    ok: false,
    refused: { code: 'bad-input' },
  });
  expect(decide(rolling, { do: 'roll', dice: [1, 2] })).toMatchObject({ ok: true });
});

describe('a script with conduct', () => {
  const OPEN = { do: 'open', conduct: true, limits: { default: { min: 500, max: 100_000 } } };

  it('answers every line, whatever it says', () => {
    const line = fc.record({ do: fc.constantFrom(...NAMES, 'layout', 'tick', 'options', 'open', 'dance') });
    fc.assert(
      fc.property(
        fc.constantFrom(...RULEBOOK_IDS),
        fc.array(
          fc.tuple(line, noise).map(([verb, how]) => ({ ...how, ...verb })),
          { maxLength: 30 },
        ),
        (rulebook, lines) => {
          const runner = runScript();
          expect(runner.play(JSON.stringify({ ...OPEN, rulebook }))?.answer).toMatchObject({ ok: true });
          for (const [index, each] of lines.entries())
            expect(runner.play(JSON.stringify(each))?.answer).toMatchObject({ line: index + 2 });
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('every line may say when and by whom, and time never goes back', () => {
    const runner = runScript();
    const by = { role: 'gaming-manager', id: 'g1' };
    const play = (line: object) => runner.play(JSON.stringify(line))?.answer;
    expect(play({ ...OPEN, rulebook: 'star', at: 1_000, by })).toMatchObject({
      ok: true,
      events: [{ event: 'opened', at: 1_000, by }],
    });
    expect(play({ do: 'staff', person: 'g1', role: 'gaming-manager', at: 2_000, by })).toMatchObject({
      ok: true,
    });
    expect(play({ do: 'layout', at: 3_000, by })).toMatchObject({ ok: true });
    expect(play({ do: 'options', at: 3_500, by })).toMatchObject({ ok: true });
    expect(play({ do: 'tick', at: 4_000, by })).toMatchObject({ ok: true });
    for (const line of [
      { do: 'layout' },
      { do: 'options', by },
      { do: 'tick' },
      { do: 'sit', player: 'p', seat: 1, bankroll: 1 },
    ]) {
      expect(play({ ...line, at: 3_999 })).toMatchObject({ ok: false, refused: { code: 'bad-input' } });
      expect(play({ ...line, at: 'noon' })).toMatchObject({ ok: false, refused: { code: 'bad-input' } });
      expect(play({ ...line, at: 4_000, by: 'me' })).toMatchObject({
        ok: false,
        refused: { code: 'bad-input' },
      });
    }
    expect(play({ do: 'tick' })).toMatchObject({ ok: false, refused: { code: 'bad-input' } });
    expect(play({ do: 'layout', colour: 'red' })).toMatchObject({
      ok: false,
      refused: { code: 'bad-input' },
    });
  });
});
