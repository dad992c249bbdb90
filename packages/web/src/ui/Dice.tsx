/** Pips of a die on a square of 100. */
export const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[50, 50]],
  2: [
    [27, 27],
    [73, 73],
  ],
  3: [
    [25, 25],
    [50, 50],
    [75, 75],
  ],
  4: [
    [27, 27],
    [73, 27],
    [27, 73],
    [73, 73],
  ],
  5: [
    [26, 26],
    [74, 26],
    [50, 50],
    [26, 74],
    [74, 74],
  ],
  6: [
    [28, 23],
    [72, 23],
    [28, 50],
    [72, 50],
    [28, 77],
    [72, 77],
  ],
};

/** Dice as they are printed on the felt: flat, one beside the other. */
export function PrintedPair({
  dice,
  x,
  y,
  size,
}: {
  dice: readonly [number, number];
  x: number;
  y: number;
  size: number;
}) {
  const gap = size * 0.16;
  return (
    <g className="printed-dice" transform={`translate(${x - size - gap / 2} ${y - size / 2})`}>
      {dice.map((face, index) => (
        <g
          key={index === 0 ? 'a' : 'b'}
          transform={`translate(${index * (size + gap)} 0) scale(${size / 100})`}
        >
          <rect width="100" height="100" rx="18" />
          {(PIPS[face] ?? []).map(([cx, cy]) => (
            <circle key={`${cx}-${cy}`} cx={cx} cy={cy} r="10" />
          ))}
        </g>
      ))}
    </g>
  );
}

/** One face of a die, flat. */
export function Face({ face }: { face: number }) {
  return (
    <svg className="face" viewBox="0 0 100 100" aria-hidden="true">
      <rect x="3" y="3" width="94" height="94" rx="18" />
      {(PIPS[face] ?? []).map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="9.5" />
      ))}
    </svg>
  );
}

export function Pair({ dice }: { dice: readonly [number, number] }) {
  return (
    <span className="pair" role="img" aria-label={`Dice ${dice[0]} and ${dice[1]}`}>
      <Face face={dice[0]} />
      <Face face={dice[1]} />
    </span>
  );
}
