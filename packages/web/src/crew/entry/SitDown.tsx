import { useState } from 'react';
import { dollars, readDollars } from '../../ui/money.js';
import { Line } from '../../ui/Pick.js';
import { useCrew } from '../crew.js';
import { type Left, leftStanding } from './left.js';

/**
 * Somebody comes to a free place: by its number alone, by name, or by the card (star-2024 6.1); or one who left wagers
 * to play out comes back to them (R59).
 */
export function SitDown({ seat }: { seat: number }) {
  const { table, act } = useCrew();
  const wantsCard = table.game.rulebook.conduct.wagers.card.value === 'own-card';
  const [name, setName] = useState('');
  const [card, setCard] = useState('');
  const [brings, setBrings] = useState('');
  const [known, setKnown] = useState<string | null>(null);
  const left = leftStanding(table);
  // Whose last wager has been decided meanwhile has nothing to come back to.
  const again = left.find(({ player }) => player === known) ?? null;
  const bankroll = brings.trim() === '' ? 0 : readDollars(brings);
  const sit = (): void => {
    if (bankroll === null) return;
    const who = name.trim();
    const shown = card.trim();
    // The house knows whose card it is; without a word somebody is their seat.
    const anew = {
      ...(who === '' && shown !== '' ? {} : { player: who === '' ? `Seat ${seat}` : who }),
      ...(shown === '' ? {} : { card: shown }),
    };
    void act({ do: 'sit', seat, bankroll, chips: true, ...(again?.comesBack ?? anew) });
  };
  return (
    <form
      className="panel seat-panel sit-down"
      aria-label={`Seat ${seat} is free`}
      onSubmit={(event) => {
        event.preventDefault();
        sit();
      }}
    >
      <h2>Seat {seat} is free</h2>
      {left.length > 0 && <WhoComes left={left} again={again} choose={setKnown} />}
      {!again && (
        <>
          <Line label="Name, if they give one" value={name} placeholder={`Seat ${seat}`} change={setName} />
          <Line
            label={wantsCard ? 'Player card' : 'Player card, if they have one'}
            value={card}
            change={setCard}
          />
        </>
      )}
      <Line
        label="Chips they bring"
        value={brings}
        mode="decimal"
        placeholder="$0"
        wrong={bankroll === null}
        change={setBrings}
      />
      <button type="submit" className="main" disabled={bankroll === null}>
        Sits down with chips
      </button>
      {wantsCard && !again && card.trim() === '' && (
        <p className="quiet">Without the card no wager is taken here.</p>
      )}
    </form>
  );
}

interface WhoComesProps {
  readonly left: readonly Left[];
  readonly again: Left | null;
  readonly choose: (player: string | null) => void;
}

/** Nobody is taken for one who left unless somebody of the crew knows them again: it is others' money. */
const WhoComes = ({ left, again, choose }: WhoComesProps) => (
  <fieldset className="sit-who">
    <legend>Who is it?</legend>
    <button type="button" aria-pressed={again === null} onClick={() => choose(null)}>
      Somebody new
    </button>
    {left.map(({ player, stands }) => (
      <button
        type="button"
        key={player}
        aria-pressed={again?.player === player}
        onClick={() => choose(player)}
      >
        The same {player} who left <small>(wagers of {dollars(stands)} stand)</small>
      </button>
    ))}
  </fieldset>
);
