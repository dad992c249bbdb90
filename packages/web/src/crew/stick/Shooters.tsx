import { clockwise, guestOf, hasLineWager, nextToOffer, type Player, type Table } from '@boxperson/rules';
import { useCrew } from '../crew.js';

/** Who shoots next, clockwise, and why somebody does not. */
export function Shooters() {
  const { table } = useCrew();
  const next = nextToOffer(table)?.name ?? null;
  const line = clockwise(table);
  return (
    <section className="panel shooters" aria-label="Who shoots next">
      <h2>Next on the left</h2>
      {line.length === 0 && <p className="quiet">Nobody is at the table.</p>}
      <ol>
        {line.map((player) => (
          <li key={player.name} className={player.name === next ? 'next' : ''}>
            <span className="crew-seat">{player.seat}</span>
            <b>{player.name}</b>
            <small>{sayWhy(table, player, next)}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function sayWhy(table: Table, player: Player, next: string | null): string {
  const { shooter, declined, offeredTo } = table.shooter;
  if (player.name === shooter) return 'has the dice';
  if (player.name === offeredTo) return 'is asked now';
  const guest = guestOf(table, player.name);
  if (guest?.excluded) return 'is excluded';
  if (guest?.gone) return 'has left, plays out';
  if (guest?.away !== undefined) return 'is away';
  if (guest?.silent) return 'did not answer';
  if (declined.includes(player.name)) return 'declined';
  if (player.name === next) return 'is next';
  return hasLineWager(player) ? 'has a line wager' : 'no line wager';
}
