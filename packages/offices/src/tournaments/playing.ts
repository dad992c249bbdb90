import { type Cents, makeChips } from '@boxperson/rules';
import { z } from 'zod';
import { no, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import type { OfficeDue } from '../office.js';
import * as text from '../text.js';
import {
  byOf,
  type Decided,
  DIRECTORS,
  NO_TERMS,
  type No,
  noBy,
  running,
  type TournamentVerb,
  verb,
  whyNotDirector,
} from './acting.js';
import { commitmentOf, FACES, seedOf } from './lots.js';
import { isDecided } from './placing.js';
import { balanced, seatingFrom, tablesFor } from './seating.js';
import {
  bankOf,
  entrantOf,
  entriesThat,
  isOpenable,
  lastRound,
  lockOf,
  purposeOf,
  type Round,
  standingsIn,
  type Tournament,
  termsOf,
} from './state.js';
import type { Terms } from './terms.js';

const table = text.id.meta({ title: 'Table' });
const everyTable = text.id.nullable().default(null).meta({ title: 'Table; none: all' });

/** Those who play next: all who are in; in a repechage, those who went out last (crown 8.4.3(a)(v)). */
const playersFor = (state: Tournament, kind: Round['kind']): readonly string[] =>
  kind === 'round'
    ? entriesThat(state, 'in')
    : entriesThat(state, 'out').filter((entry) => entrantOf(state, entry)?.outAt === state.rounds.length);

const mainRounds = ({ rounds }: Tournament): number => rounds.filter(({ kind }) => kind === 'round').length;

function whyNotRound(state: Tournament, terms: Terms, kind: Round['kind']): No | null {
  const last = lastRound(state);
  if (state.stage !== 'closed') return no('out-of-phase', 'Close the entries first.');
  if (last && last.phase !== 'cut') return no('out-of-phase', 'The last round is not over.');
  if (kind === 'round')
    return mainRounds(state) >= terms.rounds.most
      ? noBy('8.4.3(a)(i)', `The terms have ${terms.rounds.most} rounds.`)
      : null;
  const rule = terms.repechage;
  if (!rule) return noBy('8.4.3(a)(v)', 'The terms have no repechage.');
  return last?.kind === 'round' && mainRounds(state) === rule.afterRound
    ? null
    : noBy('8.4.3(a)(v)', `The terms have a repechage after round ${rule.afterRound}.`);
}

/** The list is published with its hash before anybody knows the seed (R76). */
const prepare = verb({
  help: 'Publish who plays the next round at which tables, before lots are drawn',
  clause: 'crown 8.4.3(a)(ii)',
  who: DIRECTORS,
  body: z.strictObject({
    kind: z.enum(['round', 'repechage']).default('round').meta({ title: 'What kind of round' }),
  }),
  decide: (state, asked): Decided => {
    const why = whyNotDirector(state, asked.by);
    if (why) return why;
    const terms = termsOf(state);
    if (!terms) return NO_TERMS;
    const { kind } = asked.body;
    const unfit = whyNotRound(state, terms, kind);
    if (unfit) return unfit;
    const players = playersFor(state, kind);
    if (players.length < 2) return no('not-eligible', 'There are not two left to play.');
    const wanted = tablesFor(players.length, terms.tablesPerRound.seats);
    if (wanted > state.tables.length)
      return noBy('8.2.4', `That takes ${wanted} tables, and ${state.tables.length} are designated.`);
    const tables = state.tables.slice(0, wanted).map(({ id }) => id);
    const round = state.rounds.length + 1;
    const commitment = commitmentOf(purposeOf(round, tables), players);
    const happened = { event: 'round-prepared' as const, round, kind, players, tables, commitment };
    return yes([{ ...happened, by: byOf(asked) }]);
  },
});

const draw = verb({
  help: 'Draw seats and first shooters by lot, with dice thrown in front of all',
  clause: 'crown 8.1',
  who: DIRECTORS,
  body: z.strictObject({
    faces: z
      .string()
      .regex(FACES, 'must be the faces of ten dice or more, like 1652431563')
      .meta({ title: 'Faces of dice thrown now, in front of all' }),
  }),
  decide: (state, asked): Decided => {
    const why = whyNotDirector(state, asked.by);
    if (why) return why;
    const round = lastRound(state);
    if (round?.phase !== 'prepared') return no('out-of-phase', 'Publish the list of the round first.');
    const { faces } = asked.body;
    // The word is the house's: it came into the world with this command, after the list.
    const word = asked.fresh;
    const seed = seedOf(round.commitment, faces, word);
    const { places, shooters } = seatingFrom(round.players, round.tables, seed);
    const drawn = { event: 'lots-drawn' as const, round: state.rounds.length, faces, word, seed };
    return yes([{ ...drawn, places, shooters, by: byOf(asked) }]);
  },
});

/** Does everybody sit where they sat, in whatever order it is told? */
const areSame = (some: Round['places'], others: Round['places']): boolean =>
  some.length === others.length &&
  some.every((one) =>
    others.some(
      ({ player, table: at, seat }) => player === one.player && at === one.table && seat === one.seat,
    ),
  );

const balance = verb({
  help: 'Balance the tables after somebody has left, before play',
  clause: 'crown 8.4.3(a)(ii)',
  who: DIRECTORS,
  body: z.strictObject({}),
  decide: (state, asked): Decided => {
    const why = whyNotDirector(state, asked.by);
    if (why) return why;
    const terms = termsOf(state);
    const round = lastRound(state);
    if (!terms || round?.phase !== 'drawn')
      return no('out-of-phase', 'Tables are balanced between draw and play.');
    const here = stillThere(state, round);
    const places = balanced(here, round.tables, terms.tablesPerRound.seats);
    if (areSame(places, round.places)) return no('nothing-to-do', 'The tables are balanced.');
    return yes([{ event: 'tables-balanced' as const, round: state.rounds.length, places, by: byOf(asked) }]);
  },
});

/** Places of those who are still of the round. */
const stillThere = (state: Tournament, round: Round) =>
  round.places.filter(({ player }) => ['in', 'out'].includes(entrantOf(state, player)?.stands ?? ''));

/** The same for everybody, or on with what they have; chips that were bought come with it (crown 8.4.3(b)). */
export function banksFor(state: Tournament, terms: Terms, round: Round): Readonly<Record<string, Cents>> {
  const before = state.rounds.at(-2);
  const bank = (entry: string): Cents => {
    const goesOn = terms.rounds.banks === 'carried' && before?.through.includes(entry);
    const bought = terms.rounds.banks === 'carried' ? (entrantOf(state, entry)?.chips ?? 0) : 0;
    return (goesOn && before ? bankOf(before, entry) : terms.bank.chips) + bought;
  };
  return Object.fromEntries(round.players.map((entry) => [entry, bank(entry)]));
}

/** How far each table's record is: what comes after it is of the round, whatever its node's clock says (crown 8.2.5). */
const placesOf = (tables: readonly string[], facts: Facts): Readonly<Record<string, number>> =>
  Object.fromEntries(tables.flatMap((id) => facts.table(id) ?? []).map(({ id, n }) => [id, n]));

const start = verb({
  help: 'Start the round',
  clause: 'crown 8.3.1',
  who: DIRECTORS,
  body: z.strictObject({}),
  needs: (state) => ({ tables: lastRound(state)?.tables ?? [] }),
  decide: (state, asked, facts): Decided => {
    const why = whyNotDirector(state, asked.by);
    if (why) return why;
    const terms = termsOf(state);
    const round = lastRound(state);
    if (!terms || round?.phase !== 'drawn') return no('out-of-phase', 'Draw the lots first.');
    const unbriefed = round.players.find((entry) => !entrantOf(state, entry)?.briefed);
    if (unbriefed !== undefined)
      return noBy(
        '8.3.1',
        `Entry ${unbriefed} was not briefed: the director must be satisfied that all understand.`,
      );
    if (stillThere(state, round).length !== round.places.length)
      return noBy('8.4.3(a)(ii)', 'Somebody has left since the draw: balance the tables first.');
    const banks = banksFor(state, terms, round);
    const started = { event: 'round-started' as const, round: state.rounds.length, banks };
    return yes([{ ...started, after: placesOf(round.tables, facts), by: byOf(asked) }]);
  },
});

/** Is there such a table in the round that runs? */
const whyNotTable = (round: Round, id: string | null): No | null =>
  id === null || round.tables.includes(id)
    ? null
    : no('not-found', `table: the round is played at ${round.tables.join(', ')}.`);

const stopClock = verb({
  help: 'Stop the clock, at one table or at all',
  clause: 'crown 8.4.3(a)(i)',
  who: DIRECTORS,
  body: z.strictObject({ table: everyTable, reason: text.line.meta({ title: 'Why' }) }),
  decide: (state, asked): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const why = whyNotDirector(state, asked.by) ?? whyNotTable(now.round, asked.body.table);
    if (why) return why;
    const { table: id, reason } = asked.body;
    if (!clocksAt(now.round, id).some(({ stoppedAt }) => stoppedAt === null))
      return no('nothing-to-do', 'It stands still already.');
    return yes([{ event: 'clock-stopped' as const, round: now.at, table: id, reason, by: byOf(asked) }]);
  },
});

