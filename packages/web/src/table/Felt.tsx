import { isWorking, NUMBERS, type Spot, type SpotOptions, type Table } from '@boxperson/rules';
import { useMemo } from 'react';
import { dollars } from '../money.js';
import { Stack } from './Chip.js';
import { comeOddsRegion, FELT, type Region, regionsOf, travelledAt } from './geometry.js';

interface FeltProps {
  readonly table: Table;
  readonly player: string | null;
  readonly options: readonly SpotOptions[] | null;
  readonly onSpot: (spot: Spot) => void;
  readonly onTake: (spot: Spot) => void;
  readonly onWork: (spot: Spot) => void;
}

type May = 'bet' | 'reduce' | 'closed';

const mayOn = (option: SpotOptions | undefined): May => {
  if (option?.bet.may) return 'bet';
  return option?.take.may ? 'reduce' : 'closed';
};

export function Felt({ table, player, options, onSpot, onTake, onWork }: FeltProps) {
  const { rulebook, sign } = table.game;
  const regions = useMemo(() => regionsOf(rulebook, sign.big68), [rulebook, sign.big68]);
  const mine = table.game.players.find(({ name }) => name === player);
  const odds = NUMBERS.flatMap((number, index) =>
    (['come', 'dont-come'] as const)
      .filter((id) => mine?.wagers.some(({ spot }) => spot.wager === id && spot.number === number))
      .map((id) => comeOddsRegion(rulebook, `${id}-odds`, index)),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: the felt is drawn, and a fieldset cannot be
    <svg className="felt" viewBox={`0 0 ${FELT.width} ${FELT.height}`} role="group" aria-label="Layout">
      <defs>
        <radialGradient id="cloth" cx="45%" cy="35%" r="85%">
          <stop offset="0" stopColor="#14693f" />
          <stop offset=".7" stopColor="#0d5232" />
          <stop offset="1" stopColor="#083a23" />
        </radialGradient>
        <filter id="nap" x="0" y="0" width="100%" height="100%">
          <feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="4" />
          <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 .10 0" />
        </filter>
      </defs>
      <rect width={FELT.width} height={FELT.height} rx="60" fill="url(#cloth)" />
      <rect width={FELT.width} height={FELT.height} rx="60" filter="url(#nap)" />
      {[...regions, ...odds].map((region) => (
        <FeltRegion
          key={region.spot.index}
          region={region}
          option={options?.[region.spot.index]}
          watching={player === null}
          onSpot={onSpot}
          onTake={onTake}
          onWork={onWork}
        />
      ))}
      <Puck point={table.game.point} />
      <Chips table={table} player={player} regions={[...regions, ...odds]} />
    </svg>
  );
}

interface RegionProps {
  readonly region: Region;
  readonly option: SpotOptions | undefined;
  readonly watching: boolean;
  readonly onSpot: (spot: Spot) => void;
  readonly onTake: (spot: Spot) => void;
  readonly onWork: (spot: Spot) => void;
}

const label = ({ title, pays }: Region, option: SpotOptions | undefined, may: May): string => {
  const stands = option && option.stands > 0 ? `, ${dollars(option.stands)}` : '';
  const range = option?.bet.may
    ? `, from ${dollars(option.bet.amounts.least)} to ${dollars(option.bet.amounts.most)}`
    : '';
  const state = may === 'bet' ? range : may === 'reduce' ? ', may only be taken' : ', closed';
  return `${title.replace('|', ' ')}${stands}, pays ${pays}${state}`;
};

function FeltRegion({ region, option, watching, onSpot, onTake, onWork }: RegionProps) {
  const { spot, d, x, y, title, size, pays } = region;
  const may = mayOn(option);
  const lines = title.split('|');
  const showPays = size <= 46 && !['LAY', 'LOSE', 'PLACE'].includes(title);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region of an SVG cannot be a button element
    <g
      role="button"
      tabIndex={watching ? -1 : 0}
      className={`region ${watching ? 'watched' : may}`}
      aria-label={label(region, option, may)}
      aria-disabled={may === 'closed'}
      data-wager={spot.wager}
      data-number={spot.number}
      onClick={() => onSpot(spot)}
      onContextMenu={(event) => {
        event.preventDefault();
        onTake(spot);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === '+' || event.key === ' ') onSpot(spot);
        else if (event.key === '-' || event.key === 'Delete') onTake(spot);
        else if (event.key === 'w') onWork(spot);
        else return;
        event.preventDefault();
      }}
    >
      <path d={d} />
      {lines.map((line, index) => (
        <text
          key={line}
          x={x}
          y={y + (index - (lines.length - 1) / 2) * size * 1.15 - (showPays ? size * 0.3 : 0)}
          fontSize={lines.length > 1 && index > 0 ? size * 0.8 : size}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {line}
        </text>
      ))}
      {showPays && (
        <text
          className="pays"
          x={x}
          y={y + lines.length * size * 0.55 + 2}
          fontSize={Math.min(20, size * 0.62)}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {pays}
        </text>
      )}
      {may === 'reduce' && (
        <text className="lock" x={x} y={y + size * 0.75} fontSize="18" textAnchor="middle">
          take only
        </text>
      )}
    </g>
  );
}

function Puck({ point }: { point: number | null }) {
  const index = (NUMBERS as readonly (number | null)[]).indexOf(point);
  const at = index < 0 ? { x: 294, y: 60 } : { x: 372 + 145 * (index + 0.5), y: 165 };
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a drawn group is no control of itself
    <g
      className="felt-puck"
      style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
      aria-label={point === null ? 'Puck off' : `Point is ${point}`}
      role="img"
    >
      <circle
        r="36"
        fill={index < 0 ? '#111' : '#fafafa'}
        stroke={index < 0 ? '#ddd' : '#111'}
        strokeWidth="3"
      />
      <text
        fill={index < 0 ? '#fff' : '#111'}
        fontSize="24"
        fontWeight="800"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {index < 0 ? 'OFF' : 'ON'}
      </text>
    </g>
  );
}

function Chips({
  table,
  player,
  regions,
}: {
  table: Table;
  player: string | null;
  regions: readonly Region[];
}) {
  return (
    <g>
      {table.game.players.flatMap((owner, seat) =>
        owner.wagers.map((wager) => {
          const own = owner.name === player;
          const at = placeOf(wager.spot, regions);
          if (!at) return null;
          const spread = own ? { x: 0, y: 0 } : { x: ((seat * 37) % 60) + 20, y: ((seat * 23) % 30) - 15 };
          return (
            <Stack
              key={`${owner.name}/${wager.spot.index}`}
              x={at.x + spread.x}
              y={at.y + spread.y}
              amount={wager.amount}
              own={own}
              off={!isWorking(table.game, wager)}
            />
          );
        }),
      )}
    </g>
  );
}

function placeOf(spot: Spot, regions: readonly Region[]): { x: number; y: number } | null {
  if ((spot.wager === 'come' || spot.wager === 'dont-come') && spot.number !== undefined) {
    return travelledAt(spot.wager, NUMBERS.indexOf(spot.number));
  }
  const region = regions.find((one) => one.spot === spot);
  if (region) return { x: region.chipX, y: region.chipY };
  if (spot.number === undefined) return null;
  const { x, y } = travelledAt(
    spot.wager === 'come-odds' ? 'come' : 'dont-come',
    NUMBERS.indexOf(spot.number),
  );
  return { x: x - 16, y: y - 14 };
}
