import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';
import {
  isSame,
  type Kind,
  readField,
  readRow,
  saidAt,
  saidInRow,
  showField,
  showRow,
} from './form-values.js';

// Fields of a form that write one value each. What is said against a value stands beside its field.

const Faults = createContext<readonly string[]>([]);
export const FaultsOf = Faults.Provider;

export const useSaid = (path: string): readonly string[] => useSaidAll([path]);
export const useSaidAll = (paths: readonly string[]): readonly string[] => {
  const faults = useContext(Faults);
  return paths.flatMap((path) => saidAt(faults, path));
};
/** Is something wrong at a place or within it? */
export const useWrong = (...paths: readonly string[]): boolean => {
  const faults = useContext(Faults);
  return paths.some((path) =>
    faults.some((fault) => fault.startsWith(path) && /^[:.[]/.test(fault.slice(path.length))),
  );
};

/** What is said against a field; the name where no label stands above. */
export function Said({ id, name, said }: { id?: string; name?: string; said: readonly string[] }) {
  if (said.length === 0) return null;
  return (
    <span id={id} className="field-fault">
      {said.map((says) => (
        <span key={says}>{name === undefined ? says : `${name}: ${says}`}</span>
      ))}
    </span>
  );
}

/** A label, its field, and what is said against it. */
function Field({ id, name, said, children }: Framed & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      {children}
      <Said id={`${id}-said`} said={said} />
    </div>
  );
}
interface Framed {
  readonly id: string;
  readonly name: string;
  readonly said: readonly string[];
}

/** The text counts cents, the field dollars. */
const withHint = (said: readonly string[]): readonly string[] =>
  said.map((says) => `${says.replace(/\.$/, '')}. Type dollars, like 10 or 2.50.`);

/** The text of a field: what was typed, until the value is changed elsewhere. */
function useText<T>(
  value: unknown,
  show: (value: unknown) => string,
  read: (text: string) => T,
): readonly [string, (text: string) => T] {
  const [text, setText] = useState(show(value));
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the value
  useEffect(() => setText((before) => (isSame(read(before), value) ? before : show(value))), [key]);
  const type = (typed: string): T => {
    setText(typed);
    return read(typed);
  };
  return [text, type];
}

interface TypedProps {
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  readonly kind: Kind;
  readonly placeholder?: string;
  readonly change: (value: number | string | undefined) => void;
}

/** A field for a number. */
export function Typed({ name, path, value, kind, placeholder, change }: TypedProps) {
  const id = useId();
  const said = useSaid(path);
  const [text, type] = useText(
    value,
    (shown) => showField(shown, kind),
    (typed) => readField(typed, kind),
  );
  // What the rules say (a clause, the nearest amount) needs no advice on how to type.
  const needsHint = kind === 'dollars' && (typeof value !== 'number' || value <= 0);
  return (
    <Field id={id} name={name} said={needsHint ? withHint(said) : said}>
      <input
        id={id}
        value={text}
        inputMode="decimal"
        placeholder={placeholder}
        aria-invalid={said.length > 0}
        aria-describedby={said.length > 0 ? `${id}-said` : undefined}
        onChange={(event) => change(type(event.target.value))}
      />
    </Field>
  );
}

interface RowProps extends Omit<TypedProps, 'change'> {
  readonly change: (row: readonly (number | string)[]) => void;
}

/** A field for a row of numbers. */
export function TypedRow({ name, path, value, kind, placeholder, change }: RowProps) {
  const id = useId();
  const said = saidInRow(useContext(Faults), path);
  const [text, type] = useText(
    value,
    (shown) => showRow(shown, kind),
    (typed) => readRow(typed, kind),
  );
  return (
    <Field id={id} name={name} said={said}>
      <input
        id={id}
        value={text}
        inputMode="text"
        placeholder={placeholder}
        aria-invalid={said.length > 0}
        aria-describedby={said.length > 0 ? `${id}-said` : undefined}
        onChange={(event) => change(type(event.target.value))}
      />
    </Field>
  );
}

interface WordsProps {
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  readonly change: (text: string) => void;
}

export function Words({ name, path, value, change }: WordsProps) {
  const id = useId();
  const said = useSaid(path);
  return (
    <Field id={id} name={name} said={said}>
      <input
        id={id}
        value={typeof value === 'string' ? value : showField(value, 'count')}
        aria-invalid={said.length > 0}
        aria-describedby={said.length > 0 ? `${id}-said` : undefined}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
}

interface SelectProps {
  readonly name: string;
  readonly path: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly change: (value: string) => void;
}

/** A choice; what the text says and the list does not have is shown as the text says it. */
export function Select({ name, path, value, options, change }: SelectProps) {
  const id = useId();
  const said = useSaid(path);
  const known = options.some(([option]) => option === value);
  return (
    <Field id={id} name={name} said={said}>
      <select
        id={id}
        value={value}
        aria-invalid={said.length > 0}
        aria-describedby={said.length > 0 ? `${id}-said` : undefined}
        onChange={(event) => change(event.target.value)}
      >
        {!known && <option value={value}>{value}</option>}
        {options.map(([option, says]) => (
          <option key={option} value={option}>
            {says}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface TickProps {
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
  readonly change: (value: 'yes' | 'no') => void;
}

export function Tick({ name, path, value, change }: TickProps) {
  const id = useId();
  const said = useSaid(path);
  return (
    <div className="ticked">
      <label className="tick">
        <input
          type="checkbox"
          checked={value === true}
          aria-describedby={said.length > 0 ? id : undefined}
          onChange={(event) => change(event.target.checked ? 'yes' : 'no')}
        />
        {name}
      </label>
      <Said id={id} said={said} />
    </div>
  );
}

interface NumbersProps {
  readonly name: string;
  readonly path: string;
  readonly all: readonly number[];
  readonly given: readonly unknown[];
  readonly change: (numbers: readonly unknown[]) => void;
}

const inOrder = (numbers: readonly unknown[]): readonly unknown[] =>
  numbers.every((number) => typeof number === 'number')
    ? [...(numbers as number[])].sort((a, b) => a - b)
    : numbers;

/** Numbers to tick; those that are not among them stay. */
export function Numbers({ name, path, all, given, change }: NumbersProps) {
  const said = saidInRow(useContext(Faults), path);
  return (
    <fieldset className="choices small-choices">
      <legend>{name}</legend>
      {all.map((number) => (
        <label key={number}>
          <input
            type="checkbox"
            checked={given.includes(number)}
            onChange={() =>
              change(
                given.includes(number) ? given.filter((one) => one !== number) : inOrder([...given, number]),
              )
            }
          />
          <span>{number}</span>
        </label>
      ))}
      <Said name={name} said={said} />
    </fieldset>
  );
}
