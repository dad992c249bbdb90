import { RULEBOOKS } from '@boxperson/rules';
import { useState } from 'react';
import { Link } from '../../../ui/Link.js';
import { Money } from '../../../ui/staff/Money.js';
import { When } from '../../../ui/staff/When.js';
import { api } from '../../session.js';
import { useStaff } from '../../staff.js';
import { Pair } from '../../Thing.js';
import { addressOf } from '../../workplace.js';
import { type FloatProps, may } from './FloatBooks.js';

/** The drop box. Whoever counts one is not told what should be in it. */
export function Boxes(props: FloatProps) {
  const { float, place, office, matter = '', nameOf } = props;
  const counts = may(props, 'count-box');
  const waiting = Object.entries(float.uncounted);
  const isCashless = useCashless(matter);
  return (
    <section aria-labelledby="box">
      <h3 id="box">The drop box</h3>
      {!counts && (
        <dl className="thing">
          <Pair name="Cash in it">
            <Money cents={float.box.cash} />
          </Pair>
          <Pair name="Vouchers in it">
            <Money cents={float.box.vouchers} />
          </Pair>
        </dl>
      )}
      {float.boxOff && <p>The box is off: the table runs cashless, and takes no cash.</p>}
      <div className="float-acts">
        {!float.boxOff && <BoxAct {...props} verb="take-box" says="Take the box to be counted" />}
        {!float.boxOff && isCashless && (
          <BoxAct {...props} verb="remove-box" says="Run cashless, without the box" />
        )}
        {float.boxOff && <BoxAct {...props} verb="attach-box" says="Put the box back" />}
      </div>
      {waiting.length > 0 && (
        <ul className="float-slips">
          {waiting.map(([box, { takenAt, takenBy }]) => (
            <li key={box} className="panel">
              <b>{box}</b> taken by {takenBy.map(nameOf).join(' and ')}, <When at={takenAt} />{' '}
              {counts ? (
                <Link
                  className="button-link"
                  href={`${addressOf(place, office, matter, 'count-box')}?box=${box}`}
                >
                  Enter the count
                </Link>
              ) : (
                <span className="quiet">waits to be counted</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** star-2024 1.1: does the book of this table know a cashless terminal? Else the box stays. */
function useCashless(matter: string): boolean {
  const { tables } = useStaff();
  const found = tables.find(({ id }) => id === matter);
  return found !== undefined && RULEBOOKS[found.rulebook].conduct.wagers.cashless.value !== 'no';
}

interface BoxActProps extends FloatProps {
  readonly verb: 'take-box' | 'remove-box' | 'attach-box';
  readonly says: string;
}

/** What two supervisors do with the box: it waits for the second of them. */
function BoxAct(props: BoxActProps) {
  const { at, verb, says, onGiven } = props;
  const [fault, setFault] = useState<string | null>(null);
  if (!may(props, verb)) return null;
  const send = async (): Promise<void> => {
    const answered = await api.submit<Readonly<Record<string, unknown>>>(at, { do: verb });
    setFault(answered.ok ? null : answered.refused.message);
    if (!answered.ok) return;
    const { ok: _ok, ...answer } = answered;
    onGiven({ title: `${says}: done.`, answer });
  };
  return (
    <>
      <button type="button" onClick={() => void send()}>
        {says}
      </button>
      {fault !== null && (
        <p className="form-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
