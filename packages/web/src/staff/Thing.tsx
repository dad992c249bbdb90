import type { RulebookId } from '@boxperson/rules';
import type { ReactNode } from 'react';
import { SHORT, sayClause } from '../reading/names.js';
import { type Field, fieldOf, wordsOf } from '../ui/form/shape.js';
import { Money } from '../ui/staff/Money.js';
import { When } from '../ui/staff/When.js';
import { Wide } from '../ui/Wide.js';
import { useNames, useTableNames } from './staff.js';
import type { AnyVerb } from './workplace.js';

// Whatever an office keeps or was asked, in words: for books that have no screen of their own yet.

/** One word for one thing: what is called so is money in every book of the house, or a moment. */
const MONEY: readonly string[] = [
  'amount',
  'granted',
  'most',
  'adjustment',
  'wallet',
  'balance',
  'total',
  'expected',
  'difference',
  'holds',
  'value',
];
const MOMENTS: readonly string[] = [
  'at',
  'lapsesAt',
  'createdAt',
  'proposedAt',
  'until',
  'from',
  'twoAt',
  'by',
  'awareAt',
  'doneAt',
  'sentAt',
];
/** So are a table and a rulebook, which have names for people. */
const TABLES: readonly string[] = ['table', 'tables'];
const BOOKS: readonly string[] = ['book', 'rulebook'];

/** A number that stands for a moment was written in this century. */
const isMoment = (value: number): boolean => value > 1e12 && value < 1e13;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

interface ThingProps {
  readonly value: unknown;
  /** What it is called: by it money and moments are known. */
  readonly name?: string;
}

/** Something plain. */
export function Plain({ value, name = '' }: ThingProps) {
  const nameOf = useNames();
  const tableName = useTableNames();
  if (value === null || value === undefined || value === '') return <span className="quiet">none</span>;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && MONEY.includes(name)) return <Money cents={value} />;
  if (typeof value === 'number' && MOMENTS.includes(name) && isMoment(value)) return <When at={value} />;
  if (typeof value === 'number') return new Intl.NumberFormat('en').format(value);
  const text = String(value);
  if (text !== '*' && TABLES.includes(name)) return tableName(text);
  if (name === 'clause') return sayClause(text);
  if (BOOKS.includes(name) && text in SHORT) return SHORT[text as RulebookId];
  return <span className="thing-text">{nameOf(text) ?? (text === '*' ? 'all' : text)}</span>;
}

/** Anything, in words. */
export function Thing({ value, name = '' }: ThingProps): ReactNode {
  if (isPlain(value)) return <Plain value={value} name={name} />;
  if (Array.isArray(value)) return <Things all={value} name={name} />;
  const fields = Object.entries(value as Fields);
  if (fields.length === 0) return <span className="quiet">none</span>;
  // The books themselves are no list, whatever is in them.
  if (name !== '' && fields.every(([, one]) => isFields(one) && Object.keys(one).length > 0))
    return <Rows rows={fields.map(([key, one]) => ({ [ID]: key, ...(one as Fields) }))} name={name} />;
  return (
    <dl className="thing">
      {fields.map(([key, one]) => (
        <Pair key={key} name={wordsOf(key)}>
          <Thing value={one} name={key} />
        </Pair>
      ))}
    </dl>
  );
}

export const Pair = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="thing-pair">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Things({ all, name }: { all: readonly unknown[]; name: string }) {
  if (all.length === 0) return <span className="quiet">none</span>;
  if (all.every(isFields)) return <Rows rows={all} name={name} />;
  return (
    <ul className="thing-list">
      {all.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are told apart by their place
        <li key={at}>
          <Thing value={one} name={name} />
        </li>
      ))}
    </ul>
  );
}

/** What a row is kept under, where that is not a field of its own. */
const ID = 'id';
const COLUMNS_MOST = 7;
const ROWS_MOST = 200;

/** Things of a kind, one a row. */
function Rows({ rows, name }: { rows: readonly Fields[]; name: string }) {
  const columns = [...new Set(rows.flatMap(Object.keys))].slice(0, COLUMNS_MOST);
  return (
    <Wide name={`${wordsOf(name) || 'Entries'}, scrolls`}>
      <table className="thing-rows">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {wordsOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_MOST).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are told apart by their place
            <tr key={at}>
              {columns.map((column) => (
                <td key={column}>{column in row ? <Thing value={row[column]} name={column} /> : null}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** What was said with a verb, by its own schema: as whoever filled in the form saw it. */
export function Said({ verb, said }: { verb: AnyVerb; said: Fields }) {
  const { shape } = fieldOf('', verb.body);
  const fields = shape.kind === 'group' ? shape.fields : [];
  const given = fields.filter(({ name }) => said[name] !== undefined);
  return (
    <dl className="thing">
      {given.map((field) => (
        <Pair key={field.name} name={field.label}>
          <ByField field={field} value={said[field.name]} />
        </Pair>
      ))}
    </dl>
  );
}

function ByField({ field, value }: { field: Field; value: unknown }): ReactNode {
  const { shape, says } = field;
  if (shape.kind === 'choice')
    return shape.options.find((option) => option.value === value)?.says ?? String(value);
  if (shape.kind === 'money' && typeof value === 'number') return <Money cents={value} />;
  if (shape.kind === 'time' && typeof value === 'number') return <When at={value} />;
  if (shape.kind === 'text' && says?.[String(value)]) return says[String(value)];
  if (shape.kind === 'list' && Array.isArray(value)) return <ListSaid each={shape.each} all={value} />;
  if (shape.kind === 'ways') return <WaySaid ways={shape.ways} value={value} />;
  if (shape.kind === 'group' && isFields(value)) return <GroupSaid fields={shape.fields} value={value} />;
  return <Thing value={value} name={field.name} />;
}

function ListSaid({ each, all }: { each: Field; all: readonly unknown[] }) {
  if (all.length === 0) return <span className="quiet">none</span>;
  return (
    <ul className="thing-list">
      {all.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are told apart by their place
        <li key={at}>
          <ByField field={each} value={one} />
        </li>
      ))}
    </ul>
  );
}

function WaySaid({ ways, value }: { ways: readonly Field[]; value: unknown }) {
  const fixed = ways.find(({ shape }) => shape.kind === 'fixed' && shape.value === value);
  return fixed ? fixed.label.toLowerCase() : <Thing value={value} />;
}

/** A small group on one line: `Gaming Manager, Star`. */
const GroupSaid = ({ fields, value }: { fields: readonly Field[]; value: Fields }) =>
  fields
    .filter(({ name }) => value[name] !== undefined)
    .map((field, at) => (
      <span key={field.name}>
        {at > 0 && ' · '}
        <ByField field={field} value={value[field.name]} />
      </span>
    ));
