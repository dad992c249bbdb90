// Who sees what of a table, over everything that happens in the conformance scripts: what a stranger, a player and the
// crew are sent, whether they can follow it with the rules' own evolve, and whether they come to what they may see.
import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type AnyAudience, OFFICES, type Person, TABLE_AUDIENCE } from '@boxperson/offices';
import {
  areTurnsToCome,
  type Command,
  decide,
  due,
  EVENT_NAMES,
  evolve,
  openTable,
  RULEBOOK_IDS,
  RULEBOOKS,
  saveTable,
  type Table,
  type TableEvent,
  turnsNow,
} from '@boxperson/rules';
import { describe, expect, test } from 'vitest';
import { ownAt, redact, type TableViewer, viewerAt, viewOf } from '../../src/tables/view.js';
import { afterShown, type Known, tableFrom, withOwn } from '../../src/wire/mirror.js';
import type { Own } from '../../src/wire/protocol.js';

const ROOT = new URL('../../../../conformance/', import.meta.url);

/** A script of the table layer, played: everything that happens in it. */
function played(lines: readonly Command[]): readonly TableEvent[] {
  const [{ do: _do, conduct: _conduct, at = 0, by: _by, ...settings } = {}, ...rest] = lines;
  const opened = openTable(settings, at as number);
  if (!opened.ok) return [];
  const events = [...opened.value];
  let table = opened.value.reduce<Table | null>(evolve, null) as Table;
  for (const line of rest) {
    const decided = decide(table, line['do'] === 'tick' ? { ...due(table, table.at)?.command } : line);
    if (!decided.ok) continue;
    table = decided.value.reduce(evolve, table);
    events.push(...decided.value);
  }
  return events;
}

/** Every conduct script of a book. */
function* scriptsOf(
  book: string,
): Generator<{ readonly name: string; readonly events: readonly TableEvent[] }> {
  const folder = new URL(`${book}/`, ROOT);
  const isScript = (name: string) => name.endsWith('.jsonl') && !name.endsWith('.expected.jsonl');
  for (const name of readdirSync(folder).filter(isScript)) {
    const lines = readFileSync(new URL(name, folder), 'utf8').trim().split('\n');
    const commands = lines
      .flatMap((line) => (line.startsWith('{') ? [readLine(line)] : []))
      .filter((one) => one !== null);
    if (commands[0]?.['conduct'] !== true) continue;
    const events = played(commands);
    if (events.length > 1) yield { name, events };
  }
}

/** Some scripts hold lines that nobody can read, on purpose. */
function readLine(line: string): Command | null {
  try {
    return JSON.parse(line) as Command;
  } catch {
    return null;
  }
}

const person = (id: string): Person => ({ id, kind: 'guest', name: id, createdAt: 0 });
const crewOf = (table: Table): Person => ({
  id: 's-crew',
  kind: 'staff',
  name: 'crew',
  createdAt: 0,
  roles: [
    { rulebook: table.settings.rulebook, role: RULEBOOKS[table.settings.rulebook].roles[0]?.id as string },
  ],
});

const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));

/** What somebody has followed, without what they do not know: other people's money and what the house has won. */
function followed(mirror: Table, n: number, viewer: TableViewer): unknown {
  const { last: _last, excluded: _excluded, terminalsMost: _most, ...saved } = saveTable(mirror);
  const isCrew = viewer.sees(['crew'], false);
  const sees = (player: string) => isCrew || viewer.owns(player, n);
  const players = saved.game.players.map((one) =>
    sees(one.name) ? one : { ...one, balance: 0, warned: false, dontComeHeld: false },
  );
  const guests = saved.guests.map((one) => (sees(one.player) ? one : { ...one, idleRounds: 0 }));
  return plain({ ...saved, n, guests, game: { ...saved.game, house: 0, players } });
}

/** What they may see. */
function visible(truth: Table, n: number, viewer: TableViewer): unknown {
  const { last: _last, ...view } = viewOf(truth, n, viewer);
  return plain({ ...view, game: { ...view.game, house: 0 } });
}

/** Compared at the end of every script, and after whatever takes something back. */
const LOOKED_AT: readonly string[] = [
  'sat',
  'left',
  'face-decided',
  'call-corrected',
  'outcome-invalidated',
  'throw-voided',
  'wagers-voided',
];

interface Following {
  readonly faults: string[];
  readonly heard: Map<string, Set<string>>;
}

