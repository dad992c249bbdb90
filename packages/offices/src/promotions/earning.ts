import type { Cents } from '@boxperson/rules';
import { parted } from '../offices.js';
import { type LogLine, type Projection, tellsNoneOf } from '../projection.js';
import {
  type DecidedWager,
  SETTLING_EVENTS,
  type SeenTable,
  type SettledWager,
  seeTable,
  UNSEEN,
} from './settling.js';
import type { PromotionEvent } from './state.js';
import type { Rule, Terms } from './terms.js';

// Entries earned by play: a fold over the record. Each entry names the places in the log that earned it, so that anybody
// with the record can count again.

/** Somebody has earned an entry. Read again from the log, it is the same one, under the same number. */
export interface Earned {
  readonly promotion: string;
  readonly person: string;
  readonly rule: string;
  readonly nth: number;
  readonly earnedAt: number;
  readonly events: readonly number[];
}

/** An entry was earned by play that was invalidated since; `undone` is the place of that in the log (R123). */
export interface Unearned {
  readonly promotion: string;
  readonly person: string;
  readonly rule: string;
  readonly nth: number;
  readonly undone: number;
}

interface Promoting {
  readonly startsAt: number;
  readonly closesAt: number;
  readonly rules: readonly Rule[];
  /** Rules about a moment that has passed. */
  readonly past: readonly string[];
}

interface Tally {
  /** What has earned nothing yet; beyond the most that the rule gives it goes on growing. */
  readonly amount: Cents;
  /** The last entry that was given, and those of all that were that stand no more. */
  readonly nth: number;
  readonly out: readonly number[];
  readonly events: readonly number[];
}

export interface Earning {
  readonly promotions: Readonly<Record<string, Promoting>>;
  readonly tables: Readonly<Record<string, SeenTable>>;
  /** By `promotion rule person`. */
  readonly tallies: Map<string, Tally>;
}

type Tell = (notice: Earned | Unearned) => void;

const NO_TALLY: Tally = { amount: 0, nth: 0, out: [], events: [] };

const promotingBy = ({ startsAt, closesAt, rules }: Terms): Promoting => ({
  startsAt: startsAt ?? 0,
  closesAt: closesAt ?? 0,
  rules,
  past: [],
});

function ofPromotion(state: Earning, matter: string, event: PromotionEvent): Earning {
  const { promotions } = state;
  switch (event.event) {
    case 'started':
      return { ...state, promotions: { ...promotions, [matter]: promotingBy(event.terms) } };
    case 'amended': {
      const past = promotions[matter]?.past ?? [];
      return { ...state, promotions: { ...promotions, [matter]: { ...promotingBy(event.terms), past } } };
    }
    case 'frozen':
    case 'cancelled': {
      const { [matter]: _over, ...left } = promotions;
      for (const key of [...state.tallies.keys()])
        if (key.startsWith(`${matter} `)) state.tallies.delete(key);
      return { ...state, promotions: left };
    }
    default:
      return state;
  }
}

const isAt = ({ tables }: Rule, table: string): boolean => tables.length === 0 || tables.includes(table);

/** The running promotions that count at a moment, with their rules. */
function* rulesAt({ promotions }: Earning, at: number): Generator<readonly [matter: string, rule: Rule]> {
  for (const [matter, { startsAt, closesAt, rules }] of Object.entries(promotions))
    if (startsAt <= at && at < closesAt) for (const rule of rules) yield [matter, rule];
}

/** Something that counts by a rule: how much of it, and how much earns an entry. */
interface Counts {
  readonly matter: string;
  readonly rule: Rule;
  readonly person: string;
  readonly seq: number;
  readonly at: number;
  readonly amount: number;
  readonly every: number;
}

/** Counted together until it earns an entry, or several; never more of them than the rule gives. */
function counted(
  state: Earning,
  { matter, rule, person, seq, at, amount, every }: Counts,
  tell: Tell,
): Earning {
  const key = `${matter} ${rule.id} ${person}`;
  const before = state.tallies.get(key) ?? NO_TALLY;
  const sum = before.amount + amount;
  const room = rule.most - (before.nth - before.out.length);
  // In place: there is one for everybody who plays, and each wager counts.
  if (room <= 0) {
    state.tallies.set(key, { ...before, amount: sum });
    return state;
  }
  const more = Math.min(room, Math.floor(sum / every));
  const nth = before.nth + more;
  const events = [...before.events, seq];
  for (let n = before.nth + 1; n <= nth; n++)
    tell({ promotion: matter, person, rule: rule.id, nth: n, earnedAt: at, events });
  const left = sum - more * every;
  // What is left over of this one counts for the next entry, and is on its list as well.
  const kept = more === 0 ? events : left > 0 ? [seq] : [];
  state.tallies.set(key, { ...before, amount: left, nth, events: kept });
  return state;
}

/** Taken out of the count again; whoever has more entries than are due then loses the last of them (R123). */
function uncounted(
  state: Earning,
  { matter, rule, person, seq, amount, every }: Omit<Counts, 'at'>,
  undone: number,
  tell: Tell,
): void {
  const key = `${matter} ${rule.id} ${person}`;
  const before = state.tallies.get(key);
  if (!before) return;
  let left = before.amount - amount;
  const out = [...before.out];
  for (let nth = before.nth; left < 0 && nth > 0; nth--) {
    if (out.includes(nth)) continue;
    tell({ promotion: matter, person, rule: rule.id, nth, undone });
    out.push(nth);
    left += every;
  }
  const events = before.events.filter((one) => one !== seq);
  state.tallies.set(key, { ...before, amount: Math.max(0, left), out, events });
}

