import { Checkbox } from 'react-aria-components';
import { FaultText, type Framed } from './Field.js';

interface TickProps extends Framed {
  readonly value: boolean;
  readonly change: (value: boolean) => void;
}

/** Yes or no. */
export function Tick({ label, help, fault, value, change }: TickProps) {
  return (
    <div className="form-field">
      <Checkbox className="form-tick" isSelected={value} onChange={change} isInvalid={fault !== undefined}>
        <span className="form-tick-box" aria-hidden="true">
          {value ? '✓' : ''}
        </span>
        <span>
          {label}
          {help && <span className="form-help">{help}</span>}
          {fault && (
            <span className="form-fault">
              <FaultText fault={fault} />
            </span>
          )}
        </span>
      </Checkbox>
    </div>
  );
}
