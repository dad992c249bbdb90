const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[50, 50]],
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [26, 26],
    [74, 26],
    [50, 50],
    [26, 74],
    [74, 74],
  ],
  6: [
    [28, 24],
    [72, 24],
    [28, 50],
    [72, 50],
    [28, 76],
    [72, 76],
  ],
};

function Die({ face, spin }: { face: number; spin: number }) {
  return (
    <svg className="die" viewBox="0 0 100 100" key={spin} aria-hidden="true">
      <defs>
        <linearGradient id="ruby" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#e2414a" />
          <stop offset="1" stopColor="#8f141c" />
        </linearGradient>
      </defs>
      <rect x="3" y="3" width="94" height="94" rx="16" fill="url(#ruby)" stroke="#5d0a10" strokeWidth="2" />
      {(PIPS[face] ?? []).map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="9" fill="#fff6ec" />
      ))}
    </svg>
  );
}

/** Two dice that land on what was thrown. Under reduced motion they are just there. */
export const DicePair = ({
  dice,
  rolling,
  spin,
}: {
  dice: readonly [number, number] | null;
  rolling: boolean;
  spin: number;
}) => (
  <div
    className={rolling ? 'dice rolling' : 'dice'}
    role="img"
    aria-label={dice ? `Dice show ${dice[0]} and ${dice[1]}` : 'No roll yet'}
  >
    <Die face={dice?.[0] ?? 3} spin={spin} />
    <Die face={dice?.[1] ?? 4} spin={spin} />
  </div>
);
