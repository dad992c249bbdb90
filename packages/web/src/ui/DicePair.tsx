import './styles/dice.css';
import { PIPS } from './Dice.js';

/** How a cube is turned so that a face looks at the viewer: opposite faces add up to seven. */
const TURNS: Readonly<Record<number, readonly [number, number]>> = {
  1: [0, 0],
  2: [0, -90],
  3: [-90, 0],
  4: [90, 0],
  5: [0, 90],
  6: [0, 180],
};
const FACES = [1, 2, 3, 4, 5, 6] as const;

function Cube({ face, way }: { face: number; way: 'first' | 'second' }) {
  const [x, y] = TURNS[face] ?? [0, 0];
  const style = { '--turn-x': `${x}deg`, '--turn-y': `${y}deg` } as React.CSSProperties;
  return (
    <div className={`die-at ${way}`}>
      <div className="die-shadow" />
      <div className="die-cube" style={style}>
        {FACES.map((value) => (
          <svg key={value} className={`die-face face-${value}`} viewBox="0 0 100 100" aria-hidden="true">
            <rect width="100" height="100" rx="14" />
            {(PIPS[value] ?? []).map(([cx, cy]) => (
              <circle key={`${cx}-${cy}`} cx={cx} cy={cy} r="9.5" />
            ))}
          </svg>
        ))}
      </div>
    </div>
  );
}

export type DiceMotion = 'rest' | 'air' | 'landing';

/** Two dice that tumble to what was thrown. Under reduced motion they are just there. */
export function DicePair({
  dice,
  motion,
  spin,
}: {
  dice: readonly [number, number] | null;
  motion: DiceMotion;
  spin: number;
}) {
  const label =
    motion === 'air' ? 'The dice are out' : dice ? `Dice show ${dice[0]} and ${dice[1]}` : 'No roll yet';
  return (
    <div className={`dice ${motion}`} role="img" aria-label={label} key={`${spin}-${motion === 'air'}`}>
      <Cube face={dice?.[0] ?? 3} way="first" />
      <Cube face={dice?.[1] ?? 4} way="second" />
    </div>
  );
}
