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
  /** How much of it is promotional tokens: six-sided, on top of the chips. */
  readonly tokens?: number;
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
    tokens = 0,
    seat,
    marker,
    from,
  } = props;
  const chipsUnder = amount > tokens ? chipsIn(amount - tokens, denominations) : [];
  const tokensOver = tokens > 0 ? chipsIn(tokens, denominations) : [];
  const all = [...chipsUnder, ...tokensOver];
  const { count, thick } = layersIn(all.length, r, tall);
  const chips = all.slice(-count);
  const whole = 2 * r * TILT + count * thick;
  const base = whole / 2 - r * TILT;
  // A layer has no name but its height.
  const layers = chips.map((value, at) => ({
    value,
    y: base - at * thick,
    isToken: at >= count - tokensOver.length,
  }));
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
        {layers.map((layer) => (
          <ChipLayer key={layer.y} r={r} thick={thick} look={look} {...layer} />
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
  readonly isToken: boolean;
}

/** The corners of a six-sided token. */
const sixSides = (r: number): string =>
  [0, 1, 2, 3, 4, 5]
    .map((at) => `${r * Math.cos((at * Math.PI) / 3)},${r * Math.sin((at * Math.PI) / 3)}`)
    .join(' ');

/** The face of a promotional token: six sides and a T, so that nobody takes it for a chip. */
function TokenTop({ r, look }: { readonly r: number; readonly look: StackProps['look'] }) {
  return (
    <>
      <polygon
        points={sixSides(r * 1.06)}
        className={`token-face ${look === 'others' ? 'disc-edge' : 'disc-own'}`}
      />
      <polygon points={sixSides(r * 0.72)} className="token-line" />
    </>
  );
}

/** One chip of a stack: its edge with the spots of its house, and its face on top. */
function ChipLayer({ y, r, thick, value, look, isToken }: LayerProps) {
  const { face, edge } = chipLook(value);
  const ry = r * TILT;
  if (isToken)
    return (
      <g className="disc token" transform={`translate(0 ${y - thick}) scale(1 ${TILT})`}>
        <polygon
          points={sixSides(r * 1.06)}
          transform={`translate(0 ${thick / TILT})`}
          className="token-edge"
        />
        <TokenTop r={r} look={look} />
      </g>
    );
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

/** A promotional token in a tray, as a picture. */
export function TokenFace({ text }: { text: string }) {
  return (
    <svg viewBox="-50 -50 100 100" className="chip-face" aria-hidden="true">
      <TokenTop r={45} look="others" />
      <text y="-14" className="chip-text token-text" fontSize="28">
        T
      </text>
      <text y="14" className="chip-text token-text" fontSize={text.length > 4 ? 25 : 31}>
        {text}
      </text>
    </svg>
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
