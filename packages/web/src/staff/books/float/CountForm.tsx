import { type Chips, worthOf } from '@boxperson/offices';
import { useState } from 'react';
import { dollars } from '../../../ui/money.js';
import type { Given } from '../../AnswerView.js';
import { api } from '../../session.js';
import { type CountTyped, chipsFrom, wrongIn } from './chips.js';

interface CountFormProps {
  readonly at: string;
  readonly verb: string;
  readonly title: string;
  readonly says: string;
  /** Is its name written above it? */
  readonly head?: boolean;
  readonly kinds: readonly number[];
  readonly onGiven: (given: Given) => void;
}

interface Fault {
  readonly says: string;
  readonly clause: string | null;
}

/** Chips by denomination, as they are counted, with what they come to. What was typed stays until the house has it. */
export function CountForm({ at, verb, title, says, head = false, kinds, onGiven }: CountFormProps) {
  const [typed, setTyped] = useState<CountTyped>({});
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const chips = chipsFrom(typed);
  const wrong = wrongIn(typed);
  const send = async (): Promise<void> => {
    if (wrong.length > 0) return;
    setBusy(true);
    setFault(null);
    const answered = await submit(at, verb, chips);
    setBusy(false);
    if (!answered.ok) return setFault({ says: answered.refused.message, clause: answered.refused.clause });
    setTyped({});
    const { ok: _ok, ...answer } = answered;
    onGiven({ title: `${title}: done.`, answer });
  };
  return (
    <form
      className="float-count"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {head && <h4>{title}</h4>}
      <div className="float-kinds">
        {kinds.map((chip) => (
          <Kind
            key={chip}
            chip={chip}
            typed={typed[chip] ?? ''}
            wrong={wrong.includes(String(chip))}
            change={(text) => setTyped({ ...typed, [chip]: text })}
          />
        ))}
      </div>
      <p className="float-total" role="status">
        Together <b>{dollars(worthOf(chips))}</b>
      </p>
      {fault && (
        <p className="form-fault" role="alert">
          {fault.says}
          {fault.clause && ` § ${fault.clause}`}
        </p>
      )}
      <button type="submit" className="main" disabled={busy || wrong.length > 0}>
        {busy ? 'One moment…' : says}
      </button>
    </form>
  );
}

/** A count of nothing is a count. */
const submit = (at: string, verb: string, chips: Chips) =>
  api.submit<Readonly<Record<string, unknown>>>(at, {
    do: verb,
    chips: chips.length > 0 ? chips : [{ chip: 100, count: 0 }],
  });

interface KindProps {
  readonly chip: number;
  readonly typed: string;
  readonly wrong: boolean;
  readonly change: (text: string) => void;
}

const Kind = ({ chip, typed, wrong, change }: KindProps) => (
  <label className="float-kind">
    <span>{dollars(chip)}</span>
    <input
      inputMode="numeric"
      value={typed}
      aria-label={`Chips of ${dollars(chip)}`}
      aria-invalid={wrong}
      onChange={(event) => change(event.target.value)}
    />
    <small>{wrong ? 'is no number of chips' : dollars(chip * (Number(typed) || 0))}</small>
  </label>
);
