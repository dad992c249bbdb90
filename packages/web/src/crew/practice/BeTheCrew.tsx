import type { LobbyTable } from '@boxperson/house';
import { RULEBOOKS } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { lobby } from '../../house.js';
import { go } from '../../ui/go.js';
import { Link } from '../../ui/Link.js';
import { Shell } from '../../ui/Shell.js';
import '../styles/practice.css';
import { CONSOLE_NAMES, consolesOf } from '../stations.js';
import { practise } from './practise.js';

const REFRESH_MS = 3_000;

/** The tables where anybody may be the crew; null before the house has told. */
function usePractice(): readonly LobbyTable[] | null {
  const [tables, setTables] = useState<readonly LobbyTable[] | null>(null);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      const all = await lobby().catch(() => null);
      if (gone) return;
      if (all) setTables(all.filter(({ practice, stopped }) => practice && !stopped));
      timer = setTimeout(ask, REFRESH_MS);
    };
    void ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return tables;
}

/** How it is on the other side of the table: the stick of a table full of bots, for whoever asks. */
export function BeTheCrew() {
  const tables = usePractice();
  return (
    <Shell
      title="Be the crew"
      here="/be-the-crew"
      area="Places"
      places={[['/', 'The tables']]}
      home={['/', 'Boxperson']}
      look="desk"
      lead={
        <p>
          Take the stick of a table full of bots. You offer the dice, read two real ones of your own and call
          what they show; the other positions are automatic, and the chips are play money. No account, no
          name.
        </p>
      }
    >
      {tables?.length === 0 && (
        <p className="practice-none">
          This house has no practice table open. <Link href="/">Back to the tables</Link>
        </p>
      )}
      <ul className="practice-tables">
        {tables?.map((table) => (
          <PracticeTable key={table.id} table={table} />
        ))}
      </ul>
      <ol className="practice-how" aria-label="How it goes">
        <li>
          <b>Offer the dice.</b> The next player on the left takes them, or declines.
        </li>
        <li>
          <b>Roll two dice</b> on your desk when the shooter throws, or make up a throw.
        </li>
        <li>
          <b>Two keys and a call.</b> What has to be taken, paid and moved is there at once, in order.
        </li>
      </ol>
    </Shell>
  );
}

function PracticeTable({ table }: { table: LobbyTable }) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const place = consolesOf(RULEBOOKS[table.rulebook])[0] ?? 'stick';
  const isTaken = table.practice?.taken === true;
  const take = async (): Promise<void> => {
    setBusy(true);
    const why = await practise(table);
    if (why === null) return go(`/crew/${encodeURIComponent(table.id)}/${place}`);
    setFault(why);
    setBusy(false);
  };
  return (
    <li className="panel practice-table">
      <div>
        <h2>{table.name}</h2>
        <p>{table.title}</p>
        <p className="quiet">{sayThere(table)}</p>
        {fault && (
          <p className="practice-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
      <div className="practice-acts">
        <button type="button" className="main" disabled={busy} onClick={() => void take()}>
          {place === 'single' ? 'Deal here' : `Take the ${CONSOLE_NAMES[place].toLowerCase()}`}
        </button>
        {isTaken && <Link href={`/table/${table.id}?watch`}>Watch</Link>}
        <Link href={`/display/${table.id}`}>Its display</Link>
      </div>
    </li>
  );
}

function sayThere({ practice, taken }: LobbyTable): string {
  const bots = taken.filter(({ bot }) => bot).length;
  const who = bots === 0 ? 'The bots come when you do' : `${bots} bots are waiting`;
  return practice?.taken ? 'Somebody is at it now.' : `${who}.`;
}
