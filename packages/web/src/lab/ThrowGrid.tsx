import type { MomentGrid, ThrowFate } from '@boxperson/odds';
import { FACES, THROWS, totalOf } from '@boxperson/rules';

const MARKS: Readonly<Record<ThrowFate, string>> = {
  wins: '+',
  loses: '−',
  even: '=',
  sets: '→',
  stands: '·',
};
const WORDS: Readonly<Record<ThrowFate, string>> = {
  wins: 'wins',
  loses: 'loses',
  even: 'ends even',
  sets: 'gives it its number',
  stands: 'changes nothing',
};

/** The 36 throws as a square, each with what it does: by colour, by a sign, and in the sentence below. */
export function ThrowGrid({ title, moment }: { title: string; moment: MomentGrid }) {
  return (
    <figure className="throw-grid">
      <figcaption>{title}</figcaption>
      <div className="throw-square" role="img" aria-label={moment.says}>
        <span />
        {FACES.map((face) => (
          <span key={`top-${face}`} className="throw-edge">
            {face}
          </span>
        ))}
        {THROWS.map((dice, at) => {
          const { fate, words } = moment.throws[at] as MomentGrid['throws'][number];
          const cell = (
            <span
              key={dice.join()}
              className={`throw-cell fate-${fate}`}
              title={`${dice.join('-')}: ${words}`}
            >
              <b>{totalOf(dice)}</b>
              <i>{MARKS[fate]}</i>
            </span>
          );
          return dice[1] === 1
            ? [
                <span key={`side-${dice[0]}`} className="throw-edge">
                  {dice[0]}
                </span>,
                cell,
              ]
            : cell;
        })}
      </div>
      <p>{moment.says}</p>
    </figure>
  );
}

export function ThrowLegend({ moments }: { moments: readonly MomentGrid[] }) {
  const found = new Set(moments.flatMap(({ throws }) => throws.map(({ fate }) => fate)));
  return (
    <ul className="throw-legend" aria-label="What the signs mean">
      {(Object.keys(MARKS) as ThrowFate[])
        .filter((fate) => found.has(fate))
        .map((fate) => (
          <li key={fate}>
            <span className={`throw-cell fate-${fate}`} aria-hidden="true">
              <i>{MARKS[fate]}</i>
            </span>
            {WORDS[fate]}
          </li>
        ))}
    </ul>
  );
}
