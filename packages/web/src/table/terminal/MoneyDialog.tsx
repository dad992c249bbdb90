import { useCallback, useEffect, useState } from 'react';
import { Dialog } from '../../ui/Dialog.js';
import { dollars } from '../../ui/money.js';
import {
  callAttendant,
  type Done,
  noteIn,
  reportFault,
  type TerminalAt,
  type TerminalState,
  type Ticket,
  terminalState,
  ticketIn,
  ticketOut,
  ticketPrinted,
} from './api.js';
import { TicketPaper } from './TicketPaper.js';
import './terminal.css';

interface Props {
  readonly at: TerminalAt;
  readonly house: string;
  /** As the table last told it. */
  readonly credit: number;
  /** Guests put play money in at the press of a button; real notes go into the stacker. */
  readonly play: boolean;
  readonly onRecall: () => void;
  readonly onClose: () => void;
}

interface Said {
  readonly text: string;
  readonly bad: boolean;
}

/** There is one field to type into here: nobody has to be told its name. */
const plainly = (message: string): string => {
  const said = message.replace(/^number: /, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
};

const sayRefused = ({ message, clause }: { message: string; clause?: string | null | undefined }): string =>
  clause ? `${plainly(message)} (${clause})` : plainly(message);

/** The terminal as it is, what it last said, and two ways to ask something of it. */
function useTerminal(at: TerminalAt, credit: number) {
  const [state, setState] = useState<TerminalState | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [busy, setBusy] = useState(false);
  const refresh = useCallback(
    () => terminalState(at).then(setState, (error: Error) => setSaid({ text: error.message, bad: true })),
    [at],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the terminal is asked again when its credit changed
  useEffect(() => {
    void refresh();
  }, [refresh, credit]);
  const act = async <T,>(what: () => Promise<Done<T>>, done: (answer: { ok: true } & T) => string) => {
    setBusy(true);
    setSaid(null);
    const answer = await what();
    setBusy(false);
    setSaid(answer.ok ? { text: done(answer), bad: false } : { text: sayRefused(answer.refused), bad: true });
    void refresh();
  };
  const tell = async (what: () => Promise<unknown>, text: string) => {
    try {
      await what();
      setSaid({ text, bad: false });
    } catch (error) {
      setSaid({ text: (error as Error).message, bad: true });
    }
    void refresh();
  };
  return { at, state, said, busy, act, tell };
}
type Terminal = ReturnType<typeof useTerminal>;

/** The money side of a terminal: notes, tickets, and somebody to help. */
export function MoneyDialog({ at, house, credit, play, onRecall, onClose }: Props) {
  const terminal = useTerminal(at, credit);
  const { state, busy, act, tell } = terminal;
  const [ticket, setTicket] = useState<Ticket | null>(null);
  const paper = ticket ?? state?.unprinted ?? null;
  const collect = (amount: number | undefined) =>
    act(
      () => ticketOut(at, amount),
      (answer) => {
        setTicket(answer.ticket);
        return `Ticket for ${dollars(answer.ticket.amount)}.`;
      },
    );
  const putIn = (number: string) =>
    act(
      () => ticketIn(at, number),
      () => 'The ticket is on the meter.',
    );
  const taken = (number: string) => {
    setTicket(null);
    void tell(() => ticketPrinted(at, number), 'The ticket is yours.');
  };
  if (paper)
    return <Paper ticket={paper} house={house} onTaken={() => taken(paper.number)} onClose={onClose} />;
  return (
    <Dialog title="Money" onClose={onClose}>
      <Standing credit={credit} terminal={terminal} />
      {play && <NotesIn terminal={terminal} />}
      <TicketIn busy={busy} onTicket={putIn} />
      <TicketOut busy={busy} credit={credit} handPay={state?.handPay ?? null} onOut={collect} />
      <Help terminal={terminal} onRecall={onRecall} />
    </Dialog>
  );
}

interface PaperProps {
  readonly ticket: Ticket;
  readonly house: string;
  readonly onTaken: () => void;
  readonly onClose: () => void;
}

/** A ticket that is not in anybody's hand yet goes before everything else. */
const Paper = ({ ticket, house, onTaken, onClose }: PaperProps) => (
  <Dialog title="Your ticket" onClose={onClose}>
    <TicketPaper ticket={ticket} house={house} />
    <div className="money-acts no-print">
      <button type="button" className="primary" onClick={() => window.print()}>
        Print
      </button>
      <button type="button" onClick={onTaken}>
        I have it
      </button>
    </div>
  </Dialog>
);

const Standing = ({ credit, terminal: { said, state } }: { credit: number; terminal: Terminal }) => (
  <>
    <p className="money-credit">
      Credit <strong>{dollars(credit)}</strong>
    </p>
    <p className={said?.bad ? 'money-said bad' : 'money-said'} role="status">
      {said?.text ?? ''}
    </p>
    {state?.locked != null && (
      <p className="money-said bad" role="alert">
        This terminal is held: {state.locked}. An attendant has been called.
      </p>
    )}
  </>
);

function NotesIn({ terminal: { at, state, busy, act } }: { terminal: Terminal }) {
  const putIn = (note: number) =>
    act(
      () => noteIn(at, note),
      () => `${dollars(note)} is on the meter.`,
    );
  return (
    <section>
      <h3>Put in a note</h3>
      <p className="quiet">Play money: it comes from nowhere and buys nothing.</p>
      <div className="money-acts">
        {(state?.notes ?? []).map((note) => (
          <button type="button" key={note} className="note" disabled={busy} onClick={() => putIn(note)}>
            {dollars(note)}
          </button>
        ))}
      </div>
    </section>
  );
}

function Help({ terminal: { at, state, tell }, onRecall }: { terminal: Terminal; onRecall: () => void }) {
  return (
    <section>
      <h3>Help</h3>
      {state?.attendant != null && <p className="quiet">An attendant has been called: {state.attendant}</p>}
      <div className="money-acts">
        <button type="button" onClick={() => tell(() => callAttendant(at), 'An attendant is on the way.')}>
          Call an attendant
        </button>
        <button type="button" onClick={onRecall}>
          Last rounds
        </button>
      </div>
      <Fault onReport={(what) => tell(() => reportFault(at, what), 'Thank you. An attendant is told.')} />
    </section>
  );
}

function TicketIn({ busy, onTicket }: { busy: boolean; onTicket: (number: string) => void }) {
  const [number, setNumber] = useState('');
  return (
    <section>
      <h3>Put in a ticket</h3>
      <form
        className="money-form"
        onSubmit={(event) => {
          event.preventDefault();
          onTicket(number);
        }}
      >
        <label>
          <span>Ticket number (18 digits)</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
        </label>
        <button type="submit" disabled={busy || number.trim() === ''}>
          Put in
        </button>
      </form>
    </section>
  );
}

interface OutProps {
  readonly busy: boolean;
  readonly credit: number;
  readonly handPay: number | null;
  readonly onOut: (amount: number | undefined) => void;
}

function TicketOut({ busy, credit, handPay, onOut }: OutProps) {
  return (
    <section>
      <h3>Collect</h3>
      {handPay !== null && (
        <p className="quiet">{dollars(handPay)} waits to be paid by hand: an attendant is on the way.</p>
      )}
      <div className="money-acts">
        <button
          type="button"
          className="primary"
          disabled={busy || credit === 0}
          onClick={() => onOut(undefined)}
        >
          {credit === 0 ? 'Nothing to collect' : `Ticket for ${dollars(credit)}`}
        </button>
      </div>
    </section>
  );
}

function Fault({ onReport }: { onReport: (what: string) => void }) {
  const [what, setWhat] = useState('');
  return (
    <form
      className="money-form"
      onSubmit={(event) => {
        event.preventDefault();
        onReport(what);
        setWhat('');
      }}
    >
      <label>
        <span>Something is wrong here (7.3)</span>
        <input value={what} maxLength={200} onChange={(event) => setWhat(event.target.value)} />
      </label>
      <button type="submit" disabled={what.trim() === ''}>
        Report
      </button>
    </form>
  );
}
