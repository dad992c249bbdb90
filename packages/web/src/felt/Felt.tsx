import {
  isWorking,
  NUMBERS,
  nameOf,
  ODDS_OF,
  type PointNumber,
  type Rulebook,
  SPOTS,
  type Spot,
  type SpotOptions,
  spotOf,
  type Table,
  type Wager,
} from '@boxperson/rules';
import { memo, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { Pending } from '../model.js';
import { Stack } from '../ui/Chip.js';
import { PrintedPair } from '../ui/Dice.js';
import { dollars } from '../ui/money.js';
import { spotOfCommand } from './actions.js';
import { fitted } from './layout/measure.js';
import { oddsPay, paysOn } from './layout/names.js';
import { neighbour } from './layout/neighbour.js';
import { circlePath, type FeltLayout, type Point, type Region } from './layout/shape.js';
import { type FeltPress, usePress } from './press.js';

export type May = 'bet' | 'reduce' | 'closed' | 'watch';

export const mayOn = (option: SpotOptions | undefined): May => {
  if (!option) return 'watch';
  if (option.bet.may) return 'bet';
  return option.take.may ? 'reduce' : 'closed';
};

export interface FeltProps extends FeltPress {
  readonly table: Table;
  readonly layout: FeltLayout;
  readonly player: string | null;
  readonly options: readonly SpotOptions[] | null;
  readonly denominations: readonly number[];
  readonly pending: readonly Pending[];
  /** Commission that the chosen chip would cost, by spot. */
  readonly commission: ReadonlyMap<Spot, number>;
  /** What the last roll did to one's own wagers, told where they stood. */
  readonly tells: readonly Tell[];
  /** Own wagers that the last roll brought to a number. */
  readonly moved: readonly Spot[];
  readonly onKey: (key: string, spot: Spot) => boolean;
  /** Chips drawn in another way than around one player's own. */
  readonly drawChips?: (regions: readonly Region[]) => ReactNode;
}

export interface Tell {
  readonly key: string;
  readonly spot: Spot;
  readonly text: string;
  readonly kind: 'won' | 'lost' | 'back';
}

/** The places of the layout, and those that one's own travelled wagers make. */
function useRegions({ table, layout, player }: FeltProps): readonly Region[] {
  const { rulebook, players } = table.game;
  const mine = players.find(({ name }) => name === player)?.wagers;
  const odds = useMemo(() => travelledOdds(rulebook, layout, mine ?? []), [rulebook, layout, mine]);
  return useMemo(() => [...layout.regions, ...odds], [layout, odds]);
}

/** Which place the keyboard holds; arrows move over the felt, other keys go on to the table. */
function useFeltKeys(
  svg: RefObject<SVGSVGElement | null>,
  regions: readonly Region[],
  { layout, onKey }: FeltProps,
) {
  const [held, setHeld] = useState<Spot>(layout.regions[0]?.spot ?? (SPOTS[0] as Spot));
  const current = regions.some(({ spot }) => spot === held) ? held : regions[0]?.spot;
  const focus = (spot: Spot): void => {
    setHeld(spot);
    svg.current?.querySelector<SVGElement>(`[data-spot="${spot.index}"]`)?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = neighbour(regions, current, event.key);
    if (next) focus(next);
    else if (!onKey(event.key, current)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { current, setHeld, onKeyDown };
}

export function Felt(props: FeltProps) {
  const { table, layout, player, options, pending, denominations, commission } = props;
  const svg = useRef<SVGSVGElement>(null);
  const regions = useRegions(props);
  const { current, setHeld, onKeyDown } = useFeltKeys(svg, regions, props);
  const press = usePress(svg, props, regions);
  const allShut = options !== null && !options.some(({ bet, take }) => bet.may || take.may);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the felt is drawn, and a fieldset cannot be
    <svg
      ref={svg}
      className={`felt${allShut ? ' shut' : ''}${player === null ? ' watched' : ''}`}
      width={layout.width}
      height={layout.height}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="group"
      aria-label="Layout"
      onKeyDown={onKeyDown}
      {...press.handlers}
    >
      <Cloth width={layout.width} height={layout.height} />
      {regions.map((region) => (
        <FeltRegion
          key={region.spot.index}
          region={region}
          book={table.game.rulebook}
          option={options?.[region.spot.index]}
          point={table.game.point}
          commission={commission.get(region.spot) ?? 0}
          tabIndex={player !== null && region.spot === current ? 0 : -1}
          onFocus={setHeld}
          allShut={allShut}
        />
      ))}
      <Prints layout={layout} />
      {hasNumbers(layout) && <Puck layout={layout} point={table.game.point} />}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: chips are drawn and take no focus; the places speak for them */}
      <g aria-hidden="true">
        {props.drawChips ? props.drawChips(regions) : <Chips {...props} regions={regions} />}
        <PendingChips layout={layout} regions={regions} pending={pending} denominations={denominations} />
        {props.tells.map((tell) => (
          <FloatingTell key={tell.key} tell={tell} at={placeOf(tell.spot, layout, regions)} />
        ))}
        {press.ghost}
      </g>
    </svg>
  );
}

/** What is printed on the cloth and belongs to no place. */
const Prints = ({ layout }: { layout: FeltLayout }) =>
  layout.prints.map(({ text, at, size, quiet }) => (
    <text
      key={text}
      x={at.x}
      y={at.y}
      fontSize={size}
      className={quiet ? 'print quiet' : 'print label'}
      textAnchor="middle"
    >
      {text}
    </text>
  ));

/** The cloth itself is the background of the picture; here is only what is drawn on it. */
const Cloth = memo(({ width, height }: { width: number; height: number }) => (
  <g className="cloth">
    <defs>
      <pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" y1="0" x2="0" y2="9" className="hatch" />
      </pattern>
    </defs>
    <rect x="3" y="3" width={width - 6} height={height - 6} rx="16" className="cloth-seam" />
  </g>
));
Cloth.displayName = 'Cloth';

interface RegionProps {
  readonly region: Region;
  readonly book: Rulebook;
  readonly option: SpotOptions | undefined;
  readonly point: PointNumber | null;
  readonly commission: number;
  readonly tabIndex: number;
  readonly allShut: boolean;
  readonly onFocus: (spot: Spot) => void;
}

/** What a screen reader says of a place: name, what stands, what it pays, what may be done. */
function describe(book: Rulebook, { spot }: Region, option: SpotOptions | undefined, may: May): string {
  const words = [nameOf(book, spot)];
  if (option && option.stands > 0) {
    words.push(dollars(option.stands));
    if (option.call.may) words.push(option.call.working ? 'working' : 'off');
  }
  words.push(`pays ${paysOn(book, spot)}`);
  if (option?.bet.may) {
    const { least, most } = option.bet.amounts;
    words.push(`from ${dollars(least)} to ${dollars(most)}`);
  } else if (may === 'reduce') words.push('may only be taken');
  else if (may === 'closed') words.push('closed');
  return words.join(', ');
}

const shortly = (cents: number): string => (cents < 100 ? `${cents}¢` : dollars(cents));

function subText(
  region: Region,
  pays: string,
  option: SpotOptions | undefined,
  commission: number,
  may: May,
): string {
  const isTravelled = region.spot.wager === 'come-odds' || region.spot.wager === 'dont-come-odds';
  if (isTravelled) return may === 'bet' ? '+ odds' : '';
  if (may === 'reduce') return '▿ take only';
  if (may === 'closed') return '✕ closed';
  const isOdds = region.spot.wager.endsWith('odds');
  if (isOdds && option?.bet.may) return `${pays} · up to ${dollars(option.bet.amounts.most)}`;
  return commission > 0 ? `${pays} +${shortly(commission)}` : pays;
}

const FeltRegion = memo(function FeltRegion(props: RegionProps) {
  const { region, book, option, point, commission, tabIndex, allShut, onFocus } = props;
  const may = mayOn(option);
  // While nothing may be touched the whole felt says so once, not every place for itself.
  const shown = allShut && may === 'closed' ? 'watch' : may;
  const pays = oddsPay(book, region.spot.wager, point) ?? region.sub.text;
  const sub = subText(region, pays, option, commission, shown);
  const { at, size } = region.sub;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a region of an SVG cannot be a button element */}
      <g
        role="button"
        tabIndex={tabIndex}
        className={`region ${may} ${region.tone}`}
        aria-label={describe(book, region, option, may)}
        aria-disabled={may === 'closed' || may === 'watch'}
        data-spot={region.spot.index}
        data-wager={region.spot.wager}
        data-number={region.spot.number}
        data-dice={region.spot.dice?.join('-')}
        data-high={region.spot.high}
        data-may={may}
        data-at={`${Math.round(region.chip.x)},${Math.round(region.chip.y)}`}
        onFocus={() => onFocus(region.spot)}
      >
        <path d={region.d} className="region-shape" />
        {shown === 'closed' && <path d={region.d} className="region-hatch" />}
      </g>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: printed beside the button, not in it: its name says the same in full (WCAG 2.5.3) */}
      <g className="region-words" aria-hidden="true">
        {region.prints.map((print) => (
          <text
            key={print.text}
            x={print.at.x}
            y={print.at.y}
            fontSize={print.size}
            className={`print ${print.type ?? 'label'}`}
            textAnchor={print.anchor ?? 'middle'}
            transform={print.turned ? `rotate(${print.turned} ${print.at.x} ${print.at.y})` : undefined}
          >
            {print.text}
          </text>
        ))}
        {region.dice && (
          <PrintedPair
            dice={region.dice.dice}
            x={region.dice.at.x}
            y={region.dice.at.y}
            size={region.dice.size}
          />
        )}
        <text
          x={at.x}
          y={at.y}
          fontSize={fitted(sub, size, region.box.width - 10)}
          className={`print sub ${shown}`}
          textAnchor={region.sub.anchor ?? 'middle'}
        >
          {sub}
        </text>
      </g>
    </>
  );
});

