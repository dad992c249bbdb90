interface PickProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, says: string])[];
  readonly change: (value: T) => void;
}

/** One of many: the browser's own list. */
export function Pick<T extends string>({ label, value, options, change }: PickProps<T>) {
  return (
    <label className="field">
      {label}
      <select value={value} onChange={(event) => change(event.target.value as T)}>
        {options.map(([id, says]) => (
          <option key={id} value={id}>
            {says}
          </option>
        ))}
      </select>
    </label>
  );
}

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly wrong?: boolean;
  readonly placeholder?: string;
  readonly mode?: 'numeric' | 'decimal' | 'text';
  readonly disabled?: boolean;
  readonly change: (text: string) => void;
}

/** A line to type into. */
export const Line = ({ label, value, wrong = false, mode, placeholder, disabled, change }: LineProps) => (
  <label className="field">
    {label}
    <input
      value={value}
      inputMode={mode}
      placeholder={placeholder}
      disabled={disabled}
      aria-invalid={wrong}
      onChange={(event) => change(event.target.value)}
    />
  </label>
);
