// The sheet that a crew deals by is compared with what the ledger moved: the one is made from the event, for people, the
// other from the tables before and after, for the books, and neither knows of the other.
import assert from 'node:assert/strict';
import { account, entriesFor } from '@boxperson/house';
import { type Command, decide, evolve, onLayout, type Table } from '@boxperson/rules';
import {
  ACTIONS,
  DEALING_PROFILES,
  type DealingProfile,
  type DealingSheet,
  dealingSheet,
  type SheetLine,
} from '@boxperson/rules/dealing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Dealt, rollsAt, STAFFED } from '../packages/rules/test/dealing/tables.js';
import { playCrowd, seeds, threeAtTable } from '../packages/rules/test/table/crowd.js';
import { crewOf } from '../packages/rules/test/table/people.js';

const TABLES = Number(process.env['DEALING_TABLES'] ?? 40);
const ROLLS = 5;
const ID = 'harbour';

type Money = Map<string, number>;
const add = (money: Money, name: string, amount: number) => money.set(name, (money.get(name) ?? 0) + amount);

/** What the ledger moved, by account. */
function ledgerOf({ steps }: Dealt): Money {
  const moved: Money = new Map();
  for (const { before, event, after } of steps)
    for (const { postings } of entriesFor(ID, before, event, after))
      for (const { account: name, amount } of postings) add(moved, name, amount);
  for (const { before, after } of steps) addLayouts(moved, before, after);
  return moved;
}

const onFelt = (player: string): string => `felt/${player}`;

/** The ledger has one account for all chips on the layout; whose they are is in the tables. */
function addLayouts(moved: Money, before: Table, after: Table): void {
  for (const player of before.game.players) add(moved, onFelt(player.name), -onLayout(player));
  for (const player of after.game.players) add(moved, onFelt(player.name), onLayout(player));
}

const linesOf = ({ sheets }: DealingSheet): readonly SheetLine[] => sheets.flatMap(({ lines }) => lines);

/** The same from what the lines tell a dealer to do. */
function dealtBy(sheet: DealingSheet): Money {
  const moved: Money = new Map();
  for (const line of linesOf(sheet)) {
    const isLeft = line.action === 'move' || line.action === 'stand';
    const tokens = line.tokens ?? { lay: 0, taken: 0, back: 0, up: 0 };
    const putBack = line.action === 'pay-and-leave-up' ? line.up - tokens.up : 0;
    const chips = line.stake - tokens.lay;
    const commission = line.commission - line.commissionBack;
    add(moved, account.seat(ID, line.player), line.paid + line.back - putBack - commission);
    add(moved, account.escrow(ID), isLeft ? 0 : putBack - chips);
    add(moved, onFelt(line.player), isLeft ? 0 : putBack - chips);
    add(moved, account.tokensAt(ID, line.player), tokens.back);
    add(moved, account.tokensOn(ID), tokens.up - tokens.lay);
    add(moved, account.tokensUsed(ID), tokens.taken);
    add(moved, account.commission(ID), commission);
    add(moved, account.float(ID), line.taken - line.paid);
  }
  return moved;
}

const told = (moved: Money): readonly (readonly [string, number])[] =>
  [...moved].filter(([, amount]) => amount !== 0).sort(([a], [b]) => (a < b ? -1 : 1));

function checkSums(ledger: Money, sheet: DealingSheet): void {
  assert.deepEqual(told(dealtBy(sheet)), told(ledger));
}

const worth = (chips: readonly { readonly chip: number; readonly count: number }[]): number =>
  chips.reduce((sum, { chip, count }) => sum + chip * count, 0);
const sum = <T>(list: readonly T[], of: (item: T) => number): number =>
  list.reduce((all, item) => all + of(item), 0);

