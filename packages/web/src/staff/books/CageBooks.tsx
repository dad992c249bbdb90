import type { Cage } from '@boxperson/offices';
import { Money } from '../../ui/staff/Money.js';
import { Pair, Thing } from '../Thing.js';
import type { BooksProps } from './index.js';

/** What the cage has given out. */
export function CageBooks({ books }: BooksProps) {
  const { granted, ...rest } = books as Cage;
  return (
    <>
      <dl className="thing">
        <Pair name="Play money given out">
          <Money cents={granted} />
        </Pair>
      </dl>
      {Object.keys(rest).length > 0 && <Thing value={rest} />}
    </>
  );
}
