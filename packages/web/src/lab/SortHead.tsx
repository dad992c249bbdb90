import type { Sort } from './figure-columns.js';

interface SortHeadProps<By extends string> {
  readonly id: By;
  readonly name: string;
  readonly sort: Sort<By>;
  readonly onSort: (sort: Sort<By>) => void;
}

const MARKS = { ascending: '▲', descending: '▼' } as const;

/** The head of a column that the rows can be sorted by; pressed again, the other way round. */
export function SortHead<By extends string>({ id, name, sort, onSort }: SortHeadProps<By>) {
  const way = sort.by === id ? sort.way : undefined;
  return (
    <th scope="col" aria-sort={way}>
      <button
        type="button"
        className="sort"
        onClick={() => onSort({ by: id, way: way === 'ascending' ? 'descending' : 'ascending' })}
      >
        {name} <span aria-hidden="true">{way === undefined ? '↕' : MARKS[way]}</span>
      </button>
    </th>
  );
}
