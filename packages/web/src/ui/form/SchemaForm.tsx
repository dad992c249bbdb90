import { useMemo, useRef } from 'react';
import { Button, Form } from 'react-aria-components';
import type * as z from 'zod';
import { FaultText } from '../staff/Field.js';
import { FieldView, InForm, type Offers } from './Fields.js';
import { type Asked, useFirstFault, useSending } from './sending.js';
import { fieldOf } from './shape.js';
import type { Fault } from './typed.js';

export interface SchemaFormProps<S extends z.ZodType> extends Omit<Asked<S>, 'field' | 'initial'> {
  /** What the form is called for those who hear it. */
  readonly name: string;
  /** The body of a verb. Titles, descriptions, money and times are told by its `.meta`. */
  readonly schema: S;
  readonly initial?: Partial<z.input<S>>;
  /** Other names for fields, by their place: `amount`, `lines.amount`. */
  readonly labels?: Readonly<Record<string, string>>;
  /** What lines may well be, by what they are the name of: `{ person: [['s-1', 'Ada']] }`. */
  readonly offers?: Offers;
  /** What the button says. */
  readonly submit?: string;
  readonly onCancel?: () => void;
}

const NO_LABELS = {};
const NO_OFFERS = {};

/** A form made from the schema of what it sends: a new verb has a usable form at once. */
export function SchemaForm<S extends z.ZodType>(props: SchemaFormProps<S>) {
  const { name, schema, labels = NO_LABELS, offers = NO_OFFERS, submit: says = 'Send', onCancel } = props;
  const field = useMemo(() => fieldOf('', schema), [schema]);
  const form = useRef<HTMLFormElement>(null);
  const { typed, change, faults, touch, busy, submit, round } = useSending({ ...props, field });
  useFirstFault(form, round);
  return (
    <Form
      ref={form}
      className="form"
      aria-label={name}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Whole faults={faults} />
      <InForm value={{ faults, touch, labels, offers }}>
        <FieldView field={field} typed={typed} path={[]} change={change} />
      </InForm>
      <div className="form-acts">
        <Button type="submit" className="main" isPending={busy}>
          {busy ? 'One moment…' : says}
        </Button>
        {onCancel && <Button onPress={onCancel}>Leave it</Button>}
      </div>
    </Form>
  );
}

/** How much is wrong, and what is not wrong at any one field. */
function Whole({ faults }: { faults: readonly Fault[] }) {
  const here = faults.filter(({ path }) => path.length === 0);
  const placed = faults.length - here.length;
  if (faults.length === 0) return null;
  return (
    <div className="form-whole" role="alert" tabIndex={-1}>
      {here.map((fault) => (
        <p key={fault.says}>
          <FaultText fault={fault} />
        </p>
      ))}
      {placed > 0 && (
        <p>{placed === 1 ? 'One field needs another look.' : `${placed} fields need another look.`}</p>
      )}
    </div>
  );
}
