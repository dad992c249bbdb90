import type { FeltThen, LaidOfRecord, Moment, MomentLine, OnDuty, Person, Replay } from '@boxperson/offices';
import {
  evolve,
  hashRulebook,
  makeAmount,
  type RollOutcome,
  saveTable,
  type Table,
  type TableEvent,
  type Unit,
} from '@boxperson/rules';
import { rulingsOf } from '@boxperson/rules/clauses';
import { lineIdOf, type OwedLine, owedBy, sheetIdOf } from '@boxperson/rules/dealing';
import { layRoll } from '@boxperson/rules/school';
import { leafHashOf } from '../record/leaf.js';
import type { Store, StoredEntry } from '../store/store.js';
import { streamOf } from './host.js';

// What the record says of a moment at a table, read from the log when somebody asks. Nothing of it is kept elsewhere.

export interface MomentSources {
  readonly store: Store;
  person(id: string): Promise<Person | null>;
  /** A mark after so many events. */
  readonly markEvery?: number;
}
type Log = Pick<MomentSources, 'store' | 'markEvery'>;

/** Played again in one go: between two pages everybody else has a turn. */
const READ_AT_ONCE = 250;
/** So many rolls are shown around a time. */
const AROUND = 6;

/** A roll as it is being followed through the record. */
interface Rolled {
  readonly entry: StoredEntry;
  readonly before: Table;
  outcome: RollOutcome;
  throwNumber: number;
  corrections: number;
  isAnew: boolean;
  to: number;
  /** The table once the roll was dealt, as far as it was followed. */
  after: Table;
  readonly differs: Map<string, number>;
}

type Step = (entry: StoredEntry, event: TableEvent, before: Table | null) => boolean;

/** The table as it stood after an event: a walk may begin there. */
interface Mark {
  readonly position: number;
  readonly at: number;
  readonly state: Table;
}
/** A table that has played for years is gone through from its opening once, and after that from near where it is asked. */
const MARK_EVERY = 10_000;
const MARKS_MOST = 200;
const marked = new WeakMap<Store, Map<string, Mark[]>>();

function marksOf(store: Store, table: string): Mark[] {
  const tables = marked.get(store) ?? new Map<string, Mark[]>();
  marked.set(store, tables);
  const marks = tables.get(table) ?? [];
  tables.set(table, marks);
  return marks;
}

function setMark(marks: Mark[], every: number, { position, at }: StoredEntry, state: Table): void {
  if (position % every !== 0 || position <= (marks.at(-1)?.position ?? 0)) return;
  marks.push({ position, at, state });
  // Every second one goes: a table that outlived its marks would be gone through from the last of them each time.
  if (marks.length > MARKS_MOST) marks.splice(0, marks.length, ...marks.filter((_, nr) => nr % 2 === 0));
}

/** Goes through the record of a table, event by event, until it is told to stop. */
async function walk(
  { store, markEvery = MARK_EVERY }: Log,
  table: string,
  from: Mark | null,
  step: Step,
): Promise<void> {
  const marks = marksOf(store, table);
  let state = from?.state ?? null;
  let after = from?.position ?? 0;
  for (;;) {
    const entries = await store.readStream(streamOf(table), after, READ_AT_ONCE);
    for (const entry of entries) {
      const event = JSON.parse(entry.body) as TableEvent;
      if (!step(entry, event, state)) return;
      state = evolve(state, event);
      after = entry.position;
      setMark(marks, markEvery, entry, state);
    }
    if (entries.length < READ_AT_ONCE) return;
  }
}

/** What an event adds to the roll that it belongs to. */
function follow(roll: Rolled, { position }: StoredEntry, event: TableEvent, before: Table): void {
  roll.to = position;
  roll.after = evolve(before, event);
  if (event.event === 'line-differs') roll.differs.set(event.line, event.paid);
  if (event.event === 'call-corrected') {
    roll.outcome = event.outcome;
    roll.corrections += 1;
  }
  if (event.event === 'face-decided') {
    roll.outcome = event.outcome;
    roll.isAnew = true;
  }
}

