import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DealtEvent, dealingSheet } from '../../src/dealing/index.js';
import {
  decide,
  due,
  evolve,
  onLayout,
  RULEBOOK_IDS,
  type RulebookId,
  replay,
  restoreTable,
  SPOTS,
  saveTable,
  type Table,
  tableOptions,
} from '../../src/index.js';
import type { Command, TableEvent } from '../../src/table/index.js';
import { tokensAt } from './crowd.js';
import { asPlayer, crewOf, sitDown, sitWithChips, staffedTable, type Told } from './people.js';

/** Random people doing random things: the seed of a hand is a list of numbers, each choosing the next thing to try. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 10);
const choices = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 60, maxLength: 160 });

const money = (table: Table): number =>
  table.game.house + table.game.players.reduce((sum, player) => sum + player.balance + onLayout(player), 0);

/** What comes in with people and goes out with them, from the record alone. */
const moneyIn = ({ events }: Told): number =>
  events.reduce((sum, event) => {
    if (event.event === 'sat') return sum + event.bankroll;
    if (event.event === 'chips-bought') return sum + event.amount;
    if (event.event === 'credits-collected') return sum - event.amount;
    return event.event === 'left' || event.event === 'released' ? sum - event.paid : sum;
  }, 0);

/** Tokens that came for vouchers, less those that were taken, used up or went with somebody: from the record alone. */
const tokensIn = ({ events }: Told): number =>
  events.reduce((sum, event) => sum + tokensBy(event, events), 0);

const sumOf = (all: readonly { readonly amount: number }[] = []): number =>
  all.reduce((sum, { amount }) => sum + amount, 0);

const takenBy = (settled: readonly { readonly tokens?: { readonly taken: number } }[]): number =>
  settled.reduce((sum, { tokens }) => sum + (tokens?.taken ?? 0), 0);

/** A call that is corrected takes back what the one before it took. */
function tokensBy(event: TableEvent, events: readonly TableEvent[]): number {
  switch (event.event) {
    case 'tokens-exchanged':
      return event.amount;
    case 'wagered':
      return 0 - (event.tokens?.commission ?? 0);
    case 'rolled':
      return 0 - takenBy(event.settled);
    case 'face-decided':
    case 'call-corrected':
      return lastTaken(event, events) - takenBy(event.outcome.settled);
    case 'throw-voided':
      return lastTaken(event, events);
    case 'left':
    case 'released':
      return 0 - sumOf(event.tokens);
    case 'outcome-invalidated':
      return sumOf(event.tokensBack);
    case 'wagers-voided':
      return sumOf((event.decided ?? []).flatMap(({ tokens }) => tokens ?? []));
    default:
      return 0;
  }
}

function lastTaken(event: TableEvent, events: readonly TableEvent[]): number {
  const before = events.slice(0, events.indexOf(event));
  const last = before.findLast((one) => isDealt(one));
  return last && isDealt(last) ? takenBy(last.event === 'rolled' ? last.settled : last.outcome.settled) : 0;
}

const pick = <T>(from: readonly T[], choice: number): T => from[choice % from.length] as T;

/** What is done for somebody with chips on the felt is entered by one of the crew, mostly. */
function commandFor(table: Table, choice: number): Command {
  const command = soundCommand(table, choice);
  const player = command['player'];
  if (typeof player !== 'string' || command['by'] !== undefined || choice % 17 === 0) return command;
  return { ...command, ...asPlayer(table, player) };
}

