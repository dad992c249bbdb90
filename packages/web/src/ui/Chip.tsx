import { dollars } from './money.js';
import './styles/chips.css';

/** Colours of denominations, as houses have them. */
const COLOURS: readonly (readonly [least: number, colour: string])[] = [
  [100_000, 'yellow'],
  [50_000, 'purple'],
  [10_000, 'black'],
  [2_500, 'green'],
  [500, 'red'],
];

export interface ChipLook {
  readonly face: string;
  readonly edge: string;
  readonly ink: string;
}
export const chipLook = (value: number): ChipLook => {
  const colour = COLOURS.find(([least]) => value >= least)?.[1] ?? 'white';
  return {
    face: `var(--chip-${colour})`,
    edge: `var(--chip-${colour}-edge)`,
    ink: `var(--chip-${colour}-ink)`,
  };
};

/** `$25`, `$1.5k`: what fits on a chip. */
export const chipText = (amount: number): string => {
  if (amount >= 100_000_00) return `$${Math.round(amount / 100_000) / 10}k`.replace('.0k', 'k');
  if (amount >= 1_000_00 && amount % 100_00 === 0) return `$${amount / 100_000}k`;
  return dollars(amount).replace(/^\$0\./, '.');
};

const STACK_MOST = 6;
/** The chips of an amount, largest at the bottom: colour-up as a dealer would. */
export function chipsIn(amount: number, denominations: readonly number[]): readonly number[] {
  const found: number[] = [];
  let rest = amount;
  for (const value of [...denominations].sort((a, b) => b - a)) {
    while (rest >= value && found.length < 40) {
      found.push(value);
      rest -= value;
    }
  }
  if (found.length === 0) return [amount];
  // A tall stack shows its largest and its smallest chips.
  return found.length <= STACK_MOST ? found : [...found.slice(0, 3), ...found.slice(-3)];
}

export interface StackProps {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly amount: number;
  readonly denominations: readonly number[];
  readonly look: 'own' | 'others' | 'pending';
  readonly marker?: 'off' | 'on' | null;
  readonly button?: string | null;
  readonly tilt?: number;
  readonly from?: { readonly x: number; readonly y: number } | null;
}

/** A stack of chips with what it comes to. One's own stand out by size, a golden ring and a plate with the amount. */
export function Stack(props: StackProps) {
  const { x, y, radius: r, amount, denominations, look, marker, button, tilt = 0, from } = props;
  const chips = chipsIn(amount, denominations);
  const rise = Math.max(2, r * 0.16);
  const top = -(chips.length - 1) * rise;
  const style = from
    ? ({ '--from-x': `${from.x - x}px`, '--from-y': `${from.y - y}px` } as React.CSSProperties)
    : undefined;
  const text = dollars(amount);
  const type = Math.max(11, r * 0.58);
  const plate = Math.max(r * 1.4, text.length * type * 0.62 + 8);
  return (
    <g transform={`translate(${x} ${y}) rotate(${tilt})`} className="stack-at">
      <g className={`stack ${look}${from ? ' travels' : ''}`} style={style}>
        <ellipse cy={r * 0.22} rx={r * 1.08} ry={r * 0.98} className="stack-shade" />
        {chips.map((value, layer) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: layers of a stack have no name but their height
          <ChipDisc key={layer} y={-layer * rise} r={r} value={value} look={look} />
        ))}
        {look === 'others' ? (
          <text y={top} className="chip-text" fontSize={r * 0.72} fill={chipLook(chips.at(-1) ?? 0).ink}>
            {chipText(amount)}
          </text>
        ) : (
          <g className="plate" transform={`translate(0 ${r * 0.62})`}>
            <rect x={-plate / 2} y={-type * 0.62} width={plate} height={type * 1.24} rx={type * 0.62} />
            <text fontSize={type}>{text}</text>
          </g>
        )}
        {button && <Lammer x={0} y={top - r * 0.55} r={r} text={button} kind="button" />}
        {marker && (
          <Lammer x={r * 0.85} y={-r * 0.75 + top} r={r} text={marker.toUpperCase()} kind={marker} />
        )}
      </g>
    </g>
  );
}

function ChipDisc({ y, r, value, look }: { y: number; r: number; value: number; look: StackProps['look'] }) {
  const { face, edge } = chipLook(value);
  const spot = (2 * Math.PI * r * 0.86) / 12;
  return (
    <g transform={`translate(0 ${y})`} className="disc">
      <circle r={r} fill={face} className={look === 'own' ? 'disc-own' : 'disc-edge'} />
      <circle
        r={r * 0.86}
        fill="none"
        stroke={edge}
        strokeWidth={r * 0.26}
        strokeDasharray={`${spot} ${spot}`}
        strokeDashoffset={spot / 2}
      />
      <circle
        r={r * 0.66}
        fill={face}
        stroke={edge}
        strokeOpacity=".75"
        strokeWidth={Math.max(0.8, r * 0.05)}
      />
    </g>
  );
}

/** A small disc on a stack: ON, OFF, BUY, LAY, DON'T. */
function Lammer({ x, y, r, text, kind }: { x: number; y: number; r: number; text: string; kind: string }) {
  const width = Math.max(r * 0.95, text.length * r * 0.36 + 6);
  return (
    <g transform={`translate(${x} ${y})`} className={`lammer ${kind}`}>
      <rect x={-width / 2} y={-r * 0.36} width={width} height={r * 0.72} rx={r * 0.36} />
      <text fontSize={r * 0.46}>{text}</text>
    </g>
  );
}

/** The same chip in a tray, as a picture. */
export function ChipFace({ value, text }: { value: number; text: string }) {
  const { ink } = chipLook(value);
  return (
    <svg viewBox="-50 -50 100 100" className="chip-face" aria-hidden="true">
      <ellipse cy="5" rx="47" ry="45" className="stack-shade" />
      <ChipDisc y={0} r={45} value={value} look="others" />
      <text className="chip-text" fontSize={text.length > 4 ? 19 : text.length > 3 ? 23 : 28} fill={ink}>
        {text}
      </text>
    </svg>
  );
}
