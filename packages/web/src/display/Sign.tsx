import { DISPLAY, type Limit, type Table } from '@boxperson/rules';
import { dollars } from '../ui/money.js';
import { moreLimits, otherLimits, sayMultiple, signWord } from './facts.js';

/** The sign: minimum and maximum, odds, what differs, and whoever has limits of their own. */
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
      <Markers table={table} />
    </section>
  );
}

interface Marked {
  readonly player: string;
  readonly seat: number;
  readonly limit: Limit;
}

const markedIn = ({ guests, game }: Table): readonly Marked[] =>
  guests.flatMap(({ player, personalLimit }) => {
    const seat = game.players.find(({ name }) => name === player)?.seat;
    return personalLimit && seat !== undefined ? [{ player, seat, limit: personalLimit }] : [];
  });

/** crown 4.3, star 7.6: a player's own limits are marked at their place. */
function Markers({ table }: { table: Table }) {
  const { personal } = DISPLAY[table.game.rulebook.id];
  const marked = markedIn(table);
  if (!personal || marked.length === 0) return null;
  return (
    <ul className="display-markers" aria-label={`Personal limits: ${personal.value}`}>
      {marked.map(({ player, seat, limit }) => (
        <li key={player}>
          <span className="display-seat">{seat}</span>
          <b>
            {dollars(limit.min)} to {dollars(limit.max)}
          </b>
          <small>
            {personal.value} § {personal.clause}
          </small>
        </li>
      ))}
    </ul>
  );
}