/** A command that makes some sense, by the choice: a bet, a take, a call, a roll, or one of the acts of a person. */
function soundCommand(table: Table, choice: number): Command {
  const { players, rulebook } = table.game;
  const player = players.length === 0 ? 'p1' : pick(players, choice >> 4).name;
  const crew = crewOf(rulebook);
  const by = pick(crew, choice >> 3);
  switch (choice % 11) {
    case 0:
    case 1:
    case 2: {
      const { index: _index, ...spot } = pick(SPOTS, choice >> 5);
      const amount = 500 * (1 + ((choice >> 7) % 5)) * (choice % 3 === 0 ? 4 : 1);
      return {
        do: 'bet',
        player,
        ...spot,
        amount,
        ...heldBy(table, player, amount, choice),
        ...(choice % 7 === 0 ? { by, confirmed: pick(crew, choice >> 6) } : {}),
      };
    }
    case 3: {
      const { index: _index, ...spot } = pick(SPOTS, choice >> 5);
      return {
        do: 'bet',
        player,
        ...pick([{ wager: 'pass' }, { wager: 'dont-pass' }, { wager: 'come' }, spot], choice >> 9),
        amount: 500,
      };
    }
    case 4: {
      const wagers = players.flatMap((owner) => owner.wagers.map((wager) => ({ owner, wager })));
      if (wagers.length === 0) return { do: 'layout' };
      const { owner, wager } = pick(wagers, choice >> 4);
      const { index: _index, ...spot } = wager.spot;
      return { do: 'take', player: owner.name, ...spot, ...(choice % 2 === 0 ? { amount: 500 } : {}) };
    }
    case 5:
      return {
        do: 'call',
        player,
        wager: pick(['place', 'buy', 'hardway', 'come-odds'], choice >> 8),
        to: choice % 2 === 0 ? 'on' : 'off',
        by,
      };
    case 8:
      if (choice % 2 === 0) return exchangeBy(player, by, choice);
      return takePart(table, choice);
    case 6:
    case 7:
      return {
        do: 'roll',
        dice: [1 + ((choice >> 5) % 6), 1 + ((choice >> 9) % 6)],
        by: pick(
          crew.filter(({ role }) => role !== 'dealer'),
          choice >> 3,
        ),
      };
    default: {
      const differs = differently(table, choice);
      if (differs) return { ...differs, by };
      const who = choice % 2 === 0 ? asPlayer(table, player) : { staff: by };
      const { acts } = tableOptions(table, who);
      const may = acts.filter(
        (act) => act.may && !['close', 'exclude', 'system-malfunction'].includes(String(act.command['do'])),
      );
      return may.length > 0 && choice % 5 !== 0
        ? pick(may, choice >> 6).command
        : pick(acts, choice >> 6).command;
    }
  }
}

/** A voucher on one of many conditions; a number that comes twice is refused, or its tokens are brought again. */
function exchangeBy(player: string, by: unknown, choice: number): Command {
  const fate = (n: number) => pick(['taken', 'returned'], choice >> n);
  const number = (choice >> 7) % 12;
  return {
    do: 'exchange',
    player,
    voucher: `V-${number}`,
    amount: 500 * (1 + (number % 6)),
    ...(number % 3 === 0 ? { win: fate(9), loss: fate(10), push: fate(11) } : {}),
    ...(number % 4 === 0 ? { odds: true, commission: true } : {}),
    by,
  };
}

/** Tokens that the player has, for some or all of a bet. */
function heldBy({ game }: Table, name: string, amount: number, choice: number): Command {
  const held = (game.players.find((player) => player.name === name)?.tokens ?? []).filter(
    (one) => one.amount > 0,
  );
  if (held.length === 0) return {};
  const { voucher, amount: most } = pick(held, choice >> 6);
  return { voucher, tokens: Math.min(most, choice % 2 === 0 ? amount : 500) };
}

/** Something of a stake comes down, the tokens first. */
function takePart({ game }: Table, choice: number): Command {
  const mixed = game.players.flatMap(({ name, wagers }) =>
    wagers.flatMap(({ spot, tokens }) => (tokens ? [{ name, spot, tokens }] : [])),
  );
  if (mixed.length === 0) return { do: 'layout' };
  const { name, spot, tokens } = pick(mixed, choice >> 4);
  const { index: _index, ...selection } = spot;
  return { do: 'take', player: name, ...selection, amount: tokens.amount, tokens: tokens.amount };
}

/** A line of the sheet that was paid otherwise, now and then. */
function differently({ sheet }: Table, choice: number): Command | null {
  if (!sheet || sheet.open.length === 0 || choice % 3 !== 0) return null;
  const { id, owed } = pick(sheet.open, choice >> 5);
  const paid = pick([0, 500, owed + 500, Math.max(0, owed - 300)], choice >> 8);
  return { do: 'deal-differently', line: id, paid, note: 'counted anew' };
}

/** Lets the clock do what is due when nothing else moves an electronic table on. */
function clock(told: Told): Told {
  const next = due(told.table, told.table.at);
  if (next?.needs !== 'clock') return told;
  const decided = decide(told.table, { ...next.command, at: next.at });
  if (!decided.ok) throw new Error(decided.refused.message);
  return {
    table: decided.value.reduce<Table>(evolve, told.table),
    events: [...told.events, ...decided.value],
  };
}

