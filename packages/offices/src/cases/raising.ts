import { makeDollars, type RulebookId } from '@boxperson/rules';
import { parted } from '../offices.js';
import { type LogLine, type Projection, tellsNoneOf } from '../projection.js';
import type { CaseKind } from './kinds.js';

/** A case that opens itself: its name follows from the place in the log, so that read again it is the same case. */
export interface RaisedCase {
  readonly case: string;
  readonly at: number;
  readonly body: {
    readonly kind: CaseKind;
    readonly says: string;
    readonly rulebook?: RulebookId;
    readonly table?: string;
    readonly roll?: number;
    readonly line?: string;
    readonly seat?: number;
    readonly patron?: string;
  };
}

type Raising =
  | {
      readonly event: 'line-differs';
      readonly line: string;
      readonly owed: number;
      readonly paid: number;
      readonly note: string;
    }
  | { readonly event: 'locked'; readonly seat: number; readonly why: string }
  | {
      readonly event: 'duty-overdue';
      readonly duty: string;
      readonly says: string;
      readonly book: RulebookId;
      readonly case: string | null;
    }
  /** Something about a promotion: it names its case itself. */
  | {
      readonly event: 'disputed';
      readonly about: string;
      readonly person: string;
      readonly book?: RulebookId;
      readonly case?: string;
    };

const RAISES: readonly Raising['event'][] = ['line-differs', 'locked', 'duty-overdue', 'disputed'];
const isIdle = tellsNoneOf(RAISES);
const SAYS_MOST = 500;

function bodyOf(line: LogLine, matter: string): RaisedCase['body'] | null {
  const event = line.event as Raising;
  switch (event.event) {
    case 'line-differs': {
      const by = event.paid - event.owed;
      const says = `${makeDollars(event.paid)} was paid where ${makeDollars(event.owed)} is owed: ${event.note}`;
      const kind = by > 0 ? 'overpayment' : 'underpayment';
      return { kind, says, table: matter, roll: line.position, line: event.line };
    }
    case 'locked':
      return {
        kind: 'malfunction',
        says: `The terminal is held: ${event.why}`,
        table: matter,
        seat: event.seat,
      };
    case 'duty-overdue':
      // What is overdue in a case stands in that case already.
      return event.case === null
        ? { kind: 'breach', says: `Not done in time: ${event.says}`, rulebook: event.book }
        : null;
    case 'disputed':
      return event.book
        ? {
            kind: 'promotion',
            says: `${matter}: ${event.about}`,
            rulebook: event.book,
            patron: event.person,
          }
        : null;
    default:
      return null;
  }
}

/** Under the name that it was given already, or that of its place in the log. */
const nameOf = ({ seq, event }: LogLine): string => (event as { case?: string | null }).case ?? `r-${seq}`;

const READS: readonly string[] = ['table', 'terminal', 'duties', 'promotions'];

/** Looks through the log for what has to be a case, whether or not anybody thinks of it. */
export const openingCases: Projection<null, RaisedCase> = {
  name: 'cases',
  version: 1,
  reads: (stream) => READS.includes(parted(stream)[0]),
  skips: (_stream, body) => isIdle(body),
  start: () => null,
  fold: (state, line, tell) => {
    const body = bodyOf(line, parted(line.stream)[1] ?? '');
    if (body)
      tell({ case: nameOf(line), at: line.at, body: { ...body, says: body.says.slice(0, SAYS_MOST) } });
    return state;
  },
  save: () => null,
  restore: () => null,
};
