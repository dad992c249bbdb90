import { type RulebookId, rulebook } from '@boxperson/rules';
import { wagerAddress } from '../reading/address.js';
import { Dialog } from '../ui/Dialog.js';
import { Link } from '../ui/Link.js';
import type { FigureRow } from './desk-asks.js';
import { percent } from './say.js';
import { ThrowGrid, ThrowLegend } from './ThrowGrid.js';

const LENGTHS = 6;

const shareOf = (chance: string): number => {
  const [n = 0, d = 1] = chance.split('/').map(Number);
  return n / d;
};

type Moments = FigureRow['moments'];

const titleOf = (moments: Moments, { goal }: Moments[number]): string => {
  if (goal !== null) return `With ${goal} for its number`;
  return moments.length > 1 ? 'First roll' : 'Each roll';
};

/** On which roll it is decided, as bars. */
const Lengths = ({ lengths }: { lengths: readonly string[] }) => (
  <ul className="lengths">
    {lengths.slice(0, LENGTHS).map((chance, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the number of the roll is its name
      <li key={at}>
        <span>{at + 1}</span>
        <span className="bar" style={{ width: `${100 * shareOf(chance)}%` }} />
        <span>{percent(shareOf(chance), 2)}</span>
      </li>
    ))}
  </ul>
);

interface DerivationProps {
  readonly book: RulebookId;
  readonly row: FigureRow;
  readonly onClose: () => void;
}

export function Derivation({ book, row, onClose }: DerivationProps) {
  const told = new Set(row.moments.map(({ says }) => says));
  return (
    <Dialog title={`${row.name}: where its figures come from`} onClose={onClose}>
      <div className="derivation">
        <p className="quiet">
          {rulebook(book).title}. <Link href={wagerAddress(row.wager, book)}>Its rules</Link>
        </p>
        <ThrowLegend moments={row.moments} />
        <div className="throw-grids">
          {row.moments.map((moment, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: moments have no other name
            <ThrowGrid key={at} moment={moment} title={titleOf(row.moments, moment)} />
          ))}
        </div>
        <ol className="derivation-steps">
          {row.derivation
            .filter((says) => !told.has(says))
            .map((says) => (
              <li key={says}>{says}</li>
            ))}
        </ol>
        <h3>Decided on roll</h3>
        <Lengths lengths={row.lengths} />
      </div>
    </Dialog>
  );
}