const clocksAt = ({ clocks }: Round, id: string | null) =>
  Object.entries(clocks).flatMap(([one, clock]) => (id === null || id === one ? [clock] : []));

const resumeClock = verb({
  help: 'Let the clock go on',
  clause: 'crown 8.4.3(a)(i)',
  who: DIRECTORS,
  body: z.strictObject({ table: everyTable }),
  decide: (state, asked): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const why = whyNotDirector(state, asked.by) ?? whyNotTable(now.round, asked.body.table);
    if (why) return why;
    if (!clocksAt(now.round, asked.body.table).some(({ stoppedAt }) => stoppedAt !== null))
      return no('nothing-to-do', 'It runs.');
    return yes([{ event: 'clock-resumed' as const, round: now.at, ...asked.body, by: byOf(asked) }]);
  },
});

const addTime = verb({
  help: 'Give more time, to one table or to all',
  clause: 'crown 8.4.1(b)',
  who: DIRECTORS,
  body: z.strictObject({
    table: everyTable,
    minutes: z.number().int().min(1).max(120).meta({ title: 'Minutes' }),
  }),
  decide: (state, asked): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const why = whyNotDirector(state, asked.by) ?? whyNotTable(now.round, asked.body.table);
    if (why) return why;
    const open = clocksAt(now.round, asked.body.table).filter(({ called }) => !called);
    if (now.terms.rounds.by !== 'time' || open.length === 0)
      return noBy('8.4.3(a)(i)', 'No time runs there: rounds last so many rolls, or it is over.');
    const { table: id, minutes } = asked.body;
    const added = { event: 'time-added' as const, round: now.at, table: id, ms: minutes * 60_000 };
    return yes([{ ...added, by: byOf(asked) }]);
  },
});

