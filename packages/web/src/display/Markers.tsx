import { DISPLAY, type Limit, type Table } from '@boxperson/rules';
import { dollars } from '../ui/money.js';

interface Marked {
  readonly player: string;
  readonly seat: number;
  readonly limit: Limit;
}

/** Whoever has limits of their own, by seat. */
export const markedIn = ({ guests, game }: Table): readonly Marked[] =>
  guests
    .flatMap(({ player, personalLimit }) => {
      const seat = game.players.find(({ name }) => name === player)?.seat;
      return personalLimit && seat !== undefined ? [{ player, seat, limit: personalLimit }] : [];
    })
    .sort((one, other) => one.seat - other.seat);

const SHOWN_MOST = 4;

/** crown 4.3, star 7.6: a player's own limits are marked at their place; the display tells them to whoever asks. */
export function Markers({ table }: { table: Table }) {
  const { personal } = DISPLAY[table.game.rulebook.id];
  const marked = markedIn(table);
  if (!personal || marked.length === 0) return null;
  const more = marked.length - SHOWN_MOST;
  return (
    <div className="display-markers">
      <h2>
        {personal.value} <small>§ {personal.clause}</small>
      </h2>
      <ul aria-label={`Personal limits: ${personal.value}`}>
        {marked.slice(0, SHOWN_MOST).map(({ player, seat, limit }) => (
          <li key={player}>
            <span className="display-seat">{seat}</span>
            <b>
              {dollars(limit.min)} to {dollars(limit.max)}
            </b>
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </div>
  );
}
