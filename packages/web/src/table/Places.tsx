import type { Guest, Player, Rulebook, Table } from '@boxperson/rules';
import { seatColour } from '../ui/chips.js';
import './styles/places.css';

/** Whether somebody is away is known once the house tells it. */
const isAway = (guest: Guest | undefined): boolean =>
  Boolean((guest as (Guest & { readonly away?: unknown }) | undefined)?.away);

interface PlaceProps {
  readonly seat: number;
  readonly player: Player | undefined;
  readonly table: Table;
  readonly own: boolean;
}

function Place({ seat, player, table, own }: PlaceProps) {
  const { shooter, offeredTo } = table.shooter;
  const away = isAway(table.guests.find((guest) => guest.player === player?.name));
  const is = [
    'place',
    ...(player ? ['taken'] : []),
    ...(own ? ['me'] : []),
    ...(player && player.name === shooter ? ['shoots'] : []),
    ...(player && player.name === offeredTo ? ['offered'] : []),
    ...(away ? ['away'] : []),
  ];
  return (
    <li className={is.join(' ')} style={{ '--seat': seatColour(seat) } as React.CSSProperties}>
      <b>{seat}</b>
      {player && <span>{own ? 'You' : player.name}</span>}
      {player && player.name === shooter && <i>⚂</i>}
      {away && <em>away</em>}
    </li>
  );
}

/**
 * The rail around the felt with everybody at their places and the shooter marked. The list of players beside the felt says the
 * same to whoever does not see it.
 */
export function Places({ table, player }: { readonly table: Table; readonly player: string | null }) {
  const seats = Array.from({ length: table.settings.seats }, (_, at) => at + 1);
  return (
    <ol className="places" aria-hidden="true">
      {seats.map((seat) => {
        const there = table.game.players.find((one) => one.seat === seat);
        return (
          <Place
            key={seat}
            seat={seat}
            player={there}
            table={table}
            own={there !== undefined && there.name === player}
          />
        );
      })}
    </ol>
  );
}

/** Who works at the table, by the book's own words and from left to right: two base dealers where there is a box between them. */
const STATIONS = [/^dealer$/, /^box/, /^dealer$/, /^stick/];

function crewOf({ roles, conduct }: Rulebook): readonly string[] {
  if (conduct.run.value === 'electronic') return [];
  const found = STATIONS.map((station) => roles.find(({ id }) => station.test(id))?.title);
  const [, box] = found;
  return found.flatMap((title, at) =>
    title === undefined || (at === 2 && box === undefined) ? [] : [title],
  );
}

export function CrewPlaces({ book }: { readonly book: Rulebook }) {
  const crew = crewOf(book);
  if (crew.length === 0) return null;
  return (
    <ol className="rail-crew" aria-hidden="true">
      {crew.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two dealers have the same name, and stand apart
        <li key={at}>{name}</li>
      ))}
    </ol>
  );
}
