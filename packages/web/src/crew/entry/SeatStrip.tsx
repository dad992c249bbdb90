import { onLayout } from '@boxperson/rules';
import { Face } from '../../ui/Dice.js';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import { Markers } from './Markers.js';
import { markersOf } from './marks.js';
import type { Seat } from './seats.js';

interface SeatStripProps {
  readonly seats: readonly Seat[];
  readonly chosen: number | null;
  readonly onChoose: (seat: number) => void;
  /** Seats whose odds are to be asked for. */
  readonly asks: ReadonlySet<number>;
}

/** Who is where, in the order in which somebody inside the table sees them, from the left hand to the right. */
export const SeatStrip = ({ seats, chosen, onChoose, asks }: SeatStripProps) => (
  <fieldset
    className={`entry-seats${seats.length > 8 ? ' many' : ''}`}
    aria-label="Seats"
    style={{ '--seats': seats.length } as React.CSSProperties}
  >
    {seats.map((seat) => (
      <SeatCard
        key={seat.seat}
        seat={seat}
        isChosen={seat.seat === chosen}
        asks={asks.has(seat.seat)}
        onChoose={() => onChoose(seat.seat)}
      />
    ))}
  </fieldset>
);

interface SeatCardProps {
  readonly seat: Seat;
  readonly isChosen: boolean;
  readonly asks: boolean;
  readonly onChoose: () => void;
}

function SeatCard({ seat: { seat, player, guest }, isChosen, asks, onChoose }: SeatCardProps) {
  const { table } = useCrew();
  if (!player || !guest)
    return (
      <button
        type="button"
        className="seat-card free"
        data-seat={seat}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <span className="seat-no">{seat}</span> <small>free</small>
      </button>
    );
  const up = onLayout(player);
  const kind = guest.chips ? 'chips' : 'screen';
  const hasDice = table.shooter.shooter === player.name;
  return (
    <button
      type="button"
      className={`seat-card ${kind}${hasDice ? ' shoots' : ''}`}
      data-seat={seat}
      data-kind={kind}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span className="seat-no">{seat}</span>
      <b className="seat-name">{player.name}</b>
      <span className="seat-up">{up > 0 ? dollars(up) : '–'}</span>
      <span className="seat-kind">{asks ? <i className="seat-asks">odds?</i> : kind}</span>
      {hasDice && (
        <span className="seat-dice" role="img" aria-label="has the dice">
          <Face face={5} />
        </span>
      )}
      <span className="seat-marks">
        {guest.away !== undefined && <i className="seat-away">away</i>}
        {(guest.excluded || guest.barred !== undefined) && <i className="seat-barred">no play</i>}
        <Markers of={markersOf(table.game, player)} room="short" />
      </span>
    </button>
  );
}
