import { describe, expect, it } from 'vitest';
import {
  decide,
  POWERS,
  type Power,
  RULEBOOK_IDS,
  RULEBOOKS,
  type Rulebook,
  type RulebookId,
  type Table,
  VERBS,
} from '../../src/index.js';
import type { By, Command } from '../../src/table/index.js';
import { anyCommand, chance } from './crowd.js';
import { byFor, crewOf, sitDown, staffedTable, type Told, tell } from './people.js';

/** Fields that fit, whatever the phase: who asks is judged before when. */
const commandOf = (table: Table, verb: string): Command => {
  for (let seed = 1; seed < 2_000; seed++) {
    const { by: _by, ...command } = anyCommand(table, chance(seed), verb);
    const decided = decide(table, { ...command, by: { role: 'owner', id: 'a stranger' } });
    if (!decided.ok && decided.refused.code !== 'bad-input') return command;
  }
  throw new Error(`no fields found that fit ${verb}`);
};

const rankOf = ({ roles }: Rulebook, role: string): number => roles.findIndex(({ id }) => id === role);
const titleOf = ({ roles }: Rulebook, role: string): string =>
  roles.find(({ id }) => id === role)?.title as string;

/** Allowed exactly when the rank suffices, refused with the data's clause; what else may stand in the way is not rank. */
function expectByRank(table: Table, power: Power, command: Command, by: By, clause?: string | null): void {
  const book = table.game.rulebook;
  const rule = book.powers[power];
  const decided = decide(table, { ...command, by });
  const because = `${book.id} ${command['do']} ${power} by ${by.role}: ${JSON.stringify(decided)}`;
  if (rule === null) {
    expect(decided, because).toMatchObject({ ok: false, refused: { code: 'not-allowed', clause: null } });
    return;
  }
  const isRefusedForRank =
    !decided.ok && decided.refused.message.endsWith(`takes a ${titleOf(book, rule.role)} or above.`);
  expect(isRefusedForRank, because).toBe(rankOf(book, by.role) < rankOf(book, rule.role));
  if (isRefusedForRank && !decided.ok)
    expect(decided.refused, because).toMatchObject({
      code: 'not-allowed',
      clause: clause ?? rule.clause,
    });
}

const atTable = (id: RulebookId): Told => sitDown(sitDown(staffedTable(id), 'p1', 1), 'p2', 2);
const POWERED = Object.entries(VERBS).flatMap(([name, { power }]) => (power ? [[name, power] as const] : []));

describe.each(RULEBOOK_IDS)('%s: who may do what', (id) => {
  const book = RULEBOOKS[id];
  const crew = crewOf(book);
  const { table } = atTable(id);

  it.each(POWERED)('%s takes the power to %s: every role', (verb, power) => {
    const command = commandOf(table, verb);
    for (const by of crew) expectByRank(table, power, command, by);
  });

  it.each(POWERED)(
    '%s is never done by nobody, by a stranger or in a role one does not have',
    (verb, power) => {
      const command = commandOf(table, verb);
      const rule = book.powers[power];
      expect(decide(table, command)).toMatchObject({
        ok: false,
        refused: { code: 'not-allowed', clause: rule?.clause ?? null },
      });
      if (rule === null) return;
      const top = crew.at(-1) as By;
      for (const by of [
        { ...top, id: 'a stranger' },
        { role: top.role, id: (crew[0] as By).id },
        { role: 'owner', id: top.id },
      ]) {
        if (by.id === top.id && by.role === top.role) continue;
        expect(decide(table, { ...command, by })).toMatchObject({
          ok: false,
          refused: { code: 'not-on-duty' },
        });
      }
    },
  );

  it('whoever has left the table has no power there', () => {
    const by = byFor(book, 'close-table');
    const gone = tell(atTable(id), { do: 'staff-leave', person: by.id }).table;
    expect(decide(gone, { do: 'announce-closing', from: 1_200_000, by })).toMatchObject({
      ok: false,
      refused: { code: 'not-on-duty' },
    });
  });
});

