import type { ReactNode } from 'react';
import { Button, FieldError, Input, Label, Text, TextArea, TextField } from 'react-aria-components';
import { dollars } from '../money.js';
import './staff.css';

/** What stands around every field: its name, what helps, and what is said against it. */
export interface Framed {
  readonly label: string;
  readonly help?: string | undefined;
  readonly fault?: FieldFault | undefined;
  /** `needed` fields are marked for those who hear; the others say that they may stay empty. */
  readonly need?: 'needed' | 'free';
}

export interface FieldFault {
  readonly says: string;
  readonly clause?: string | undefined;
  /** The nearest that would be taken, in cents; pressed, it is taken. */
  readonly nearest?: number | undefined;
  readonly onNearest?: (() => void) | undefined;
}

export const LabelText = ({ label, need }: Pick<Framed, 'label' | 'need'>) => (
  <>
    {label}
    {need === 'free' && <span className="form-free"> (may stay empty)</span>}
  </>
);

export const FaultText = ({ fault }: { fault: FieldFault }) => (
  <>
    {fault.says}
    {fault.clause && <span className="form-clause"> § {fault.clause}</span>}
  </>
);

/** Help and fault of a field. They are read out with the field they belong to. */
export function Beside({ help, fault }: Pick<Framed, 'help' | 'fault'>) {
  return (
    <>
      {help && (
        <Text slot="description" className="form-help">
          {help}
        </Text>
      )}
      <FieldError className="form-fault">{fault && <FaultText fault={fault} />}</FieldError>
      {fault?.nearest !== undefined && fault.onNearest && (
        <Button className="form-nearest" onPress={fault.onNearest}>
          Use {dollars(fault.nearest)}
        </Button>
      )}
    </>
  );
}

export interface LineProps extends Framed {
  readonly value: string;
  readonly change: (text: string) => void;
  readonly look?: 'line' | 'lines' | 'secret';
  readonly mode?: 'text' | 'decimal' | 'numeric';
  readonly before?: ReactNode;
  readonly autoComplete?: string;
}

/** A line, or several, to type into. */
export function Line({ label, help, fault, need = 'needed', value, change, ...how }: LineProps) {
  const { look = 'line', mode = 'text', before, autoComplete = 'off' } = how;
  return (
    <TextField
      className="form-field"
      value={value}
      onChange={change}
      isInvalid={fault !== undefined}
      isRequired={need === 'needed'}
      validationBehavior="aria"
      type={look === 'secret' ? 'password' : 'text'}
      autoComplete={autoComplete}
    >
      <Label>
        <LabelText label={label} need={need} />
      </Label>
      <span className="form-box">
        {before && <span aria-hidden="true">{before}</span>}
        {look === 'lines' ? <TextArea rows={4} /> : <Input inputMode={mode} />}
      </span>
      <Beside help={help} fault={fault} />
    </TextField>
  );
}