function Puck({ layout, point }: { layout: FeltLayout; point: PointNumber | null }) {
  const at = point === null ? layout.puckOff : layout.puckOn(point);
  const r = layout.puckRadius;
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a drawn group is no control of itself
    <g
      className={point === null ? 'felt-puck off' : 'felt-puck on'}
      style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
      aria-label={point === null ? 'Puck off' : `Puck on ${point}`}
      role="img"
    >
      <circle r={r} className="puck-rim" />
      <circle r={r * 0.8} className="puck-face" />
      <text fontSize={r * 0.66}>{point === null ? 'OFF' : 'ON'}</text>
    </g>
  );
}

/** Odds behind travelled wagers are put on the wager itself: its stack is the place. */
function travelledOdds(book: Rulebook, layout: FeltLayout, wagers: readonly Wager[]): readonly Region[] {
  const reach = Math.max(22, layout.chipRadius);
  return wagers.flatMap(({ spot }): readonly Region[] => {
    if ((spot.wager !== 'come' && spot.wager !== 'dont-come') || spot.number === undefined) return [];
    const odds = spotOf(ODDS_OF[spot.wager], spot.number);
    const at = layout.travelled(spot.wager, spot.number);
    if (layout.regions.every((region) => region.spot !== spotOf('place', spot.number as PointNumber)))
      return [];
    return [
      {
        spot: odds,
        d: circlePath(at, reach),
        box: { x: at.x - reach, y: at.y - reach, width: 2 * reach, height: 2 * reach },
        prints: [],
        sub: { text: paysOn(book, odds), at: { x: at.x, y: at.y + reach + 7 }, size: 10, quiet: true },
        chip: { x: at.x + layout.chipRadius * 0.42, y: at.y - layout.chipRadius * 0.42 },
        tone: 'number',
      },
    ];
  });
}