const startOf = (entry: StoredEntry, event: TableEvent & { event: 'rolled' }, before: Table): Rolled => ({
  entry,
  before,
  outcome: event,
  throwNumber: event.throw ?? before.throws,
  corrections: 0,
  isAnew: false,
  to: entry.position,
  after: evolve(before, event),
  differs: new Map(),
});

/** Which rolls are asked for. */
interface Sought {
  /** Does this lie before them? */
  isBefore(place: Pick<StoredEntry, 'position' | 'at'>): boolean;
  /** False to go no further than this roll. */
  wants(next: StoredEntry): boolean;
  /** Are these all that are needed of what comes before? */
  isEnough(rolls: readonly Rolled[]): boolean;
}

/** The rolls of a table in their order, the last of them, each complete with what was dealt after it. */
async function rollsFrom(
  log: Log,
  table: string,
  from: Mark | null,
  sought: Sought,
): Promise<readonly Rolled[]> {
  const rolls: Rolled[] = [];
  await walk(log, table, from, (entry, event, before) => {
    const isRoll = event.event === 'rolled' && before !== null;
    const last = rolls.at(-1) ?? null;
    if (isRoll && !sought.wants(entry)) return false;
    if (isRoll) rolls.push(startOf(entry, event, before));
    else if (last && before?.phase === 'settling') follow(last, entry, event, before);
    if (rolls.length > AROUND * 2) rolls.shift();
    return true;
  });
  return rolls;
}

/** From the nearest mark that has enough behind it; from the opening where none has. */
async function rollsOf(log: Log, table: string, sought: Sought): Promise<readonly Rolled[]> {
  const marks = marksOf(log.store, table).filter((mark) => sought.isBefore(mark));
  for (const mark of marks.slice(-2).reverse()) {
    const rolls = await rollsFrom(log, table, mark, sought);
    if (sought.isEnough(rolls)) return rolls;
  }
  return rollsFrom(log, table, null, sought);
}

/** The roll at a place in the stream, or the last before it, with so many before that. */
const upTo = (n: number, rolls = 1): Sought => ({
  isBefore: ({ position }) => position < n,
  wants: ({ position }) => position <= n,
  isEnough: ({ length }) => length >= rolls,
});

/** Of what travels, what travels is the stake. */
const stakeOf = ({ settled, travelled }: RollOutcome, at: number): number =>
  settled[at]?.stake ?? travelled[at - settled.length]?.amount ?? 0;

/** Wagers that the roll left where they stood: nothing is done about them, and somebody may say that there should have been. */
function standingIn({ before }: Rolled, sheet: string, decided: readonly OwedLine[]) {
  const all = before.game.players.flatMap(({ name, wagers }) =>
    wagers.map(({ spot, amount }) => ({ id: lineIdOf(sheet, name, spot), player: name, owed: 0, amount })),
  );
  return all.filter(({ id }) => !decided.some((line) => line.id === id));
}

async function linesOf(roll: Rolled, { person }: MomentSources): Promise<readonly MomentLine[]> {
  const { outcome, before, throwNumber, corrections, isAnew, differs } = roll;
  const sheet = sheetIdOf(throwNumber, { corrections, isAnew });
  const decided = owedBy(sheet, outcome);
  const standing = standingIn(roll, sheet, decided);
  const stakes = new Map(standing.map(({ id, amount }) => [id, amount]));
  return Promise.all(
    [...decided, ...standing].map(async (line, at): Promise<MomentLine> => {
      const guest = before.guests.find(({ player }) => player === line.player);
      const known = guest?.person !== undefined && !guest.chips ? await person(guest.person) : null;
      return {
        line: line.id,
        player: line.player,
        person: known?.id ?? null,
        wager: line.id.split('/')[1] ?? '',
        stake: stakes.get(line.id) ?? stakeOf(outcome, at),
        owed: line.owed,
        paid: differs.get(line.id) ?? line.owed,
        clause: outcome.settled[at]?.clause ?? null,
      };
    }),
  );
}

async function crewOf({ before }: Rolled, { person }: MomentSources): Promise<readonly OnDuty[]> {
  return Promise.all(
    before.staff.map(async ({ person: id, role }) => ({
      person: id,
      name: (await person(id))?.name ?? id,
      role,
    })),
  );
}