/** A shooter with a line wager and dice in hand. */
const withDice = (id: RulebookId): Told =>
  [
    { do: 'offer', by: byFor(RULEBOOKS[id], 'offer-dice') },
    { do: 'accept', player: 'p1', dice: ['1a', '1b'] },
    { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
    { do: 'bet', player: 'p1', wager: 'place', number: 6, amount: 600 },
  ].reduce(tell, atTable(id));
const thrown = (id: RulebookId): Told => tell(withDice(id), { do: 'throw', player: 'p1' });
const settling = (id: RulebookId): Told =>
  tell(thrown(id), { do: 'roll', dice: [5, 6], by: byFor(RULEBOOKS[id], 'call-total') });
const nobodyTakes = (id: RulebookId): Told => {
  const by = byFor(RULEBOOKS[id], 'offer-dice');
  const asked = tell(tell(atTable(id), { do: 'bet', player: 'p1', wager: 'pass', amount: 500 }), {
    do: 'offer',
    by,
  });
  const declined = tell(tell(asked, { do: 'decline', player: 'p1' }), { do: 'offer', by });
  const both =
    declined.table.shooter.offeredTo === null ? declined : tell(declined, { do: 'decline', player: 'p2' });
  return both.table.shooter.stick ? both : tell(both, { do: 'offer', by });
};
const shooting = (id: RulebookId): Told =>
  [
    { do: 'bet', player: 'p1', wager: 'pass', amount: 500 },
    { do: 'close-wagering', at: 30_000 },
  ].reduce(tell, atTable(id));

/** Acts that need a power only sometimes: a moment at the table and what is asked then. */
interface Moment {
  readonly act: string;
  readonly power: Power;
  readonly books: readonly RulebookId[];
  readonly at: (id: RulebookId) => Told;
  readonly command: Command;
  /** Where another clause says no than the one that gives the power. */
  readonly clause?: string;
}
const STAFFED = RULEBOOK_IDS.filter((id) => RULEBOOKS[id].conduct.run.value === 'staffed');
const having = (power: Power, ids: readonly RulebookId[] = RULEBOOK_IDS) =>
  ids.filter((id) => RULEBOOKS[id].powers[power] !== null);
const fieldBet = { do: 'bet', player: 'p2', wager: 'field', amount: 500 };

const MOMENTS: readonly Moment[] = [
  {
    act: 'calling the total',
    power: 'call-total',
    books: STAFFED,
    at: thrown,
    command: { do: 'roll', dice: [1, 2] },
  },
  {
    act: 'throwing for nobody',
    power: 'throw-for-nobody',
    books: having('throw-for-nobody', STAFFED),
    at: nobodyTakes,
    command: { do: 'throw' },
  },
  {
    act: 'a late wager',
    power: 'confirm-late-wager',
    books: STAFFED.filter((id) =>
      ['dice-at-rest', 'result-called'].includes(RULEBOOKS[id].conduct.wagers.lateUntil.value),
    ),
    at: thrown,
    command: fieldBet,
  },
  {
    act: 'an oral wager',
    power: 'confirm-oral-wager',
    books: having('confirm-oral-wager', STAFFED),
    at: withDice,
    command: { ...fieldBet, oral: true },
  },
  {
    act: 'chips found',
    power: 'settle-wagers',
    books: STAFFED,
    at: thrown,
    command: { ...fieldBet, found: true },
  },
  {
    act: 'a late wager allowed in fairness',
    power: 'relax-close',
    books: ['aruze'],
    at: shooting,
    command: { ...fieldBet, unfair: 'the terminal was slow' },
  },
  {
    act: 'a second dealer',
    power: 'add-stickperson',
    books: having('add-stickperson'),
    at: atTable,
    command: { do: 'staff', person: 'another', role: 'stickperson' },
  },
  {
    act: 'a call',
    power: 'confirm-call',
    books: having('confirm-call'),
    at: withDice,
    command: { do: 'call', player: 'p1', wager: 'place', to: 'on' },
  },
  {
    act: 'a call off',
    power: 'confirm-call-off',
    books: having('confirm-call-off'),
    at: withDice,
    command: { do: 'call', player: 'p1', wager: 'place', to: 'off' },
  },
  ...(['seize-winnings', 'confiscate-device', 'detain', 'recommend-exclusion'] as const).map(
    (measure): Moment => ({
      act: `the measure to ${measure}`,
      power: measure,
      books: RULEBOOK_IDS,
      at: atTable,
      command: {
        do: 'record-measure',
        player: 'p1',
        measure,
        note: 'found with a device',
        ...(measure === 'seize-winnings' ? { amount: 500 } : {}),
      },
    }),
  ),
  {
    act: 'invalid wagers',
    power: 'void-wagers',
    books: ['star-2024'],
    at: settling,
    command: { do: 'find-invalid', player: 'p1' },
    clause: '9.4',
  },
];

describe.each(MOMENTS)('$act takes the power to $power', ({ power, books, at, command, clause }) => {
  it.each(books)('%s: every role, and not nobody', (id) => {
    const { table } = at(id);
    const book = RULEBOOKS[id];
    const rule = book.powers[power];
    for (const by of crewOf(book)) {
      const whole = command['oral'] || table.phase === 'thrown' ? withSecond(id, command, by) : command;
      expectByRank(table, power, whole, by, clause);
      if (rule && rankOf(book, by.role) >= rankOf(book, rule.role))
        expect(decide(table, { ...whole, by }), `${id} ${by.role}`).toMatchObject({ ok: true });
    }
    expect(decide(table, command)).toMatchObject({
      ok: false,
      refused: { code: 'not-allowed', clause: clause ?? rule?.clause ?? null },
    });
  });
});

/** Acts that the book gives to the same people by another clause. */
const stopped = (id: RulebookId): Told =>
  tell(atTable(id), {
    do: 'system-malfunction',
    ground: 'system-doubted',
    by: byFor(RULEBOOKS[id], 'confirm-malfunction'),
  });
it.each([
  ['stopping the system', atTable, { do: 'system-malfunction', ground: 'system-doubted' }],
  ['restoring the system', stopped, { do: 'restore-system' }],
] as const)('aruze: %s takes the power to confirm a malfunction', (_, at, command) => {
  const { table } = at('aruze');
  for (const by of crewOf(RULEBOOKS.aruze)) expectByRank(table, 'confirm-malfunction', command, by, '6.6');
  expect(decide(table, command)).toMatchObject({
    ok: false,
    refused: { code: 'not-allowed', clause: '6.6' },
  });
});

it.each(having('forfeit-wagers', STAFFED))('%s: a forfeit takes the rank of whoever invalidates', (id) => {
  const book = RULEBOOKS[id];
  expect(book.powers['forfeit-wagers']?.role).toBe(book.powers['invalidate-outcome']?.role);
  const { table } = settling(id);
  const command = { do: 'invalidate', ground: 'fraud', forfeit: ['p1'] };
  for (const by of crewOf(book)) expectByRank(table, 'invalidate-outcome', command, by);
  expect(decide(table, { ...command, by: byFor(book, 'forfeit-wagers') })).toMatchObject({ ok: true });
});

/** Where one announces and another confirms, the other is somebody else of the crew. */
function withSecond(id: RulebookId, command: Command, by: By): Command {
  if (command['do'] !== 'bet' || command['found']) return command;
  const other = crewOf(RULEBOOKS[id]).find(({ id: person }) => person !== by.id);
  return { ...command, confirmed: other };
}

it('every power that a book gives to somebody is asked for by some act, goes with another or is the house’s', () => {
  const asked: readonly Power[] = [
    ...POWERED.map(([, power]) => power),
    ...MOMENTS.map(({ power }) => power),
  ];
  const left = POWERS.filter((power) => !asked.includes(power) && having(power).length > 0);
  expect(left).toEqual(['forfeit-wagers', 'decide-dispute', 'review-dispute', 'withhold-payment']);
});
