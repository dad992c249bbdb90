import './pit.css';
import type { PitTable } from '@boxperson/house';
import { PIT_HOURS } from '@boxperson/offices';
import { Frame } from '../Frame.js';
import type { Workplace } from '../workplace.js';
import { AlertList } from './AlertList.js';
import { type Level, standingOf } from './glance.js';
import { PitCard } from './PitCard.js';
import { pitAddress, useAlerts, usePit, useSeconds } from './pit.js';

/** The pit at a glance. */
export const PitPage = ({ place }: { place: Workplace }) => (
  <Frame title="The pit" place={place} here={pitAddress(place)}>
    <Glance place={place} />
  </Frame>
);

const ORDER: readonly Level[] = ['alert', 'watch'];

/** Every table, and what waits to be seen to: what stands out is named first. */
export function Glance({ place }: { place: Workplace }) {
  const { pit, now, nameOf } = usePit();
  const alerts = useAlerts(place);
  const at = useSeconds(now);
  if (!pit) return <p className="quiet">Looking at the tables…</p>;
  const { tables } = pit;
  const standing = (table: PitTable) =>
    standingOf(
      table,
      alerts.filter((alert) => alert.table === table.id),
    );
  return (
    <div className="pit">
      <section className="pit-floor" aria-label="Tables">
        <Odd tables={tables.map((table) => ({ table, ...standing(table) }))} />
        {tables.length === 0 && <p className="quiet">No table of yours is open.</p>}
        <ul className="pit-tables">
          {tables.map((table) => (
            <PitCard key={table.id} table={table} standing={standing(table)} place={place} at={at} />
          ))}
        </ul>
        <p className="quiet pit-foot">Turnover and result of the last {PIT_HOURS} hours.</p>
      </section>
      <AlertList alerts={alerts} tables={tables} at={at} nameOf={nameOf} place={place} />
    </div>
  );
}

interface OddProps {
  readonly tables: readonly {
    readonly table: PitTable;
    readonly level: Level;
    readonly reasons: readonly string[];
  }[];
}

/** Which tables stand out, and why: the first thing that is read. */
function Odd({ tables }: OddProps) {
  const odd = ORDER.flatMap((level) => tables.filter((one) => one.level === level));
  if (odd.length === 0)
    return <p className="pit-odd pit-odd-none">All {tables.length} tables run as they should.</p>;
  return (
    <ul className="pit-odd" aria-label="What stands out">
      {odd.map(({ table, level, reasons }) => (
        <li key={table.id}>
          <a href={`#pit-${table.id}`} data-level={level}>
            <b>{table.name}</b> {reasons[0]}
            {reasons.length > 1 && ` +${reasons.length - 1}`}
          </a>
        </li>
      ))}
    </ul>
  );
}
