import { type Cents, makeChips, makeDollars, type Table } from '@boxperson/rules';

/** What the table of this page is played with: a page shows one table. */
let played: 'money' | 'chips' = 'money';

/** Tournament chips are no money, and are not written like it anywhere on the page (crown 8.4.4(a)). */
export const countAt = (table: Pick<Table, 'settings'> | null): void => {
  played = table?.settings.tournament ? 'chips' : 'money';
};

export const dollars = (amount: Cents): string =>
  played === 'chips' ? makeChips(amount) : makeDollars(amount);

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
