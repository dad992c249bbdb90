import {
  type CashCount,
  type DrawerEvent,
  type FloatEvent,
  hasForm,
  type LogLine,
  parted,
  printedNumber,
  type TerminalEvent,
  type TicketEvent,
} from '@boxperson/offices';
import { makeDollars } from '@boxperson/rules';
import type { Paper } from './pdf.js';

type Made = Pick<Paper, 'title' | 'lines' | 'signs'>;

const counted = (cash: readonly CashCount[]): Made['lines'] =>
  cash.map(({ note, count }) => [`${count} × ${makeDollars(note)}`, makeDollars(note * count)] as const);

/** aruze 4.1: what is paid by hand is paid on a form that the player signs. */
function handPaid(
  event: Extract<TerminalEvent, { event: 'hand-paid' }>,
  table: string,
  nameOf: (id: string) => string,
): Made {
  return {
    title: 'Manual payment (aruze 4.1)',
    lines: [
      ['Amount', makeDollars(event.amount)],
      ['Player', `${event.player} (${nameOf(event.person)})`],
      ['Table and terminal', `${table}, terminal ${event.seat}`],
      ['Form', event.form],
      ['Paid in', event.paidIn],
      ['Signed by', event.signedBy],
      ...(event.identification === undefined ? [] : [['Identified by', event.identification] as const]),
      ['Paid by', nameOf(event.by)],
    ],
    signs: ['Player', 'Paid by'],
  };
}

const redeemed = (
  event: Extract<TicketEvent, { event: 'ticket-redeemed' }>,
  nameOf: (id: string) => string,
): Made => ({
  title: 'Ticket paid (aruze 3.7)',
  lines: [
    ['Amount', makeDollars(event.amount)],
    ['Ticket', printedNumber(event.ticket)],
    ['Paid by', nameOf(event.by)],
  ],
  signs: ['Received'],
});

function drawer(event: DrawerEvent, nameOf: (id: string) => string): Made {
  const of = ['Drawer of', nameOf(event.drawer)] as const;
  switch (event.event) {
    case 'drawer-opened':
    case 'drawer-closed': {
      const isClosing = event.event === 'drawer-closed';
      const apart = event.total - event.expected;
      return {
        title: isClosing ? 'Closing count of a drawer' : 'Opening count of a drawer',
        lines: [
          of,
          ...counted(event.cash),
          ['Total', makeDollars(event.total)],
          ...(isClosing
            ? [['Over or short', `${apart < 0 ? '-' : ''}${makeDollars(Math.abs(apart))}`] as const]
            : []),
        ],
        signs: [nameOf(event.drawer), nameOf(event.second)],
      };
    }
    case 'cash-deposited':
    case 'cash-withdrawn':
      return {
        title: event.event === 'cash-deposited' ? 'Cash into an account' : 'Cash from an account',
        lines: [of, ['Account of', nameOf(event.person)], ['Amount', makeDollars(event.amount)]],
        signs: ['Player', 'Cashier'],
      };
    default:
      return {
        title: 'Cash movement',
        lines: [of, ['Amount', makeDollars(event.amount)]],
        signs: ['Cashier'],
      };
  }
}

/** The form that belongs to an entry of the log; null where none does. */
export function paperOf(
  { seq, stream, at, event }: LogLine,
  nameOf: (id: string) => string,
): Omit<Paper, 'copy'> | null {
  const [office, matter] = parted(stream);
  const made = madeOf(office, matter ?? '', event, nameOf);
  return made && { ...made, number: String(seq), at };
}

type Named = (id: string) => string;
type FloatForm = Extract<FloatEvent, { event: 'float-opened' | 'float-closed' | 'slip-requested' }>;

/** A count of a tray that two people made, or chips that four hands sign for (R130). */
function float(event: FloatForm, table: string, nameOf: Named): Made {
  const chips = event.chips.map(
    ({ chip, count }) => [`${count} × ${makeDollars(chip)}`, makeDollars(chip * count)] as const,
  );
  const lines = [['Table', table] as const, ...chips, ['Total', makeDollars(event.total)] as const];
  if (event.event === 'slip-requested')
    return {
      title: `${event.kind === 'fill' ? 'Fill' : 'Credit'} ${event.slip}`,
      lines: [...lines, ['Asked for by', nameOf(event.by)]],
      signs: [`Asked for: ${nameOf(event.by)}`, 'Counted out', 'Carried', 'Received'],
    };
  const isClosing = event.event === 'float-closed';
  const expected = event.expected === null ? [] : [['Expected', makeDollars(event.expected)] as const];
  return {
    title: isClosing ? 'Closing count of a tray' : 'Opening count of a tray',
    lines: [...lines, ...expected],
    signs: [nameOf(event.by), nameOf(event.second)],
  };
}

function madeOf(office: string, matter: string, event: unknown, nameOf: Named): Made | null {
  if (!hasForm(office, (event as { readonly event: string }).event)) return null;
  switch (office) {
    case 'drawers':
      return drawer(event as DrawerEvent, nameOf);
    case 'float':
      return float(event as FloatForm, matter, nameOf);
    case 'terminal':
      return handPaid(event as never, matter, nameOf);
    default:
      return redeemed(event as never, nameOf);
  }
}
