import { barChart } from '@boxperson/odds';
import { type RulebookId, rulebook } from '@boxperson/rules';
import { SHORT } from '../reading/names.js';
import { Wide } from '../ui/Wide.js';
import type { FigureRow } from './desk-asks.js';
import { COLUMNS, type Column, type Sort, sorted } from './figure-columns.js';
import { Picture } from './Picture.js';
import { SortHead } from './SortHead.js';
import { percent } from './say.js';

/** A fraction and what it is in per cent. */
const Both = ({ fraction, value }: { fraction: string; value: number }) => (
  <>
    <span className="fraction">{fraction}</span> <span className="percent">{percent(value)}</span>
  </>
);

function FigureLine({ row, onShow }: { row: FigureRow; onShow: (key: string) => void }) {
  const { numbers } = row;
  return (
    <tr data-key={row.key}>
      <th scope="row">
        <button type="button" className="row-name" onClick={() => onShow(row.key)}>
          {row.name}
        </button>
      </th>
      <td className="strong">
        <Both fraction={row.edge} value={numbers.edge} />
      </td>
      <td>
        <Both fraction={row.win} value={numbers.win} />
      </td>
      <td>
        <Both fraction={row.lose} value={numbers.lose} />
      </td>
      <td>{numbers.push === 0 ? '0' : <Both fraction={row.push} value={numbers.push} />}</td>
      <td>
        {row.rolls.includes('/') && <span className="fraction">{row.rolls}</span>}{' '}
        <span className="percent">{row.rolls.includes('/') ? numbers.rolls.toFixed(3) : row.rolls}</span>
      </td>
      <td>
        <Both fraction={row.edgePerRoll} value={numbers.edgePerRoll} />
      </td>
      <td>{row.sd.toFixed(3)}</td>
    </tr>
  );
}

const PLOTTED_MAX = 40;

function Edges({ book, rows }: { book: RulebookId; rows: readonly FigureRow[] }) {
  const bars = rows.map((row) => ({ name: row.name, value: 100 * row.numbers.edge }));
  return (
    <Picture
      name={`edge-${book}`}
      caption={`The edge at ${SHORT[book]}, in per cent of what is put up`}
      height={0}
      draw={(frame) =>
        barChart(
          bars,
          {
            title: `The edge at ${book}`,
            subtitle: rulebook(book).title,
            across: 'per cent of what is put up',
            up: '',
            ...frame,
          },
          (value) => `${value.toFixed(2)} %`,
        )
      }
    />
  );
}

interface OneBookProps {
  readonly book: RulebookId;
  readonly rows: readonly FigureRow[];
  readonly busy: boolean;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly onShow: (key: string) => void;
}

/** The figures of one book, and its edges as a picture. */
export function OneBook({ book, rows, busy, sort, onSort, onShow }: OneBookProps) {
  const plotted = rows.filter((row) => row.numbers.edge !== 0).slice(0, PLOTTED_MAX);
  return (
    <>
      {rows.length > 0 && (
        <Wide name={`Exact figures, ${rulebook(book).title}`}>
          <table className="figures" data-book={busy ? '' : book}>
            <thead>
              <tr>
                {COLUMNS.map(([id, name]) => (
                  <SortHead<Column> key={id} id={id} name={name} sort={sort} onSort={onSort} />
                ))}
              </tr>
            </thead>
            <tbody>
              {sorted(rows, sort).map((row) => (
                <FigureLine key={row.key} row={row} onShow={onShow} />
              ))}
            </tbody>
          </table>
        </Wide>
      )}
      {plotted.length > 1 && <Edges book={book} rows={plotted} />}
    </>
  );
}
