import { guestOf, type Player, playsChips, seatedGuests, type Table } from '@boxperson/rules';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';

/** Every seat with what lies there for it: what the box keeps an eye on between rolls. */
export function Seats({ onSeat }: { onSeat: (player: string) => void }) {
  const { table } = useCrew();
  const { players } = table.game;
  const total = players.reduce((sum, player) => sum + onFelt(player), 0);
  const half = Math.ceil(table.settings.seats / 2);
  return (
    <section className="box-seats" aria-label="The seats">
      <header>
        <h2>The seats</h2>
        <p>
          {seatedGuests(table).length} of {table.settings.seats} taken, <b>{dollars(total)}</b> on the layout
        </p>
      </header>
      <div className="box-ends">
        <End title="Left of the box" players={players.filter(({ seat }) => seat <= half)} onSeat={onSeat} />
        <End title="Right of the box" players={players.filter(({ seat }) => seat > half)} onSeat={onSeat} />
      </div>
    </section>
  );
}

interface EndProps {
  readonly title: string;
  readonly players: readonly Player[];
  readonly onSeat: (player: string) => void;
}

function End({ title, players, onSeat }: EndProps) {
  const { table } = useCrew();
  const bySeat = [...players].sort((a, b) => a.seat - b.seat);
  return (
    <div>
      <h3>{title}</h3>
      {bySeat.length === 0 && <p className="quiet">Nobody sits here.</p>}
      <ul>
        {bySeat.map((player) => (
          <li key={player.name}>
            <button type="button" data-seat={player.seat} onClick={() => onSeat(player.name)}>
              <span className="crew-seat">{player.seat}</span>
              <span className="box-seat-who">
                <b>{player.name}</b>
                <small>{sayMarks(table, player)}</small>
              </span>
              <b className="box-seat-money">{dollars(onFelt(player))}</b>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const onFelt = ({ wagers }: Player): number => wagers.reduce((sum, { amount }) => sum + amount, 0);

/** Whatever sets this seat apart. */
function sayMarks(table: Table, player: Player): string {
  const guest = guestOf(table, player.name);
  const { shooter } = table.shooter;
  const { card } = table.game.rulebook.conduct.wagers;
  const limit = guest?.personalLimit;
  const marks = [
    player.name === shooter && 'shooter',
    playsChips(table, player.name) ? 'chips' : 'screen',
    guest?.gone ? 'LEFT, PLAYS OUT' : guest?.away !== undefined && 'AWAY',
    guest?.excluded && 'EXCLUDED',
    guest?.barred && 'NO FURTHER WAGERS',
    card.value === 'own-card' && !guest?.card && 'NO CARD',
    limit && `own limits ${dollars(limit.min)}–${dollars(limit.max)}`,
    `${player.wagers.length} wager${player.wagers.length === 1 ? '' : 's'}`,
  ];
  return marks.filter(Boolean).join(' · ');
}
