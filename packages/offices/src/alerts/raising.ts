import { type EventOf, makeDollars } from '@boxperson/rules';
import type { DrawerEvent } from '../drawers/drawers.js';
import type { DutyEvent } from '../duties/state.js';
import { apartInWords } from '../float/chips.js';
import type { FloatEvent } from '../float/state.js';
import type { HouseEvent } from '../house/house.js';
import { officeOf, parted } from '../offices.js';
import { type LogLine, type Projection, tellsNoneOf } from '../projection.js';
import type { PromotionEvent, Telling } from '../promotions/state.js';
import type { ProposalEvent } from '../proposals/proposals.js';
import type { TerminalEvent } from '../terminal/events.js';
import type { AlertKind, WaitingAlert } from './alerts.js';

/** An alert with its name: the place in the log of what it is about. */
export interface Raised extends WaitingAlert {
  readonly alert: string;
}

/** What the log says to the alerts: that there is one, that there will be at a time, or that there will not. */
export type ToldAlert =
  | { readonly do: 'raise'; readonly body: Raised }
  | { readonly do: 'expect'; readonly body: Raised & { readonly what: string } }
  | { readonly do: 'call-off'; readonly body: { readonly alert: string; readonly what: readonly string[] } };

type EventIn<Name extends FloatEvent['event']> = Extract<FloatEvent, { readonly event: Name }>;
/** `about`: the one thing at that table to look at, where it may be asked for over and over. */
type Found = readonly [kind: AlertKind, says: string, about?: string] | null;

/** Of what happens at a table: what the crew paid otherwise, dice that went on before all was paid, and notices. */
const TABLE_EVENTS = [
  'line-differs',
  'sheet-waved',
  'sign-posted',
  'limits-changed',
  'closing-announced',
  'notice-taken-down',
  'closed',
] as const;
const isIdle = tellsNoneOf(TABLE_EVENTS);

type Notices =
  | EventOf<'sign-posted'>
  | EventOf<'limits-changed'>
  | EventOf<'closing-announced'>
  | EventOf<'notice-taken-down'>
  | EventOf<'closed'>;
type Waited = { readonly what: 'sign' | 'closing'; readonly at: number; readonly says: string };
type CalledOff = { readonly off: readonly Waited['what'][] };

/** A sign that is up is somebody's to change when its time comes, and a table to close (R51: or to take down). */
function noticeIn(event: Notices): Waited | CalledOff | null {
  switch (event.event) {
    case 'sign-posted': {
      const { min, max } = event.sign.limits.default;
      const says = `The sign says ${makeDollars(min)} to ${makeDollars(max)} from now on: the limits are still to be changed.`;
      return { what: 'sign', at: event.from, says };
    }
    case 'closing-announced':
      return event.closesAt === null
        ? null
        : { what: 'closing', at: event.closesAt, says: 'The table was to close now, as its sign says.' };
    case 'notice-taken-down':
      return { off: [event.notice] };
    case 'limits-changed':
      return { off: ['sign'] };
    case 'closed':
      return { off: ['sign', 'closing'] };
    default:
      return null;
  }
}

type TableLine =
  | { readonly event: 'line-differs'; readonly player: string; readonly owed: number; readonly paid: number }
  | { readonly event: 'sheet-waved'; readonly open: readonly string[]; readonly reason: string };

function atTable(event: TableLine): Found {
  if (event.event !== 'sheet-waved' && event.event !== 'line-differs') return null;
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
    case 'box-counted':
      return inBox(event);
    case 'float-short':
      return [
        'low',
        `The next roll may take ${makeDollars(event.most)} out of a tray of ${makeDollars(event.holds)}: ask for a fill.`,
      ];
    default:
      return null;
  }
}

/** What a drop box held against what the table put into it. */
function inBox({ box, cash, vouchers, expected, by, second }: EventIn<'box-counted'>): Found {
  if (!expected) return null;
  const [found, wanted] = [cash + vouchers, expected.cash + expected.vouchers];
  const isRight = cash === expected.cash && vouchers === expected.vouchers;
  const apart =
    found === wanted ? 'has cash for vouchers, or vouchers for cash' : `is ${apartInWords(found, wanted)}`;
  return isRight ? null : ['float', `Drop box ${box} ${apart}, counted by ${by} and ${second}.`];
}

/** A cashier's drawer that does not hold what the ledger says. */
function inDrawers(event: DrawerEvent): Found {
  if (event.event !== 'drawer-closed' || event.total === event.expected) return null;
  const { drawer, second, total, expected } = event;
  return [
    'drawer',
    `The drawer of ${drawer} closed ${apartInWords(total, expected)}, counted with ${second}.`,
  ];
}