/** What stands at the foot, and what is shown together, says nothing else than the lines. */
function checkFoot(ledger: Money, sheet: DealingSheet): void {
  const lines = linesOf(sheet);
  for (const { player, rail, net } of sheet.players) {
    const kept = ledger.get(account.seat(ID, player)) ?? 0;
    assert.equal(rail, kept);
    assert.equal(net, kept + (ledger.get(onFelt(player)) ?? 0));
  }
  const house = (ledger.get(account.float(ID)) ?? 0) + (ledger.get(account.commission(ID)) ?? 0);
  assert.equal(sheet.box.house, house);
  assert.equal(
    sum(sheet.sheets, ({ taken }) => taken),
    sheet.box.taken,
  );
  assert.equal(
    sum(sheet.sheets, ({ paid }) => paid),
    sheet.box.paid,
  );
  const { float } = sheet.box;
  assert.ok(float);
  assert.ok(float.after.every(({ count }) => count >= 0));
  assert.equal(worth(float.after) + float.loose, worth(float.before) + house);
  for (const { moved, hands, taken, action } of lines) {
    assert.equal(moved.rail + moved.layout + moved.house, 0);
    assert.equal(action === 'take' ? taken : 0 - hands, moved.house);
  }
  for (const one of sheet.together) {
    const joined = lines.filter(({ id }) => one.lines.includes(id));
    assert.equal(
      one.hands,
      sum(joined, ({ hands }) => hands),
    );
    assert.equal(
      one.back,
      sum(joined, ({ back }) => back),
    );
  }
}

/** Every way to hand it over makes the sum, and nothing that must be handed over is without one but when it says so. */
function checkChips(sheet: DealingSheet): void {
  for (const { chips, hands, taken, action, short } of linesOf(sheet)) {
    for (const { give, take } of chips)
      assert.equal(worth(give) - worth(take), action === 'take' ? -taken : hands);
    if (hands > 0) assert.equal(chips.length === 0, short);
  }
  for (const { chips, hands, as, short } of sheet.together) {
    for (const { give, take } of chips) assert.equal(worth(give) - worth(take), hands);
    if (as === 'total') assert.equal(chips.length === 0, short);
  }
}

const sheetOf = ({ before, event, after }: Dealt, profile: DealingProfile, count: number): DealingSheet =>
  dealingSheet(
    before,
    event,
    after,
    profile,
    before.game.sign.chips.chips.map((chip) => ({ chip, count })),
  );

function check(ledger: Money, sheet: DealingSheet): DealingSheet {
  checkSums(ledger, sheet);
  checkFoot(ledger, sheet);
  checkChips(sheet);
  const ids = linesOf(sheet).map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  return sheet;
}

/** However the house deals, the ledger is the same. */
function checkAll(dealt: Dealt, count: number): readonly DealingSheet[] {
  const ledger = ledgerOf(dealt);
  return DEALING_PROFILES.map((profile) => check(ledger, sheetOf(dealt, profile, count)));
}

const nats = fc.nat({ max: 0x7fff_fffe });
/** How many chips of each kind are in the float: some tables run out. */
const counts = fc.nat({ max: 60 });

describe.each(STAFFED)('%s: the sheet adds up to what the ledger moved', (book) => {
  test('at random tables, however the house deals', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(nats, counts, (seed, count) => {
        for (const dealt of rollsAt(book, seed, ROLLS))
          for (const { action } of checkAll(dealt, count).flatMap(linesOf)) seen.add(action);
      }),
      { numRuns: TABLES },
    );
    expect([...seen].sort()).toEqual([...ACTIONS].sort());
  });

  test('whatever else people do there', () => {
    fc.assert(
      fc.property(seeds(80), (list) => {
        for (const dealt of rollsIn(book, list)) checkAll(dealt, 9);
      }),
      { numRuns: Math.ceil(TABLES / 8) },
    );
  });
});

