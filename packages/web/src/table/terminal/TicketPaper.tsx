import { dollars } from '../../ui/money.js';
import type { Ticket } from './api.js';
import { barsOf } from './barcode.js';

const grouped = (number: string): string => number.replace(/(\d{3})(?=\d)/g, '$1 ');

const HEIGHT = 60;

function Barcode({ number }: { number: string }) {
  const { bars, width } = barsOf(number);
  return (
    <svg
      className="ticket-bars"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map(({ x, width: w }) => (
        <rect key={x} x={x} y={0} width={w} height={HEIGHT} />
      ))}
    </svg>
  );
}

/** A ticket as the printer gives it: value, number, where and when, and the record's checkpoint as a witness. */
export function TicketPaper({ ticket, house }: { ticket: Ticket; house: string }) {
  const when = new Date(ticket.at);
  return (
    <article className="ticket-paper" aria-label={`Ticket for ${dollars(ticket.amount)}`}>
      <header>
        <strong>{house}</strong>
        <span>{ticket.play ? 'Redeemable ticket · play money' : 'Redeemable ticket'}</span>
      </header>
      <p className="ticket-amount">{dollars(ticket.amount)}</p>
      <Barcode number={ticket.number} />
      <p className="ticket-number">{grouped(ticket.number)}</p>
      <footer>
        <span>
          Terminal {ticket.table}.{ticket.seat}
        </span>
        <time dateTime={when.toISOString()}>{when.toLocaleString()}</time>
      </footer>
      {ticket.checkpoint !== null && (
        <pre className="ticket-checkpoint" role="note" aria-label="Checkpoint of the record">
          {ticket.checkpoint}
        </pre>
      )}
    </article>
  );
}
