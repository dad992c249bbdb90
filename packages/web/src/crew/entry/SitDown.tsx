import { useState } from 'react';
import { readDollars } from '../../ui/money.js';
import { Line } from '../../ui/Pick.js';
import { useCrew } from '../crew.js';

/** Somebody comes to a free place: by its number alone, by name, or by the card (star-2024 6.1). */
export function SitDown({ seat }: { seat: number }) {
  const { table, act } = useCrew();
  const wantsCard = table.game.rulebook.conduct.wagers.card.value === 'own-card';
  const [name, setName] = useState('');
  const [card, setCard] = useState('');
  const [brings, setBrings] = useState('');
  const bankroll = brings.trim() === '' ? 0 : readDollars(brings);
  const sit = (): void => {
    if (bankroll === null) return;
    const who = name.trim();
    const shown = card.trim();
    void act({
      do: 'sit',
      seat,
      bankroll,
      chips: true,
      // The house knows whose card it is; without a word somebody is their seat.
      ...(who === '' && shown !== '' ? {} : { player: who === '' ? `Seat ${seat}` : who }),
      ...(shown === '' ? {} : { card: shown }),
    });
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
      <Line label="Name, if they give one" value={name} placeholder={`Seat ${seat}`} change={setName} />
      <Line
        label={wantsCard ? 'Player card' : 'Player card, if they have one'}
        value={card}
        change={setCard}
      />
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
      {wantsCard && card.trim() === '' && <p className="quiet">Without the card no wager is taken here.</p>}
    </form>
  );
}
