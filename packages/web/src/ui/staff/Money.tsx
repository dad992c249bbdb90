import { makeAmount, type Unit } from '@boxperson/rules';
import { dollars } from '../money.js';
import { Line, type LineProps } from './Field.js';

/** An amount, typed in dollars as one says it: `500`, `$500`, `500.00`. */
export const MoneyLine = (props: Omit<LineProps, 'look' | 'mode' | 'before'>) => (
  <Line {...props} mode="decimal" before="$" />
);

/** An amount to be read: figures under figures. `unit`: where a page tells of several tables. */
export const Money = ({ cents, unit }: { cents: number; unit?: Unit }) => (
  <span className="money-figure">{unit ? makeAmount(cents, unit) : dollars(cents)}</span>
);
