import type { Player } from '@boxperson/rules';
import { useState } from 'react';
import { dollars, readDollars } from '../../ui/money.js';
import { Line } from '../../ui/Pick.js';
import { useCrew } from '../crew.js';

const WAYS = {
  cash: 'Cash, to the drop',
  brought: 'Chips brought',
  voucher: 'Voucher',
  cashless: 'Cashless terminal',
} as const;
type Way = keyof typeof WAYS;

/** As notes and vouchers come. */
const USUAL: readonly number[] = [5_000, 10_000, 20_000, 50_000, 100_000];

/** Money becomes chips. */
export function BuyIn({ player, onDone }: { player: string; onDone: () => void }) {
  const { table, act } = useCrew();
  const [way, setWay] = useState<Way>('cash');
  const [typed, setTyped] = useState('');
  const amount = readDollars(typed);
  const hasTerminal = table.game.rulebook.conduct.wagers.cashless.value !== 'no';
  const ways = (Object.keys(WAYS) as Way[]).filter((one) => one !== 'cashless' || hasTerminal);
  const buy = async (): Promise<void> => {
    if (amount === null) return;
    const done = await act({ do: 'chips', player, amount, with: way });
    if (done.ok) onDone();
  };
  return (
    <form
      className="seat-form"
      aria-label={`${player} buys in`}
      onSubmit={(event) => {
        event.preventDefault();
        void buy();
      }}
    >
      <div className="seat-ways">
        {ways.map((one) => (
          <button type="button" key={one} aria-pressed={way === one} onClick={() => setWay(one)}>
            {WAYS[one]}
          </button>
        ))}
      </div>
      <Amounts chosen={amount} choose={(cents) => setTyped(String(cents / 100))} />
      <Line
        label="Amount"
        value={typed}
        mode="decimal"
        wrong={typed !== '' && amount === null}
        change={setTyped}
      />
      <button type="submit" className="main" disabled={!amount}>
        {amount ? `Chips for ${dollars(amount)}` : 'Chips'}
      </button>
    </form>
  );
}

const Amounts = ({ chosen, choose }: { chosen: number | null; choose: (cents: number) => void }) => (
  <div className="seat-amounts">
    {USUAL.map((cents) => (
      <button type="button" key={cents} aria-pressed={chosen === cents} onClick={() => choose(cents)}>
        {dollars(cents)}
      </button>
    ))}
  </div>
);

/** Chips against larger ones: no money moves, and it is on record. */
export function ColourUp({ player, onDone }: { player: Player; onDone: () => void }) {
  const { act } = useCrew();
  const [typed, setTyped] = useState(player.balance > 0 ? String(player.balance / 100) : '');
  const amount = readDollars(typed);
  const change = async (): Promise<void> => {
    if (amount === null) return;
    const done = await act({ do: 'colour-up', player: player.name, amount });
    if (done.ok) onDone();
  };
  return (
    <form
      className="seat-form"
      aria-label={`${player.name} colours up`}
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <Line
        label="For larger chips"
        value={typed}
        mode="decimal"
        wrong={typed !== '' && amount === null}
        change={setTyped}
      />
      <button type="submit" className="main" disabled={!amount}>
        {amount ? `Colour up ${dollars(amount)}` : 'Colour up'}
      </button>
    </form>
  );
}
