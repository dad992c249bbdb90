import { dollars } from '../money.js';

const COLOURS: readonly (readonly [number, string, string])[] = [
  [50_000, '#5b2a86', '#e7d6f5'],
  [10_000, '#1d1d22', '#e9e4d6'],
  [2_500, '#1f7a4a', '#eafff2'],
  [500, '#b3262e', '#fff1ec'],
  [0, '#e9e4d6', '#33302a'],
];

export const chipColour = (amount: number): { readonly face: string; readonly ink: string } => {
  const [, face, ink] = COLOURS.find(([least]) => amount >= least) ?? [0, '#e9e4d6', '#33302a'];
  return { face, ink };
};

const short = (amount: number): string => {
  if (amount >= 100_000 && amount % 10_000 === 0) return `$${amount / 100_000}k`;
  return dollars(amount);
};

/** A stack of chips with what it comes to. Own ones stand out by a golden ring and by size. */
export function Stack({
  x,
  y,
  amount,
  own,
  off,
}: {
  x: number;
  y: number;
  amount: number;
  own: boolean;
  off?: boolean;
}) {
  const { face, ink } = chipColour(amount);
  const radius = own ? 30 : 20;
  const layers = Math.min(4, 1 + Math.floor(Math.log10(Math.max(1, amount / 500))));
  const text = short(amount);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a drawn stack takes no focus; the region under it speaks for it
    <g className={own ? 'stack own' : 'stack'} transform={`translate(${x} ${y})`} aria-hidden="true">
      {Array.from({ length: layers }, (_, layer) => (
        <g key={String(layer)} transform={`translate(0 ${-layer * 4})`}>
          <circle
            r={radius}
            fill={face}
            stroke={own ? '#f3c969' : 'rgba(255,255,255,.55)'}
            strokeWidth={own ? 3 : 1.5}
          />
          <circle
            r={radius - 5}
            fill="none"
            stroke={ink}
            strokeOpacity=".55"
            strokeWidth="2"
            strokeDasharray="7 6"
          />
        </g>
      ))}
      <text
        y={-(layers - 1) * 4}
        fill={ink}
        fontSize={Math.min(own ? 20 : 14, (radius * 3.2) / text.length)}
        textAnchor="middle"
        dominantBaseline="central"
        fontWeight="700"
      >
        {text}
      </text>
      {off && (
        <g transform={`translate(${radius * 0.8} ${radius * 0.8})`}>
          <circle r="13" fill="#111" stroke="#fff" strokeWidth="1.5" />
          <text fill="#fff" fontSize="10" textAnchor="middle" dominantBaseline="central" fontWeight="700">
            OFF
          </text>
        </g>
      )}
    </g>
  );
}
