import { handIn } from '@boxperson/house/client';
import { hasHardWay, type Total } from '@boxperson/rules';
import type { CalledRoll } from '../house.js';
import type { Past } from './past.js';

const sayTotal = ({ total, hard }: CalledRoll): string =>
  `${total}${hard && hasHardWay(total as Total) ? ' hard' : ''}`;

/** The rolls of this hand, as the crew tells them to whoever asks; only where the house lets it. */
export function HandSoFar({ tells, rolls }: Past) {
  const hand = tells === 'hand' ? handIn(rolls) : [];
  if (hand.length === 0) return null;
  const isOver = hand.at(-1)?.call === 'seven-out';
  return (
    <section className="hand-so-far" aria-label="The hand so far">
      <h2>
        {isOver ? 'The hand that is over' : 'The hand so far'}{' '}
        <small>
          {hand.length} {hand.length === 1 ? 'roll' : 'rolls'}
        </small>
      </h2>
      <ol>
        {hand.map((roll) => (
          <li key={roll.n} className={roll.call}>
            {sayTotal(roll)}
          </li>
        ))}
      </ol>
    </section>
  );
}

const TOTALS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
/** In how many of 36 ways two dice make a total. */
const waysOf = (total: number): number => 6 - Math.abs(7 - total);

const WIDE = 24;
const HIGH = 64;

/**
 * How often each total came, and what two fair dice give on average: a line across every bar. It says what was, and
 * nothing about what is to come.
 */
export function Distribution({ rolls }: { rolls: readonly CalledRoll[] }) {
  if (rolls.length === 0) return null;
  const counts = TOTALS.map((total) => rolls.filter((roll) => roll.total === total).length);
  const expected = TOTALS.map((total) => (rolls.length * waysOf(total)) / 36);
  const most = Math.max(...counts, ...expected);
  const up = (count: number): number => HIGH - (count / most) * HIGH;
  const said = TOTALS.map((total, index) => `${total}: ${counts[index]}`).join(', ');
  return (
    <section className="distribution" aria-label="Totals so far">
      <h2>
        Totals of {rolls.length} {rolls.length === 1 ? 'roll' : 'rolls'}
      </h2>
      <svg
        viewBox={`-4 -16 ${WIDE * TOTALS.length + 8} ${HIGH + 36}`}
        role="img"
        aria-label={`How often each total came: ${said}. The line is what two fair dice give on average.`}
      >
        {TOTALS.map((total, index) => {
          const count = counts[index] as number;
          const [x, even] = [index * WIDE, up(expected[index] as number)];
          return (
            <g key={total}>
              <rect x={x + 3} width={WIDE - 6} y={up(count)} height={HIGH - up(count)} />
              <line x1={x} x2={x + WIDE} y1={even} y2={even} />
              <text x={x + WIDE / 2} y={HIGH + 15}>
                {total}
              </text>
              {count > 0 && (
                <text className="count" x={x + WIDE / 2} y={Math.min(up(count), even) - 4}>
                  {count}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <p className="quiet">
        <span className="key" aria-hidden="true" /> two fair dice on average; every roll is new
      </p>
    </section>
  );
}
