import {
  NUMBERS,
  nameOf,
  ODDS_OF,
  type PointNumber,
  type Rulebook,
  type RulebookId,
  SPOTS,
  type Spot,
  type SpotOptions,
  spotOf,
  type Table,
  type Wager,
} from '@boxperson/rules';
import { memo, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { Pending } from '../model.js';
import { PrintedPair } from '../ui/Dice.js';
import { dollars, shortDollars } from '../ui/money.js';
import { spotOfCommand } from './actions.js';
import { FeltChips, placeOf } from './FeltChips.js';
import { capOf, type Fitting, firstFitting, LEAST_TYPE, widthOf } from './layout/measure.js';
import { oddsPay, paysOn } from './layout/names.js';
import { neighbour } from './layout/neighbour.js';
import { pillsApart, withinBox } from './layout/pills.js';
import { type Box, boxPath, centre, type FeltLayout, type Print, type Region } from './layout/shape.js';
import { radiusIn } from './layout/slots.js';
import { type FeltPress, usePress } from './press.js';
import { ORNAMENTS } from './skins.js';
import { type Filled, fillFelt, isOccupied, occupied, withPending } from './standing.js';

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
  /** How much larger than its layout it is drawn: for those who chose large text. */
  readonly scale?: number;
  /** The seats whose chips are drawn, where that is not everybody's. */
  readonly seats?: readonly number[];
  /** Drawn over the chips: what only one kind of viewer needs. */
  readonly drawOver?: (regions: readonly Region[], filled: readonly Filled[]) => ReactNode;
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

/** What a bet on its way would lay down. */
function pendingStake(spot: Spot, { amount, tokens, voucher }: Pending['command']) {
  const stake = { spot, amount: amount as number };
  return typeof tokens === 'number'
    ? { ...stake, tokens: { voucher: String(voucher ?? ''), amount: tokens } }
    : stake;
}

/** Everybody's chips in their slots; what is put down and not confirmed yet stands among one's own. */
function useFilled({ table, layout, player, pending, seats }: FeltProps) {
  const { game, settings } = table;
  const shown = useMemo(
    () => (seats ? game.players.filter(({ seat }) => seats.includes(seat)) : game.players),
    [game.players, seats],
  );
  const put = useMemo(
    () =>
      pending.flatMap(({ command }) => {
        const spot = command['do'] === 'bet' ? spotOfCommand(command) : null;
        return spot ? [pendingStake(spot, command)] : [];
      }),
    [pending],
  );
  const filled = useMemo(
    () => fillFelt(withPending(shown, player, put), player, settings.seats, layout),
    [shown, player, put, settings.seats, layout],
  );
  return { filled, full: useMemo(() => occupied(filled), [filled]), put: put.map(({ spot }) => spot) };
}

export function Felt(props: FeltProps) {
  const { table, layout, player, options, denominations, commission } = props;
  const { filled, full, put } = useFilled(props);
  const svg = useRef<SVGSVGElement>(null);
  const regions = useRegions(props);
  const { current, setHeld, onKeyDown } = useFeltKeys(svg, regions, props);
  const press = usePress(svg, props, regions);
  const allShut = options !== null && !options.some(({ bet, take }) => bet.may || take.may);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the felt is drawn, and a fieldset cannot be
    <svg
      ref={svg}
      data-skin={table.game.rulebook.id}
      className={`felt${allShut ? ' shut' : ''}${player === null ? ' watched' : ''}`}
      width={layout.width * (props.scale ?? 1)}
      height={layout.height * (props.scale ?? 1)}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="group"
      aria-label="Layout"
      onKeyDown={onKeyDown}
      {...press.handlers}
    >
      <Cloth width={layout.width} height={layout.height} house={table.game.rulebook.id} />
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
          isFull={isOccupied(full, region)}
        />
      ))}
      <Prints layout={layout} />
      {hasNumbers(layout) && <Puck layout={layout} point={table.game.point} />}
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: chips are drawn and take no focus; the places speak for them */}
      <g aria-hidden="true">
        <FeltChips
          game={table.game}
          layout={layout}
          player={player}
          filled={filled}
          denominations={denominations}
          moved={props.moved}
          pending={put}
        />
        {props.drawOver?.(regions, filled)}
        <Tells tells={props.tells} layout={layout} filled={filled} />
        {press.ghost}
      </g>
    </svg>
  );
}

/** What is printed on the cloth and belongs to no place. */
const Prints = ({ layout }: { layout: FeltLayout }) =>
  layout.prints.map((print) => (
    <text
      key={print.text}
      x={print.at.x}
      y={baseline(print)}
      fontSize={print.size}
      className={print.quiet ? 'print quiet' : 'print label'}
      textAnchor="middle"
    >
      {print.text}
    </text>
  ));

