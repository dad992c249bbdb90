import { selectionOf } from '../../felt/actions.js';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import type { OddsAsks } from './odds.js';

interface OddsListProps extends OddsAsks {
  /** Whose they are, where several seats are asked. */
  readonly names?: boolean;
}

/** "Odds?": behind which wager, and how much, one touch each. */
export function OddsList({ asks, decline, names = false }: OddsListProps) {
  const { act } = useCrew();
  if (asks.length === 0) return null;
  return (
    <section className="odds-list" aria-label="Odds?">
      <h3>Odds?</h3>
      <ul>
        {asks.map(({ key, seat, player, odds, says, short, amounts }) => (
          <li key={key} data-odds={key}>
            <span className="odds-what">
              {names && <span className="crew-seat">{seat}</span>}
              <b>{short}</b>
            </span>
            <div className="odds-amounts">
              {amounts.map((amount, index) => (
                <button
                  type="button"
                  key={amount}
                  aria-label={`${dollars(amount)}${index === amounts.length - 1 ? ' most' : ''}: odds on ${says} for ${player}`}
                  onClick={() => void act({ do: 'bet', player, ...selectionOf(odds), amount })}
                >
                  {dollars(amount)}
                  {index === amounts.length - 1 && <small> most</small>}
                </button>
              ))}
              <button
                type="button"
                aria-label={`No odds on ${says} for ${player}`}
                onClick={() => decline(key)}
              >
                No
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
