import { HouseSaysNo } from '@boxperson/house/client';
import { holdsPost, printedNumber, type TicketStanding, type Tickets } from '@boxperson/offices';
import { useState } from 'react';
import * as z from 'zod';
import { SchemaForm } from '../../ui/form/SchemaForm.js';
import { wordsOf } from '../../ui/form/shape.js';
import { Link } from '../../ui/Link.js';
import { Money } from '../../ui/staff/Money.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { Unclaimed } from '../figures/Unclaimed.js';
import { OpenCase } from '../OpenCase.js';
import { api } from '../session.js';
import { Pair } from '../Thing.js';
import { addressOf, fieldsOf, verbsAt } from '../workplace.js';
import type { BooksProps } from './index.js';

interface Withheld {
  readonly number: string;
  readonly reason: string;
  readonly inspector: string;
}

const COLUMNS: readonly TableColumn<Withheld>[] = [
  { id: 'number', name: 'Ticket', show: ({ number }) => printedNumber(number), by: ({ number }) => number },
  { id: 'reason', name: 'Why', show: ({ reason }) => reason, by: ({ reason }) => reason },
  { id: 'inspector', name: 'Inspector told', show: ({ inspector }) => inspector },
];

/** Tickets are of terminals, and one book has those. */
const TICKETS_OF = 'aruze';

const LISTS_UNCLAIMED = ['cashier', 'manager'] as const;

/** Tickets: how one stands, and which are withheld. */
export function TicketBooks(props: BooksProps) {
  const { redeemed, withheld } = props.books as Tickets;
  const rows = Object.entries(withheld).map(([number, why]) => ({ number, ...why }));
  return (
    <>
      <dl className="thing">
        <Pair name="Paid so far">{redeemed}</Pair>
        <Pair name="Withheld">{rows.length}</Pair>
      </dl>
      {actsOn(props).length > 0 && <LookUp {...props} />}
      <h3>Withheld</h3>
      <Table
        name="Withheld tickets"
        rows={rows}
        columns={COLUMNS}
        keyOf={({ number }) => number}
        nothing="No ticket is withheld."
      />
      {LISTS_UNCLAIMED.some((post) => holdsPost(props.place.as, post, null)) && <Unclaimed />}
    </>
  );
}

/** What may be done with a ticket: whoever may do nothing with it is not told how it stands either. */
const actsOn = ({ place, office }: BooksProps) =>
  verbsAt(place, office).filter(([, verb]) => fieldsOf(verb).includes('number'));

const schema = z.strictObject({
  number: z
    .string()
    .min(1)
    .max(40)
    .meta({ title: 'Ticket number', description: 'The 18 digits on the paper.' }),
});

type Found = TicketStanding & { readonly number: string };

/** How a ticket stands, before anything is done with it. */
function LookUp(props: BooksProps) {
  const { place, office } = props;
  const [found, setFound] = useState<Found | null>(null);
  return (
    <section className="panel staff-look" aria-label="Look at a ticket">
      <SchemaForm
        name="Look at a ticket"
        schema={schema}
        submit="Look at it"
        onSubmit={async ({ number }) => {
          try {
            const bare = number.replaceAll(/[\s-]/g, '');
            setFound(await api.get<Found>(`/api/tickets/${encodeURIComponent(bare)}`));
            return null;
          } catch (error) {
            if (error instanceof HouseSaysNo) return { message: error.message, field: 'number' };
            throw new Error('The house cannot be reached.');
          }
        }}
      />
      {found && (
        <div role="status">
          <h3>{printedNumber(found.number)}</h3>
          <dl className="thing">
            <Pair name="Standing">{wordsOf(found.kind)}</Pair>
            {'amount' in found && (
              <Pair name="Amount">
                <Money cents={found.amount} />
              </Pair>
            )}
            {'play' in found && <Pair name="Money">{found.play ? 'play money' : 'real money'}</Pair>}
          </dl>
          <ul className="staff-links">
            {actsOn(props).map(([name]) => (
              <li key={name}>
                <Link
                  className="button-link"
                  href={`${addressOf(place, office, name)}?number=${encodeURIComponent(found.number)}`}
                >
                  {wordsOf(name)}
                </Link>
              </li>
            ))}
            <li>
              <OpenCase
                place={place}
                about={{
                  kind: 'dispute',
                  rulebook: TICKETS_OF,
                  ticket: found.number,
                  says: `Ticket ${printedNumber(found.number)}: ${wordsOf(found.kind).toLowerCase()}.`,
                }}
              />
            </li>
          </ul>
        </div>
      )}
    </section>
  );
}