/** All at screens; or, where there is a felt, two with chips on it and a crew that deals line by line. */
const KINDS = ['screens', 'chips and dealt'] as const;
type Kind = (typeof KINDS)[number];
const TABLES = RULEBOOK_IDS.flatMap((id) =>
  KINDS.filter((kind) => kind === 'screens' || id !== 'aruze').map((kind) => [id, kind] as const),
);

function seatedAt(id: RulebookId, kind: Kind): Told {
  if (kind === 'screens')
    return sitDown(sitDown(sitDown(staffedTable(id, { seats: 3 }), 'p1', 1), 'p2', 2), 'p3', 3);
  const table = sitWithChips(staffedTable(id, { seats: 3, dealt: true }), 'p1', 1);
  return sitWithChips(sitDown(table, 'p2', 2), 'p3', 3, 5_000);
}

function play(
  id: RulebookId,
  kind: Kind,
  seeds: readonly number[],
  each: (before: Told, after: Told, command: Command) => void,
): Told {
  let told = seatedAt(id, kind);
  for (const choice of seeds) {
    const before = choice % 13 === 0 ? clock(told) : told;
    const command = commandFor(before.table, choice);
    const decided = decide(before.table, command);
    told = decided.ok
      ? {
          table: decided.value.reduce<Table>(evolve, before.table),
          events: [...before.events, ...decided.value],
        }
      : before;
    each(before, told, command);
  }
  return told;
}

