import type { Table } from '@boxperson/rules';
import { useMemo } from 'react';
import { type PayLine, payLines } from './facts.js';

/** The odds paid, in "to" form (adelaide 6(a)), as the rulebook of this table has them. */
export function Pays({ table: { game } }: { table: Table }) {
  const { rulebook, sign } = game;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the game changes with every wager, its book and sign do not
  const lines = useMemo(() => payLines(game), [rulebook, sign]);
  return (
    <section className="display-pays" aria-label="Odds paid">
      <ul>
        {lines.map((line) => (
          <Line key={line.ids.join()} line={line} />
        ))}
      </ul>
    </section>
  );
}

const Line = ({ line: { ids, names, paid, parts } }: { line: PayLine }) => (
  <li data-pays={ids.join(' ')}>
    <span className="display-wagers">
      {names.join(' · ')}
      {parts > 1 && <small> each of {parts} parts</small>}
    </span>
    <span className="display-odds">
      {paid.map(({ on, pays }) => (
        <span key={pays}>
          {on.length > 0 && <i>{on.join(' ')}</i>}
          <b>{pays}</b>
        </span>
      ))}
    </span>
  </li>
);
