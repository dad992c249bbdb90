import { type Game, type Player, type Spot, spotOf } from '@boxperson/rules';
import { memo } from 'react';
import { Stack } from '../ui/Chip.js';
import { seatColour } from '../ui/chips.js';
import { widthOf } from './layout/measure.js';
import { centre, type FeltLayout, type Point } from './layout/shape.js';
import { type Pile, pileType, radiusIn, type Slot, typeIn } from './layout/slots.js';
import { type Filled, keyOf, markerOn, roomOf } from './standing.js';

interface ChipsProps {
  readonly game: Game;
  readonly layout: FeltLayout;
  readonly player: string | null;
  readonly filled: readonly Filled[];
  readonly denominations: readonly number[];
  /** Own wagers that the last roll brought to a number. */
  readonly moved: readonly Spot[];
  /** Own places with chips that the house has not confirmed yet. */
  readonly pending: readonly Spot[];
}

/** Everybody's chips, each in its slot: one's own over the others. */
export function FeltChips(props: ChipsProps) {
  const { filled, denominations } = props;
  return (
    <g className="chips-on-felt">
      {filled.flatMap(({ room, slots }) => [
        ...slots.others.map((slot) => (
          <SlotStack key={slot.chips.key} slot={slot} look="others" denominations={denominations} />
        )),
        ...(slots.pile ? [<OthersPile key={`${room.key}-pile`} pile={slots.pile} />] : []),
      ])}
      {filled.flatMap(({ slots }) =>
        slots.own.map((slot) => <OwnStack key={slot.chips.key} slot={slot} {...props} />),
      )}
    </g>
  );
}

function OwnStack({
  slot,
  game,
  layout,
  player,
  denominations,
  moved,
  pending,
}: ChipsProps & { slot: Slot }) {
  const own = game.players.find(({ name }) => name === player) as Player;
  if (slot.chips.amount === 0)
    return (
      <OddsRing
        at={centre(slot.box)}
        r={Math.min(radiusIn(slot.box.height, true) * 0.86, slot.box.width / 2 - 1)}
      />
    );
  const wager = own.wagers.find(({ spot }) => keyOf(own.seat, spot) === slot.chips.key);
  const isNew = pending.some((spot) => keyOf(own.seat, spot) === slot.chips.key);
  return (
    <SlotStack
      slot={slot}
      look={isNew ? 'pending' : 'own'}
      denominations={denominations}
      marker={wager ? markerOn(game, wager) : null}
      from={wager && moved.includes(wager.spot) ? comeBox(wager.spot, layout) : null}
    />
  );
}

/** Where a come wager stood before the dice brought it to its number. */
const comeBox = ({ wager }: Spot, layout: FeltLayout): Point | null =>
  layout.regions.find((region) => region.spot === spotOf(wager))?.chip ?? null;

interface SlotProps {
  readonly slot: Slot;
  readonly look: 'own' | 'others' | 'pending';
  readonly denominations: readonly number[];
  readonly marker?: 'off' | 'on' | null;
  readonly from?: Point | null;
}

const SlotStack = memo(function SlotStack({ slot, look, denominations, marker, from }: SlotProps) {
  const { box, chips, seat } = slot;
  const isOwn = look !== 'others';
  const type = typeIn(box.height, isOwn);
  return (
    <Stack
      {...centre(box)}
      tall={box.height}
      radius={Math.min(radiusIn(box.height, isOwn), box.width / 2)}
      type={type}
      amount={chips.amount}
      text={chips.text}
      textWidth={widthOf(chips.text, 'amount') * type}
      denominations={denominations}
      tokens={chips.tokens ?? 0}
      look={look}
      {...(isOwn ? {} : { seat })}
      marker={marker ?? null}
      from={from ?? null}
    />
  );
});

/** The height from which a pile shows chips over its words. */
const HEAP_FROM = 36;
const HEAP_MOST = 5;

/** Other people's chips together: how many people, and what it comes to. */
function OthersPile({ pile: { box, lines, seats } }: { pile: Pile }) {
  const type = pileType(lines, box.height);
  const { x, y } = centre(box);
  const tall = lines.length * type * 1.06 + 3;
  const r = Math.min(9, box.width / 5);
  const isHeap = lines.length === 1 && box.height >= HEAP_FROM && box.width >= HEAP_FROM;
  const middle = isHeap ? r * 0.7 : 0;
  const shown = seats.slice(0, isHeap ? HEAP_MOST : 0);
  return (
    <g transform={`translate(${x} ${y})`} className="pile">
      {shown.map((seat, at) => (
        <ellipse
          key={seat}
          cx={(at - (shown.length - 1) / 2) * r * 1.25}
          cy={middle - tall / 2 - r * 0.3}
          rx={r}
          ry={r * 0.8}
          style={{ fill: seatColour(seat) }}
        />
      ))}
      <rect x={-box.width / 2} y={middle - tall / 2} width={box.width} height={tall} rx="5" />
      {lines.map((line, at) => (
        <text key={line} y={middle + (at - (lines.length - 1) / 2) * type * 1.06} fontSize={type}>
          {line}
        </text>
      ))}
    </g>
  );
}

/** The place for odds beside a wager of one's own that the dice brought here: an empty ring until chips stand on it. */
const OddsRing = ({ at, r }: { at: Point; r: number }) => (
  <g className="odds-ring" transform={`translate(${at.x} ${at.y})`}>
    <circle r={r} />
    <path d={`M${-r * 0.42} 0h${r * 0.84}M0 ${-r * 0.42}v${r * 0.84}`} />
  </g>
);

/** The middle of one's own chips on a spot, or of where they would stand. */
export function placeOf(spot: Spot, layout: FeltLayout, filled: readonly Filled[] = []): Point | null {
  const room = roomOf(spot, layout);
  if (!room) return null;
  const slots = filled.find((one) => one.room.key === room.key)?.slots.own ?? [];
  const slot = slots.find(({ chips }) => chips.key.endsWith(`/${spot.index}`)) ?? slots[0];
  if (slot) return centre(slot.box);
  const { x, y, width, height } = room.box;
  return {
    x: x + Math.min(width / 2, radiusIn(Math.min(50, height), true) + 2),
    y: y + Math.min(height, 50) / 2,
  };
}