/** Somebody who watches from the opening on. */
function follow(
  name: string,
  events: readonly TableEvent[],
  who: (table: Table) => Person | null,
  found: Following,
) {
  const since = new Map<string, number>();
  const seating = { id: 't', heldSince: (player: string) => since.get(player) ?? 0 };
  let truth = evolve(null, events[0] as TableEvent);
  let mirror: Table | null = null;
  for (const [index, event] of events.slice(1).entries()) {
    const n = index + 2;
    const earlier = { n: n - 1, players: ownAt(truth, who(truth)).map(({ player }) => player) };
    const knows = (): Known => (viewer0.sees(['crew'], false) ? 'all' : ownAt(truth, who(truth)));
    const viewer0 = viewerAt(seating, truth, who(truth));
    mirror ??= tableFrom(viewOf(truth, n - 1, viewer0), knows());
    truth = evolve(truth, event);
    if (event.event === 'sat') since.set(event.player, n);
    const viewer = viewerAt(seating, truth, who(truth), earlier);
    const seen = redact(event, n, viewer);
    for (const field of Object.keys(seen ?? {})) {
      const fields = found.heard.get(event.event) ?? new Set();
      found.heard.set(event.event, fields.add(field));
    }
    try {
      mirror = afterShown(mirror, seen, knows());
    } catch (error) {
      found.faults.push(`${name} ${n} ${event.event}: ${String(error)}`);
      return;
    }
    if (n < events.length && !LOOKED_AT.includes(event.event)) continue;
    const [is, should] = [followed(mirror, n, viewer), visible(truth, n, viewer)];
    if (!isDeepStrictEqual(is, should)) {
      const parts = Object.keys(should as object).filter(
        (part) => !isDeepStrictEqual((is as never)[part], (should as never)[part]),
      );
      found.faults.push(`${name} ${n} ${event.event}: ${parts.join()} is not as it is`);
      return;
    }
  }
}

const nothing = (): Following => ({ faults: [], heard: new Map() });

describe.each(RULEBOOK_IDS)('%s', (book) => {
  test('whoever watches can follow, and comes to what they may see', () => {
    const found = nothing();
    let scripts = 0;
    for (const { name, events } of scriptsOf(book)) {
      scripts += 1;
      follow(name, events, () => null, found);
      const sat = events.find((event) => event.event === 'sat');
      if (sat?.event === 'sat') follow(name, events, () => person(sat.person), found);
      follow(name, events, crewOf, found);
    }
    expect(scripts).toBeGreaterThan(20);
    expect(found.faults).toEqual([]);
  });
});

test('a stranger is sent nothing but what the audience gives to everybody, and nothing that is not named', () => {
  const found = nothing();
  for (const book of RULEBOOK_IDS)
    for (const { name, events } of scriptsOf(book)) follow(name, events, () => null, found);
  expect(found.heard.size).toBeGreaterThan(40);
  const HEAD = ['v', 'event', 'at', 'by', 'clause', 'ruling'];
  for (const [name, fields] of found.heard) {
    const rule = TABLE_AUDIENCE[name as keyof typeof TABLE_AUDIENCE];
    expect(rule.hears, name).toContain('everybody');
    for (const field of fields) {
      if (HEAD.includes(field)) continue;
      const seers = (rule.fields as Record<string, readonly string[] | { instead: unknown }>)[field];
      const isOpen =
        seers && ('instead' in seers ? seers.instead !== 'left-out' : seers.includes('everybody'));
      expect(isOpen, `${name}.${field}`).toBe(true);
    }
  }
});

test('every event of a table has an audience', () => {
  expect(Object.keys(TABLE_AUDIENCE).sort()).toEqual([...EVENT_NAMES].sort());
});

