import { dollars } from '../money.js';
import { Line, type LineProps } from './Field.js';

/** An amount, typed in dollars as one says it: `500`, `$500`, `500.00`. */
export const MoneyLine = (props: Omit<LineProps, 'look' | 'mode' | 'before'>) => (
  <Line {...props} mode="decimal" before="$" />
);

/** An amount to be read: figures under figures. */
export const Money = ({ cents }: { cents: number }) => <span className="money-figure">{dollars(cents)}</span>;
