import { useTournaments } from '../house.js';
import { Link } from '../ui/Link.js';
import { Older } from '../ui/Older.js';
import { Shell } from '../ui/Shell.js';
import { Entrance } from './Entrance.js';
import { Quick } from './Quick.js';
import { isQuick, tellStage, tellWhen } from './standing.js';
import { Wall } from './Wall.js';
import './styles/tournaments.css';

export const HOME = ['/', 'The tables'] as const;
export const PLACES = [['/tournaments', 'Tournaments']] as const;

/** `/tournaments`, `/tournaments/autumn`, `/tournaments/autumn/wall`. */
export function TournamentsPage({ path }: { path: string }) {
  const [, , matter, view] = path.split('/');
  if (!matter) return <List />;
  if (matter === 'quick') return <Quick />;
  return view === 'wall' ? <Wall matter={matter} /> : <Entrance key={matter} matter={matter} />;
}

const AGAIN_MS = 4_000;

/** Of those that the house holds again and again, the two that come first are enough: the newest. */
function shownOf<One extends { readonly matter: string }>(list: readonly One[]): readonly One[] {
  const quick = list.filter(({ matter }) => isQuick(matter)).slice(2);
  return list.filter((one) => !quick.includes(one));
}

function List() {
  const { matters, more, beyond } = useTournaments(AGAIN_MS);
  // Whoever asks for older ones sees what they get.
  const shown = beyond ? matters : shownOf(matters ?? []);
  return (
    <Shell title="Tournaments" here="/tournaments" area="Tournaments" places={PLACES} home={HOME}>
      {matters?.length === 0 && <p className="quiet">No tournament is planned in this house.</p>}
      <ul className="cups">
        {shown?.map(({ matter, books: { name, stage, players, most, startsAt } }) => (
          <li key={matter} className="panel">
            <h2>
              <Link href={`/tournaments/${matter}`}>{name}</Link>
            </h2>
            <p>
              {tellStage(stage)}
              {startsAt === null ? '' : ` · ${tellWhen(startsAt)}`}
              {most === null ? '' : ` · ${players} of ${most} players`}
            </p>
            <Link className="button-link" href={`/tournaments/${matter}/wall`}>
              Wall view
            </Link>
          </li>
        ))}
      </ul>
      <Older more={more} />
    </Shell>
  );
}
