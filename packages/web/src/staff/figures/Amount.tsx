import type { ReportFigure } from '@boxperson/house';
import { Money } from '../../ui/staff/Money.js';

const minutes = (ms: number): string => {
  const all = Math.round(ms / 60_000);
  return `${Math.floor(all / 60)} h ${String(all % 60).padStart(2, '0')} min`;
};

/** A figure as it is read: dollars, so many, or hours and minutes. */
export function Amount({ unit, value }: Pick<ReportFigure, 'unit' | 'value'>) {
  if (unit === 'money') return <Money cents={value} />;
  return unit === 'time' ? minutes(value) : new Intl.NumberFormat('en').format(value);
}

interface OpenProps {
  readonly figure: ReportFigure;
  readonly of: string;
  readonly onOpen: (figure: ReportFigure) => void;
}

/** A figure that opens the events behind it. */
export const Opens = ({ figure, of, onOpen }: OpenProps) => (
  <button type="button" className="figure-open" onClick={() => onOpen(figure)}>
    <Amount {...figure} />
    <span className="unseen">
      {' '}
      {figure.title} of {of}: show the events behind it
    </span>
  </button>
);
