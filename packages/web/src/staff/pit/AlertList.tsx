import type { PitTable } from '@boxperson/house';
import { ALERTS, holdsPost } from '@boxperson/offices';
import { useState } from 'react';
import { Link } from '../../ui/Link.js';
import { Line } from '../../ui/Pick.js';
import { api } from '../session.js';
import type { Workplace } from '../workplace.js';
import { verbsAt } from '../workplace.js';
import { KIND_WORDS, type Waiting } from './glance.js';
import { pitAddress, sayAge } from './pit.js';

interface AlertListProps {
  readonly alerts: readonly Waiting[];
  readonly tables: readonly PitTable[];
  readonly at: number;
  readonly nameOf: (id: string) => string;
  readonly place: Workplace;
}

/** What waits to be seen to, and the word that it was: nothing else ends an alert. */
export function AlertList({ alerts, tables, at, nameOf, place }: AlertListProps) {
  const may = verbsAt(place, ALERTS).some(([name]) => name === 'acknowledge');
  return (
    <section className="pit-alerts" aria-labelledby="alerts">
      <h2 id="alerts">Alerts {alerts.length > 0 && <span className="staff-count">{alerts.length}</span>}</h2>
      {alerts.length === 0 && <p className="quiet">Nothing waits to be seen to.</p>}
      <ul aria-live="polite">
        {alerts.map((alert) => (
          <AlertRow
            key={alert.alert}
            alert={alert}
            where={tables.find(({ id }) => id === alert.table)?.name ?? alert.table}
            says={withNames(alert.says, nameOf)}
            age={sayAge(at - alert.since)}
            place={place}
            may={may && mayHere(place, tables, alert)}
          />
        ))}
      </ul>
    </section>
  );
}

/** At a table of theirs; what concerns the whole house is anybody's who has such a post. */
const mayHere = ({ as }: Workplace, tables: readonly PitTable[], { table }: Waiting): boolean => {
  const found = tables.find(({ id }) => id === table);
  return (
    !found || (['pit-supervisor', 'manager', 'cashier'] as const).some((post) => holdsPost(as, post, found))
  );
};

const withNames = (says: string, nameOf: (id: string) => string): string =>
  says.replace(/\bs-[\w-]+|\b[\w-]{8,}\b/g, (word) => nameOf(word));

interface AlertRowProps {
  readonly alert: Waiting;
  readonly where: string | null;
  readonly says: string;
  readonly age: string;
  readonly place: Workplace;
  readonly may: boolean;
}

function AlertRow({ alert, where, says, age, place, may }: AlertRowProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className="pit-alert" data-kind={alert.kind}>
      <p>
        <b>{KIND_WORDS[alert.kind]}</b>{' '}
        {alert.table === null ? 'The house' : <Link href={pitAddress(place, alert.table)}>{where}</Link>}{' '}
        <span className="quiet">{age}</span>
      </p>
      <p>{says}</p>
      {may && !open && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          aria-label={`Seen to: ${KIND_WORDS[alert.kind]}, ${where ?? 'the house'}`}
        >
          Seen to…
        </button>
      )}
      {open && <SeenTo alert={alert.alert} onClose={() => setOpen(false)} />}
    </li>
  );
}

/** What was done, in a line, under one's name. */
function SeenTo({ alert, onClose }: { alert: string; onClose: () => void }) {
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    const answered = await api.submit('alerts', { do: 'acknowledge', alert, note });
    if (!answered.ok) setFault(answered.refused.message);
  };
  return (
    <form
      aria-label="Seen to"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Line label="What was done" value={note} wrong={fault !== null} change={setNote} />
      {fault !== null && (
        <p className="form-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="pit-acts">
        <button type="submit" className="main">
          Say so
        </button>
        <button type="button" onClick={onClose}>
          Not yet
        </button>
      </div>
    </form>
  );
}