describe('what a stranger may read of all there is', () => {
  /** Who somebody is, what is theirs, and what was noted of them. */
  const PRIVATE =
    /^(person|by|second|confirmedBy|refusedBy|signedBy|holder|patron|card|login|address|signature|ticket|drawer|note|says|inspector|known)$/;
  /** Free text that is said aloud to everybody; whatever is added here was thought about. */
  const ALOUD = [
    'promotions amended.reason',
    'promotions cancelled.reason',
    'tournaments cancelled.reason',
    'tournaments clock-stopped.reason',
    'tournaments cut-undone.reason',
    'tournaments penalised.ground',
    'tournaments seal-placed.why',
  ];
  const open = OFFICES.flatMap(({ name, audience }) =>
    Object.entries(audience)
      .filter(([, { hears }]) => hears.includes('everybody'))
      .flatMap(([event, { fields }]) =>
        Object.entries(fields)
          .filter(([, seen]) => ('instead' in seen ? seen.sees : seen).includes('everybody'))
          .map(([field]) => [`${name} ${event}.${field}`, field] as const),
      ),
  );

  test('no person, card or note in any event of any office, and no free text but what is said aloud', () => {
    expect(open.length).toBeGreaterThan(80);
    expect(open.filter(([, field]) => PRIVATE.test(field))).toEqual([]);
    const texts = open.filter(([, field]) => /^(reason|ground|why|text|about|how)$/.test(field));
    expect(texts.map(([what]) => what).sort()).toEqual(ALOUD);
  });

  test('nobody hears of a field to a wider circle than of its event', () => {
    const wider = [
      ['table', TABLE_AUDIENCE] as const,
      ...OFFICES.map((one) => [one.name, one.audience] as const),
    ].flatMap(([name, audience]) =>
      Object.entries(audience as AnyAudience).flatMap(([event, { hears, fields }]) =>
        Object.entries(fields).flatMap(([field, seen]) =>
          ('instead' in seen ? seen.sees : seen).includes('everybody') && !hears.includes('everybody')
            ? [`${name} ${event}.${field}`]
            : [],
        ),
      ),
    );
    expect(wider).toEqual([]);
  });
});

/** A script of the conformance folder, played. */
const eventsOf = (book: string, slug: string): readonly TableEvent[] => {
  const found = [...scriptsOf(book)].find(({ name }) => name.includes(slug));
  if (!found) throw new Error(`no script ${slug}`);
  return found.events;
};

/** What everybody sees of the claims and debts that an invalidated outcome leaves. */
function seenOf(book: string, slug: string, who: Person | null) {
  const events = eventsOf(book, slug);
  const at = events.findIndex(({ event }) => event === 'outcome-invalidated');
  const table = events.slice(0, at + 1).reduce<Table | null>(evolve, null) as Table;
  const viewer = viewerAt({ id: 't', heldSince: () => 0 }, table, who);
  return { event: events[at] as TableEvent, seen: redact(events[at] as TableEvent, at + 1, viewer), table };
}

describe('money of several people in one event', () => {
  const SLUG = 'who-has-left-is-owed-or-owes-on-record';

  test('each sees what they owe and are owed; strangers see nobody, the crew everybody', () => {
    const { event, seen, table } = seenOf('star', SLUG, null);
    if (event.event !== 'outcome-invalidated') throw new Error('no outcome was invalidated');
    const [due] = [...(event.claims ?? []), ...(event.owed ?? [])];
    expect(due).toBeDefined();
    expect(seen).toMatchObject({ adjusted: [], claims: [], owed: [] });
    const theirs = seenOf('star', SLUG, person(due?.person as string)).seen as typeof event;
    expect([...(theirs.claims ?? []), ...(theirs.owed ?? [])]).toEqual([due]);
    expect(seenOf('star', SLUG, crewOf(table)).seen).toEqual(event);
  });
});

test('whose winnings are seized has their own money right, and hears of no measure', () => {
  const events = eventsOf('crown', '9.2.3-winnings-are-held');
  const seized = events.find((event) => event.event === 'measure-recorded' && event.seized !== undefined);
  if (seized?.event !== 'measure-recorded') throw new Error('nothing was seized');
  const found = nothing();
  const upTo = events.slice(0, events.indexOf(seized) + 1);
  follow('seized', upTo, () => person(seized.person), found);
  expect(found.faults).toEqual([]);
  expect(found.heard.has('measure-recorded')).toBe(false);
});

describe('who was excluded before somebody came to watch', () => {
  test('is let play again in every mirror', () => {
    const events = eventsOf('star', 'lifted-by-whoever-may-exclude');
    const at = events.findIndex(({ event }) => event === 'person-readmitted');
    const before = events.slice(0, at).reduce<Table | null>(evolve, null) as Table;
    const readmitted = events[at] as TableEvent;
    const seating = { id: 't', heldSince: () => 0 };
    for (const who of [crewOf(before), person('p2')]) {
      const viewer = viewerAt(seating, before, who);
      const known = viewer.sees(['crew'], false) ? ('all' as const) : ownAt(before, who);
      const mirror = tableFrom(viewOf(before, at, viewer), known);
      const shown = redact(readmitted, at + 1, viewer);
      expect(shown, who.id).toMatchObject({
        person: 'p2',
        reason: 'reason' in readmitted && readmitted.reason,
      });
      const after = afterShown(mirror, shown, known);
      expect(after.guests.find((guest) => guest.person === 'p2')?.excluded, who.id).toBe(false);
    }
    expect(redact(readmitted, at + 1, viewerAt(seating, before, person('p1')))).toBeNull();
  });
});

