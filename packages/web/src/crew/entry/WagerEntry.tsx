import { type ReactNode, useMemo, useState } from 'react';
import { useMedia } from '../../felt/hooks.js';
import { press as pressKey, useKeys } from '../../felt/keys.js';
import { useCrew } from '../crew.js';
import { EntryFelt, type Spots } from './EntryFelt.js';
import { useOddsAsks } from './odds.js';
import { SeatPanel } from './SeatPanel.js';
import { SeatStrip } from './SeatStrip.js';
import { Tray } from './Tray.js';
import { type Entry, useEntry } from './use-entry.js';

interface WagerEntryProps {
  /** The seats, in the order in which they are seen from here. */
  readonly seats: readonly number[];
  /** Which part of the layout: `centre` for the stick, `end` for a base dealer, `all` for the box and a single dealer. */
  readonly spots: Spots;
  /** In the place of the felt, for a while: a keypad, a sheet. The seats stay. */
  readonly instead?: ReactNode;
  /** Over the chosen seat: what else somebody does who stands alone. */
  readonly above?: ReactNode;
}

/**
 * Entering wagers at the speed of a table: a seat, chips, a spot. What is refused is said with its reason, its clause and
 * the nearest amount. By keys: PageUp and PageDown for the seat, 1 to 6 for chips, arrows and Enter on the felt.
 */
export function WagerEntry({ seats: numbers, spots, instead, above }: WagerEntryProps) {
  const same = numbers.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same seats are the same list
  const seats = useMemo(() => numbers, [same]);
  const entry = useEntry(seats);
  const odds = useOddsAsks(entry.seats);
  const { model } = useCrew();
  const [part, setPart] = useState<Part>('end');
  // The whole layout is too much for a narrow screen: its two parts take turns.
  const isNarrow = useMedia('(max-width: 1180px)') && spots === 'all';
  // What stands in the place of the felt has all the room while no seat is looked at.
  const isWide = instead != null && above === undefined && entry.chosen === null;
  useKeys(
    (key) =>
      instead == null &&
      pressKey(
        keysOf(entry, () => model.dismiss()),
        key,
      ),
  );
  return (
    <div className={`entry${above === undefined ? '' : ' alone'}`} data-side={isWide ? 'none' : 'seat'}>
      <SeatStrip
        seats={entry.seats}
        chosen={entry.chosen?.seat ?? null}
        onChoose={(seat) => entry.choose(seat === entry.chosen?.seat ? null : seat)}
        asks={new Set(odds.asks.map(({ seat }) => seat))}
      />
      <div className={`entry-main${entry.taking ? ' taking' : ''}`}>
        {instead ?? <EntryFelt entry={entry} spots={isNarrow ? part : spots} />}
      </div>
      {instead == null && <Tray entry={entry}>{isNarrow && <Turn part={part} onTurn={setPart} />}</Tray>}
      {!isWide && (
        <aside className="entry-side" aria-label="The chosen seat">
          {above}
          <SeatPanel entry={entry} odds={odds} />
        </aside>
      )}
    </div>
  );
}

type Part = Exclude<Spots, 'all'>;

const Turn = ({ part, onTurn }: { part: Part; onTurn: (part: Part) => void }) => (
  <button type="button" className="tray-turn" onClick={() => onTurn(part === 'end' ? 'centre' : 'end')}>
    {part === 'end' ? 'Centre' : 'Numbers'}
  </button>
);

/** Keys that work anywhere but where somebody writes. */
function keysOf(entry: Entry, dismiss: () => void): Readonly<Record<string, () => unknown>> {
  const step = (by: number) => () => {
    const at = entry.seats.findIndex(({ seat }) => seat === entry.chosen?.seat);
    const from = at < 0 && by < 0 ? 0 : at;
    const next = entry.seats.at((from + by) % entry.seats.length);
    if (next) entry.choose(next.seat);
  };
  return {
    ...Object.fromEntries(
      entry.values.map((value, index) => [String(index + 1), () => entry.addChip(value)]),
    ),
    PageDown: step(1),
    PageUp: step(-1),
    u: () => entry.actions?.undo(),
    t: entry.turnTaking,
    Escape: () => {
      entry.clearHand();
      dismiss();
    },
  };
}
