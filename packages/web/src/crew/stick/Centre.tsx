import { makeDollars, nameOf } from '@boxperson/rules';
import { isCentreSpot } from '../centre.js';
import { useCrew } from '../crew.js';

/** What lies in the centre, by seat. */
export function Centre() {
  const { table } = useCrew();
  const { players, rulebook } = table.game;
  const lies = players.flatMap(({ name, seat, wagers }) =>
    wagers.filter(({ spot }) => isCentreSpot(spot)).map((wager) => ({ name, seat, wager })),
  );
  return (
    <section className="panel centre" aria-label="The centre of the layout">
      <h2>In the centre</h2>
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