/** Where letters stand so that their capitals are in the middle of their place, whatever the typeface. */
const baseline = ({ at, size, type = 'label' }: Print): number => at.y + (capOf(type) * size) / 2;

/** The cloth itself is the background of the picture; here is only what is woven into it and drawn on it. */
const Cloth = memo(({ width, height, house }: { width: number; height: number; house: RulebookId }) => {
  const ornament = ORNAMENTS[house];
  return (
    <g className="cloth">
      <defs>
        <pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="9" className="hatch" />
        </pattern>
        <pattern id="ornament" width={ornament.width} height={ornament.height} patternUnits="userSpaceOnUse">
          <path d={ornament.d} className="ornament" />
        </pattern>
      </defs>
      <rect width={width} height={height} className="woven" />
      <rect x="3" y="3" width={width - 6} height={height - 6} rx="16" className="cloth-seam" />
    </g>
  );
});
Cloth.displayName = 'Cloth';

interface RegionProps {
  readonly region: Region;
  readonly book: Rulebook;
  readonly option: SpotOptions | undefined;
  readonly point: PointNumber | null;
  readonly commission: number;
  readonly tabIndex: number;
  readonly allShut: boolean;
  /** Chips stand here. */
  readonly isFull: boolean;
  readonly onFocus: (spot: Spot) => void;
}

/** What a screen reader says of a place: name, what stands, what it pays, what may be done. */
function describe(book: Rulebook, { spot }: Region, option: SpotOptions | undefined, may: May): string {
  const words = [nameOf(book, spot)];
  if (option && option.stands > 0) {
    words.push(dollars(option.stands));
    if (option.tokens && option.tokens.stands > 0)
      words.push(`${dollars(option.tokens.stands)} of it in tokens`);
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

const shortly = (cents: number): string => (cents < 100 ? `${cents}¢` : shortDollars(cents));

const MARKS: Partial<Record<May, string>> = { reduce: ' ▿', closed: ' ✕' };

/** What may be done at a place, or what it costs, the fullest way first; nothing where it goes without saying. */
function stateForms(may: May, commission: number): readonly string[] {
  if (may === 'reduce') return ['▿ take only', '▿ take', '▿'];
  if (may === 'closed') return ['✕ closed', '✕'];
  return commission > 0 ? [`+${shortly(commission)}`] : [];
}

/** What it pays, the fullest way first. */
function payForms({ spot }: Region, pays: string, option: SpotOptions | undefined): readonly string[] {
  if (spot.wager.endsWith('odds') && option?.bet.may) {
    const most = dollars(option.bet.amounts.most);
    return [`${pays} · up to ${most}`, `up to ${most}`, `≤ ${most}`];
  }
  return [pays, pays.replaceAll(/, | or /g, '/'), pays.replace(/ · .*/, '…')];
}

interface Said {
  /** In the line that is the pay's. */
  readonly sub: Fitting;
  /** Where chips will stand, while none do. */
  readonly room: Fitting | null;
}

/**
 * What is printed under or beside a name. Chips hide no pay: what may be done takes its line only where the words fit,
 * or where chips leave no other place for them.
 */
function sayOn(region: Region, pays: readonly string[], state: readonly string[], isFull: boolean): Said {
  const { wager } = region.spot;
  if (wager === 'come-odds' || wager === 'dont-come-odds') return { sub: { text: '', size: 0 }, room: null };
  const { size, width = region.box.width - 10 } = region.sub;
  const pay = firstFitting(pays, size, width);
  const [fullest] = state;
  if (fullest === undefined) return { sub: pay, room: null };
  const isCharge = fullest.startsWith('+');
  const inLine = isCharge ? `${pays[0]} ${fullest}` : fullest;
  const fits = widthOf(inLine, 'label') * LEAST_TYPE <= width;
  if (fits) return { sub: firstFitting([inLine], size, width), room: null };
  // The pay's line is in the room itself.
  if (region.subGivesWay) return { sub: firstFitting(state, size, width), room: null };
  if (isFull) return { sub: isCharge ? pay : firstFitting(state, size, width), room: null };
  return { sub: pay, room: firstFitting(state, size, region.room.width - 4) };
}

const FeltRegion = memo(function FeltRegion(props: RegionProps) {
  const { region, book, option, tabIndex, allShut, onFocus } = props;
  const may = mayOn(option);
  // While nothing may be touched the whole felt says so once, not every place for itself.
  const shown = allShut && may === 'closed' ? 'watch' : may;
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
      <RegionWords {...props} may={shown} />
    </>
  );
});

/** Printed beside the button, not in it: its name says the same in full (WCAG 2.5.3). */
function RegionWords({
  region,
  book,
  option,
  point,
  commission,
  isFull,
  may: shown,
}: RegionProps & { may: May }) {
  const pays = oddsPay(book, region.spot.wager, point) ?? region.sub.text;
  const { at } = region.sub;
  const { sub, room } = sayOn(
    region,
    payForms(region, pays, option),
    stateForms(shown, option?.bet.may ? commission : 0),
    isFull,
  );
  const givesWay = isFull && region.subGivesWay === true;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: what is printed takes no focus
    <g className="region-words" aria-hidden="true">
      {region.prints.map((print) => (
        <text
          key={`${print.text}${print.turned ?? ''}`}
          x={print.at.x}
          y={baseline(print)}
          fontSize={print.size}
          className={`print ${print.type ?? 'label'}`}
          textAnchor={print.anchor ?? 'middle'}
          transform={print.turned ? `rotate(${print.turned} ${print.at.x} ${print.at.y})` : undefined}
        >
          {print.text}
          {givesWay && print.type !== 'display' && MARKS[shown]}
        </text>
      ))}
      {region.dice && !(isFull && region.dice.givesWay) && (
        <PrintedPair
          dice={region.dice.dice}
          x={region.dice.at.x}
          y={region.dice.at.y}
          size={region.dice.size}
        />
      )}
      {!givesWay && (
        <text
          x={at.x}
          y={at.y + (capOf('label') * sub.size) / 2}
          fontSize={sub.size}
          className={`print sub ${shown}`}
          textAnchor={region.sub.anchor ?? 'middle'}
        >
          {sub.text}
        </text>
      )}
      {room && (
        <text
          x={centre(region.room).x}
          y={centre(region.room).y + (capOf('label') * room.size) / 2}
          fontSize={room.size}
          className={`print sub ${shown}`}
          textAnchor="middle"
        >
          {room.text}
        </text>
      )}
    </g>
  );
}

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
      <text fontSize={Math.max(LEAST_TYPE, r * 0.66)}>{point === null ? 'OFF' : 'ON'}</text>
    </g>
  );
}

