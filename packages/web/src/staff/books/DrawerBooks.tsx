import { HouseSaysNo } from '@boxperson/house/client';
import { type ClosedDrawer, type Drawer, type Drawers, drawerOf, OFFICES, text } from '@boxperson/offices';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { SchemaForm } from '../../ui/form/SchemaForm.js';
import { Link } from '../../ui/Link.js';
import { Money } from '../../ui/staff/Money.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { When } from '../../ui/staff/When.js';
import { asFormAnswer } from '../sending.js';
import { api } from '../session.js';
import { useNames, useShelf, useStaff } from '../staff.js';
import { Pair } from '../Thing.js';
import { addressOf, verbsAt } from '../workplace.js';
import type { BooksProps } from './index.js';

/** The cage desk: one's own drawer, a player at the counter, and the shifts that were closed. */
export function DrawerBooks(props: BooksProps) {
  const { person } = useStaff();
  const books = props.books as Drawers;
  const own = drawerOf(books, person.id);
  const isCashier = verbsAt(props.place, props.office).length > 0;
  const others = Object.entries(books.open).filter(([id]) => !isCashier || id !== person.id);
  return (
    <>
      {isCashier && <Own {...props} drawer={own} />}
      {isCashier && own && <AtCounter />}
      {others.length > 0 && <Others open={others} />}
      <h3>Shifts that were closed</h3>
      <Closed rows={books.closed} />
    </>
  );
}

/** What the ledger says is in one's own drawer, looked at again whenever money may have moved. */
function useCash(): number | null {
  const drawers = useShelf('drawers');
  const tickets = useShelf('tickets');
  const [cash, setCash] = useState<number | null>(null);
  const moved = [drawers, tickets].map((shelf) => (shelf.kind === 'open' ? shelf.n : 0)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each movement looks again
  useEffect(() => {
    let gone = false;
    api
      .get<{ cash: number }>('/api/cage/drawer')
      .then((found) => !gone && setCash(found.cash))
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [moved]);
  return cash;
}

/** What is done most, in the order of a shift. */
const BY_DRAWER = ['cash-chips', 'sell-chips', 'move-cash', 'close'] as const;
const SAYS: Readonly<Record<string, string>> = {
  'cash-chips': 'Cash chips',
  'sell-chips': 'Sell chips',
  'move-cash': 'Vault',
  close: 'Count closed',
};

function Own({ place, office, drawer }: BooksProps & { drawer: Drawer | null }) {
  const cash = useCash();
  const tickets = OFFICES.find(({ name }) => name === 'tickets');
  if (!drawer)
    return (
      <section className="panel cage-drawer" aria-label="Your drawer">
        <h3>Your drawer is closed</h3>
        <p>Two people count it open; until then no cash goes over the counter.</p>
        <Link className="button-link main" href={addressOf(place, office, 'open')}>
          Count it open
        </Link>
      </section>
    );
  return (
    <section className="panel cage-drawer" aria-label="Your drawer">
      <h3>Your drawer</h3>
      <p className="cage-cash">{cash === null ? '…' : <Money cents={cash} />}</p>
      <dl className="thing">
        <Pair name="Open since">
          <When at={drawer.since} />
        </Pair>
        <Pair name="Counted open">
          <Money cents={drawer.opened} />
        </Pair>
      </dl>
      <ul className="staff-links">
        {tickets && (
          <li>
            <Link className="button-link main" href={addressOf(place, tickets)}>
              Pay a ticket
            </Link>
          </li>
        )}
        {BY_DRAWER.map((name) => (
          <li key={name}>
            <Link className="button-link" href={addressOf(place, office, name)}>
              {SAYS[name]}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AtDesk {
  readonly person: string;
  readonly name: string;
  readonly wallet: number;
}

const card = z.strictObject({ card: z.string().min(1).max(40).meta({ title: 'Player’s card' }) });
const counter = z.strictObject({
  way: z
    .enum(['cash-in', 'cash-out'])
    .meta({ title: 'Cash', says: { 'cash-in': 'Into the account', 'cash-out': 'Out of the account' } }),
  amount: text.cents,
});

const findAt = (said: string) => api.get<AtDesk>(`/api/cage/player/${encodeURIComponent(said.trim())}`);

/** A player stands at the counter: whose card is it, what do they hold, and cash in or out. */
function AtCounter() {
  const [found, setFound] = useState<(AtDesk & { readonly card: string }) | null>(null);
  return (
    <section className="panel" aria-label="At the counter">
      <h3>At the counter</h3>
      <SchemaForm
        name="Find a player"
        schema={card}
        submit="Find"
        onSubmit={async ({ card: said }) => {
          try {
            setFound({ ...(await findAt(said)), card: said });
            return null;
          } catch (error) {
            if (error instanceof HouseSaysNo) return { message: error.message, field: 'card' };
            throw new Error('The house cannot be reached.');
          }
        }}
      />
      {found && (
        <div className="cage-player" role="status">
          <p>
            <b>{found.name}</b> holds <Money cents={found.wallet} />
          </p>
        </div>
      )}
      {found && (
        <SchemaForm
          key={found.person}
          name={`Cash for ${found.name}`}
          schema={counter}
          submit="Book it"
          onSubmit={async ({ way, amount }, { id }) => {
            const body = { do: way, person: found.person, amount };
            const answered = await api.submit('drawers', body, id);
            if (answered.ok) setFound({ ...(await findAt(found.card)), card: found.card });
            return asFormAnswer(answered);
          }}
        />
      )}
    </section>
  );
}

const useNameOf = () => {
  const nameOf = useNames();
  return (id: string) => nameOf(id) ?? id;
};

function Others({ open }: { open: readonly (readonly [string, Drawer])[] }) {
  const nameOf = useNameOf();
  return (
    <>
      <h3>Open drawers</h3>
      <ul className="cage-others">
        {open.map(([id, { since, opened }]) => (
          <li key={id}>
            <b>{nameOf(id)}</b> since <When at={since} />, counted open with <Money cents={opened} />
          </li>
        ))}
      </ul>
    </>
  );
}

const apart = ({ counted, expected }: ClosedDrawer): number => counted - expected;

function Apart({ of }: { of: ClosedDrawer }) {
  const by = apart(of);
  if (by === 0) return 'to the cent';
  return (
    <b className="cage-apart">
      <Money cents={Math.abs(by)} /> {by > 0 ? 'over' : 'short'}
    </b>
  );
}

function Closed({ rows }: { rows: readonly ClosedDrawer[] }) {
  const nameOf = useNameOf();
  const columns: readonly TableColumn<ClosedDrawer>[] = [
    {
      id: 'drawer',
      name: 'Cashier',
      show: ({ drawer }) => nameOf(drawer),
      by: ({ drawer }) => nameOf(drawer),
    },
    { id: 'since', name: 'From', show: ({ since }) => <When at={since} />, by: ({ since }) => since },
    { id: 'until', name: 'To', show: ({ until }) => <When at={until} />, by: ({ until }) => until },
    { id: 'counted', name: 'Counted', align: 'end', show: ({ counted }) => <Money cents={counted} /> },
    {
      id: 'expected',
      name: 'By the ledger',
      align: 'end',
      show: ({ expected }) => <Money cents={expected} />,
    },
    { id: 'apart', name: 'Difference', align: 'end', show: (one) => <Apart of={one} />, by: apart },
  ];
  return (
    <Table
      name="Closed shifts"
      rows={rows}
      columns={columns}
      keyOf={({ drawer, until }) => `${drawer}/${until}`}
      nothing="No shift has been closed yet."
    />
  );
}
