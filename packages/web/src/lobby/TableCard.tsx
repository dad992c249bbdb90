import type { LobbyTable } from '@boxperson/house';
import { rulebook, type TableSign } from '@boxperson/rules';
import { useId, useState } from 'react';
import { bringCompany } from '../house.js';
import { Link } from '../ui/Link.js';
import { saySign } from '../ui/sign.js';
import { companyAt, sayDealers, sayNotices, sayOwn, sayPractice, saySeats, sayState } from './words.js';

/** So many bots at most at one table. */
const COMPANY_MOST = 4;

interface TableCardProps {
  readonly table: LobbyTable;
  /** Does this house have company to bring? */
  readonly company: boolean;
  readonly onChanged: () => void;
}

export function TableCard({ table, company, onChanged }: TableCardProps) {
  const heading = useId();
  const shut = table.stopped || table.phase === 'closed';
  const notices = sayNotices(table);
  return (
    <li>
      <article
        className={`table-card${shut ? ' shut' : ''}${table.own ? ' mine' : ''}`}
        aria-labelledby={heading}
      >
        <header className="table-card-felt" data-skin={table.rulebook}>
          <div>
            <h2 id={heading}>{table.name}</h2>
            <p>{table.title}</p>
          </div>
          <Puck point={table.point} />
        </header>
        <SignPlate table={table} />
        {notices.map((notice) => (
          <p key={notice} className="table-card-notice">
            <span aria-hidden="true">⚑ </span>
            {notice}
          </p>
        ))}
        {table.own && <p className="table-card-own">{sayOwn(table.own)}</p>}
        <p className="table-card-state">{sayState(table)}</p>
        {wantsCard(table) && !table.own && (
          <p className="table-card-state">Played on a Player Card (10.1): guests are lent one.</p>
        )}
        {table.practice && <p className="table-card-state">{sayPractice(table.practice)}</p>}
        {table.dealers && <p className="table-card-state">{sayDealers(table.dealers)}</p>}
        {table.trouble !== undefined && <p className="table-card-notice">{table.trouble}</p>}
        <Seats table={table} />
        <div className="table-card-acts">
          <Places table={table} shut={shut} />
          {table.practice && !shut && (
            <Link className="button" href="/be-the-crew" aria-label={`Be the crew at ${table.name}`}>
              Be the crew
            </Link>
          )}
          {company && !shut && !table.practice && <BringCompany table={table} onChanged={onChanged} />}
        </div>
      </article>
    </li>
  );
}

/** star-2024 10.1: a player's own card, at the start of play. */
const wantsCard = (table: LobbyTable): boolean =>
  rulebook(table.rulebook).conduct.wagers.card.value === 'own-card';

/** One tap to a place, or back to one's own. */
function Places({ table: { id, name, own, ...table }, shut }: { table: LobbyTable; shut: boolean }) {
  const { free } = companyAt({ id, name, ...table });
  return (
    <>
      {own && (
        <Link className="button main" href={`/table/${id}`} aria-label={`Back to your seat at ${name}`}>
          Back to your seat
        </Link>
      )}
      {!own && free > 0 && !shut && (
        <Link className="button main" href={`/table/${id}?sit`} aria-label={`Sit at ${name}`}>
          Sit
        </Link>
      )}
      {!own && (
        <Link className="button" href={`/table/${id}?watch`} aria-label={`Watch ${name}`}>
          Watch
        </Link>
      )}
    </>
  );
}

function Puck({ point }: { point: number | null }) {
  return point === null ? (
    <span className="puck off" role="img" aria-label="Puck off: the next roll is a come out roll">
      OFF
    </span>
  ) : (
    <span className="puck on" role="img" aria-label={`Puck on: the point is ${point}`}>
      <small aria-hidden="true">ON</small>
      <b aria-hidden="true">{point}</b>
    </span>
  );
}

function SignPlate({ table }: { table: LobbyTable }) {
  const { min, max, odds, others } = saySign(table.rulebook, table.sign as TableSign);
  return (
    <div className="plate">
      <dl>
        <div>
          <dt>Min</dt>
          <dd>{min}</dd>
        </div>
        <div>
          <dt>Max</dt>
          <dd>{max}</dd>
        </div>
        {odds && (
          <div>
            <dt>Odds</dt>
            <dd>{odds}</dd>
          </div>
        )}
      </dl>
      {others.length > 0 && (
        <p>{others.map(({ name, min: least, max: most }) => `${name} ${least} to ${most}`).join(' · ')}</p>
      )}
    </div>
  );
}

/** One mark a place: a disc for a player, a square for a bot, a ring for a place that is free. */
function Seats({ table }: { table: LobbyTable }) {
  const bySeat = new Map(table.taken.map((taken) => [taken.seat, taken]));
  return (
    <div className="seats">
      <div className="seat-marks" aria-hidden="true">
        {Array.from({ length: table.seats }, (_, place) => {
          const taken = bySeat.get(place + 1);
          const kind = taken ? (taken.bot ? 'bot' : 'player') : 'free';
          const shooter = taken !== undefined && taken.player === table.shooter;
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
              key={place}
              className={`seat-mark ${kind}${shooter ? ' shoots' : ''}`}
              title={taken ? `${taken.player}${taken.bot ? ' (bot)' : ''}` : undefined}
            />
          );
        })}
      </div>
      <p>{saySeats(table)}</p>
    </div>
  );
}

function BringCompany({ table, onChanged }: { table: LobbyTable; onChanged: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { bots } = companyAt(table);
  const ask = async (count: number) => {
    setBusy(true);
    setFault(null);
    try {
      await bringCompany(table.id, count);
      onChanged();
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in the row of buttons
    <div className="company" role="group" aria-label={`Bring company to ${table.name}`}>
      <span>Bring company</span>
      <button
        type="button"
        disabled={busy || bots === 0}
        onClick={() => void ask(bots - 1)}
        aria-label={`One bot fewer at ${table.name}`}
      >
        −
      </button>
      <output aria-label="Bots at this table">{bots}</output>
      <button
        type="button"
        disabled={busy || bots >= COMPANY_MOST}
        onClick={() => void ask(bots + 1)}
        aria-label={`One bot more at ${table.name}`}
      >
        +
      </button>
      {fault && (
        <p role="alert" className="company-fault">
          {fault}
        </p>
      )}
    </div>
  );
}