/** When time is over at a table whose clock runs; null where it does not. */
const endOf = ({ startedAt, ms, stoppedAt, called }: Round['clocks'][string]): number | null =>
  ms === null || stoppedAt !== null || called ? null : startedAt + ms;

/** The next table whose time is over: that of the round, or that to open sealed wagers. */
export function timeDue(state: Tournament): OfficeDue | null {
  const round = lastRound(state);
  if (state.stage !== 'closed' || round?.phase !== 'running') return null;
  const ends = Object.entries(round.clocks).flatMap(([id, clock]) => {
    const at = Object.hasOwn(round.ended, id) ? null : endOf(clock);
    return at === null ? [] : [{ at, do: 'call-time', body: { table: id } }];
  });
  const seals = Object.entries(round.openUntil ?? {}).map(([id, at]) => ({
    at,
    do: 'open-seals',
    body: { table: id },
  }));
  return [...ends, ...seals].sort((one, other) => one.at - other.at)[0] ?? null;
}

const callTime = verb({
  help: 'Time is over at a table: the last shooter finishes where the terms say so',
  clause: 'crown 8.4.3(a)(i)',
  who: 'house',
  body: z.strictObject({ table }),
  decide: (state, asked): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const id = asked.body.table;
    const clock = Object.hasOwn(now.round.clocks, id) ? now.round.clocks[id] : undefined;
    const at = clock && !Object.hasOwn(now.round.ended, id) ? endOf(clock) : null;
    if (at === null || asked.at < at) return no('too-early', 'Time is not over there.');
    const called = { event: 'time-called' as const, round: now.at, table: id };
    if (now.terms.rounds.lastShooter) return yes([called]);
    return yes([called, { event: 'table-ended' as const, round: now.at, table: id, early: null, by: '' }]);
  },
});

