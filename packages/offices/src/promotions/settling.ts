import type { HigherPay, RulebookId, TableEvent } from '@boxperson/rules';
import type { LogLine } from '../projection.js';

// What was decided at a table in the end, and whose it was. A roll counts when its wagers are settled: until then its
// call may be corrected, its faces disputed and its outcome invalidated.

export type SettledWager = Extract<TableEvent, { event: 'rolled' }>['settled'][number];

export interface Seated {
  readonly person: string;
  /** The place in the log where they sat down. */
  readonly seq: number;
  readonly at: number;
}

/** A roll whose wagers are not settled yet (R55). */
interface Pending {
  readonly seq: number;
  readonly at: number;
  /** The number of the throw; older records do not say. */
  readonly throw?: number | undefined;
  readonly settled: readonly SettledWager[];
}

/** A roll that was settled, and may still be invalidated. */
interface Past {
  readonly throw: number;
  readonly decided: readonly DecidedWager[];
}

/** As many as a table remembers: of older ones no outcome is invalidated. */
const PAST_MOST = 20;

/** A table as far as it matters for what was decided there. */
export interface SeenTable {
  readonly rulebook: RulebookId | null;
  /** adelaide 6(b): what it pays beyond the book. */
  readonly pays: readonly HigherPay[];
  /** crown 8.4.4(a): played with tournament chips, which are no money: nothing that is staked there counts. */
  readonly tournament?: true;
  readonly players: Readonly<Record<string, Seated>>;
  readonly pending: Pending | null;
  readonly past: readonly Past[];
}

export const UNSEEN: SeenTable = { rulebook: null, pays: [], players: {}, pending: null, past: [] };

/** A wager that was won, lost or drawn, for good. */
export interface DecidedWager {
  readonly person: string;
  readonly wager: SettledWager;
  /** The place of the roll in the log. */
  readonly seq: number;
  readonly at: number;
}

interface Outcome {
  readonly settled: readonly SettledWager[];
}

/** What of a table's events counts here. */
type TableLine =
  | {
      readonly event: 'opened';
      readonly settings: {
        readonly rulebook: RulebookId;
        readonly higherPays?: readonly HigherPay[];
        readonly tournament?: true;
      };
    }
  | { readonly event: 'pays-raised'; readonly higherPays: readonly HigherPay[] }
  | { readonly event: 'sat'; readonly player: string; readonly person: string }
  | { readonly event: 'left' | 'released'; readonly player: string }
  | ({ readonly event: 'rolled'; readonly throw?: number } & Outcome)
  | { readonly event: 'call-corrected' | 'face-decided'; readonly outcome: Outcome }
  | { readonly event: 'wagers-voided'; readonly player: string; readonly decided?: readonly object[] }
  | { readonly event: 'wagers-found-invalid'; readonly player: string; readonly when: string }
  | { readonly event: 'outcome-invalidated'; readonly throw?: number }
  | { readonly event: 'throw-voided' | 'settled' };

export const SETTLING_EVENTS: readonly TableLine['event'][] = [
  'opened',
  'pays-raised',
  'sat',
  'left',
  'released',
  'rolled',
  'call-corrected',
  'face-decided',
  'wagers-voided',
  'wagers-found-invalid',
  'throw-voided',
  'outcome-invalidated',
  'settled',
];

/** At an electronic table nobody settles: a roll is settled by itself. */
const settlesItself = ({ rulebook }: SeenTable): boolean => rulebook === 'aruze';

/** Won, lost or drawn; what merely came back was not decided. */
const DECIDED: readonly SettledWager['outcome'][] = ['won', 'lost', 'void'];
const isDecided = ({ outcome }: SettledWager): boolean => DECIDED.includes(outcome);

/** The wagers of a roll that is settled, of those who were known at the table. */
function decidedBy({ players, pending, tournament }: SeenTable): readonly DecidedWager[] {
  if (!pending || tournament) return [];
  const { seq, at, settled } = pending;
  return settled.filter(isDecided).flatMap((wager) => {
    const seated = Object.hasOwn(players, wager.player) ? players[wager.player] : undefined;
    return seated ? [{ person: seated.person, wager, seq, at }] : [];
  });
}

interface Step {
  readonly seen: SeenTable;
  readonly decided: readonly DecidedWager[];
  /** What had been decided for good, and then was not. */
  readonly undone: readonly DecidedWager[];
}

const still = (seen: SeenTable): Step => ({ seen, decided: [], undone: [] });

function settle(seen: SeenTable): Step {
  const decided = decidedBy(seen);
  const number = seen.pending?.throw;
  const past =
    number === undefined || decided.length === 0
      ? seen.past
      : [...seen.past, { throw: number, decided }].slice(-PAST_MOST);
  return { seen: { ...seen, pending: null, past }, decided, undone: [] };
}

/** The roll that waits to be settled, or one that was settled before (R37). */
function invalidated(seen: SeenTable, number: number | undefined): Step {
  if (number === undefined || seen.pending?.throw === number) return still({ ...seen, pending: null });
  const undone = seen.past.find((one) => one.throw === number)?.decided ?? [];
  const past = seen.past.filter((one) => one.throw !== number);
  return { seen: { ...seen, past }, decided: [], undone };
}

const pend = (
  seen: SeenTable,
  settled: readonly SettledWager[],
  { seq, at }: LogLine,
  number: number | undefined,
): SeenTable => ({ ...seen, pending: { seq, at, throw: number, settled } });

/** What a roll had decided for somebody has no result any more. */
const withoutPlayer = (seen: SeenTable, player: string): SeenTable => ({
  ...seen,
  pending: seen.pending && {
    ...seen.pending,
    settled: seen.pending.settled.filter((wager) => wager.player !== player),
  },
});

function rolled(
  seen: SeenTable,
  { settled, throw: number }: Extract<TableLine, { event: 'rolled' }>,
  line: LogLine,
): Step {
  const before = settle(seen);
  const now = pend(before.seen, settled, line, number);
  if (!settlesItself(now)) return { ...before, seen: now };
  const after = settle(now);
  return { ...after, decided: [...before.decided, ...after.decided] };
}

/** A table after one of its events, and what was decided for good by it. */
export function seeTable(seen: SeenTable, line: LogLine): Step {
  const event = line.event as TableLine;
  switch (event.event) {
    case 'opened': {
      const { rulebook, higherPays = [], tournament } = event.settings;
      return still({ ...seen, rulebook, pays: higherPays, ...(tournament ? { tournament } : {}) });
    }
    case 'pays-raised':
      return still({ ...seen, pays: event.higherPays });
    case 'sat': {
      const { person } = event;
      const seated: Seated = { person, seq: line.seq, at: line.at };
      return still({ ...seen, players: { ...seen.players, [event.player]: seated } });
    }
    case 'left':
    case 'released': {
      const settled = settle(seen);
      const { [event.player]: _gone, ...players } = settled.seen.players;
      return { ...settled, seen: { ...settled.seen, players } };
    }
    case 'rolled':
      return rolled(seen, event, line);
    case 'call-corrected':
    case 'face-decided':
      return still(pend(seen, event.outcome.settled, line, seen.pending?.throw));
    case 'wagers-voided':
      return still(event.decided ? withoutPlayer(seen, event.player) : seen);
    case 'wagers-found-invalid':
      return still(event.when === 'during-result' ? withoutPlayer(seen, event.player) : seen);
    case 'outcome-invalidated':
      return invalidated(seen, event.throw);
    case 'throw-voided':
      return still({ ...seen, pending: null });
    case 'settled':
      return settle(seen);
    default:
      return still(seen);
  }
}
