import { describe, expect, it } from 'vitest';
import { decide, RULEBOOK_IDS, type RulebookId, replay, rulebook, saveTable } from '../../src/index.js';
import { byFor, crewOf, sitDown, staffedTable, tell } from './people.js';

const MEASURES = ['seize-winnings', 'confiscate-device', 'detain', 'recommend-exclusion'] as const;

// By the texts: crown 9.2.3–9.2.5, star 9.3.3–9.3.4, star-2024 10.4.3–10.4.4, aruze 7.7.3; adelaide 14(m) names none.
const KNOWN: Readonly<Record<RulebookId, string>> = {
  star: 'recommend-exclusion 9.3.3, detain 9.3.4',
  'star-2024': 'recommend-exclusion 10.4.3, detain 10.4.4',
  crown: 'seize-winnings 9.2.3, confiscate-device 9.2.4, detain 9.2.5',
  'crown-mini': 'seize-winnings 9.2.3, confiscate-device 9.2.4, detain 9.2.5',
  adelaide: '',
  aruze: 'recommend-exclusion 7.7.3',
};

const recordOf = (measure: string) => ({
  do: 'record-measure',
  player: 'p1',
  measure,
  note: 'seen at seat 1',
  ...(measure === 'seize-winnings' ? { amount: SEIZED } : {}),
});
const SEIZED = 30_000;

describe.each(RULEBOOK_IDS)('measures against a person at %s', (id) => {
  const book = rulebook(id);
  const told = sitDown(staffedTable(id), 'p1', 1);

  it('are those of the book, each with its clause', () => {
    const known = MEASURES.flatMap((measure) => {
      const decided = decide(told.table, { ...recordOf(measure), by: byFor(book, measure) });
      if (!decided.ok) expect(decided.refused).toMatchObject({ code: 'not-allowed', clause: null });
      return decided.ok ? [`${measure} ${decided.value[0]?.clause}`] : [];
    });
    expect(known.sort()).toEqual(KNOWN[id].split(', ').filter(Boolean).sort());
  });

  it('are written down and, but for seized winnings, move no money', () => {
    const known = MEASURES.filter((one) => book.powers[one] !== null && one !== 'seize-winnings');
    for (const measure of known) {
      const after = tell(told, { ...recordOf(measure), by: byFor(book, measure) });
      expect(after.events.at(-1)).toMatchObject({
        event: 'measure-recorded',
        player: 'p1',
        person: 'p1',
        measure,
      });
      expect(after.table).toEqual(told.table);
      expect(saveTable(replay(after.events))).toEqual(saveTable(told.table));
    }
  });

  it.runIf(book.powers['seize-winnings'])(
    'seized winnings go to the house, no more than is there (9.2.3)',
    () => {
      const by = byFor(book, 'seize-winnings');
      const after = tell(told, { ...recordOf('seize-winnings'), by });
      expect(after.events.at(-1)).toMatchObject({ seized: SEIZED, clause: '9.2.3', ruling: 'R50' });
      const [was, is] = [told.table.game, after.table.game];
      expect(is.players[0]?.balance).toBe((was.players[0]?.balance ?? 0) - SEIZED);
      expect(is.house).toBe(was.house + SEIZED);
      expect(saveTable(replay(after.events))).toEqual(saveTable(after.table));
      expect(decide(after.table, { ...recordOf('seize-winnings'), amount: 70_001, by })).toMatchObject({
        ok: false,
        refused: { code: 'insufficient', clause: '9.2.3', nearest: 70_000 },
      });
      expect(decide(after.table, { ...recordOf('seize-winnings'), amount: 70_000, by }).ok).toBe(true);
    },
  );

  it('are not for anybody below', () => {
    for (const measure of MEASURES.filter((one) => book.powers[one] !== null)) {
      const rank = book.roles.findIndex(({ id: role }) => role === book.powers[measure]?.role);
      for (const by of crewOf(book).slice(0, rank)) {
        expect(decide(told.table, { ...recordOf(measure), by })).toMatchObject({
          ok: false,
          refused: { code: 'not-allowed', clause: book.powers[measure]?.clause },
        });
      }
    }
  });

  it('are no others', () => {
    const by = crewOf(book).at(-1);
    expect(decide(told.table, { ...recordOf('fine'), by })).toMatchObject({
      ok: false,
      refused: { code: 'bad-input' },
    });
  });
});