const bank = z.number().int().nonnegative().max(1e12);
/** What these banks have in them of chips that were bought and taken during the round (R112). */
const orders = z
  .record(text.id, z.number().int().min(-1e12).max(1e12))
  .meta({ title: 'Bought and taken chips in it' });

/**
 * After every roll: what everybody has, by the table's own events. At the last roll play ends (crown 8.4.3(a)(i)). By
 * these figures prizes and chips are paid: the house counts, and nobody says what came out.
 */
const count = verb({
  help: 'Put the count after a roll on record',
  clause: 'crown 8.4.6(a)',
  who: 'house',
  body: z.strictObject({
    table,
    roll: z.number().int().positive().meta({ title: 'Roll of the round' }),
    banks: z.record(text.id, bank).meta({ title: 'Chips of each entry' }),
    short: z.array(text.id).max(100).default([]).meta({ title: 'Entries with less than the least wager' }),
    included: orders.optional(),
    upTo: z.number().int().nonnegative().optional().meta({ title: 'Place in the table’s record' }),
  }),
  decide: (state, asked): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const { table: id, roll, banks, short, included, upTo } = asked.body;
    const why = whyNotTable(now.round, id) ?? whyNotCount(now.round, asked.body);
    if (why) return why;
    const missed = now.terms.minimum ? short : [];
    const kept = { ...(included ? { included } : {}), ...(upTo === undefined ? {} : { upTo }) };
    const what = { round: now.at, table: id, roll, banks, short: missed, ...kept };
    const counted = { event: 'counted' as const, ...what };
    const { by, rolls } = now.terms.rounds;
    if (by !== 'rolls' || roll < rolls) return yes([counted]);
    const ended = { event: 'table-ended' as const, round: now.at, table: id, early: null };
    return yes([counted, { ...ended, by: byOf(asked) }]);
  },
});

function whyNotCount(
  round: Round,
  { table: id, roll, banks, short }: { table: string; roll: number; banks: object; short: readonly string[] },
): No | null {
  if (Object.hasOwn(round.ended, id)) return no('out-of-phase', 'Play has ended there.');
  const next = (round.counts[id]?.roll ?? 0) + 1;
  if (roll !== next)
    return no(roll < next ? 'taken' : 'not-eligible', `roll: the next one there is ${next}.`);
  const stranger = short.find((player) => !playersAt(round, id).includes(player));
  return stranger === undefined
    ? whyNotEverybody(round, id, banks)
    : no('bad-input', `short: ${stranger} does not play there.`);
}

const playersAt = ({ places }: Round, id: string): readonly string[] =>
  places.filter((place) => place.table === id).map(({ player }) => player);

function whyNotEverybody(round: Round, id: string, banks: object): No | null {
  const here = playersAt(round, id);
  const counted = Object.keys(banks);
  return counted.length === here.length && here.every((player) => counted.includes(player))
    ? null
    : no('bad-input', `banks: count everybody who plays there: ${here.join(', ')}.`);
}