/** Odds behind travelled wagers are put beside the wager itself: the room of both is the place. */
function travelledOdds(book: Rulebook, layout: FeltLayout, wagers: readonly Wager[]): readonly Region[] {
  return wagers.flatMap(({ spot }): readonly Region[] => {
    if ((spot.wager !== 'come' && spot.wager !== 'dont-come') || spot.number === undefined) return [];
    if (!layout.regions.some((region) => region.spot === spotOf('place', spot.number as PointNumber)))
      return [];
    const odds = spotOf(ODDS_OF[spot.wager], spot.number);
    const room = layout.travelled(spot.wager, spot.number);
    if (!room) return [];
    const box = targetAround(room);
    return [
      {
        spot: odds,
        d: boxPath(box),
        box,
        prints: [],
        sub: { text: paysOn(book, odds), at: { x: room.x, y: room.y }, size: LEAST_TYPE },
        room,
        chip: { x: room.x + radiusIn(room.height, true) * 3 + 4, y: room.y + room.height / 2 },
        tone: 'travelled',
      },
    ];
  });
}

/** As large as a finger needs, from the middle of a room that may be lower. */
const targetAround = ({ x, y, width, height }: Box): Box => {
  const tall = Math.max(44, height);
  return { x, y: y + (height - tall) / 2, width: Math.max(44, width), height: tall };
};

const hasNumbers = (layout: FeltLayout): boolean =>
  layout.regions.some(({ spot }) => spot.wager === 'place' && spot.number === NUMBERS[0]);

const TELL_TYPE = 17;

/** What the roll did, where the chips stood; no pill on another. */
function Tells({
  tells,
  layout,
  filled,
}: Pick<FeltProps, 'tells' | 'layout'> & { filled: readonly Filled[] }) {
  const told = tells.flatMap((tell) => {
    const at = placeOf(tell.spot, layout, filled);
    if (!at) return [];
    const width = widthOf(tell.text, 'amount') * TELL_TYPE + 20;
    const box = layout.regions.find(({ spot }) => spot.index === tell.spot.index)?.box;
    return [{ tell, at: { ...at, x: box ? withinBox(at.x, width, box) : at.x }, width, height: 28 }];
  });
  return pillsApart(told, layout).map(({ tell, at, width }) => (
    <g key={tell.key} transform={`translate(${at.x} ${at.y})`}>
      <g className={`float-tell ${tell.kind}`}>
        <rect x={-width / 2} y="-14" width={width} height="28" rx="14" />
        <text fontSize={TELL_TYPE}>{tell.text}</text>
      </g>
    </g>
  ));
}
