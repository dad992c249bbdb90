import type { ReactNode } from 'react';

interface ChoicesProps<T extends string> {
  readonly legend: string;
  /** What the browser groups the choices by; another on every page. */
  readonly name: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, says: ReactNode])[];
  readonly change: (value: T) => void;
}

/** One of a few, all of them seen: a row of pills. */
export function Choices<T extends string>({ legend, name, value, options, change }: ChoicesProps<T>) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {options.map(([id, says]) => (
        <label key={id}>
          <input type="radio" name={name} checked={value === id} onChange={() => change(id)} />
          <span>{says}</span>
        </label>
      ))}
    </fieldset>
  );
}
