import type { PitTable } from '@boxperson/house';
import { FLOAT } from '@boxperson/offices';
import { PHASE_WORDS, RULEBOOKS, type TableSign } from '@boxperson/rules';
import { SHORT } from '../../reading/names.js';
import { Link } from '../../ui/Link.js';
import { dollars } from '../../ui/money.js';
import { sayChange, saySign } from '../../ui/sign.js';
import { sayCountdown } from '../../ui/words.js';
import { addressOf, type Workplace } from '../workplace.js';
import { STATION_WORDS, type Standing } from './glance.js';
import { pitAddress } from './pit.js';

interface PitCardProps {
  readonly table: PitTable;
  readonly standing: Standing;
  readonly place: Workplace;
  readonly at: number;
}

/** A table in the pit: what is wrong first, then how it stands, who is there, how it goes. */
export function PitCard({ table, standing, place, at }: PitCardProps) {
  const { id, name, rulebook, taken, seats, phase } = table;
  return (
    <li id={`pit-${id}`} className="pit-card" data-level={standing.level} data-table={id}>
      <header>
        <h2>
          <Link href={pitAddress(place, id)}>{name}</Link>
        </h2>
        <span className="pit-seats">
          {taken.length}/{seats} <span className="unseen">seats taken</span>
        </span>
        <Point point={table.point} />
      </header>
      {standing.reasons.length > 0 && <p className="pit-why">{sayReasons(standing.reasons)}</p>}
      <p className="pit-state">
        {SHORT[rulebook]} · {PHASE_WORDS[phase]}
      </p>
      <Sign table={table} at={at} />
      <Crew table={table} />
      <Figures table={table} />
      <nav aria-label={`${name}, more`}>
        <Link href={pitAddress(place, id, 'sign')}>Sign</Link>
        {table.float && <Link href={addressOf(place, FLOAT, id)}>Float</Link>}
        {table.run === 'staffed' && <Link href={`/crew/${encodeURIComponent(id)}/duty`}>Crew</Link>}
        <Link href={pitAddress(place, id)}>Record</Link>
      </nav>
    </li>
  );
}

const REASONS_MOST = 2;
const sayReasons = (reasons: readonly string[]): string => {
  const more = reasons.length - REASONS_MOST;
  return `${reasons.slice(0, REASONS_MOST).join(' · ')}${more > 0 ? ` +${more}` : ''}`;
};

const Point = ({ point }: { point: number | null }) => (
  <span className="pit-puck" data-on={point !== null}>
    {point === null ? 'OFF' : `ON ${point}`}
  </span>
);

export function Sign({ table, at }: { table: PitTable; at: number }) {
  const { rulebook, posted, closing } = table;
  const sign = table.sign as unknown as TableSign;
  const { min, max, odds } = saySign(rulebook, sign);
  return (
    <>
      <p className="pit-sign">
        <b>
          {min} – {max}
        </b>
        {odds && <span> odds {odds}</span>}
      </p>
      {posted && (
        <p className="pit-notice">
          {sayChange(rulebook, sign, posted.sign as unknown as TableSign)}{' '}
          <b>{sayCountdown(posted.from - at)}</b>
        </p>
      )}
      {closing && (
        <p className="pit-notice">
          {CLOSING[closing.kind] ?? 'Closing'} {closing.at !== null && <b>{sayCountdown(closing.at - at)}</b>}
        </p>
      )}
    </>
  );
}

const CLOSING: Readonly<Record<string, string>> = {
  sign: 'Closes in',
  'last-shooter': 'Last shooter called',
  'inspector-told': 'Closes, inspector told',
  'close-of-play': 'Close of play announced',
};

/** Who stands there, and which place is empty. */
export function Crew({ table: { crew, gaps, rulebook } }: { table: PitTable }) {
  const titleOf = (role: string) => RULEBOOKS[rulebook].roles.find(({ id }) => id === role)?.title ?? role;
  const people = crew.filter(({ automatic }) => !automatic);
  if (people.length === 0 && gaps.length === 0) return <p className="pit-crew quiet">Automatic crew</p>;
  return (
    <ul className="pit-crew" aria-label="Crew">
      {people.map(({ person, name, role, station }) => (
        <li key={`${person}-${role}`} title={titleOf(role)}>
          {name} <small>{station ? STATION_WORDS[station] : titleOf(role)}</small>
        </li>
      ))}
      {gaps.map((gap) => (
        <li key={gap} className="pit-gap">
          nobody <small>{STATION_WORDS[gap] ?? gap}</small>
        </li>
      ))}
    </ul>
  );
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
/** A glance needs no cents. */
const short = (cents: number): string =>
  `${cents < 0 ? '−' : ''}$${whole.format(Math.round(Math.abs(cents) / 100))}`;

export function Figures({ table: { figures, float } }: { table: PitTable }) {
  return (
    <dl className="pit-figures">
      <div>
        <dt>Rolls/h</dt>
        <dd>{figures.rollsAnHour}</dd>
      </div>
      <div>
        <dt>Turnover</dt>
        <dd>{short(figures.turnover)}</dd>
      </div>
      <div data-lost={figures.won < 0}>
        <dt>Result</dt>
        <dd>{short(figures.won)}</dd>
      </div>
      {float?.open && (
        <div data-lost={float.short}>
          <dt>Float</dt>
          <dd title={dollars(float.holds)}>{short(float.holds)}</dd>
        </div>
      )}
    </dl>
  );
}
