import { makeDollars } from '@boxperson/rules';
import { apartInWords } from '../float/chips.js';
import type { FloatEvent } from '../float/state.js';
import type { HouseEvent } from '../house/house.js';
import { parted } from '../offices.js';
import type { LogLine, Projection } from '../projection.js';
import type { ProposalEvent } from '../proposals/proposals.js';
import type { TerminalEvent } from '../terminal/events.js';
import type { Alert, AlertKind } from './alerts.js';

/** An alert with its name: the place in the log of what it is about. */
export interface Raised extends Alert {
  readonly alert: string;
}

type Found = readonly [kind: AlertKind, says: string] | null;

/** Of what happens at a table: what the crew paid otherwise, and dice that went on before all was paid. */
const TABLE_EVENTS = ['line-differs', 'sheet-waved'] as const;

type TableLine =
  | { readonly event: 'line-differs'; readonly player: string; readonly owed: number; readonly paid: number }
  | { readonly event: 'sheet-waved'; readonly open: readonly string[]; readonly reason: string };

function atTable(event: TableLine): Found {
  if (event.event === 'sheet-waved')
    return ['waved', `The dice went on with ${event.open.length} lines open: ${event.reason}`];
  const by = event.paid - event.owed;
  return ['mispay', `${event.player} was ${by > 0 ? 'over' : 'under'}paid by ${makeDollars(Math.abs(by))}.`];
}

function inFloat(event: FloatEvent): Found {
  switch (event.event) {
    case 'float-opened':
    case 'float-closed': {
      const { total, expected, by, second } = event;
      if (expected === null || expected === total) return null;
      const when = event.event === 'float-opened' ? 'opening' : 'closing';
      return [
        'float',
        `The ${when} count is ${apartInWords(total, expected)}, counted by ${by} and ${second}.`,
      ];
    }
    case 'slip-requested':
      return [
        'slip',
        `${event.kind === 'fill' ? 'Fill' : 'Credit'} ${event.slip}: ${makeDollars(event.total)}.`,
      ];
    case 'close-undone':
      return ['float', `The closing count was taken back: ${event.reason}`];
    default:
      return null;
  }
}

function atTerminals(event: TerminalEvent): Found {
  switch (event.event) {
    case 'attendant-called':
      return ['attendant', `Terminal ${event.seat}: ${event.reason}`];
    case 'fault-reported':
      return ['fault', `Terminal ${event.seat}: ${event.what}`];
    case 'hand-pay-asked':
      return ['attendant', `Terminal ${event.seat}: ${makeDollars(event.amount)} to be paid by hand.`];
    case 'locked':
      return ['terminal', `Terminal ${event.seat} is held: ${event.why}`];
    default:
      return null;
  }
}

function inHouse(event: HouseEvent): Found {
  switch (event.event) {
    case 'dice-alarm-raised':
      return ['dice', `The dice of ${event.source} do not look fair after ${event.roll} rolls.`];
    case 'clock-jumped':
      return ['clock', 'The clock of the machine was set.'];
    case 'streams-stopped':
      return [
        'stopped',
        `Stopped: ${event.streams.map(({ stream, why }) => `${stream} (${why})`).join('; ')}`,
      ];
    case 'tumbler-stopped':
      return ['tumbler', `The tumbler ${event.device} is not believed: ${event.why}`];
    default:
      return null;
  }
}

const amongProposals = (event: ProposalEvent): Found =>
  event.event === 'proposed'
    ? [
        'proposal',
        `${String((event.wanted as { readonly do?: unknown }).do)} at ${event.to} wants a second person.`,
      ]
    : null;

/** Which alert an entry of an office's books, or of a table's, is; null for most. */
function foundIn(office: string, event: unknown): Found {
  switch (office) {
    case 'table':
      return atTable(event as TableLine);
    case 'float':
      return inFloat(event as FloatEvent);
    case 'terminal':
      return atTerminals(event as TerminalEvent);
    case 'house':
      return inHouse(event as HouseEvent);
    default:
      return amongProposals(event as ProposalEvent);
  }
}

const READS: readonly string[] = ['table', 'float', 'terminal', 'house', 'proposals'];
const SAYS_MOST = 500;

function raisedBy({ seq, stream, at, event }: LogLine): Raised | null {
  const [office, matter] = parted(stream);
  const found = foundIn(office, event);
  if (!found) return null;
  const [kind, says] = found;
  const to = office === 'proposals' ? parted((event as { readonly to: string }).to)[1] : matter;
  return { alert: String(seq), kind, table: to, says: says.slice(0, SAYS_MOST), since: at };
}

/** Looks through everything that happens for what somebody has to see. It only knows how far it has looked. */
export const raising: Projection<null, Raised> = {
  name: 'alerts',
  version: 1,
  reads: (stream) => READS.includes(parted(stream)[0]),
  // Of a table there is much to read and little to find.
  skips: (stream, body) =>
    stream.startsWith('table/') && !TABLE_EVENTS.some((name) => body.includes(`"event":"${name}"`)),
  start: () => null,
  fold: (state, line, tell) => {
    const raised = raisedBy(line);
    if (raised) tell(raised);
    return state;
  },
  save: () => null,
  restore: () => null,
};
