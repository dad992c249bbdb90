import type { Drill } from '@boxperson/rules/school';
import { Stack } from '../ui/Chip.js';
import { Pair } from '../ui/Dice.js';
import { dollars } from '../ui/money.js';

const PLATE_LETTER = 11;

/** The point as the puck shows it. */
export const Puck = ({ point }: { point: number | null }) => (
  <span className={`school-puck ${point === null ? 'off' : 'on'}`}>
    {point === null ? 'OFF' : `ON ${point}`}
  </span>
);

/** The stack on the felt and the dice that decided it. */
export function Scene({ drill: { name, stake, stays, point, dice, chips } }: { drill: Drill }) {
  const text = dollars(stake);
  return (
    <div className="school-scene">
      <div className="school-result">
        <Puck point={point} />
        <Pair dice={dice} />
        <b>{dice[0] + dice[1]}</b>
      </div>
      <div className="school-spot">
        <svg viewBox="0 0 200 132" role="img" aria-label={`${text} on ${name}`}>
          <Stack
            x={100}
            y={66}
            tall={126}
            radius={38}
            type={22}
            amount={stake}
            text={text}
            textWidth={text.length * PLATE_LETTER}
            denominations={chips}
            look="own"
          />
        </svg>
        <h2>{name}</h2>
        <p>{stays ? 'It won and stays up.' : 'It won.'}</p>
      </div>
    </div>
  );
}