/** A roll that was counted is void: it is no roll of the round (R113). */
const correctCount = verb({
  help: 'A roll that was counted is void: the count before it stands again',
  clause: 'crown 8.4.6(a)',
  who: 'house',
  body: z.strictObject({
    table,
    roll: z.number().int().nonnegative(),
    banks: z.record(text.id, bank),
    included: orders,
    upTo: z.number().int().positive(),
  }),
  decide: (state, { body }): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const last = now.round.counts[body.table];
    if (!last || Object.hasOwn(now.round.ended, body.table))
      return no('out-of-phase', 'Nothing is counted there now.');
    if (body.roll !== last.roll - 1) return no('taken', `roll: the last one there was ${last.roll}.`);
    const why = whyNotEverybody(now.round, body.table, body.banks);
    return why ?? yes([{ event: 'count-corrected' as const, round: now.at, ...body }]);
  },
});

/** Between two rolls: by the terms what lies on the layout may be worth nothing then (R113). */
const closeCount = verb({
  help: 'Count a table where play has ended between two rolls',
  clause: 'crown 8.4.6(a)',
  who: 'house',
  body: z.strictObject({
    table,
    banks: z.record(text.id, bank).meta({ title: 'Chips of each entry' }),
    included: orders.default({}),
  }),
  decide: (state, { body }): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const { table: id, banks, included } = body;
    const why = whyNotTable(now.round, id);
    if (why) return why;
    if (!Object.hasOwn(now.round.ended, id)) return no('out-of-phase', 'Play goes on there.');
    if (now.round.counts[id]?.isClosed) return no('taken', 'That table is counted.');
    const unfit = whyNotEverybody(now.round, id, banks);
    return unfit ?? yes([{ event: 'count-closed' as const, round: now.at, table: id, banks, included }]);
  },
});

const agree = verb({
  help: 'Agree that play at one’s table ends now',
  clause: 'crown 8.4.8(d)(ii)',
  who: 'own-matter',
  owner: (state, { entry }) => entrantOf(state, entry)?.person ?? null,
  body: z.strictObject({ entry: text.id.meta({ title: 'Entry' }) }),
  decide: (state, { body: { entry } }): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    if (!now.round.players.includes(entry)) return no('not-found', 'entry: they do not play in this round.');
    if (now.round.agreed.includes(entry)) return no('nothing-to-do', 'They agreed already.');
    return yes([{ event: 'agreed-to-end' as const, round: now.at, entry }]);
  },
});

/** Before its time play ends for two reasons only (crown 8.4.8(d)). */
export function whyNotEarly(
  state: Tournament,
  { terms, round }: { readonly terms: Terms; readonly round: Round },
  id: string,
  ground: 'decided' | 'all-agree',
): No | null {
  const here = standingsIn(state, round).filter((one) => one.table === id);
  if (ground === 'decided') {
    const through = terms.progression?.how === 'best-of-table' ? terms.progression.count : 0;
    return isDecided(here, through, terms)
      ? null
      : noBy('8.4.8(d)(i)', 'It is not certain yet who goes on from this table.');
  }
  if (terms.chipsAfter.centsPerDollar === 0)
    return noBy('8.4.8(d)(ii)', 'The terms do not cash chips: agreeing does not end play.');
  const waiting = here.find(({ player }) => !round.agreed.includes(player));
  return waiting ? noBy('8.4.8(d)(ii)', `Entry ${waiting.player} has not agreed.`) : null;
}

const endTable = verb({
  help: 'End play at a table: after the last shooter, or early for a reason that the terms know',
  clause: 'crown 8.4.8(d)',
  who: DIRECTORS,
  body: z.strictObject({
    table,
    early: z.enum(['decided', 'all-agree']).nullable().default(null).meta({ title: 'Early, because' }),
  }),
  decide: (state, asked): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const { table: id, early } = asked.body;
    const why = whyNotDirector(state, asked.by) ?? whyNotTable(now.round, id);
    if (why) return why;
    if (Object.hasOwn(now.round.ended, id)) return no('nothing-to-do', 'Play has ended there.');
    const unfit = early === null ? whyNotOver(now.round, id) : whyNotEarly(state, now, id, early);
    if (unfit) return unfit;
    return yes([{ event: 'table-ended' as const, round: now.at, table: id, early, by: byOf(asked) }]);
  },
});

