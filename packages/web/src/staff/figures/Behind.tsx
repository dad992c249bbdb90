import type { Behind as Event, ReportFigure } from '@boxperson/house';
import { wordsOf } from '../../ui/form/shape.js';
import { Dialog } from '../../ui/staff/Dialog.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { When } from '../../ui/staff/When.js';
import { Amount } from './Amount.js';
import { type Span, useBehind } from './reading.js';

const nameOf = ({ event }: Event): string => wordsOf((event as { readonly event: string }).event);

const columnsFor = (unit: ReportFigure['unit']): readonly TableColumn<Event>[] => [
  { id: 'what', name: 'What happened', show: nameOf, by: nameOf },
  { id: 'at', name: 'When', show: ({ at }) => <When at={at} />, by: ({ at }) => at },
  {
    id: 'where',
    name: 'Where on record',
    show: ({ stream, position }) => `${stream}, no. ${position}`,
    by: ({ seq }) => seq,
  },
  {
    id: 'amount',
    name: 'Adds',
    align: 'end',
    show: ({ amount }) => <Amount unit={unit} value={Math.round(amount)} />,
    by: ({ amount }) => amount,
  },
];

interface BehindProps {
  readonly figure: ReportFigure;
  readonly of: string;
  readonly span: Span;
  readonly onClose: () => void;
}

/** The events behind a figure: each with what it adds to it. */
export function Behind({ figure, of, span, onClose }: BehindProps) {
  const found = useBehind(span, figure.key);
  return (
    <Dialog title={`${figure.title} of ${of}`} onClose={onClose}>
      <p className="figure-sum">
        <Amount {...figure} />
        {figure.exact !== undefined && <span className="quiet"> exactly {figure.exact} cents</span>}
      </p>
      {found.kind === 'reading' && <p className="quiet">Reading the log…</p>}
      {found.kind === 'failed' && <p role="alert">{found.why}</p>}
      {found.kind === 'read' && (
        <>
          <p className="quiet">
            {found.value.total} {found.value.total === 1 ? 'event' : 'events'}
            {found.value.total > found.value.events.length
              ? `, the last ${found.value.events.length} shown`
              : ''}
          </p>
          <Table
            name="Events behind it"
            rows={found.value.events}
            columns={columnsFor(figure.unit)}
            keyOf={({ seq }) => String(seq)}
            nothing="None."
          />
        </>
      )}
    </Dialog>
  );
}
