import type { Table } from '@boxperson/rules';
import { useMemo } from 'react';
import { isByNumber, type PayLine, payLines } from './facts.js';

/** The odds paid, in "to" form (adelaide 6(a)), as the rulebook of this table has them. */
export function Pays({ table: { game } }: { table: Table }) {
  const { rulebook, sign } = game;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the game changes with every wager, its book and sign do not
  const lines = useMemo(() => payLines(game), [rulebook, sign]);
  const numbered = lines.filter(isByNumber);
  const others = lines.filter((line) => !isByNumber(line));
  return (
    <section className="display-pays" aria-label="Odds paid">
      <div>
        <ByNumber lines={numbered} />
        <Lines lines={others.slice(0, BESIDE)} />
      </div>
      <Lines lines={others.slice(BESIDE)} />
    </section>
  );
}

/** So many lines have room below the numbers: even money and the hardways come first in every book. */
const BESIDE = 2;

const Lines = ({ lines }: { lines: readonly PayLine[] }) => (
  <ul>
    {lines.map((line) => (
      <Line key={line.ids.join()} line={line} />
    ))}
  </ul>
);

const ByNumber = ({ lines }: { lines: readonly PayLine[] }) => (
  <table>
    <thead>
      <tr>
        {lines[0]?.paid.map(({ on }) => (
          <th key={on.join()} scope="col">
            {on.join(' · ')}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {lines.map(({ ids, names, paid }) => (
        <tr key={ids.join()} data-pays={ids.join(' ')}>
          <th scope="row">{names.join(' · ')}</th>
          {paid.map(({ on, pays }) => (
            <td key={on.join()}>{pays}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

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