describe('R110: whoever comes in the middle of the turns', () => {
  test('sees whose turn it is, and follows from there', () => {
    const limits = { default: { min: 500, max: 100_000 } };
    const sits = ['p1', 'p2', 'p3'].map((player, at) => ({
      do: 'sit',
      player,
      seat: at * 3 + 1,
      bankroll: 50_000,
    }));
    const events = played([
      { do: 'open', rulebook: 'crown', limits, seats: 8, tournament: true, at: 1_000 },
      { do: 'order-betting', how: 'in-turn' },
      ...sits,
      { do: 'open-turns', players: ['p1', 'p2'], otherEnd: ['p3'], ms: 10_000 },
      { do: 'bet', player: 'p1', wager: 'pass', amount: 1_000 },
      ...['p1', 'p3', 'p2'].map((player) => ({ do: 'ready', player })),
    ]);
    expect(events.filter(({ event }) => event === 'turn-passed')).toHaveLength(3);
    for (let n = 2; n < events.length; n += 1) {
      const truth = events.slice(0, n).reduce<Table | null>(evolve, null) as Table;
      const viewer = viewerAt({ id: 't', heldSince: () => 0 }, truth, null);
      const mirror = tableFrom(viewOf(truth, n, viewer), []);
      expect(turnsNow(mirror)).toEqual(turnsNow(truth));
      const shown = events.slice(n).map((event, at) => redact(event, n + at + 1, viewer));
      const end = shown.reduce((table, event) => afterShown(table, event, []), mirror);
      expect([areTurnsToCome(mirror), turnsNow(end)]).toEqual([areTurnsToCome(truth), []]);
    }
  });
});

describe('whoever is told later what they missed of their own', () => {
  const opened = openTable(
    { rulebook: 'aruze', seats: 4, limits: { default: { min: 500, max: 100_000 } }, wageringMs: 10_000 },
    1,
  );
  if (!opened.ok) throw new Error(opened.refused.message);
  const CHIPS = { v: 1, at: 2, event: 'chips-bought', player: 'Ann' };
  const BET = { do: 'bet', player: 'Ann', wager: 'pass', amount: 2_000, at: 3 };
  const own: Own[] = [{ player: 'Ann', seat: 1, balance: 700, onLayout: 0 }];
  const sat = { v: 1, at: 2, event: 'sat', player: 'Ann', person: 'Ann', seat: 1, bankroll: 0 } as TableEvent;
  const left = { v: 1, at: 3, event: 'left', player: 'Ann', paid: 0, returned: [], why: 'by-choice' };
  const known = opened.value.reduce<Table | null>(evolve, null) as Table;
  const before = withOwn(afterShown(known, { ...sat, bankroll: 700 } as TableEvent, []), own);

  test('has left and sat down again: what was before is not shown, and can be followed', () => {
    const gone = afterShown(before, left as unknown as TableEvent, own);
    expect(gone.game.players).toEqual([]);
    const back = withOwn(afterShown(gone, { ...sat, at: 4 }, own), own);
    expect(back.game.players).toMatchObject([{ name: 'Ann', balance: 700 }]);
  });

  test('bought chips that are not shown, and bets more than was known to be there', () => {
    const bet = decide(evolve(before, { ...CHIPS, amount: 50_000 } as unknown as TableEvent), BET);
    if (!bet.ok) throw new Error(bet.refused.message);
    const bought = afterShown(before, null, own);
    const after = bet.value.reduce((table, event) => afterShown(table, event, own), bought);
    expect(after.game.players[0]?.wagers).toHaveLength(1);
    expect(after.game.players[0]?.balance).toBe(0);
  });

  test('has their own money right as it goes', () => {
    const bet = decide(before, { ...BET, amount: 500 });
    if (!bet.ok) throw new Error(bet.refused.message);
    const after = bet.value.reduce((table, event) => afterShown(table, event, own), before);
    expect(after.game.players[0]?.balance).toBe(200);
  });
});

