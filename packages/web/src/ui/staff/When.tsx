import { type CalendarDateTime, parseDateTime } from '@internationalized/date';
import { DateField, DateInput, DateSegment, Label } from 'react-aria-components';
import { Beside, type Framed, LabelText } from './Field.js';

interface WhenProps extends Framed {
  /** `2026-11-16T18:30`, by the clock on this wall; empty when nothing, or not all of it, is typed. */
  readonly value: string;
  readonly change: (text: string) => void;
}

function read(text: string): CalendarDateTime | null {
  try {
    return text === '' ? null : parseDateTime(text);
  } catch {
    return null; // What a draft of an earlier form may hold.
  }
}

/** A date and a time, typed part by part. */
export function WhenLine({ label, help, fault, need = 'needed', value, change }: WhenProps) {
  return (
    <DateField
      className="form-field"
      granularity="minute"
      hourCycle={24}
      shouldForceLeadingZeros
      value={read(value)}
      onChange={(next) => change(next === null ? '' : next.toString().slice(0, 16))}
      isInvalid={fault !== undefined}
      isRequired={need === 'needed'}
      validationBehavior="aria"
    >
      <Label>
        <LabelText label={label} need={need} />
      </Label>
      <DateInput className="form-box form-when">
        {(segment) => <DateSegment segment={segment} className={`form-part form-part-${segment.type}`} />}
      </DateInput>
      <Beside help={help} fault={fault} />
    </DateField>
  );
}

const FORMAT = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A moment to be read, by the clock on this wall. */
export const When = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{FORMAT.format(at)}</time>
);