const unitAt = ({ settings }: Table): Unit => (settings.tournament ? 'chips' : 'money');

const signOf = (table: Table): string => {
  const { min, max } = table.sign.limits.default;
  return `${makeAmount(min, unitAt(table))} to ${makeAmount(max, unitAt(table))}`;
};

const NO_ROLL = '';

/** Whose chips stood where. */
const feltOf = ({ game: { point, players }, shooter }: Table): FeltThen => ({
  point,
  shooter: shooter.shooter,
  players: players
    .filter(({ wagers }) => wagers.length > 0)
    .map(({ name, seat, wagers }) => ({
      player: name,
      seat,
      wagers: wagers.map(({ spot, amount, called }) => ({
        wager: lineIdOf(NO_ROLL, name, spot).split('/')[1] ?? '',
        amount,
        called,
      })),
    })),
});

async function momentOf(table: string, roll: Rolled, sources: MomentSources): Promise<Moment> {
  const { entry, before, outcome, to } = roll;
  return {
    table,
    rulebook: before.settings.rulebook,
    n: entry.position,
    to,
    seq: entry.seq,
    digest: leafHashOf(entry).toString('hex'),
    at: entry.at,
    rules: hashRulebook(before.game.rulebook),
    sign: signOf(before),
    point: before.game.point,
    dice: outcome.dice,
    call: outcome.call,
    crew: await crewOf(roll, sources),
    lines: await linesOf(roll, sources),
    before: feltOf(before),
    after: feltOf(roll.after),
    rulings: rulingsOf(before.game.rulebook).map(({ id }) => id),
    unit: unitAt(before),
  };
}

/** The roll at a place in a table's stream, or the last before it; null where the table has not rolled by then. */
export async function readMoment(sources: MomentSources, table: string, n: number): Promise<Moment | null> {
  const rolls = await rollsOf(sources, table, upTo(n));
  const roll = rolls.at(-1);
  return roll ? momentOf(table, roll, sources) : null;
}

/** The rolls just before a time and just after it, the earliest first. */
export async function readMoments(
  sources: MomentSources,
  table: string,
  at: number,
): Promise<readonly Moment[]> {
  const isThen = (roll: Rolled): boolean => roll.entry.at <= at;
  let later = 0;
  const rolls = await rollsOf(sources, table, {
    isBefore: (mark) => mark.at < at,
    wants: (next) => next.at <= at || ++later <= AROUND,
    isEnough: (found) => {
      later = 0;
      return found.filter(isThen).length >= AROUND;
    },
  });
  const before = rolls.filter(isThen).slice(-AROUND);
  const after = rolls.filter((roll) => !isThen(roll)).slice(0, AROUND);
  return Promise.all([...before, ...after].map((roll) => momentOf(table, roll, sources)));
}

/** A roll to be played again: the table before it, what the engine made of it, and the rolls beside it. */
export async function readReplay(sources: MomentSources, table: string, n: number): Promise<Replay | null> {
  let next: number | null = null;
  const rolls = await rollsOf(sources, table, {
    ...upTo(n, 2),
    wants: ({ position }) => {
      if (position > n) next = position;
      return position <= n;
    },
  });
  const roll = rolls.at(-1);
  if (!roll) return null;
  const { before, outcome } = roll;
  return {
    moment: await momentOf(table, roll, sources),
    before: saveTable(before),
    outcome: outcomeIn(outcome),
    previous: rolls.at(-2)?.entry.position ?? null,
    next,
  };
}

/** What the engine made of the dice, without the head of the event that says so. */
const outcomeIn = (event: RollOutcome): RollOutcome => {
  const { dice, total, hard, call, point, settled, travelled, replaced, warned } = event;
  return { dice, total, hard, call, point, settled, travelled, replaced, warned };
};

/** The roll at a place in a table's stream, or the last before it, as the school teaches it: without a name. */
export async function readLaid(store: Store, table: string, n: number): Promise<LaidOfRecord | null> {
  const rolls = await rollsOf({ store }, table, upTo(n));
  const roll = rolls.at(-1);
  if (!roll) return null;
  const { before, outcome } = roll;
  return { book: before.settings.rulebook, roll: layRoll(before, outcome.dice) };
}
