import type { Redeemed, Rewards } from '@boxperson/offices';
import { Money } from '../../ui/staff/Money.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { When } from '../../ui/staff/When.js';
import { useNames } from '../staff.js';
import type { BooksProps } from './index.js';

/** Whether the house gives points, of how much a point is made, and what was given for them last. */
export function RewardBooks({ books }: BooksProps) {
  const { every, since, latest, redeemed } = books as Rewards;
  const nameOf = useNames();
  const columns: readonly TableColumn<Redeemed>[] = [
    { id: 'at', name: 'When', show: ({ at }) => <When at={at} />, by: ({ at }) => at },
    { id: 'person', name: 'Who', show: ({ person }) => nameOf(person) ?? person },
    {
      id: 'points',
      name: 'Points',
      show: ({ points }) => points,
      by: ({ points }) => points,
      align: 'end',
    },
    { id: 'for', name: 'For', show: (one) => one.for },
    { id: 'by', name: 'By', show: ({ by }) => nameOf(by) ?? by },
  ];
  const all = Object.values(redeemed).reduce((sum, points) => sum + points, 0);
  return (
    <>
      {every === null || since === null ? (
        <p>Points are off: nobody earns any.</p>
      ) : (
        <p>
          One point for every <Money cents={every} /> of theoretical win, since <When at={since} />.
        </p>
      )}
      <p className="quiet">
        Counted from the record by the exact edge of each wager (R121). {all} points were redeemed so far.
      </p>
      <Table
        name="Redeemed last"
        rows={latest}
        columns={columns}
        keyOf={({ at, person, points }) => `${at} ${person} ${points}`}
        nothing="Nobody has redeemed any yet."
      />
    </>
  );
}
