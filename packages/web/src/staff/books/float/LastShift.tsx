import { type Shift, wonByCount, wonIn } from '@boxperson/offices';
import { Money } from '../../../ui/staff/Money.js';
import { When } from '../../../ui/staff/When.js';
import { Wide } from '../../../ui/Wide.js';
import { type FloatProps, sayApart } from './FloatBooks.js';

/** What the table won from count to count: by its chips and by the ledger, side by side. */
export function LastShift({ last, nameOf }: FloatProps & { readonly last: Shift }) {
  const { opening, closing, expected, filled, credited, sold, played } = last;
  const [byCount, byLedger] = [wonByCount(last), wonIn(last)];
  return (
    <section aria-labelledby="shift">
      <h3 id="shift">The last shift</h3>
      <p>
        Closed <When at={closing.at} />:{' '}
        <b data-difference={closing.total - expected}>{sayApart(closing.total, expected)}</b>, counted by{' '}
        {closing.by.map(nameOf).join(' and ')}; opened by {opening.by.map(nameOf).join(' and ')}.
      </p>
      <Wide name="What the table won, scrolls">
        <table className="float-won">
          <caption>What the table won</caption>
          <thead>
            <tr>
              <th scope="col">By its chips</th>
              <th scope="col">$</th>
              <th scope="col">By the ledger</th>
              <th scope="col">$</th>
            </tr>
          </thead>
          <tbody>
            <Row
              chips="Closing count"
              one={closing.total}
              ledger="Play, chips into the tray"
              other={played}
            />
            <Row chips="Opening count" one={-opening.total} ledger="Sold for cash" other={sold.cash} />
            <Row chips="Fills" one={-filled} ledger="Sold for vouchers" other={sold.vouchers} />
            <Row chips="Credits" one={credited} ledger="Sold from accounts" other={sold.cashless} />
            <Row chips="Chips sold" one={sold.cash + sold.vouchers + sold.cashless} ledger="" other={null} />
          </tbody>
          <tfoot>
            <Row chips="Won" one={byCount} ledger="Won" other={byLedger} />
          </tfoot>
        </table>
      </Wide>
      <p data-apart={byCount - byLedger}>
        {byCount === byLedger
          ? 'Both agree to the cent.'
          : `They differ by what was ${sayApart(byCount, byLedger)} at the closing count of ${closing.by.map(nameOf).join(' and ')}.`}
      </p>
    </section>
  );
}

interface RowProps {
  readonly chips: string;
  readonly one: number;
  readonly ledger: string;
  readonly other: number | null;
}

const Row = ({ chips, one, ledger, other }: RowProps) => (
  <tr>
    <th scope="row">{chips}</th>
    <td>
      <Money cents={one} />
    </td>
    <td>{ledger}</td>
    <td>{other !== null && <Money cents={other} />}</td>
  </tr>
);
