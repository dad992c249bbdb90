import type { LobbyTable } from '@boxperson/house';
import { useEffect, useState } from 'react';
import { aboutHouse, lobby } from './house.js';
import { go } from './main.js';
import { dollars } from './money.js';

const REFRESH_MS = 3_000;

interface Sign {
  readonly limits: { readonly default: { readonly min: number; readonly max: number } };
  readonly oddsMultiple?: number | Readonly<Record<string, number>>;
}

const makeMultiple = (multiple: Sign['oddsMultiple']): string => {
  if (multiple === undefined) return '2×';
  if (typeof multiple === 'number') return `${multiple}×`;
  const values = [...new Set(Object.values(multiple))];
  return values.length === 1 ? `${values[0]}×` : `${Math.min(...values)}–${Math.max(...values)}×`;
};

const PHASES: Readonly<Record<string, string>> = {
  offering: 'The dice are waiting',
  betting: 'Bets are open',
  thrown: 'Dice are out',
  settling: 'Paying',
  wagering: 'Bets are open',
  shooting: 'Ready to shoot',
  rolling: 'Dice are rolling',
  stopped: 'Stopped',
  closed: 'Closed',
};

function TableCard({ table }: { table: LobbyTable }) {
  const sign = table.sign as Sign;
  const { min, max } = sign.limits.default;
  const free = table.seats - table.taken.length;
  return (
    <li className="card">
      <a
        href={`/table/${table.id}`}
        onClick={(event) => {
          event.preventDefault();
          go(`/table/${table.id}`);
        }}
      >
        <span className="card-top">
          <span className="card-name">{table.name}</span>
          <span className={table.point === null ? 'puck off' : 'puck'}>
            {table.point === null ? 'OFF' : table.point}
          </span>
        </span>
        <span className="card-title">{table.title}</span>
        <span className="card-sign">
          <b>{dollars(min)}</b> to <b>{dollars(max)}</b> · odds {makeMultiple(sign.oddsMultiple)}
        </span>
        <span className="card-state">
          {table.stopped ? 'Stopped for inspection' : PHASES[table.phase]}
          {table.shooter ? ` · ${table.shooter} shoots` : ''}
        </span>
        {table.closing && <span className="notice">This table is closing</span>}
        {table.posted && <span className="notice">The minimum will change</span>}
        <span className="card-seats">
          {free === 0 ? 'Full: watch' : `${free} of ${table.seats} places free`}
        </span>
      </a>
    </li>
  );
}

export function Lobby() {
  const [name, setName] = useState('');
  const [tables, setTables] = useState<readonly LobbyTable[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let stop = false;
    const load = () =>
      lobby().then(
        (found) => {
          if (!stop) setTables(found);
          setFault(null);
        },
        () => setFault('The house cannot be reached. Trying again…'),
      );
    void aboutHouse().then(
      (house) => setName(house.name),
      () => {},
    );
    void load();
    const timer = setInterval(load, REFRESH_MS);
    return () => {
      stop = true;
      clearInterval(timer);
    };
  }, []);
  return (
    <main className="lobby">
      <header>
        <h1>{name || 'Boxperson'}</h1>
        <p>Craps by the book. Pick a table: you play with play money, at once.</p>
      </header>
      {fault && (
        <p className="banner" role="status">
          {fault}
        </p>
      )}
      {tables && (
        <ul className="cards">
          {tables.map((table) => (
            <TableCard key={table.id} table={table} />
          ))}
        </ul>
      )}
    </main>
  );
}
