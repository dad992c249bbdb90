import { handsOf, inWords, type Slip } from '@boxperson/offices';
import { useState } from 'react';
import { Line } from '../../../ui/Pick.js';
import { Money } from '../../../ui/staff/Money.js';
import { When } from '../../../ui/staff/When.js';
import { api } from '../../session.js';
import { useStaff } from '../../staff.js';
import { CountForm } from './CountForm.js';
import { kindsIn } from './chips.js';
import { type FloatProps, may } from './FloatBooks.js';

/** Chips on their way between table and cage: asked for, counted out, carried, received, each by another person. */
export function Slips(props: FloatProps) {
  const { float, at, onGiven } = props;
  const kinds = kindsIn(float);
  const all = Object.entries(float.slips);
  return (
    <section aria-labelledby="slips">
      <h3 id="slips">Fills and credits</h3>
      {all.length === 0 && <p className="quiet">No slip is on its way. So far: {float.serial}.</p>}
      <ul className="float-slips">
        {all.map(([number, slip]) => (
          <SlipRow key={number} {...props} number={number} slip={slip} />
        ))}
      </ul>
      {float.tray && may(props, 'ask-fill') && (
        <details className="panel">
          <summary>Ask for chips, or give some back</summary>
          <div className="float-two">
            <CountForm
              at={at}
              verb="ask-fill"
              head
              title="Fill"
              says="Ask for a fill"
              kinds={kinds}
              onGiven={onGiven}
            />
            <CountForm
              at={at}
              verb="ask-credit"
              head
              title="Credit"
              says="Ask for a credit"
              kinds={kinds}
              onGiven={onGiven}
            />
          </div>
        </details>
      )}
    </section>
  );
}

interface SlipProps extends FloatProps {
  readonly number: string;
  readonly slip: Slip;
}

const VERBS = {
  fill: { prepare: 'send-fill', receive: 'take-fill' },
  credit: { prepare: 'send-credit', receive: 'take-credit' },
} as const;

/** The next hand: its verb, and what whoever lends it says. */
function nextHand(number: string, { kind, preparedBy, carriedBy }: Slip): readonly [string, string] {
  if (preparedBy === null) return [VERBS[kind].prepare, `${number} is counted out`];
  return carriedBy === undefined
    ? ['carry-slip', `I carry ${number}`]
    : [VERBS[kind].receive, `${number} has come`];
}

function SlipRow(props: SlipProps) {
  const { number, slip, nameOf } = props;
  const { kind, chips, total, requestedBy, requestedAt, preparedBy, carriedBy } = slip;
  return (
    <li className="panel" data-slip={number}>
      <p>
        <b>{number}</b> {kind === 'fill' ? 'Fill' : 'Credit'} <Money cents={total} />{' '}
        <span className="quiet">{inWords(chips)}</span>
      </p>
      <ol className="float-hands">
        <li data-done="true">
          asked for by {nameOf(requestedBy)}, <When at={requestedAt} />
        </li>
        <li data-done={preparedBy !== null}>
          {preparedBy ? `counted out by ${nameOf(preparedBy)}` : 'to be counted out'}
        </li>
        <li data-done={carriedBy !== undefined}>
          {carriedBy ? `carried by ${nameOf(carriedBy)}` : 'to be carried'}
        </li>
        <li data-done="false">to be received</li>
      </ol>
      <Hand {...props} />
    </li>
  );
}

/** The next hand, for whoever may lend it; and the way to make it void. */
function Hand(props: SlipProps) {
  const { at, number, slip, onGiven } = props;
  const { person } = useStaff();
  const [fault, setFault] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [verb, says] = nextHand(number, slip);
  const hadHand = handsOf(slip).includes(person.id);
  const send = async (name: string, more: object = {}): Promise<void> => {
    const answered = await api.submit(at, { do: name, slip: number, ...more });
    setFault(answered.ok ? null : answered.refused.message);
    if (answered.ok) onGiven({ title: `${number}: done.`, answer: {} });
  };
  return (
    <div className="float-acts">
      {may(props, verb) && !hadHand && (
        <button type="button" className="main" onClick={() => void send(verb)}>
          {says}
        </button>
      )}
      {may(props, verb) && hadHand && (
        <p className="quiet">Another person lends the next hand: you had one in it.</p>
      )}
      {may(props, 'void-slip') && reason === null && (
        <button type="button" onClick={() => setReason('')}>
          Make {number} void…
        </button>
      )}
      {reason !== null && (
        <form
          aria-label={`Make ${number} void`}
          onSubmit={(event) => {
            event.preventDefault();
            void send('void-slip', { reason });
          }}
        >
          <Line label="Why" value={reason} wrong={fault !== null} change={setReason} />
          <button type="submit">Make it void</button>
        </form>
      )}
      {fault !== null && (
        <p className="form-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
