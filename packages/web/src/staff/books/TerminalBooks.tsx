import { creditOf, type Terminal, type Terminals, terminalsIn } from '@boxperson/offices';
import { Money } from '../../ui/staff/Money.js';
import { OpenCase } from '../OpenCase.js';
import type { About } from '../open-case.js';
import { Pair, Thing } from '../Thing.js';
import { addressOf } from '../workplace.js';
import type { BooksProps } from './index.js';

/** What is wrong at a terminal, in a word; null when nothing is. */
const troubleAt = ({ locked, attendant, handPay }: Terminal): string | null =>
  locked ?? attendant?.reason ?? (handPay ? 'A payment by hand waits.' : null);

/** Where something is wrong it is a malfunction until somebody finds otherwise. */
function aboutOf(table: string, seat: number, terminal: Terminal, from: string): About {
  const { sits } = terminal;
  const trouble = troubleAt(terminal);
  return {
    kind: trouble === null ? 'dispute' : 'malfunction',
    table,
    seat: String(seat),
    ...(sits ? { player: sits.player, patron: sits.person } : {}),
    says: `Terminal ${seat}${trouble === null ? '.' : `: ${trouble}`}`,
    from,
  };
}

/** The terminals of a table: what is wrong first, then who sits there, the credit and its meters. */
export function TerminalBooks({ books, place, office, matter = '' }: BooksProps) {
  const { unprinted = [], seats = [] } = books as Partial<Terminals>;
  const from = addressOf(place, office, matter);
  const all = terminalsIn({ unprinted, seats, references: [] });
  if (all.length === 0) return <p className="quiet">Nobody has played at a terminal of this table yet.</p>;
  return (
    <ul className="terminal-cards">
      {all.map(([seat, terminal]) => (
        <li key={seat} className="panel" data-terminal={seat}>
          <h3>Terminal {seat}</h3>
          <Standing terminal={terminal} unprinted={unprinted.filter((one) => one.seat === seat).length} />
          <details>
            <summary>Meters</summary>
            <Thing value={terminal.meters} />
          </details>
          <OpenCase place={place} about={aboutOf(matter, seat, terminal, from)} />
        </li>
      ))}
    </ul>
  );
}

function Standing({ terminal, unprinted }: { terminal: Terminal; unprinted: number }) {
  const { sits, meters, faults } = terminal;
  const trouble = troubleAt(terminal);
  return (
    <>
      {trouble !== null && (
        <p>
          <strong className="overdue">! {trouble}</strong>
        </p>
      )}
      <dl className="thing">
        <Pair name="Who sits there">{sits?.player ?? 'nobody'}</Pair>
        <Pair name="Credit">
          <Money cents={creditOf(meters)} />
        </Pair>
        {faults > 0 && <Pair name="Faults reported">{faults}</Pair>}
        {unprinted > 0 && <Pair name="Tickets not printed">{unprinted}</Pair>}
      </dl>
    </>
  );
}
