import { HouseSaysNo } from '@boxperson/house/client';
import { useCallback, useEffect, useState } from 'react';
import { Table, type TableColumn } from '../ui/staff/Table.js';
import { tell } from '../ui/staff/Toast.js';
import { When } from '../ui/staff/When.js';
import { api } from './session.js';

interface OwnSession {
  readonly id: string;
  readonly startedAt?: number;
  readonly from?: string;
  readonly expiresAt: number;
  readonly here?: true;
}

const whyOf = (error: unknown): string =>
  error instanceof HouseSaysNo ? error.message : 'The house cannot be reached.';

/** Where somebody is signed in, with a way to end each session but this one, which the head of the page ends. */
export function OwnSessions() {
  const [sessions, setSessions] = useState<readonly OwnSession[] | null>(null);
  const look = useCallback(() => {
    api
      .get<{ sessions: readonly OwnSession[] }>('/api/sessions')
      .then((answer) => setSessions(answer.sessions))
      .catch((error: unknown) => tell(whyOf(error), 'fault'));
  }, []);
  useEffect(look, [look]);
  const end = (session: string): void => {
    api
      .post('/api/sessions/end', { session })
      .then(() => tell('That session has ended.'))
      .catch((error: unknown) => tell(whyOf(error), 'fault'))
      .finally(look);
  };
  return (
    <section className="panel" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      {sessions && (
        <Table
          name="Your sessions"
          columns={columnsWith(end)}
          rows={sessions}
          keyOf={({ id }) => id}
          nothing="Nowhere."
        />
      )}
    </section>
  );
}

const columnsWith = (end: (session: string) => void): readonly TableColumn<OwnSession>[] => [
  {
    id: 'since',
    name: 'Since',
    show: ({ startedAt }) => (startedAt === undefined ? 'not known' : <When at={startedAt} />),
  },
  { id: 'from', name: 'From', show: ({ from }) => from ?? 'not known' },
  { id: 'until', name: 'Ends', show: ({ expiresAt }) => <When at={expiresAt} /> },
  {
    id: 'end',
    name: 'End it',
    show: ({ id, here }) =>
      here ? (
        'this one'
      ) : (
        <button type="button" onClick={() => end(id)}>
          End
        </button>
      ),
  },
];
