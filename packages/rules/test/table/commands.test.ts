import { describe, expect, it } from 'vitest';
import {
  aboutVerb,
  decide,
  isVerbName,
  RULEBOOK_IDS,
  RULEBOOKS,
  type TableCommand,
  tableOptions,
  VERB_NAMES,
  VERBS,
  type VerbName,
} from '../../src/index.js';
import { byFor, crewOf, sitDown, staffedTable } from './people.js';

/** What the compiler must refuse: a line that it lets pass fails the types of the tests. */
const CLOSED = (): readonly TableCommand[] => [
  { do: 'bet', player: 'a', wager: 'place', number: 6, amount: 600 },
  { do: 'offer', by: { role: 'stickperson', id: 's' }, at: 5 },
  // @ts-expect-error no such verb
  { do: 'dance' },
  // @ts-expect-error no such wager
  { do: 'bet', player: 'a', wager: 'poker', amount: 600 },
  // @ts-expect-error an amount is missing
  { do: 'bet', player: 'a', wager: 'pass' },
  // @ts-expect-error a field of another verb
  { do: 'settle', ground: 'fire' },
  // @ts-expect-error a word that is none of the few
  { do: 'invalidate', ground: 'riot', money: 'doubled', by: byFor(RULEBOOKS.star, 'invalidate-outcome') },
];

describe('commands by verb', () => {
  it('the union of verbs is closed', () => {
    const name: VerbName = 'bet';
    expect(VERB_NAMES).toContain(name);
    expect(VERB_NAMES).toHaveLength(Object.keys(VERBS).length);
    for (const other of ['dance', 'toString', '', undefined, 1]) {
      expect(isVerbName(other)).toBe(false);
      expect(aboutVerb(other)).toBeUndefined();
    }
  });

  it('the compiler and the edge refuse the same', () => {
    const { table } = sitDown(staffedTable('star'), 'a', 1);
    const codes = CLOSED().map((command) => {
      const decided = decide(table, command);
      return decided.ok ? 'ok' : decided.refused.code;
    });
    expect(codes.slice(2)).toEqual(Array(5).fill('bad-input'));
  });

  it.each(RULEBOOK_IDS)('%s: what is offered is never refused as bad input for its fields', (id) => {
    const { table } = sitDown(staffedTable(id), 'a', 1);
    const staff = crewOf(table.game.rulebook).at(-1);
    const acts = [{ player: 'a' }, ...(staff ? [{ staff }] : [])].flatMap(
      (who) => tableOptions(table, who).acts,
    );
    const misread = acts.filter(({ why }) =>
      /unknown field|must be (a|an|two|true) /.test(why?.message ?? ''),
    );
    expect(misread).toEqual([]);
    expect(acts.length).toBeGreaterThan(10);
  });
});
