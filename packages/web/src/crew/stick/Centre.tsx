import { decide, makeDollars, nameOf, type Table } from '@boxperson/rules';
import { isCentreSpot } from '../centre.js';
import { useCrew } from '../crew.js';

/** What lies in the centre, by seat. */
export function Centre({ onNoRoll }: { onNoRoll?: () => void }) {
  const { table, by } = useCrew();
  const { players, rulebook } = table.game;
  const lies = players.flatMap(({ name, seat, wagers }) =>
    wagers.filter(({ spot }) => isCentreSpot(spot)).map((wager) => ({ name, seat, wager })),
  );
  return (
    <section className="panel centre" aria-label="The centre of the layout">
      <header>
        <h2>In the centre</h2>
        {onNoRoll && canStillBeCalledOff(table, by) && (
          <button type="button" className="stick-no-roll" onClick={onNoRoll}>
            The last dice were wrong…
          </button>
        )}
      </header>
      {lies.length === 0 && <p className="quiet">Nothing lies there.</p>}
      <ul>
        {lies.map(({ name, seat, wager }) => (
          <li key={`${name}-${wager.spot.index}`}>
            <span className="crew-seat">{seat}</span>
            <b>{nameOf(rulebook, wager.spot)}</b>
            <span>{makeDollars(wager.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** R42: wrong or doctored dice come to light until the next throw. */
const canStillBeCalledOff = (table: Table, by: object): boolean =>
  table.game.rulebook.conduct.noRoll.shall.some(
    ({ id, afterCall }) => afterCall && decide(table, { do: 'no-roll', ground: id, by }).ok,
  );
