import type { DealingSheet, SheetLine, Station } from '@boxperson/rules/dealing';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import { LineRow } from './LineRow.js';
import { useTick } from './use-tick.js';

interface SheetViewProps {
  readonly sheet: DealingSheet;
  /** Whose lines: one's own, or everybody's. */
  readonly station: Station;
  readonly title: string;
  /** Also read to those who deal elsewhere: lines of other sheets that the stick directs. */
  readonly directs?: readonly SheetLine[];
}

type Stage = SheetLine['stage'];
const STAGES: readonly (readonly [Stage, string])[] = [
  ['take', 'Take'],
  ['pay', 'Pay, move, hand back'],
];

/** One sheet: what to take, then what to pay, each line ticked off by itself or all at once. */
export function SheetView({ sheet, station, title, directs = [] }: SheetViewProps) {
  const { table } = useCrew();
  const tick = useTick();
  const lines = sheet.sheets.find((one) => one.station === station)?.lines ?? [];
  const openIds = new Set(table.sheet?.open.map(({ id }) => id));
  const open = lines.filter(({ id }) => openIds.has(id));
  const tokens = lines.reduce((all, line) => all + (line.tokens?.taken ?? 0), 0);
  return (
    <section className="crew-sheet" aria-label={title} data-sheet={station}>
      <header>
        <h2>{title}</h2>
        <p>{sayOpen(table.sheet ? open.length : null, lines.filter(isToDo).length)}</p>
      </header>
      {lines.length === 0 && directs.length === 0 && (
        <p className="quiet crew-nothing">Nothing to do here.</p>
      )}
      {STAGES.map(([stage, says]) => {
        const here = lines.filter((line) => line.stage === stage);
        if (here.length === 0) return null;
        const left = here.filter(({ id }) => openIds.has(id));
        return (
          <div key={stage} className={`crew-stage ${stage}`}>
            <div className="crew-stage-top">
              <h3>{says}</h3>
              {left.length > 1 && (
                <button type="button" onClick={() => tick(left)}>
                  All {left.length} done
                </button>
              )}
            </div>
            <ol>
              {here.map((line) => (
                <LineRow
                  key={line.id}
                  line={line}
                  sheet={sheet}
                  isOpen={openIds.has(line.id)}
                  onTick={() => tick([line])}
                />
              ))}
            </ol>
          </div>
        );
      })}
      {directs.length > 0 && <Directs lines={directs} openIds={openIds} />}
      {open.length > 1 && (
        <button type="button" className="main crew-all" onClick={() => tick(open)}>
          Everything here is done
          <small>
            taken {dollars(sum(lines, 'taken'))}, paid {dollars(sum(lines, 'paid'))}
            {tokens > 0 && `, T${dollars(tokens)} in tokens taken`}
          </small>
        </button>
      )}
    </section>
  );
}

const sum = (lines: readonly SheetLine[], of: 'taken' | 'paid'): number =>
  lines.reduce((all, line) => all + line[of], 0);

/** What stands where it is needs nothing. */
const isToDo = ({ action }: SheetLine): boolean => action !== 'stand';

const sayOpen = (open: number | null, all: number): string => {
  if (open === null) return all === 0 ? '' : 'settled together';
  return open === 0 ? 'all done' : `${open} of ${all} open`;
};

/** What the stick says while somebody else pays it. */
const Directs = ({
  lines,
  openIds,
}: {
  readonly lines: readonly SheetLine[];
  readonly openIds: ReadonlySet<string>;
}) => (
  <div className="crew-stage directs">
    <div className="crew-stage-top">
      <h3>Direct</h3>
    </div>
    <ol>
      {lines.map((line) => (
        <li key={line.id} className={openIds.has(line.id) ? '' : 'done'}>
          <q>{line.directs}</q>
        </li>
      ))}
    </ol>
  </div>
);
