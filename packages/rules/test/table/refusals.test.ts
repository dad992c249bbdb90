import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RULINGS, rulingsOf } from '../../src/clauses/index.js';
import {
  aboutVerb,
  decide,
  RULEBOOK_IDS,
  type RulebookId,
  rulebook,
  saveTable,
  type Table,
  VERBS,
} from '../../src/index.js';
import { anyCommand, chance, playCrowd, seeds } from './crowd.js';
import { sitDown, staffedTable, type Told } from './people.js';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 12);

/** What is written down about a person and moves nothing by itself. */
const RECORDS = ['measure-recorded', 'area-cleared', 'vacate-refused'];

const stateOf = ({ at: _at, ...table }: Table): string => JSON.stringify(saveTable({ ...table, at: 0 }));

/** Somebody is told when an act would fit, or what comes first. */
const SAYS_WHEN =
  /fits|first|until|before|once|anew|table is closed|is missing|being settled|dice are thrown|since/;

/** A sign that limits a player besides the wager, where the book knows such a sign: two rules that may disagree. */
const threeWithLimits = (id: RulebookId): Told => {
  const perPlayer = rulebook(id).limits.sign.value.includes('player') ? { perPlayer: { max: 3_000 } } : {};
  return ['p1', 'p2', 'p3'].reduce(
    (told, player, index) => sitDown(told, player, index + 1),
    staffedTable(id, { seats: 4, ...perPlayer }),
  );
};

describe.each(RULEBOOK_IDS)('%s: what acts and refusals say', (id) => {
  it('an act that would change nothing is not accepted', () => {
    fc.assert(
      fc.property(seeds(), (list) => {
        playCrowd(id, list, ({ before, after, events, command }) => {
          if (events.length === 0 || events.every(({ event }) => RECORDS.includes(event))) return;
          expect(stateOf(after), JSON.stringify(command)).not.toBe(stateOf(before));
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('the nearest amount that is named is accepted', () => {
    let named = 0;
    fc.assert(
      fc.property(seeds(), fc.integer({ min: 1, max: 300_000 }), (list, amount) => {
        playCrowd(
          id,
          list,
          ({ before, command }) => {
            if (command['do'] !== 'bet') return;
            const refused = decide(before, { ...command, amount });
            if (refused.ok || refused.refused.nearest === undefined) return;
            named += 1;
            const nearest = decide(before, { ...command, amount: refused.refused.nearest });
            expect(nearest, JSON.stringify([command, refused.refused])).toMatchObject({ ok: true });
          },
          threeWithLimits(id),
        );
      }),
      { numRuns: RUNS },
    );
    expect(named).toBeGreaterThan(0);
  });

  it('out of phase says when it would fit, and by which clause', () => {
    let told = 0;
    fc.assert(
      fc.property(seeds(60), fc.array(fc.nat(), { minLength: 30, maxLength: 60 }), (list, tries) => {
        const { table } = playCrowd(id, list);
        for (const seed of tries) {
          const command = anyCommand(table, chance(seed));
          const decided = decide(table, command);
          if (decided.ok || decided.refused.code !== 'out-of-phase') continue;
          told += 1;
          const { message, clause, ruling } = decided.refused;
          expect(message).toMatch(SAYS_WHEN);
          if (command['do'] !== 'leave') expect(clause ?? ruling, JSON.stringify(command)).toBeTruthy();
        }
      }),
      { numRuns: RUNS },
    );
    expect(told).toBeGreaterThan(0);
  });

  it('every ruling that stands in an answer is among those shown with the book', () => {
    const shown = new Set<string>(rulingsOf(rulebook(id)).map((ruling) => ruling.id));
    const missing = new Set<string>();
    const see = (ruling: string | undefined) => ruling && !shown.has(ruling) && missing.add(ruling);
    fc.assert(
      fc.property(seeds(), (list) => {
        playCrowd(id, list, ({ before, events, command }) => {
          for (const event of events) see(event.ruling);
          const decided = events.length === 0 ? decide(before, command) : null;
          if (decided && !decided.ok) see(decided.refused.ruling);
        });
      }),
      { numRuns: RUNS },
    );
    expect([...missing]).toEqual([]);
  });
});

describe('what a book does not know', () => {
  const ELECTRONIC = Object.keys(VERBS).filter((verb) =>
    aboutVerb(verb)?.phases?.every((phase) => ['wagering', 'shooting', 'rolling', 'stopped'].includes(phase)),
  );

  it('is not allowed, rather than out of phase', () => {
    const staffed = playCrowd('crown', []).table;
    for (const verb of ['collect', ...ELECTRONIC])
      expect(decide(staffed, anyCommand(staffed, chance(7), verb)), verb).toMatchObject({
        ok: false,
        refused: { code: 'not-allowed' },
      });
    const electronic = playCrowd('aruze', []).table;
    for (const verb of ['accept', 'decline', 'choose', 'pass', 'throw'])
      expect(
        decide(electronic, { ...anyCommand(electronic, chance(7), verb), player: 'p1' }),
        verb,
      ).toMatchObject({
        ok: false,
        refused: { code: 'not-allowed' },
      });
  });
});

it('rulings hold in books that there are', () => {
  for (const { holds = [] } of RULINGS) for (const id of holds) expect(RULEBOOK_IDS).toContain(id);
});