const whyNotOver = (round: Round, id: string): No | null =>
  round.clocks[id]?.called
    ? null
    : noBy(
        '8.4.8(d)',
        'Its time is not over: before that it ends once who goes on is certain, or all agree.',
      );

const HASH = /^[0-9a-f]{64}$/;

/** Only a lock comes to the house: what is in it nobody can learn before its owner opens it (R78). */
const seal = verb({
  help: 'Make a sealed wager: the lock alone is sent, the key stays with you',
  clause: 'crown 8.4.4(c)',
  who: 'own-matter',
  owner: (state, { entry }) => entrantOf(state, entry)?.person ?? null,
  body: z.strictObject({
    entry: text.id.meta({ title: 'Entry' }),
    lock: z
      .string()
      .regex(HASH, 'must be the sha256 of wager and key, 64 hexadecimal digits')
      .meta({ title: 'Lock' }),
  }),
  decide: (state, { body: { entry, lock } }): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const rule = now.terms.secret;
    if (!rule) return noBy('8.4.4(c)', 'The terms have no sealed wagers.', 'not-offered');
    const place = now.round.places.find(({ player }) => player === entry);
    if (!place || Object.hasOwn(now.round.ended, place.table))
      return no('out-of-phase', 'entry: they do not play now.');
    const seals = now.round.seals[entry] ?? [];
    if (seals.length >= rule.perRound)
      return noBy('8.4.4(c)', `The terms allow ${rule.perRound} sealed wagers a round.`, 'used-up');
    if (seals.some((one) => one.lock === lock)) return no('taken', 'lock: every wager has a key of its own.');
    return yes([{ event: 'sealed' as const, round: now.at, entry, lock }]);
  },
});

const callSeals = verb({
  help: 'Call for the sealed wagers of a table: all are opened now',
  clause: 'crown 8.4.4(c)',
  who: DIRECTORS,
  body: z.strictObject({ table }),
  decide: (state, asked): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const id = asked.body.table;
    const why = whyNotDirector(state, asked.by) ?? whyNotTable(now.round, id);
    if (why) return why;
    if (now.round.openUntil?.[id] !== undefined)
      return no('nothing-to-do', 'They are called for: wait until they are open.');
    const waits = playersAt(now.round, id).some((player) =>
      (now.round.seals[player] ?? []).some(({ called }) => !called),
    );
    if (!waits) return no('nothing-to-do', 'Nobody there has sealed a wager.');
    return yes([{ event: 'seals-called' as const, round: now.at, table: id, by: byOf(asked) }]);
  },
});

const unseal = verb({
  help: 'Open a sealed wager with its key',
  clause: 'crown 8.4.4(c)',
  who: 'own-matter',
  owner: (state, { entry }) => entrantOf(state, entry)?.person ?? null,
  body: z.strictObject({
    entry: text.id.meta({ title: 'Entry' }),
    wager: text.line.meta({ title: 'Wager' }),
    key: z.string().regex(HASH, 'must be the key: 64 hexadecimal digits').meta({ title: 'Key' }),
  }),
  decide: (state, { body }): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const seals = now.round.seals[body.entry] ?? [];
    const lock = lockOf(body.wager, body.key);
    const found = seals.find(
      (seal) => seal.wager === null && seal.opened === undefined && seal.lock === lock,
    );
    if (!found)
      return noBy('8.4.4(c)', 'wager: no lock of yours opens with that wager and key.', 'does-not-match');
    if (!found.called)
      return noBy('8.4.4(c)', 'All are opened together, when they are called for.', 'too-early');
    const id = now.round.places.find(({ player }) => player === body.entry)?.table ?? '';
    if (now.round.openUntil?.[id] === undefined)
      return noBy('8.4.4(c)', 'The time to open it is over.', 'after-close');
    const person = entrantOf(state, body.entry)?.person ?? '';
    const unlocked = { event: 'unlocked' as const, round: now.at, person, lock, ...body };
    return yes([unlocked, ...shownWith(now.round, now.at, id, { ...body, lock })]);
  },
});