/** How much a decided wager counts by a rule, and how much earns an entry; null when it does not. */
function worthBy(
  rule: Rule,
  { wager, stake }: SettledWager,
): readonly [amount: number, every: number] | null {
  switch (rule.kind) {
    case 'staked':
      return rule.wager === undefined || rule.wager === wager ? [stake, rule.every] : null;
    case 'decisions':
      return rule.wager === undefined || rule.wager === wager ? [1, rule.every] : null;
    case 'wager':
      return rule.wager === wager && stake >= rule.atLeast ? [1, 1] : null;
    default:
      return null;
  }
}

/** What a decided wager counts for, by every rule that knows it. A drawn one counts for nothing. */
function* worthOf(
  state: Earning,
  table: string,
  { person, wager, seq, at }: DecidedWager,
): Generator<Counts> {
  if (wager.outcome === 'void') return;
  for (const [matter, rule] of rulesAt(state, at)) {
    const worth = isAt(rule, table) ? worthBy(rule, wager) : null;
    if (worth) yield { matter, rule, person, seq, at, amount: worth[0], every: worth[1] };
  }
}

/** Wagers that were decided count, not those that were only put down: these can be taken down again. */
function settle(state: Earning, table: string, decided: DecidedWager, tell: Tell): Earning {
  let next = state;
  for (const counts of worthOf(state, table, decided)) next = counted(next, counts, tell);
  return next;
}

function presentCard(
  state: Earning,
  table: string,
  player: string,
  { seq, at }: LogLine,
  tell: Tell,
): Earning {
  const person = state.tables[table]?.players[player]?.person;
  let next = state;
  if (person === undefined) return state;
  for (const [matter, rule] of rulesAt(state, at))
    if (rule.kind === 'card' && isAt(rule, table))
      next = counted(next, { matter, rule, person, seq, at, amount: 1, every: 1 }, tell);
  return next;
}

const isIdle = tellsNoneOf([...SETTLING_EVENTS, 'card-presented']);

function atTable(state: Earning, table: string, line: LogLine, tell: Tell): Earning {
  const event = line.event as { readonly event: string; readonly player?: string };
  if (event.event === 'card-presented') return presentCard(state, table, event.player ?? '', line, tell);
  const { seen, decided, undone } = seeTable(state.tables[table] ?? UNSEEN, line);
  for (const one of undone)
    for (const counts of worthOf(state, table, one)) uncounted(state, counts, line.seq, tell);
  const counting = decided.reduce((next, wager) => settle(next, table, wager, tell), state);
  return { ...counting, tables: { ...state.tables, [table]: seen } };
}

/** Everybody who sat at a table at a moment that a rule names, once it has passed. */
function passedMoments(state: Earning, now: number, tell: Tell): Earning {
  let next = state;
  for (const [matter, { rules, past, startsAt, closesAt }] of Object.entries(state.promotions))
    for (const rule of rules) {
      if (rule.kind !== 'present' || rule.at > now || past.includes(rule.id)) continue;
      if (startsAt <= rule.at && rule.at < closesAt) next = present(next, matter, rule, tell);
      const promoting = next.promotions[matter] as Promoting;
      const marked = { ...promoting, past: [...promoting.past, rule.id] };
      next = { ...next, promotions: { ...next.promotions, [matter]: marked } };
    }
  return next;
}

function present(
  state: Earning,
  matter: string,
  rule: Extract<Rule, { kind: 'present' }>,
  tell: Tell,
): Earning {
  let next = state;
  const seen = new Set<string>();
  for (const [table, { players }] of Object.entries(state.tables))
    for (const { person, seq, at } of Object.values(players)) {
      if (!isAt(rule, table) || at > rule.at || seen.has(person)) continue;
      seen.add(person);
      next = counted(next, { matter, rule, person, seq, at: rule.at, amount: 1, every: 1 }, tell);
    }
  return next;
}

interface SavedEarning extends Omit<Earning, 'tallies'> {
  readonly tallies: Readonly<Record<string, Tally>>;
}

export const earning: Projection<Earning, Earned | Unearned> = {
  name: 'promotions',
  // 2: what was found wrong with a roll before it was settled does not count. 3: nor afterwards. 4: nor do chips of
  // tournaments.
  version: 4,
  reads: (stream) => stream.startsWith('table/') || stream.startsWith('promotions/'),
  // Of a table there is much to read and little that counts.
  skips: (stream, body) => stream.startsWith('table/') && isIdle(body),
  start: () => ({ promotions: {}, tables: {}, tallies: new Map() }),
  fold: (state, line, tell) => {
    const [office, matter] = parted(line.stream);
    const now = passedMoments(state, line.at, tell);
    return office === 'table'
      ? atTable(now, matter ?? '', line, tell)
      : ofPromotion(now, matter ?? '', line.event as PromotionEvent);
  },
  save: ({ tallies, ...rest }): SavedEarning => ({ ...rest, tallies: Object.fromEntries(tallies) }),
  restore: (saved) => {
    const { tallies, ...rest } = saved as SavedEarning;
    return { ...rest, tallies: new Map(Object.entries(tallies)) };
  },
};
