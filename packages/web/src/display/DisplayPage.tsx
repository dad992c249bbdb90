import type { LobbyTable } from '@boxperson/house';
import type { Table } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { lobby } from '../house.js';
import type { TableState } from '../model.js';
import { Lost } from '../ui/Lost.js';
import { useCountAt } from '../ui/money.js';
import { nearest } from '../ui/nearest.js';
import { useDisplay } from './line.js';
import { Now } from './Now.js';
import { Pays } from './Pays.js';
import { Sign } from './Sign.js';
import './styles/display.css';

/** What hangs over a table: its sign and notices, the point and the shooter, for whoever stands five metres away. */
export function DisplayPage({ id }: { id: string }) {
  const { state, missing, now } = useDisplay(id);
  const about = useAbout(id);
  useCountAt(state.table);
  useEffect(() => {
    document.title = about ? `${about.name} · Display` : 'Display';
  }, [about]);
  if (missing) return <NoSuchTable id={id} />;
  const { table } = state;
  return (
    <div className={state.online ? 'display' : 'display cut'}>
      {!state.online && <Cut known={table !== null} />}
      {table ? (
        <Shown about={about} table={table} state={state} now={now} />
      ) : (
        <p className="display-wait">Looking for the table…</p>
      )}
    </div>
  );
}

interface ShownProps {
  readonly about: LobbyTable | null;
  readonly table: Table;
  readonly state: TableState;
  readonly now: () => number;
}

const Shown = ({ about, table, state, now }: ShownProps) => (
  <>
    <header className="display-head">
      <h1>{about?.name ?? ''}</h1>
      <p>{table.game.rulebook.title}</p>
    </header>
    <main className="display-body">
      <Now table={table} told={state.told} now={now} />
      <div className="display-sign-side">
        <Sign table={table} />
        <Pays table={table} />
      </div>
    </main>
  </>
);

const Cut = ({ known }: { known: boolean }) => (
  <p className="display-cut" role="alert">
    <b>The line to the house is lost.</b>{' '}
    {known ? 'What stands here may be old. Trying again…' : 'Trying again…'}
  </p>
);

const AGAIN_MS = 5_000;

/** What the house calls the table; asked for until the house has said it. */
function useAbout(id: string): LobbyTable | null {
  const [about, setAbout] = useState<LobbyTable | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;
    const ask = (): void => {
      lobby()
        .then((tables) => !gone && setAbout(tables.find((table) => table.id === id) ?? null))
        .catch(() => {
          if (!gone) timer = setTimeout(ask, AGAIN_MS);
        });
    };
    ask();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [id]);
  return about;
}

const NEAR_MOST = 5;

function NoSuchTable({ id }: { id: string }) {
  const [tables, setTables] = useState<readonly LobbyTable[]>([]);
  useEffect(() => {
    lobby().then(setTables, () => {});
  }, []);
  const near = nearest(
    id,
    tables.map((table) => table.id),
    NEAR_MOST,
  );
  return (
    <div className="display">
      <Lost
        what="table"
        typed={id}
        near={near.map((one) => [`/display/${one}`, tables.find((table) => table.id === one)?.name ?? one])}
      />
    </div>
  );
}
