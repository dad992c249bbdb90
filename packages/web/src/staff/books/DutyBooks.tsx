import { type Duties, type MonthReport, reportText } from '@boxperson/offices';
import { sayClause } from '../../reading/names.js';
import { wordsOf } from '../../ui/form/shape.js';
import { Link } from '../../ui/Link.js';
import { Money } from '../../ui/staff/Money.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { When } from '../../ui/staff/When.js';
import { SaveButton } from '../SaveButton.js';
import { Pair } from '../Thing.js';
import type { BooksProps } from './index.js';

type Owed = Duties['owed'][string] & { readonly duty: string };

/** By the clock of the house, which put it on record, or of this wall. */
const isLate = ({ by, overdueAt }: Owed): boolean => overdueAt !== null || by <= Date.now();

const columns = (place: string): readonly TableColumn<Owed>[] => [
  { id: 'says', name: 'Duty', show: ({ says }) => says, by: ({ says }) => says },
  {
    id: 'case',
    name: 'Case',
    show: ({ case: of }) =>
      of === null ? (
        ''
      ) : (
        <Link className="case-name" href={`/staff/${place}/cases/${encodeURIComponent(of)}`}>
          {of}
        </Link>
      ),
  },
  {
    id: 'clause',
    name: 'By',
    show: ({ clause, ruling }) => [clause && sayClause(clause), ruling].filter(Boolean).join(' '),
  },
  { id: 'owner', name: 'Whose', show: ({ owner }) => wordsOf(owner), by: ({ owner }) => owner },
  { id: 'by', name: 'Due', show: ({ by }) => <When at={by} />, by: ({ by }) => by },
  {
    id: 'stands',
    name: 'Stands',
    show: (duty) => (isLate(duty) ? <strong className="overdue">! overdue</strong> : 'owed'),
    by: (duty) => (isLate(duty) ? 0 : 1),
  },
];

/** What is owed, the overdue first; the reports of the months; what was sent, and who acknowledged it. */
export function DutyBooks({ books, place }: BooksProps) {
  const { owed, done, months, notices } = books as Duties;
  const rows = Object.entries(owed)
    .map(([duty, one]) => ({ duty, ...one }))
    .sort((one, other) => one.by - other.by);
  return (
    <>
      <dl className="thing">
        <Pair name="Overdue">{rows.filter(isLate).length}</Pair>
        <Pair name="Owed">{rows.length}</Pair>
        <Pair name="Done">{Object.keys(done).length}</Pair>
        <Pair name="Done late">{Object.values(done).filter(({ late }) => late).length}</Pair>
      </dl>
      <h3>Owed</h3>
      <Table
        name="Duties"
        rows={rows}
        columns={columns(place.id)}
        keyOf={({ duty }) => duty}
        nothing="Nothing is owed."
      />
      <Months months={Object.values(months)} />
      <Notices notices={notices} />
    </>
  );
}

const MONTH_COLUMNS: readonly TableColumn<MonthReport>[] = [
  { id: 'month', name: 'Month', show: ({ month }) => month, by: ({ month }) => month },
  { id: 'payments', name: 'Over $1,000', show: ({ payments }) => payments.length },
  {
    id: 'sum',
    name: 'Together',
    show: ({ payments }) => <Money cents={payments.reduce((sum, { amount }) => sum + Math.abs(amount), 0)} />,
  },
  {
    id: 'sent',
    name: 'Sent',
    show: ({ sent, reviewed }) =>
      sent ? (
        <>
          {sent.number}, <When at={sent.at} />
        </>
      ) : (
        <strong className="overdue">{reviewed ? 'reviewed' : 'drafted'}</strong>
      ),
  },
  {
    id: 'late',
    name: 'Addenda',
    show: ({ addenda, late }) => `${addenda.length}${late.length > 0 ? ' !' : ''}`,
  },
];

function Months({ months }: { months: readonly MonthReport[] }) {
  const last = months.at(-1);
  return (
    <>
      <h3>Reports of wrong payments ({sayClause('star-2024 9.3.2')})</h3>
      <Table
        name="Reports of wrong payments"
        rows={[...months].reverse()}
        columns={MONTH_COLUMNS}
        keyOf={({ month }) => month}
        nothing="No month has ended yet."
      />
      {last && <p className="quiet">{reportText(last)}</p>}
    </>
  );
}

type Sent = Duties['notices'][string] & { readonly number: string };

const NOTICE_COLUMNS: readonly TableColumn<Sent>[] = [
  { id: 'number', name: 'Number', show: ({ number }) => number },
  { id: 'to', name: 'To', show: ({ to }) => to, by: ({ to }) => to },
  { id: 'about', name: 'About', show: ({ about }) => about },
  { id: 'sentAt', name: 'Sent', show: ({ sentAt }) => <When at={sentAt} />, by: ({ sentAt }) => sentAt },
  {
    id: 'acknowledged',
    name: 'Acknowledged',
    show: ({ acknowledged }) => (acknowledged ? <When at={acknowledged.at} /> : 'not yet'),
  },
  {
    id: 'paper',
    name: 'On paper',
    show: ({ number }) => (
      <SaveButton path={`/api/notices/${number}`} name={`${number}.pdf`}>
        PDF
      </SaveButton>
    ),
  },
];

const Notices = ({ notices }: { notices: Duties['notices'] }) => (
  <>
    <h3>Notices</h3>
    <Table
      name="Notices"
      rows={Object.entries(notices)
        .map(([number, one]) => ({ number, ...one }))
        .reverse()}
      columns={NOTICE_COLUMNS}
      keyOf={({ number }) => number}
      nothing="No notice has been sent."
    />
  </>
);
