import './styles/dice.css';
import { Cube } from './Cube.js';
import { lying } from './turn.js';

/** Two dice as they lie, never twice in quite the same way. */
export function DicePair({ dice, spin }: { dice: readonly [number, number]; spin: number }) {
  const yaw = (at: number): number => ((((spin + 1) * (at + 3) * 37) % 100) / 100 - 0.5) * 0.7;
  return (
    <div className="dice" role="img" aria-label={`Dice show ${dice[0]} and ${dice[1]}`} key={spin}>
      {dice.map((face, at) => (
        <div className="die-at" key={at === 0 ? 'first' : 'second'}>
          <div className="die-shadow" />
          <Cube turn={lying(face, yaw(at))} />
        </div>
      ))}
    </div>
  );
}
