import type { Table } from '@boxperson/rules';
import { dollars } from '../ui/money.js';
import { moreLimits, otherLimits, sayMultiple, signWord } from './facts.js';

/** The sign: minimum and maximum, odds, and what differs. */
export function Sign({ table }: { table: Table }) {
  const { sign, game } = table;
  const word = signWord(game.rulebook.id);
  const { min, max } = sign.limits.default;
  return (
    <section className="display-sign" aria-label={word.value}>
      <h2>
        {word.value} <small>§ {word.clause}</small>
      </h2>
      <dl className="display-plates">
        <div data-fact="min">
          <dt>Minimum</dt>
          <dd>{dollars(min)}</dd>
        </div>
        <div data-fact="max">
          <dt>Maximum</dt>
          <dd>{dollars(max)}</dd>
        </div>
        <div data-fact="odds">
          <dt>Odds up to</dt>
          <dd>{sayMultiple(game.sign)}</dd>
        </div>
      </dl>
      <ul className="display-others">
        {otherLimits(game.rulebook, sign).map(({ names, says }) => (
          <li key={says}>
            {names.join(', ')} <b>{says}</b>
          </li>
        ))}
        {moreLimits(sign).map((says) => (
          <li key={says}>{says}</li>
        ))}
      </ul>
    </section>
  );
}