describe.each(TABLES)('%s, %s: random people at a table', (id, kind) => {
  it('conserves money to the cent, and promotional tokens apart from it, whatever happens', () => {
    fc.assert(
      fc.property(choices, (seeds) => {
        play(id, kind, seeds, (_before, after) => {
          expect(money(after.table)).toBe(moneyIn(after));
          expect(tokensAt(after.table)).toBe(tokensIn(after));
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('the dice wait for the sheet, and every chip on the felt was bought or brought', () => {
    fc.assert(
      fc.property(choices, (seeds) => {
        play(id, kind, seeds, (before, after) => {
          const { table } = after;
          expect(table.sheet === undefined).toBe(kind === 'screens' || table.phase !== 'settling');
          for (const { name, balance } of table.game.players) expect(balance, name).toBeGreaterThanOrEqual(0);
          const settled = after.events.slice(before.events.length).some(({ event }) => event === 'settled');
          if (settled && before.table.sheet) expectDone(before, after);
          if (table.sheet) expectSheet(before, after);
        });
      }),
      { numRuns: RUNS },
    );
  });

  it('rebuilds the same table from its record, and from a saved table in the middle', () => {
    fc.assert(
      fc.property(choices, (seeds) => {
        const told = play(id, kind, seeds, () => {});
        const record = JSON.parse(JSON.stringify(told.events));
        expect(saveTable(replay(record))).toEqual(saveTable(told.table));
        expect(saveTable(restoreTable(JSON.parse(JSON.stringify(saveTable(told.table)))))).toEqual(
          saveTable(told.table),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('accepts and refuses bets and takes exactly as the options say', () => {
    fc.assert(
      fc.property(choices, fc.nat(), (seeds, probe) => {
        const { table } = play(id, kind, seeds, () => {});
        for (const { name } of table.game.players) checkSpots(table, name, probe);
      }),
      { numRuns: RUNS },
    );
  });

  it('is never stuck: from wherever it stands, legal commands lead to a roll or to closing', () => {
    fc.assert(
      fc.property(choices, (seeds) => {
        const told = play(id, kind, seeds, () => {});
        expect(leadsOn(told), JSON.stringify(saveTable(told.table))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

/** What the table waits for is what the dealing sheet asks for: the same lines, and the same to hand over. */
function expectSheet(before: Told, after: Told): void {
  const event = after.events.slice(before.events.length).find(isDealt);
  if (!event) return;
  const lines = dealingSheet(before.table, event, after.table).sheets.flatMap((sheet) => sheet.lines);
  const asked = lines.filter(({ action }) => action !== 'stand').map(({ id, hands }) => `${id} ${hands}`);
  expect(after.table.sheet?.open.map(({ id, owed }) => `${id} ${owed}`).sort()).toEqual([...asked].sort());
}
const isDealt = (event: TableEvent): event is DealtEvent =>
  event.event === 'rolled' || event.event === 'face-decided' || event.event === 'call-corrected';

/** Whatever was open when the roll was settled was dealt, dealt differently or waved through in the same breath. */
function expectDone(before: Told, after: Told): void {
  const done = after.events.slice(before.events.length).flatMap((event) => {
    if (event.event === 'lines-dealt') return event.lines;
    if (event.event === 'sheet-waved') return event.open;
    return event.event === 'line-differs' ? [event.line] : [];
  });
  expect([...done].sort()).toEqual(before.table.sheet?.open.map(({ id }) => id).sort());
}

function checkSpots(table: Table, player: string, probe: number): void {
  const who = asPlayer(table, player);
  const { spots } = tableOptions(table, who);
  for (const { spot, bet, take } of spots ?? []) {
    const { index: _index, ...selection } = spot;
    const tried = (amount: number) => decide(table, { do: 'bet', ...who, ...selection, amount });
    if (bet.may) {
      expect(tried(bet.amounts.least), `${spot.wager} least`).toMatchObject({ ok: true });
      expect(tried(bet.amounts.most), `${spot.wager} most`).toMatchObject({ ok: true });
      expect(tried(bet.amounts.most + bet.amounts.step)).toMatchObject({ ok: false });
    } else {
      const refused = tried(500 * (1 + (probe % 9)));
      expect(refused.ok).toBe(false);
    }
    const taken = decide(table, { do: 'take', ...who, ...selection });
    expect(taken.ok).toBe(take.may && take.all);
  }
}

/** The crew and the players do what the phase asks for until something rolls, or the table closes. */
function leadsOn(told: Told): boolean {
  let now = told;
  const rolls = () => now.events.filter(({ event }) => event === 'rolled').length;
  const before = rolls();
  for (let steps = 0; steps < 60; steps++) {
    if (now.table.phase === 'closed' || rolls() > before) return true;
    const next = nextStep(now);
    if (next === null) return false;
    now = next;
  }
  return false;
}

function nextStep(told: Told): Told | null {
  const { table } = told;
  const people = [
    ...table.game.players.map(({ name }) => asPlayer(table, name)),
    ...crewOf(table.game.rulebook).map((staff) => ({ staff })),
  ];
  const acts = people
    .flatMap((who) => tableOptions(table, who).acts)
    .filter(({ may, command }) => may && (command['do'] !== 'choose' || table.dice.hand.length < 2));
  const first = firstOf(acts, [
    'roll',
    'throw',
    'shoot',
    'choose',
    'settle',
    'deal-lines',
    'check-die',
    'lose-die',
    'restore-system',
    'accept',
  ]);
  if (first) return acted(told, first);
  const line = table.game.players
    .filter(({ wagers }) => !wagers.some(({ spot }) => spot.wager === 'pass'))
    .map(({ name }) => ({ do: 'bet', ...asPlayer(table, name), wager: 'pass', amount: 500 }))
    .find((command) => decide(table, command).ok);
  const second = line ?? firstOf(acts, ['refuse-line', 'relieve', 'ask-line', 'offer']);
  if (second) return acted(told, second);
  const ticked = clock(told);
  if (ticked !== told) return ticked;
  return closing(
    told,
    acts.map(({ command }) => command),
  );
}

const firstOf = (
  acts: readonly { readonly command: Command }[],
  verbs: readonly string[],
): Command | undefined =>
  verbs.flatMap((verb) => acts.filter(({ command }) => command['do'] === verb))[0]?.command;

const acted = (told: Told, command: Command): Told => {
  const decided = decide(told.table, command);
  if (!decided.ok) throw new Error(decided.refused.message);
  return {
    table: decided.value.reduce<Table>(evolve, told.table),
    events: [...told.events, ...decided.value],
  };
};

/** Nobody can or wants to play: the table gives its notice and closes. */
function closing(told: Told, acts: readonly Command[]): Told | null {
  const { table } = told;
  if (table.closing === null) {
    const notice = acts.find((command) => command['do'] === 'announce-closing');
    return notice ? acted(told, notice) : null;
  }
  const by = crewOf(table.game.rulebook).at(-1);
  const command = { do: 'close', at: Math.max(table.at, table.closing.at ?? 0), by };
  return decide(table, command).ok ? acted(told, command) : null;
}
