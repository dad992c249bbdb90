import type { Table } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import type { TableActions } from '../felt/actions.js';
import { me, morePlayMoney } from '../house.js';
import { dollars } from '../ui/money.js';

const BUY_IN = 100_000;

/** Enough in the account to buy in; where there is not, the house is asked for more. */
async function haveMoney(): Promise<void> {
  const wallet = await me().then(
    (now) => now.wallet,
    () => BUY_IN,
  );
  if (wallet < BUY_IN) await morePlayMoney().catch(() => {});
}

/** Whoever came by "Sit" in the lobby has said so already: once, not again after a reload. */
function takeWish(): boolean {
  const wishes = new URLSearchParams(location.search).has('sit');
  if (wishes) history.replaceState(null, '', location.pathname);
  return wishes;
}

interface SitProps {
  readonly table: Table;
  readonly actions: TableActions;
  /** Money of the house's, or of a table of one's own. */
  readonly money: 'play' | 'practice';
}

/** A place at the table: one tap from the lobby, or one here. */
export function Sit({ table, actions, money }: SitProps) {
  const [busy, setBusy] = useState(false);
  const taken = new Set(table.game.players.map(({ seat }) => seat));
  const seats = Array.from({ length: table.settings.seats }, (_, index) => index + 1);
  const free = seats.filter((seat) => !taken.has(seat));
  const [seat, setSeat] = useState<number | null>(null);
  const chosen = seat !== null && free.includes(seat) ? seat : free[0];
  const sit = async () => {
    setBusy(true);
    if (money === 'play') await haveMoney();
    await actions.sit(chosen ?? 0, Math.max(1, BUY_IN));
    setBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on coming to the table
  useEffect(() => {
    if (chosen !== undefined && takeWish()) void sit();
  }, []);
  return (
    <div className="sit">
      <button
        type="button"
        className="main"
        data-guide="sit"
        disabled={chosen === undefined || busy}
        onClick={() => void sit()}
      >
        {chosen === undefined ? 'No place free' : `Sit down with ${dollars(BUY_IN)} ${money} money`}
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