/** Where a wager stands: its region, its number, or (odds and travelled wagers of others) beside those. */
export function placeOf(spot: Spot, layout: FeltLayout, regions: readonly Region[]): Point | null {
  const onFelt = layout.regions.length > 0;
  if ((spot.wager === 'come' || spot.wager === 'dont-come') && spot.number !== undefined)
    return hasNumbers(layout) ? layout.travelled(spot.wager, spot.number) : null;
  const region = regions.find((one) => one.spot === spot);
  if (region) return region.chip;
  const isOdds = spot.wager === 'come-odds' || spot.wager === 'dont-come-odds';
  if (!isOdds || spot.number === undefined || !onFelt || !hasNumbers(layout)) return null;
  const at = layout.travelled(spot.wager === 'come-odds' ? 'come' : 'dont-come', spot.number);
  return { x: at.x + layout.chipRadius * 0.42, y: at.y - layout.chipRadius * 0.42 };
}

const hasNumbers = (layout: FeltLayout): boolean =>
  layout.regions.some(({ spot }) => spot.wager === 'place' && spot.number === NUMBERS[0]);

const BUTTONS: Partial<Record<Spot['wager'], string>> = { buy: 'BUY', lay: 'LAY', 'place-lose': 'DON’T' };

/** Laid odds are heeled: tilted against the wager they belong to. */
export const tiltOf = (spot: Spot): number =>
  spot.wager === 'dont-pass-odds' || spot.wager === 'dont-come-odds' ? 12 : 0;

