import { useEffect, useState } from 'react';
import { type ToldTournament, tournaments } from '../house.js';
import { Link } from '../ui/Link.js';
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

function useList(): readonly ToldTournament[] | null {
  const [list, setList] = useState<readonly ToldTournament[] | null>(null);
  useEffect(() => {
    let gone = false;
    const ask = () =>
      tournaments().then(
        (found) => !gone && setList(found),
        () => {},
      );
    void ask();
    const timer = setInterval(ask, AGAIN_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, []);
  return list;
}

/** Of those that the house holds again and again, the last two are enough. */
function shownOf(list: readonly ToldTournament[]): readonly ToldTournament[] {
  const quick = list.filter(({ matter }) => isQuick(matter)).slice(0, -2);
  return list.filter((one) => !quick.includes(one));
}

function List() {
  const list = useList();
  return (
    <Shell title="Tournaments" here="/tournaments" area="Tournaments" places={PLACES} home={HOME}>
      {list?.length === 0 && <p className="quiet">No tournament is planned in this house.</p>}
      <ul className="cups">
        {shownOf(list ?? []).map(({ matter, name, stage, players, most, startsAt }) => (
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
    </Shell>
  );
}