function atTerminals(event: TerminalEvent): Found {
  switch (event.event) {
    case 'attendant-called':
      return ['attendant', `Terminal ${event.seat}: ${event.reason}`, `${event.seat}/help`];
    case 'fault-reported':
      return ['fault', `Terminal ${event.seat}: ${event.what}`];
    case 'hand-pay-asked':
      return [
        'attendant',
        `Terminal ${event.seat}: ${makeDollars(event.amount)} to be paid by hand.`,
        // Whoever sits there next waits for money of their own; the first houses did not write down who it was.
        [event.seat, 'hand-pay', ...(event.person ? [event.person] : [])].join('/'),
      ];
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

const amongDuties = (event: DutyEvent): Found =>
  event.event === 'duty-overdue' ? ['duty', `Overdue: ${event.says}.`] : null;

/** A table, or books beside one: the floor knows its name. */
const isAtTable = (stream: string): boolean =>
  parted(stream)[0] === 'table' || Boolean(officeOf(stream)?.accompanies);

/** Where something waits. Not everybody who reads alerts may know which cases there are: those go by their office. */
const placeOf = (stream: string): string => (isAtTable(stream) ? stream : parted(stream)[0]);

const amongProposals = (event: ProposalEvent): Found =>
  event.event === 'proposed'
    ? [
        'proposal',
        `${String((event.wanted as { readonly do?: unknown }).do)} at ${placeOf(event.to)} wants a second person.`,
      ]
    : null;

const TOLD_OF = { winner: 'a winner', reason: 'why a claim was refused', doubt: 'the inspectorate' } as const;

/** Nobody has to be told of a prize that was not claimed: somebody passes it on. */
const remindedOf = (of: Telling, which: string): string =>
  of === 'unclaimed'
    ? `Nobody claimed ${which} in time: pass it on.`
    : `To be told: ${TOLD_OF[of]} (${which}).`;

function amongPromotions(event: PromotionEvent): Found {
  switch (event.event) {
    case 'not-started':
      return ['promotion', `A promotion did not start. ${event.why}`];
    case 'reminded':
      return ['promotion', remindedOf(event.of, event.which)];
    case 'deadline-missed':
      return event.of === 'unclaimed'
        ? null
        : ['promotion', `Not told in time: ${TOLD_OF[event.of]} (${event.which}, ${event.clause}).`];
    case 'disputed':
      // What it is about is for those who may open its case.
      return ['promotion', `Dispute ${event.dispute} waits to be decided.`];
    default:
      return null;
  }
}

/** Which alert an entry of an office's books, or of a table's, is; null for most. */
function foundIn(office: string, event: unknown): Found {
  switch (office) {
    case 'table':
      return atTable(event as TableLine);
    case 'float':
      return inFloat(event as FloatEvent);
    case 'drawers':
      return inDrawers(event as DrawerEvent);
    case 'terminal':
      return atTerminals(event as TerminalEvent);
    case 'duties':
      return amongDuties(event as DutyEvent);
    case 'house':
      return inHouse(event as HouseEvent);
    case 'promotions':
      return amongPromotions(event as PromotionEvent);
    default:
      return amongProposals(event as ProposalEvent);
  }
}

const READS: readonly string[] = [
  'table',
  'float',
  'drawers',
  'terminal',
  'duties',
  'house',
  'proposals',
  'promotions',
];
const SAYS_MOST = 500;

function raisedBy({ seq, stream, at, event }: LogLine): Raised | null {
  const [office, matter] = parted(stream);
  const found = foundIn(office, event);
  if (!found) return null;
  const [kind, says, about] = found;
  const text = office === 'promotions' ? `${matter}: ${says}` : says;
  const place = office === 'proposals' ? (event as { readonly to: string }).to : stream;
  return {
    alert: String(seq),
    kind,
    table: isAtTable(place) ? parted(place)[1] : null,
    says: text.slice(0, SAYS_MOST),
    since: at,
    ...(about === undefined ? {} : { about: `${matter}/${about}` }),
  };
}

/** What a line of the log has to say to the alerts; null for most. */
function toldBy(line: LogLine): ToldAlert | null {
  const [office, table] = parted(line.stream);
  const alert = String(line.seq);
  const notice = office === 'table' ? noticeIn(line.event as Notices) : null;
  if (notice && 'off' in notice)
    return { do: 'call-off', body: { alert, what: notice.off.map((what) => `${table}/${what}`) } };
  if (notice) {
    const { what, at: since, says } = notice;
    return { do: 'expect', body: { alert, kind: 'notice', table, says, since, what: `${table}/${what}` } };
  }
  const raised = raisedBy(line);
  return raised && { do: 'raise', body: raised };
}

/** Looks through everything that happens for what somebody has to see. It only knows how far it has looked. */
export const raising: Projection<null, ToldAlert> = {
  name: 'alerts',
  version: 1,
  reads: (stream) => READS.includes(parted(stream)[0]),
  // Of a table there is much to read and little to find.
  skips: (stream, body) => stream.startsWith('table/') && isIdle(body),
  start: () => null,
  fold: (state, line, tell) => {
    const told = toldBy(line);
    if (told) tell(told);
    return state;
  },
  save: () => null,
  restore: () => null,
};
