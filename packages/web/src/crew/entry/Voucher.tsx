import type { Rulebook, TokenTerms } from '@boxperson/rules';
import { useState } from 'react';
import { dollars, readDollars } from '../../ui/money.js';
import { Line } from '../../ui/Pick.js';
import { useCrew } from '../crew.js';

/** What a dealer must know of tokens at a glance: where they may lie, and what becomes of them (R91, R92). */
export function sayTerms(book: Rulebook, terms: TokenTerms): string {
  const where = terms.wagers?.map((wager) => book.wagers[wager]?.name ?? wager).join(', ') ?? 'any wager';
  const odds = terms.odds ? 'odds too' : 'not for odds';
  const commission = terms.commission ? ['may pay commission'] : [];
  const fates = `win ${terms.win}, loss ${terms.loss}, push ${terms.push}`;
  return [where, odds, ...commission, fates].join('; ');
}

/** star 1.1: a voucher becomes tokens once; tokens that it became before are brought. What is on it the house knows. */
export function ExchangeVoucher({ player, onDone }: { player: string; onDone: () => void }) {
  const { act } = useCrew();
  const [number, setNumber] = useState('');
  const [isBrought, setBrought] = useState(false);
  const [typed, setTyped] = useState('');
  const amount = readDollars(typed);
  const voucher = number.trim();
  const change = async (): Promise<void> => {
    const brought = isBrought ? { brought: true, amount } : {};
    const done = await act({ do: 'exchange', player, voucher, ...brought });
    if (done.ok) onDone();
  };
  return (
    <form
      className="seat-form"
      aria-label={`${player} exchanges a voucher`}
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      <div className="seat-ways">
        <button type="button" aria-pressed={!isBrought} onClick={() => setBrought(false)}>
          Exchange the voucher
        </button>
        <button type="button" aria-pressed={isBrought} onClick={() => setBrought(true)}>
          Tokens brought
        </button>
      </div>
      <Line label="Number of the voucher" value={number} change={setNumber} wrong={false} />
      {isBrought && (
        <Line
          label="In tokens"
          value={typed}
          mode="decimal"
          wrong={typed !== '' && amount === null}
          change={setTyped}
        />
      )}
      <button type="submit" className="main" disabled={voucher === '' || (isBrought && !amount)}>
        {isBrought && amount ? `Tokens of ${dollars(amount)}` : 'Tokens'}
      </button>
    </form>
  );
}
