import { type Dice, FACES } from '@boxperson/rules';
import { Face } from '../ui/Dice.js';

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

/** Two dice from the browser's own source of chance, without bias. */
function randomDice(): Dice {
  const bytes = new Uint8Array(1);
  const die = (): 1 | 2 | 3 | 4 | 5 | 6 => {
    do crypto.getRandomValues(bytes);
    while ((bytes[0] as number) >= 252);
    return (((bytes[0] as number) % 6) + 1) as 1;
  };
  return [die(), die()];
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
