import { useEffect, useState } from 'react';
import { type ToldTournament, tournaments } from '../house.js';
import { Link } from '../ui/Link.js';
import { Shell } from '../ui/Shell.js';
import { Entrance } from './Entrance.js';
import { isQuick } from './standing.js';

const AGAIN_MS = 1_500;
const numberOf = ({ matter }: ToldTournament): number => Number(matter.replace(/\D/g, ''));

/** The one that takes entries; the newest where none does. It stays the same once somebody looks at it. */
function useQuick(): ToldTournament | null {
  const [found, setFound] = useState<ToldTournament | null>(null);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const list = await tournaments().catch(() => []);
      const cups = list.filter(({ matter }) => isQuick(matter)).sort((a, b) => numberOf(a) - numberOf(b));
      const open = cups.find(({ stage }) => stage === 'entries');
      if (gone) return;
      setFound(open ?? cups.at(-1) ?? null);
      if (!open) timer = setTimeout(ask, AGAIN_MS);
    };
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return found;
}

/** `/tournaments/quick`: against bots, at any time. */
export function Quick() {
  const cup = useQuick();
  if (cup?.stage === 'entries') return <Entrance key={cup.matter} matter={cup.matter} />;
  return (
    <Shell
      title="A tournament in ten minutes"
      here="/tournaments"
      area="Tournaments"
      places={[['/tournaments', 'Tournaments']]}
      home={['/', 'The tables']}
    >
      <p role="status">
        {cup
          ? 'One is being played. The next opens as soon as it is over: stay here, and you are first.'
          : 'It opens in a moment…'}
      </p>
      {cup && (
        <Link className="button-link" href={`/tournaments/${cup.matter}/wall`}>
          Watch it
        </Link>
      )}
    </Shell>
  );
}
