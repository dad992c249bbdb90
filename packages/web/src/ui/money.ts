import { type Cents, makeAmount, type Table, type Unit } from '@boxperson/rules';
import { useEffect } from 'react';

/** What the table of this page is played with: a page shows one table. */
let played: Unit = 'money';

/**
 * Tournament chips are no money, and are not written like it anywhere on a page about such a table (crown 8.4.4(a)), as
 * long as it is there: money is money again on the next.
 */
export function useCountAt(table: Pick<Table, 'settings'> | null): void {
  const unit = table?.settings.tournament ? 'chips' : 'money';
  played = unit;
  useEffect(() => {
    // One that was there before has left only now.
    played = unit;
    return () => {
      played = 'money';
    };
  }, [unit]);
}

export const dollars = (amount: Cents): string => makeAmount(amount, played);

/** Where there is room for a figure alone: chips have no sign. */
export const shortDollars = (amount: Cents): string => dollars(amount).replace(' chips', '');

/** What stands before a figure: nothing before chips. */
export const moneySign = (): string => (played === 'chips' ? '' : '$');

/** What is typed as money: `12`, `$12.50`; null when it is none. */
export function readDollars(text: string): number | null {
  const said = /^\s*\$?\s*(\d[\d,]*)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!said) return null;
  return Number((said[1] as string).replaceAll(',', '')) * 100 + Number((said[2] ?? '0').padEnd(2, '0'));
}
