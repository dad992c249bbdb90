import type { Table } from '@boxperson/rules';
import { useState } from 'react';
import type { TableActions } from '../felt/actions.js';
import { me, morePlayMoney } from '../house.js';
import { dollars } from '../ui/money.js';

const BUY_IN = 100_000;

/** A place at the table, with play money: two taps from the lobby to the first bet. */
export function Sit({ table, actions }: { table: Table; actions: TableActions }) {
  const [busy, setBusy] = useState(false);
  const taken = new Set(table.game.players.map(({ seat }) => seat));
  const seats = Array.from({ length: table.settings.seats }, (_, index) => index + 1);
  const free = seats.filter((seat) => !taken.has(seat));
  const [seat, setSeat] = useState<number | null>(null);
  const chosen = seat !== null && free.includes(seat) ? seat : free[0];
  const sit = async () => {
    setBusy(true);
    const wallet = await me().then(
      (now) => now.wallet,
      () => BUY_IN,
    );
    if (wallet < BUY_IN) await morePlayMoney().catch(() => {});
    await actions.sit(chosen ?? 0, Math.max(1, BUY_IN));
    setBusy(false);
  };
  return (
    <div className="sit">
      <button
        type="button"
        className="main"
        data-guide="sit"
        disabled={chosen === undefined || busy}
        onClick={() => void sit()}
      >
        {chosen === undefined ? 'No place free' : `Sit down with ${dollars(BUY_IN)} play money`}
      </button>
      {free.length > 1 && (
        <label className="seat-choice">
          Seat
          <select value={chosen} onChange={(event) => setSeat(Number(event.target.value))}>
            {free.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