function Chips({
  table,
  layout,
  player,
  denominations,
  regions,
  moved,
}: FeltProps & { regions: readonly Region[] }) {
  const { game } = table;
  const drawn = game.players.flatMap((owner) =>
    owner.wagers.flatMap((wager) => {
      const own = owner.name === player;
      const at = placeOf(wager.spot, layout, regions);
      if (!at) return [];
      const radius = radiusOn(wager.spot, layout, regions);
      const rank = game.players.filter((other) => other.name !== player && other.seat < owner.seat).length;
      const seat = own ? { x: 0, y: 0 } : beside(rank, radius, sideOf(wager.spot, regions));
      const working = isWorking(game, wager);
      const callable = game.rulebook.calls.inactiveOnComeOut.value.includes(wager.spot.wager);
      const marker = !working ? ('off' as const) : callable && game.point === null ? ('on' as const) : null;
      return [
        {
          key: `${owner.name}/${wager.spot.index}`,
          own,
          radius: own ? radius : radius * 0.66,
          x: at.x + seat.x,
          y: at.y + seat.y,
          amount: wager.amount,
          marker: own ? marker : null,
          button: BUTTONS[wager.spot.wager] ?? null,
          tilt: tiltOf(wager.spot),
          from: own && moved.includes(wager.spot) ? comeBox(wager.spot, layout) : null,
        },
      ];
    }),
  );
  const inOrder = [...drawn].sort((a, b) => Number(a.own) - Number(b.own));
  return (
    <g className="chips-on-felt">
      {inOrder.map(({ key, own, ...stack }) => (
        <Stack key={key} {...stack} denominations={denominations} look={own ? 'own' : 'others'} />
      ))}
    </g>
  );
}

const comeBox = (spot: Spot, layout: FeltLayout): Point | null =>
  layout.regions.find((region) => region.spot === spotOf(spot.wager))?.chip ?? null;

export const radiusOn = (spot: Spot, layout: FeltLayout, regions: readonly Region[]): number =>
  regions.find((region) => region.spot === spot)?.chipRadius ?? layout.chipRadius;

/** Other people's chips stand in a row beside one's own, in the order of the seats. */
const beside = (rank: number, radius: number, side: 1 | -1): Point => ({
  x: side * radius * (1.3 + (rank % 5) * 0.62),
  y: radius * (0.25 - Math.floor(rank / 5) * 0.8),
});

/** Towards the middle of the place: to the right where one's own stand on the left. */
function sideOf(spot: Spot, regions: readonly Region[]): 1 | -1 {
  const region = regions.find((one) => one.spot === spot);
  return region && region.chip.x < region.box.x + region.box.width / 2 ? 1 : -1;
}

function PendingChips({
  layout,
  regions,
  pending,
  denominations,
}: Pick<FeltProps, 'layout' | 'pending' | 'denominations'> & { regions: readonly Region[] }) {
  return (
    <g className="pending-chips">
      {pending.map(({ id, command }) => {
        const spot = command['do'] === 'bet' ? spotOfCommand(command) : null;
        const at = spot && placeOf(spot, layout, regions);
        if (!at) return null;
        return (
          <Stack
            key={id}
            x={at.x + layout.chipRadius * 0.3}
            y={at.y - layout.chipRadius * 0.4}
            radius={radiusOn(spot, layout, regions) * 0.86}
            amount={command['amount'] as number}
            denominations={denominations}
            look="pending"
          />
        );
      })}
    </g>
  );
}

function FloatingTell({ tell, at }: { tell: Tell; at: Point | null }) {
  if (!at) return null;
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <g className={`float-tell ${tell.kind}`}>
        <rect
          x={-tell.text.length * 5.2 - 8}
          y="-14"
          width={tell.text.length * 10.4 + 16}
          height="28"
          rx="14"
        />
        <text fontSize="17">{tell.text}</text>
      </g>
    </g>
  );
}
