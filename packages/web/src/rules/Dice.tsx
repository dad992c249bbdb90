import { type Dice, FACES } from '@boxperson/rules';
import { randomDice } from './felt.js';

const PIPS: Readonly<Record<number, string>> = {
  1: '50,50',
  2: '27,27 73,73',
  3: '26,26 50,50 74,74',
  4: '27,27 73,27 27,73 73,73',
  5: '26,26 74,26 50,50 26,74 74,74',
  6: '28,24 72,24 28,50 72,50 28,76 72,76',
};

export function Face({ face }: { face: number }) {
  return (
    <svg className="face" viewBox="0 0 100 100" aria-hidden="true">
      <rect x="3" y="3" width="94" height="94" rx="18" />
      {(PIPS[face] ?? '').split(' ').map((at) => {
        const [x, y] = at.split(',');
        return <circle key={at} cx={x} cy={y} r="9.5" />;
      })}
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

interface DiePickProps {
  readonly name: string;
  readonly face: number;
  readonly onPick: (face: 1 | 2 | 3 | 4 | 5 | 6) => void;
}

/** One die to be chosen: six faces, one of them up. */
function DiePick({ name, face, onPick }: DiePickProps) {
  return (
    <fieldset className="die-pick">
      <legend>{name}</legend>
      {FACES.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === face}
          aria-label={`${name}: ${value}`}
          onClick={() => onPick(value)}
        >
          <Face face={value} />
        </button>
      ))}
    </fieldset>
  );
}

interface DiceTrayProps {
  readonly dice: Dice;
  readonly onPick: (dice: Dice) => void;
  readonly onToss: (dice: Dice) => void;
}

/** Two dice to be thrown, or picked and rolled as they are. */
export function DiceTray({ dice, onPick, onToss }: DiceTrayProps) {
  return (
    <div className="felt-dice">
      <DiePick name="First die" face={dice[0]} onPick={(face) => onPick([face, dice[1]])} />
      <DiePick name="Second die" face={dice[1]} onPick={(face) => onPick([dice[0], face])} />
      <div className="felt-throws">
        <button type="button" className="main" onClick={() => onToss(randomDice())}>
          Throw the dice
        </button>
        <button type="button" onClick={() => onToss(dice)}>
          Roll {dice[0]}-{dice[1]} as picked
        </button>
      </div>
    </div>
  );
}
