import type { Spot, Wager } from '@boxperson/rules';
import { placeOf } from '../../felt/Felt.js';
import type { Box, FeltLayout, Point, Region } from '../../felt/layout/shape.js';
import { chipLook, chipsIn, chipText } from '../../ui/Chip.js';
import { useCrew } from '../crew.js';
import type { Seat } from './seats.js';

interface SeatDiscsProps {
  readonly layout: FeltLayout;
  readonly regions: readonly Region[];
  readonly seats: readonly Seat[];
  /** Drawn large elsewhere. */
  readonly chosen: number | null;
}

/** What everybody has up: a chip with the number of their seat, where a dealer would set it for that seat. */
export function SeatDiscs({ layout, regions, seats, chosen }: SeatDiscsProps) {
  const { game } = useCrew().table;
  const discs = seats.flatMap(({ seat, player }, index) =>
    seat === chosen || !player
      ? []
      : player.wagers.flatMap((wager) => {
          const at = slotOf(wager.spot, layout, regions, index, seats.length);
          return at ? [{ key: `${seat}/${wager.spot.index}`, seat, wager, ...at }] : [];
        }),
  );
  return (
    <g className="seat-discs">
      {discs.map(({ key, seat, wager, x, y, r, tells }) => (
        <Disc
          key={key}
          seat={seat}
          wager={wager}
          x={x}
          y={y}
          r={r}
          tells={tells}
          chips={game.sign.chips.chips}
        />
      ))}
    </g>
  );
}

interface DiscProps extends Slot {
  readonly seat: number;
  readonly wager: Wager;
  readonly chips: readonly number[];
}

function Disc({ x, y, r, tells, seat, wager, chips }: DiscProps) {
  const { face, ink, edge } = chipLook(chipsIn(wager.amount, chips)[0] ?? 0);
  return (
    <g transform={`translate(${x} ${y})`} className={`seat-disc${wager.called === 'off' ? ' off' : ''}`}>
      <circle r={r} fill={face} stroke={edge} strokeWidth="2.5" />
      <text fontSize={r * 1.25} fill={ink}>
        {seat}
      </text>
      {tells && (
        <text className="disc-amount" x={r + 4} fontSize="15">
          {chipText(wager.amount)}
        </text>
      )}
      {wager.called !== null && (
        <g className={`felt-marker ${wager.called}`} transform={`translate(0 ${-r * 1.05})`}>
          <rect x="-15" y="-8" width="30" height="16" rx="8" />
          <text fontSize="12">{wager.called.toUpperCase()}</text>
        </g>
      )}
    </g>
  );
}

interface Slot extends Point {
  readonly r: number;
  /** Is there room for the amount beside it? */
  readonly tells: boolean;
}

const RADIUS_MOST = 14;
const RADIUS_LEAST = 8;
const AMOUNT_WIDTH = 30;

/** Where the chips of a seat stand on a spot: along a wide place, in two rows on a narrow one. */
function slotOf(
  spot: Spot,
  layout: FeltLayout,
  regions: readonly Region[],
  index: number,
  seats: number,
): Slot | null {
  const region = regions.find((one) => one.spot === spot && layout.regions.includes(one));
  if (region) return slotIn(region.box, index, seats);
  const at = placeOf(spot, layout, regions);
  const number = spot.number;
  if (!at || number === undefined) return null;
  // A wager that the dice brought to its number stands in its box, odds upon it.
  const isDont = spot.wager.startsWith('dont');
  const box = layout.regions.find(
    (one) => one.spot.number === number && one.spot.wager === (isDont ? 'lay' : 'buy'),
  )?.box;
  if (!box) return null;
  const slot = slotIn({ ...box, height: box.height * 0.6 }, index, seats);
  const isOdds = spot.wager.endsWith('odds');
  return isOdds ? { ...slot, x: slot.x + slot.r * 0.5, y: slot.y - slot.r * 0.5 } : slot;
}

function slotIn({ x, y, width, height }: Box, index: number, seats: number): Slot {
  const rows = width > height * 3.2 && width > seats * 18 ? 1 : 2;
  const columns = Math.ceil(seats / rows);
  const pitch = (width - 8) / columns;
  const r = Math.max(RADIUS_LEAST, Math.min(RADIUS_MOST, pitch * 0.48, (height / rows) * 0.5));
  const column = index % columns;
  const row = Math.floor(index / columns);
  return {
    x: x + 4 + pitch * (column + 0.5),
    y: rows === 1 ? y + height - r - 3 : y + height - r - 2 - (rows - 1 - row) * r * 1.9,
    r,
    tells: pitch > 3 * r + AMOUNT_WIDTH,
  };
}
