import type { Table } from '@boxperson/rules';
import { ClauseButton } from '../felt/Clause.js';
import { useBelow } from '../ui/below.js';
import { dollars } from '../ui/money.js';
import { Net } from './Side.js';
import { MARKS, type Settled, signed } from './words.js';

/** What a roll did to one's own wagers. */
export function Settlement({ table, settled }: { table: Table; settled: Settled }) {
  if (settled.lines.length === 0) return <p className="quiet">None of yours was decided.</p>;
  return (
    <div className="settlement" data-net={settled.net} data-credit={settled.credit}>
      <Lines table={table} settled={settled} />
      <Sum {...settled} />
    </div>
  );
}

/** Line by line; where they are too many for the place they scroll, and it is said how many are still to come. */
function Lines({ table, settled }: { table: Table; settled: Settled }) {
  const { list, count, scrolls } = useBelow<HTMLUListElement>();
  return (
    <div className={count > 0 ? 'lines-at more' : 'lines-at'}>
      {/* What scrolls is reached by the keyboard (WCAG 2.1.1). */}
      <ul className="lines" ref={list} tabIndex={scrolls ? 0 : undefined} aria-label="What the roll did">
        {settled.lines.map(({ key, kind, text, result, net, clause }) => (
          <li key={key} className={kind} data-line-net={net}>
            <span className="mark">{MARKS[kind]}</span>
            <span className="line-text">
              {text} <em>{result}</em>
            </span>
            <b>{net === 0 ? '' : signed(net)}</b>
            {clause && <ClauseButton book={table.game.rulebook} cited={{ clause }} short="short" />}
          </li>
        ))}
      </ul>
      {count > 0 && (
        <span className="lines-more" aria-hidden="true">
          ▾ {count} more
        </span>
      )}
    </div>
  );
}

/** The one sum: what was decided of the stakes, with what was won on them, is what comes to the credit. */
const Sum = ({ net, credit }: Settled) => (
  <p className="sum">
    <span>
      Won less lost <Net net={net} />
    </span>
    <span>
      {signed(credit - net).replace('+', '')} staked {net < 0 ? '−' : '+'} {dollars(Math.abs(net))} ={' '}
      <b>{dollars(credit)}</b> to your credit
    </span>
  </p>
);