describe('names stand for nobody', () => {
  const table = {
    guests: [{ player: 'Ann', person: 'p-new' }],
    settings: { rulebook: 'star' },
  } as unknown as Table;
  const seating = { id: 't', heldSince: () => 50 };
  const sat = {
    v: 1,
    at: 0,
    event: 'sat',
    player: 'Ann',
    person: 'p-old',
    seat: 1,
    bankroll: 700,
  } as TableEvent;
  const card = {
    v: 1,
    at: 0,
    event: 'card-presented',
    player: 'Ann',
    card: 'C-7',
    holder: 'p-old',
  } as TableEvent;

  test('who sits under the name of somebody before sees nothing of theirs', () => {
    const viewer = viewerAt(seating, table, person('p-new'));
    expect(redact(sat, 20, viewer)).toMatchObject({ person: 'Ann', bankroll: 0 });
    expect(redact(card, 21, viewer)).toBeNull();
    expect(redact(card, 60, viewer)).toMatchObject({ card: 'C-7' });
  });

  test('who has left sees their own leaving, and nothing of whoever came after under that name', () => {
    const viewer = viewerAt(seating, table, person('p-old'), { n: 40, players: ['Ann'] });
    const left = {
      v: 1,
      at: 0,
      event: 'left',
      player: 'Ann',
      paid: 900,
      returned: [],
      why: 'by-choice',
    } as TableEvent;
    expect(redact(left, 45, viewer)).toMatchObject({ paid: 900 });
    expect(redact(card, 51, viewer)).toBeNull();
  });

  test('who sits under the name of somebody before sees nothing of theirs in the table before the last roll', () => {
    const stick = { role: 'stickperson', id: 's1' };
    const events = played([
      { do: 'open', rulebook: 'star', limits: { default: { min: 500, max: 100_000 } } },
      { do: 'staff', person: 'd1', role: 'dealer' },
      { do: 'staff', person: 's1', role: 'stickperson' },
      { do: 'sit', player: 'Bob', person: 'p-bob', seat: 1, bankroll: 60_000 },
      { do: 'sit', player: 'Ann', person: 'p-old', seat: 2, bankroll: 77_700 },
      { do: 'offer', by: stick },
      { do: 'accept', player: 'Bob', dice: ['1a', '1b'] },
      { do: 'bet', player: 'Bob', wager: 'pass', amount: 1_000 },
      { do: 'bet', player: 'Ann', wager: 'field', amount: 500 },
      { do: 'throw', player: 'Bob' },
      { do: 'roll', dice: [5, 4], by: stick },
      { do: 'settle', by: { role: 'dealer', id: 'd1' } },
      { do: 'leave', player: 'Ann' },
      { do: 'sit', player: 'Ann', person: 'p-new', seat: 2, bankroll: 500 },
    ]);
    // A record of today has nothing of the first Ann there any more; one from before has, and tells nobody.
    const older = events.map(({ namesake: _said, ...event }: TableEvent & { namesake?: true }) => event);
    const now = (older as TableEvent[]).reduce<Table | null>(evolve, null) as Table;
    const placeOf = (is: (event: TableEvent) => boolean) => events.findLastIndex(is) + 1;
    const seats = {
      id: 't',
      heldSince: (name: string) => placeOf((event) => event.event === 'sat' && event.player === name),
      rolledAt: placeOf(({ event }) => event === 'rolled'),
    };
    const before = (id: string) =>
      viewOf(now, events.length, viewerAt(seats, now, person(id))).last?.before.players.map(
        ({ name, balance }) => [name, balance],
      );
    expect(before('p-new')).toEqual([
      ['Bob', 0],
      ['Ann', 0],
    ]);
    expect(before('p-bob')).toEqual([
      ['Bob', 59_000],
      ['Ann', 0],
    ]);
  });

  test('measures and the persons of the staff are for the crew of that table alone', () => {
    const by = { role: 'boxperson', id: 's-box' };
    const body = { player: 'Ann', person: 'p-new', measure: 'detain', note: 'a bent coin' };
    const measure = { v: 1, at: 0, event: 'measure-recorded', by, ...body } as TableEvent;
    const other: Person = { ...crewOf(table), roles: [{ rulebook: 'crown', role: 'dealer' }] };
    for (const stranger of [null, person('p-new'), person('p-else'), other])
      expect(redact(measure, 60, viewerAt(seating, table, stranger)), stranger?.id).toBeNull();
    expect(redact(measure, 60, viewerAt(seating, table, crewOf(table)))).toMatchObject({
      note: 'a bent coin',
      by,
    });
    const said = { v: 1, at: 0, event: 'no-more-bets', by } as TableEvent;
    expect(redact(said, 60, viewerAt(seating, table, null))).toMatchObject({ by: { role: 'boxperson' } });
    expect(JSON.stringify(redact(said, 60, viewerAt(seating, table, null)))).not.toContain('s-box');
  });
});
