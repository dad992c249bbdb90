import { useEffect, useState } from 'react';
import { useQuery } from '../ui/address.js';
import { Choice } from '../ui/staff/Choice.js';
import { Table, type TableColumn } from '../ui/staff/Table.js';
import { Frame } from './Frame.js';
import { SaveButton } from './SaveButton.js';
import './figures/figures.css';
import { api } from './session.js';
import { REGISTERS_AT, registersAt, type Workplace } from './workplace.js';

interface Register {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}
type Row = { readonly id: string; readonly cells: readonly (string | number)[] };

type Found = { readonly register: Register } | { readonly why: string } | null;

function useRegister(name: string): Found {
  const [found, setFound] = useState<Found>(null);
  useEffect(() => {
    let wanted = true;
    setFound(null);
    api.get<Register>(`/api/registers/${name}`).then(
      (register) => wanted && setFound({ register }),
      (error: Error) => wanted && setFound({ why: error.message }),
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  return found;
}

/** Denied claims, incidents, exclusions and measures: to read, to print, as CSV and as PDF. */
export function RegistersPage({ place }: { place: Workplace }) {
  const [query, change] = useQuery();
  const options = registersAt(place);
  const asked = query.get('of');
  const name = options.find(([one]) => one === asked)?.[0] ?? options[0]?.[0] ?? '';
  return (
    <Frame
      title="Registers"
      lead={<p>From the books and the log. They name people: that you read one is kept.</p>}
      place={place}
      here={`/staff/${place.id}/${REGISTERS_AT}`}
    >
      <div className="figure-asks no-print">
        <Choice label="Register" value={name} options={options} change={(of) => change({ of })} />
        <div className="figure-acts">
          <button type="button" onClick={() => window.print()}>
            Print
          </button>
          <SaveButton path={`/api/registers/${name}/csv`} name={`${name}.csv`}>
            CSV
          </SaveButton>
          <SaveButton path={`/api/registers/${name}/pdf`} name={`${name}.pdf`}>
            PDF
          </SaveButton>
        </div>
      </div>
      <Read key={name} name={name} />
    </Frame>
  );
}

const LONG = 28;

/** What is long has room enough to be read in lines of several words; a time or a number is in one. */
const Cell = ({ value }: { value: string | number }) => (
  <span className={String(value).length > LONG ? 'register-long' : 'register-short'}>{value}</span>
);

function Read({ name }: { name: string }) {
  const found = useRegister(name);
  if (found === null) return <p className="quiet">Reading the log…</p>;
  if ('why' in found) return <p role="alert">{found.why}</p>;
  const { title, columns, rows } = found.register;
  const shown: readonly TableColumn<Row>[] = columns.map((column, at) => ({
    id: column,
    name: column,
    show: ({ cells }) => <Cell value={cells[at] ?? ''} />,
    by: ({ cells }) => cells[at] ?? '',
  }));
  return (
    <section aria-labelledby="register">
      <h2 id="register">{title}</h2>
      <Table
        name={title}
        rows={rows.map((cells, at) => ({ id: String(at), cells }))}
        columns={shown}
        keyOf={({ id }) => id}
        nothing="There is no entry."
      />
    </section>
  );
}
