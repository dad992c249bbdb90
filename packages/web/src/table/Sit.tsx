import type { Table } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import type { TableActions } from '../felt/actions.js';
import { me, morePlayMoney } from '../house.js';
import { dollars } from '../ui/money.js';

const BUY_IN = 100_000;

/** Enough in the account to buy in; where there is not, a guest asks the house for more. */
async function haveMoney(): Promise<void> {
  const wallet = await me().then(
    (now) => now.wallet,
    () => BUY_IN,
  );
  if (wallet < BUY_IN) await morePlayMoney().catch(() => {});
}

/** What somebody with a card buys in with: as much as is usual, or all that the account holds; null until it is known. */
function useOwnMoney(isOwn: boolean): number | null {
  const [wallet, setWallet] = useState<number | null>(null);
  useEffect(() => {
    if (!isOwn) return;
    let gone = false;
    me().then(
      (now) => !gone && setWallet(now.wallet),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [isOwn]);
  return wallet === null ? null : Math.min(wallet, BUY_IN);
}

/** Whoever came by "Sit" in the lobby has said so already: once, not again after a reload. */
function takeWish(): boolean {
  const wishes = new URLSearchParams(location.search).has('sit');
  if (wishes) history.replaceState(null, '', location.pathname);
  return wishes;
}

export type Money = 'play' | 'practice' | 'own';

/** What the button says that takes a place. */
function sitWords(seat: number | undefined, money: Money, own: number | null): string {
  if (seat === undefined) return 'No place free';
  if (money !== 'own') return `Sit down with ${dollars(BUY_IN)} ${money} money`;
  if (own === null) return 'Sit down';
  return own === 0 ? 'Your account is empty: bring cash to the cage' : `Sit down with ${dollars(own)}`;
}

interface SitProps {
  readonly table: Table;
  readonly actions: TableActions;
  /** Money of the house's, of a table of one's own, or from the account of somebody with a card. */
  readonly money: Money;
}

/** A place at the table: one tap from the lobby, or one here. */
export function Sit({ table, actions, money }: SitProps) {
  const [busy, setBusy] = useState(false);
  const own = useOwnMoney(money === 'own');
  const taken = new Set(table.game.players.map(({ seat }) => seat));
  const seats = Array.from({ length: table.settings.seats }, (_, index) => index + 1);
  const free = seats.filter((seat) => !taken.has(seat));
  const [seat, setSeat] = useState<number | null>(null);
  const chosen = seat !== null && free.includes(seat) ? seat : free[0];
  const sit = async () => {
    setBusy(true);
    if (money === 'play') await haveMoney();
    await actions.sit(chosen ?? 0, money === 'own' ? (own ?? BUY_IN) : BUY_IN);
    setBusy(false);
  };
  const ready = chosen !== undefined && !busy && (money !== 'own' || (own ?? 0) > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on coming to the table, as soon as one can
  useEffect(() => {
    if (ready && takeWish()) void sit();
  }, [ready]);
  return (
    <div className="sit">
      <button type="button" className="main" data-guide="sit" disabled={!ready} onClick={() => void sit()}>
        {sitWords(chosen, money, own)}
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