type Unlocked = {
  readonly entry: string;
  readonly lock: string;
  readonly wager: string;
  readonly key: string;
};

/** Everything that is open at a table, shown together once nobody is waited for any more (R111). */
function shownWith(round: Round, at: number, id: string, last: Unlocked | null) {
  const all = playersAt(round, id).flatMap((entry) =>
    (round.seals[entry] ?? []).map((seal) => ({ entry, ...seal })),
  );
  const waits = all.filter((seal) => isOpenable(seal) && seal.lock !== last?.lock);
  if (last && waits.length > 0) return [];
  const opened = all.flatMap(({ entry, lock, opened: open }) => (open ? [{ entry, lock, ...open }] : []));
  const unopened = [...new Set(waits.map(({ entry }) => entry))];
  const shown = last ? [...opened, last] : opened;
  return [{ event: 'seals-opened' as const, round: at, table: id, opened: shown, unopened }];
}

const openSeals = verb({
  help: 'The time to open sealed wagers is over: those that are open are shown',
  clause: 'crown 8.4.4(c)',
  who: 'house',
  body: z.strictObject({ table }),
  decide: (state, asked): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const id = asked.body.table;
    const until = now.round.openUntil?.[id];
    if (until === undefined || asked.at < until) return no('too-early', 'Nothing is shown there now.');
    return yes(shownWith(now.round, now.at, id, null));
  },
});

const placeSeal = verb({
  help: 'The house has put an opened wager down, or says why it could not',
  clause: 'crown 8.4.4(c)',
  who: 'house',
  body: z.strictObject({
    entry: text.id,
    lock: z.string().regex(HASH),
    placed: z.boolean(),
    why: text.line.nullable(),
  }),
  decide: (state, { body }): Decided => {
    const now = running(state);
    if (!now.ok) return now;
    const waits = (now.round.seals[body.entry] ?? []).some(
      ({ lock, put }) => lock === body.lock && put === 'waits',
    );
    return waits
      ? yes([{ event: 'seal-placed' as const, round: now.at, ...body }])
      : no('nothing-to-do', 'That wager does not wait to be put down.');
  },
});

/** How long is left at a table, in words for the wall: rolls, or time of the server's clock. */
export function leftAt(terms: Terms, round: Round, id: string, now: number): string {
  if (Object.hasOwn(round.ended, id)) return 'over';
  const clock = round.clocks[id];
  if (terms.rounds.by === 'rolls') {
    const left = terms.rounds.rolls - (round.counts[id]?.roll ?? 0);
    return left === 1 ? 'last roll' : `${left} rolls left`;
  }
  if (!clock || clock.ms === null) return '';
  if (clock.called) return 'last shooter';
  const left = Math.max(0, clock.startedAt + clock.ms - (clock.stoppedAt ?? now));
  const [minutes, seconds] = [Math.floor(left / 60_000), Math.floor((left % 60_000) / 1_000)];
  return `${minutes}:${String(seconds).padStart(2, '0')}${clock.stoppedAt === null ? '' : ' (stopped)'}`;
}

/** Chips in words: another unit than money, and never written like it. */
export const tellChips = (chips: Cents): string => makeChips(chips);

export const PLAYING: Readonly<Record<string, TournamentVerb>> = {
  'prepare-round': prepare,
  'draw-lots': draw,
  'balance-tables': balance,
  'start-round': start,
  'stop-clock': stopClock,
  'resume-clock': resumeClock,
  'add-time': addTime,
  'call-time': callTime,
  count,
  'correct-count': correctCount,
  'close-count': closeCount,
  'agree-to-end': agree,
  'end-table': endTable,
  seal,
  'call-seals': callSeals,
  unseal,
  'open-seals': openSeals,
  'place-seal': placeSeal,
};