/** Every roll of a crowd, every correction of its call (R55) and every reading of its faces. */
function rollsIn(book: (typeof STAFFED)[number], list: readonly number[]): readonly Dealt[] {
  const rolls: Dealt[] = [];
  playCrowd(book, list, ({ before, after, events: [event] }) => {
    if (event?.event === 'rolled') rolls.push({ before, event, after, steps: [{ before, event, after }] });
    if (event?.event !== 'face-decided' && event?.event !== 'call-corrected') return;
    const first = rolls.at(-1) as Dealt;
    rolls.push({ before, event, after, steps: [...first.steps, { before, event, after }] });
  });
  return rolls;
}

describe('a planted fault is caught', () => {
  const dealt = rollsAt('adelaide', 4, 20).find(
    (one) => one.steps.length === 1 && paying(one).length > 5,
  ) as Dealt;
  const ledger = ledgerOf(dealt);
  const sheet = dealingSheet(dealt.before, dealt.event, dealt.after);

  function paying({ before, event, after }: Dealt): readonly SheetLine[] {
    return linesOf(dealingSheet(before, event, after)).filter(({ paid, taken }) => paid > 0 || taken > 0);
  }
  const changed = (change: (line: SheetLine) => readonly SheetLine[]): DealingSheet => ({
    ...sheet,
    sheets: sheet.sheets.map((one) => ({ ...one, lines: one.lines.flatMap(change) })),
  });

  test.each(paying(dealt).map((line) => [line.spot, line.action, line.id] as const))(
    '%s, %s',
    (_spot, _action, id) => {
      expect(() =>
        checkSums(
          ledger,
          changed((line) => [line]),
        ),
      ).not.toThrow();
      expect(() =>
        checkSums(
          ledger,
          changed((line) => (line.id === id ? [] : [line])),
        ),
      ).toThrow();
      expect(() =>
        checkSums(
          ledger,
          changed((line) => (line.id === id ? [line, line] : [line])),
        ),
      ).toThrow();
      const more = (line: SheetLine) => [line.id === id ? { ...line, paid: line.paid + 100 } : line];
      expect(() => checkSums(ledger, changed(more))).toThrow();
      const other = (line: SheetLine) => [line.id === id ? { ...line, player: 'nobody' } : line];
      expect(() => checkSums(ledger, changed(other))).toThrow();
    },
  );
});

describe('faces that are read anew', () => {
  /** A buy on 6 that stays up wins by the first reading, and is placed again with new commission. */
  function commissionAfter(book: 'star' | 'adelaide', decided: Command): number {
    let { table } = threeAtTable(book);
    const by = crewOf(table.game.rulebook).at(-1);
    let commission = 0;
    const tell = (command: Command) => {
      const done = decide(table, { at: table.at, ...command } as Command);
      assert.ok(done.ok, JSON.stringify({ command, done }));
      for (const event of done.value) {
        const after = evolve(table, event);
        for (const { postings } of entriesFor(ID, table, event, after))
          for (const { account: name, amount } of postings)
            if (name === account.commission(ID)) commission += amount;
        table = after;
      }
    };
    const throws = (dice: readonly number[]) => {
      tell({ do: 'throw', player: 'p1' });
      tell({ do: 'roll', dice, by });
    };
    tell({ do: 'offer', by });
    tell({ do: 'accept', player: 'p1', dice: table.dice.bowl.slice(0, 2) });
    tell({ do: 'bet', player: 'p1', wager: 'pass', amount: 500 });
    throws([1, 3]);
    tell({ do: 'settle', by });
    tell({ do: 'bet', player: 'p2', wager: 'buy', number: 6, amount: 2_000, stay: true });
    const taken = commission;
    throws([3, 3]);
    assert.ok(commission > taken, 'commission is taken again');
    tell({ ...decided, by });
    return commission - taken;
  }

  test.each([
    ['star', { do: 'decide-face', dice: [1, 2] }],
    ['adelaide', { do: 'decide-face', dice: [1, 2] }],
  ] as const)('%s: the commission of the first reading goes back with it', (book, decided) => {
    expect(commissionAfter(book, decided)).toBe(0);
  });
});
