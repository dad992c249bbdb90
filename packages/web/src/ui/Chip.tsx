import { chipLook, chipsIn, seatColour } from './chips.js';
import './styles/chips.css';

export { chipLook, chipsIn, chipText } from './chips.js';

export interface StackProps {
  /** The middle of the box that is the stack's own, and its size. */
  readonly x: number;
  readonly y: number;
  readonly tall: number;
  readonly radius: number;
  /** The size of the amount. */
  readonly type: number;
  readonly amount: number;
  readonly text: string;
  readonly textWidth: number;
  readonly denominations: readonly number[];
  readonly look: 'own' | 'others' | 'pending';
  /** Whose it is, where it is somebody else's. */
  readonly seat?: number;
  readonly marker?: 'off' | 'on' | null;
  readonly from?: { readonly x: number; readonly y: number } | null;
}

/** A chip lies flat: seen from where players stand. */
const TILT = 0.8;
const THICK_LEAST = 1.7;

/** How many chips of a stack are drawn in so much height, and how thick. */
function layersIn(
  count: number,
  r: number,
  tall: number,
): { readonly count: number; readonly thick: number } {
  const space = tall - 2 * r * TILT - 1;
  const shown = Math.max(1, Math.min(count, Math.floor(space / THICK_LEAST)));
  return { count: shown, thick: Math.max(THICK_LEAST, Math.min(r * 0.3, space / shown)) };
}

/** A stack of chips with what it comes to. One's own stand out by size and a golden ring; other people's bear their seat. */
export function Stack(props: StackProps) {
  const {
    x,
    y,
    tall,
    radius: r,
    type,
    amount,
    text,
    textWidth,
    denominations,
    look,
    seat,
    marker,
    from,
  } = props;
  const all = chipsIn(amount, denominations);
  const { count, thick } = layersIn(all.length, r, tall);
  const chips = all.slice(-count);
  const whole = 2 * r * TILT + count * thick;
  const base = whole / 2 - r * TILT;
  const top = base - count * thick;
  const tag = marker ? marker.toUpperCase() : seat === undefined ? null : String(seat);
  const tagType = Math.max(12, type * 0.86);
  const plateTall = type * 1.12;
  const plateY = tag
    ? Math.max(-tall / 2 + plateTall / 2, Math.min(top, tall / 2 - tagType - plateTall / 2))
    : top;
  const tagY = Math.min(
    tall / 2 - tagType * 0.54,
    Math.max(base + r * 0.3, plateY + plateTall / 2 + tagType * 0.5),
  );
  const style = from
    ? ({ '--from-x': `${from.x - x}px`, '--from-y': `${from.y - y}px` } as React.CSSProperties)
    : undefined;
  return (
    <g transform={`translate(${x} ${y})`} className="stack-at">
      <g className={`stack ${look}${from ? ' travels' : ''}`} style={style}>
        <ellipse cy={base + r * 0.12} rx={r * 1.06} ry={r * TILT * 1.06} className="stack-shade" />
        {chips.map((value, layer) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: layers of a stack have no name but their height
          <ChipLayer key={layer} y={base - layer * thick} r={r} thick={thick} value={value} look={look} />
        ))}
        <g className="plate" transform={`translate(0 ${plateY})`}>
          <rect
            x={-textWidth / 2 - 3}
            y={-plateTall / 2}
            width={textWidth + 6}
            height={plateTall}
            rx={plateTall * 0.36}
          />
          <text fontSize={type}>{text}</text>
        </g>
        {tag && <Tag y={tagY} type={tagType} text={tag} marker={marker ?? null} seat={seat ?? null} />}
      </g>
    </g>
  );
}

interface TagProps {
  readonly y: number;
  readonly type: number;
  readonly text: string;
  readonly marker: 'off' | 'on' | null;
  readonly seat: number | null;
}

/** A small disc at the foot of a stack: ON, OFF, or the number of a seat in its colour. */
function Tag({ y, type, text, marker, seat }: TagProps) {
  const width = Math.max(type * 1.08, text.length * type * 0.5 + 5);
  return (
    <g transform={`translate(0 ${y})`} className={marker ? `lammer ${marker}` : 'seat-tag'}>
      <rect
        x={-width / 2}
        y={-type * 0.54}
        width={width}
        height={type * 1.08}
        rx={type * 0.54}
        style={marker || seat === null ? undefined : { fill: seatColour(seat) }}
      />
      <text fontSize={type}>{text}</text>
    </g>
  );
}

interface LayerProps {
  readonly y: number;
  readonly r: number;
  readonly thick: number;
  readonly value: number;
  readonly look: StackProps['look'];
}

/** One chip of a stack: its edge with the spots of its house, and its face on top. */
function ChipLayer({ y, r, thick, value, look }: LayerProps) {
  const { face, edge } = chipLook(value);
  const ry = r * TILT;
  const side = `M${-r} ${y - thick}v${thick}a${r} ${ry} 0 0 0 ${2 * r} 0v${-thick}Z`;
  return (
    <g className="disc">
      <path d={side} fill={face} className="disc-edge" />
      {[-0.62, 0, 0.62].map((at) => (
        <rect
          key={at}
          x={at * r - r * 0.13}
          y={y - thick + Math.sqrt(1 - at * at) * ry}
          width={r * 0.26}
          height={thick}
          fill={edge}
        />
      ))}
      <g transform={`translate(0 ${y - thick}) scale(1 ${TILT})`}>
        <ChipTop r={r} face={face} edge={edge} look={look} />
      </g>
    </g>
  );
}

interface TopProps {
  readonly r: number;
  readonly face: string;
  readonly edge: string;
  readonly look: StackProps['look'];
}

function ChipTop({ r, face, edge, look }: TopProps) {
  const spot = (2 * Math.PI * r * 0.86) / 12;
  return (
    <>
      <circle r={r} fill={face} className={look === 'others' ? 'disc-edge' : 'disc-own'} />
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
    </>
  );
}

/** The same chip in a tray, as a picture. */
export function ChipFace({ value, text }: { value: number; text: string }) {
  const { ink, face, edge } = chipLook(value);
  return (
    <svg viewBox="-50 -50 100 100" className="chip-face" aria-hidden="true">
      <ellipse cy="5" rx="47" ry="45" className="stack-shade" />
      <ChipTop r={45} face={face} edge={edge} look="others" />
      <text className="chip-text" fontSize={text.length > 4 ? 26 : text.length > 3 ? 30 : 34} fill={ink}>
        {text}
      </text>
    </svg>
  );
}
