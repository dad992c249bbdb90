import { nameOf, type Player, type Spot } from '@boxperson/rules';
import { isSingle, USUAL } from '@boxperson/rules/dealing';
import { useMemo } from 'react';
import { spotOfCommand } from '../../felt/actions.js';
import { Felt } from '../../felt/Felt.js';
import { useLetters, useSize } from '../../felt/hooks.js';
import { press as pressKey } from '../../felt/keys.js';
import { centreFelt, endFelt, fullFelt } from '../../felt/layout/full.js';
import { lettersOf } from '../../felt/layout/measure.js';
import { miniFelt } from '../../felt/layout/mini.js';
import type { FeltLayout, Region } from '../../felt/layout/shape.js';
import type { FeltSize } from '../../felt/layout/units.js';
import { roomOf } from '../../felt/standing.js';
import { useCrew } from '../crew.js';
import { type MarkerKind, markersOn } from './marks.js';
import type { Entry } from './use-entry.js';

/** Which part of the layout somebody enters: the stick's, a base dealer's, or all of it. */
export type Spots = 'centre' | 'end' | 'all';

/** No felt is laid out smaller than this: its rows want that much. */
const LEAST_SIZE: Readonly<Record<Spots, FeltSize>> = {
  centre: { width: 320, height: 300 },
  end: { width: 560, height: 510 },
  all: { width: 620, height: 510 },
};
/** A finger finds what is drawn so small, and nothing smaller: then the felt scrolls. */
const LEAST_SCALE = 0.7;

/** Where its frame is smaller it is drawn smaller: nobody deals what they cannot see. */
function scaleFor(spots: Spots, size: FeltSize | null): number {
  if (!size) return 1;
  const least = LEAST_SIZE[spots];
  return Math.max(LEAST_SCALE, Math.min(1, size.width / least.width, size.height / least.height));
}

function useLayout(spots: Spots, size: FeltSize | null, scale: number): FeltLayout | null {
  const { table, console } = useCrew();
  const { rulebook, sign } = table.game;
  const hand = console === 'right' ? 'left' : 'right';
  const letters = useLetters(rulebook.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when its letters have come
  return useMemo(() => {
    if (!size) return null;
    lettersOf(rulebook.id);
    const least = LEAST_SIZE[spots];
    const fit = {
      width: Math.max(least.width, size.width / scale),
      height: Math.max(least.height, size.height / scale),
    };
    if (spots === 'centre') return centreFelt(rulebook, fit);
    if (spots === 'end') return endFelt(rulebook, sign.big68, fit, hand);
    return isSingle(rulebook, USUAL)
      ? miniFelt(rulebook, sign.big68, fit, hand)
      : fullFelt(rulebook, sign.big68, fit, hand);
  }, [rulebook, sign.big68, spots, size, scale, hand, letters]);
}

interface EntryFeltProps {
  readonly entry: Entry;
  readonly spots: Spots;
  /** What a key does to the place that the keyboard holds, where that is not what it does to a bet. */
  readonly onKey?: (key: string, spot: Spot) => boolean;
}

/** The layout with everybody's chips: by seat, those of the chosen seat largest. */
export function EntryFelt({ entry, spots, onKey }: EntryFeltProps) {
  const { table, state } = useCrew();
  const [element, size] = useSize<HTMLDivElement>();
  const scale = scaleFor(spots, size);
  const layout = useLayout(spots, size, scale);
  const { chosen, options, touch, reduce, actions } = entry;
  const player = chosen?.player ?? null;
  const name = player?.name ?? null;
  const mine = state.pending.filter(({ command }) => command['player'] === name);
  return (
    <div className="entry-felt" ref={element} data-spots={spots} data-skin={table.game.rulebook.id}>
      {layout && (
        <Felt
          table={table}
          layout={layout}
          scale={scale}
          player={name}
          options={options}
          denominations={table.game.sign.chips.chips}
          pending={mine}
          commission={NO_COMMISSION}
          tells={NONE}
          moved={NONE}
          standsOn={(spot) => options?.[spot.index]?.stands ?? 0}
          onSpot={touch}
          onHold={reduce}
          onMove={(from, to) => void (to ? actions?.move(from, to) : actions?.take(from))}
          onKey={onKey ?? ((key, spot) => pressKey(spotKeys(entry, spot), key))}
          seats={entry.seats.map(({ seat }) => seat)}
          drawOver={(regions) => (
            <>
              {player && <FeltMarkers layout={layout} player={player} />}
              <RefusedSpot regions={regions} />
            </>
          )}
        />
      )}
    </div>
  );
}

const NO_COMMISSION: ReadonlyMap<Spot, number> = new Map();
const NONE: readonly never[] = [];

/** What a key does to the place that the keyboard holds. */
const spotKeys = (entry: Entry, spot: Spot): Readonly<Record<string, () => unknown>> => {
  const call = entry.options?.[spot.index]?.call;
  return {
    Enter: () => entry.touch(spot),
    ' ': () => entry.touch(spot),
    '+': () => entry.touch(spot),
    '-': () => entry.reduce(spot),
    p: () => entry.press(spot),
    Delete: () => entry.down(spot),
    Backspace: () => entry.down(spot),
    w: () => entry.call(spot, call?.may && call.working ? 'off' : 'on'),
    o: () => entry.actions?.odds(spot, 'max'),
  };
};

/** Calls lie on the chips themselves. */
const isCall = (kind: MarkerKind): boolean => kind === 'on' || kind === 'off';

/** star-2024 2.4.5: Buy, Lay and Don't place buttons beside the chips of the chosen player. */
function FeltMarkers({ layout, player }: { readonly layout: FeltLayout; readonly player: Player }) {
  const { game } = useCrew().table;
  return player.wagers.flatMap((wager) => {
    const room = roomOf(wager.spot, layout);
    const marker = markersOn(game, player, wager).find(({ kind }) => !isCall(kind));
    if (!room || !marker) return [];
    const wide = marker.says.length * 13 + 10;
    const { x, y, width } = room.box;
    return [
      <g
        key={wager.spot.index}
        className={`felt-marker ${marker.kind}`}
        transform={`translate(${x + width - wide / 2 - 2} ${y + 12})`}
      >
        <rect x={-wide / 2} y="-11" width={wide} height="22" rx="11" />
        <text fontSize="17">{marker.says}</text>
      </g>,
    ];
  });
}

/** A ring around the place that the last "no" was about: the words stand under the felt. */
function RefusedSpot({ regions }: { readonly regions: readonly Region[] }) {
  const { state, table } = useCrew();
  const spot = state.refused ? spotOfCommand(state.refused.command) : null;
  const region = regions.find((one) => one.spot === spot);
  if (!region) return null;
  return (
    <path d={region.d} className="refused-spot" data-refused={nameOf(table.game.rulebook, region.spot)} />
  );
}
