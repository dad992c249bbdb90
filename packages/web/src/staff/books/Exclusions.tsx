import { type Exclusion, OFFICES, type PeopleBooks, type Recommendation } from '@boxperson/offices';
import { RULEBOOKS } from '@boxperson/rules';
import { sayClause } from '../../reading/names.js';
import { Link } from '../../ui/Link.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { When } from '../../ui/staff/When.js';
import { useNames } from '../staff.js';
import { addressOf, type Workplace } from '../workplace.js';

type Row = Exclusion & { readonly id: string };
type Proposed = Recommendation & { readonly id: string };

const PEOPLE = OFFICES.find(({ name }) => name === 'people');

const linkTo = (place: Workplace, verb: string, field: string, id: string): string =>
  PEOPLE ? `${addressOf(place, PEOPLE, verb)}?${field}=${encodeURIComponent(id)}` : '';

export const sayFrom = (from: Exclusion['from']): string =>
  from === 'casino' ? 'The casino' : `The game: ${RULEBOOKS[from].title}`;

/** Who may not play, where, why and until when; and who is proposed for it. */
export function Exclusions({ books, place }: { books: PeopleBooks; place: Workplace }) {
  const names = useNames();
  const nameOf = (id: string) => names(id) ?? id;
  const rows = Object.entries(books.exclusions ?? {}).map(([id, one]) => ({ id, ...one }));
  const columns: readonly TableColumn<Row>[] = [
    { id: 'person', name: 'Who', show: ({ person }) => nameOf(person), by: ({ person }) => nameOf(person) },
    { id: 'from', name: 'From', show: ({ from }) => sayFrom(from), by: ({ from }) => sayFrom(from) },
    { id: 'reason', name: 'Why', show: ({ reason }) => <span className="staff-held">{reason}</span> },
    {
      id: 'until',
      name: 'Until',
      show: ({ until }) => (until === null ? 'it is lifted' : <When at={until} />),
      by: ({ until }) => until ?? Number.MAX_SAFE_INTEGER,
    },
    {
      id: 'by',
      name: 'By',
      show: ({ by, clause }) => `${nameOf(by)}${clause === null ? '' : ` (${sayClause(clause)})`}`,
    },
    {
      id: 'lift',
      name: 'Lift',
      show: ({ id }) => (
        <Link className="button-link" href={linkTo(place, 'readmit', 'exclusion', id)}>
          Lift
        </Link>
      ),
    },
  ];
  return (
    <>
      <Table
        name="Exclusions"
        rows={rows}
        columns={columns}
        keyOf={({ id }) => id}
        nothing="Nobody is excluded."
      />
      <Proposals books={books} place={place} nameOf={nameOf} />
    </>
  );
}

interface ProposalsProps {
  readonly books: PeopleBooks;
  readonly place: Workplace;
  readonly nameOf: (id: string) => string;
}

function Proposals({ books, place, nameOf }: ProposalsProps) {
  const rows: readonly Proposed[] = Object.entries(books.recommendations ?? {}).map(([id, one]) => ({
    id,
    ...one,
  }));
  if (rows.length === 0) return null;
  const exclude = ({ person, reason }: Proposed): string =>
    `${linkTo(place, 'exclude', 'person', person)}&from=casino&reason=${encodeURIComponent(reason)}`;
  const columns: readonly TableColumn<Proposed>[] = [
    { id: 'person', name: 'Who', show: ({ person }) => nameOf(person) },
    { id: 'reason', name: 'Why', show: ({ reason }) => <span className="staff-held">{reason}</span> },
    { id: 'by', name: 'Proposed by', show: ({ by }) => nameOf(by) },
    { id: 'at', name: 'When', show: ({ at }) => <When at={at} /> },
    {
      id: 'decide',
      name: 'Decide',
      show: (one) => (
        <span className="cage-decide">
          <Link className="button-link" href={exclude(one)}>
            Exclude
          </Link>
          <Link className="button-link" href={linkTo(place, 'decline-exclusion', 'recommendation', one.id)}>
            Decline
          </Link>
        </span>
      ),
    },
  ];
  return (
    <>
      <h3>Proposed for exclusion from the casino</h3>
      <Table name="Proposed exclusions" rows={rows} columns={columns} keyOf={({ id }) => id} nothing="" />
    </>
  );
}
