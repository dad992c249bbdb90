import type { OwnAward } from '@boxperson/offices';
import { type FormEvent, useState } from 'react';
import { askPromotion } from '../house.js';
import { dollars, readDollars } from '../ui/money.js';
import type { OwnProps } from './Own.js';

type Way = OwnAward['ways'][number];
const MIX = 'mix';
const SAYS: Readonly<Record<Way | typeof MIX, string>> = {
  cash: 'Cash',
  cheque: 'Crossed cheque',
  transfer: 'Transfer to my account',
  mix: 'Some of each',
};

interface Typed {
  readonly name: string;
  readonly address: string;
  readonly alternative: boolean;
  readonly way: Way | typeof MIX;
  readonly amounts: Readonly<Partial<Record<Way, string>>>;
}

/** What is to be paid, by which ways: all by one, or as typed. */
function waysOf({ way, amounts }: Typed, ways: readonly Way[], amount: number) {
  if (amount === 0) return [];
  if (way !== MIX) return [{ way, amount }];
  return ways.flatMap((one) => {
    const cents = readDollars(amounts[one] ?? '');
    return cents ? [{ way: one, amount: cents }] : [];
  });
}

/** What is typed so far, what it comes to, and how it is sent. */
function useClaim({ award, name, onDone }: Omit<ClaimProps, 'view'>) {
  const [first = 'transfer' as const] = award.ways;
  const [typed, setTyped] = useState<Typed>({
    name: '',
    address: '',
    alternative: false,
    way: first,
    amounts: {},
  });
  const [fault, setFault] = useState<string | null>(null);
  const amount = award.money ?? (typed.alternative ? (award.instead ?? 0) : 0);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const ways = waysOf(typed, award.ways, amount);
    const { name: who, address, alternative } = typed;
    const said = { do: 'claim', award: award.award, name: who, address, alternative, ways };
    const answered = await askPromotion(name, said as never);
    // Said without the name of the field, which stands above it.
    setFault(answered.ok ? null : asSentence(answered.refused.message));
    onDone();
  };
  // What was said of an earlier try says nothing of what is typed now.
  const change = (more: Partial<Typed>): void => {
    setTyped({ ...typed, ...more });
    setFault(null);
  };
  return { typed, change, amount, fault, send };
}

type ClaimProps = OwnProps & { readonly award: OwnAward };

/** What the office says of a field, as a sentence beside it. */
const asSentence = (message: string): string => {
  const said = message.replace(/^\w+: /, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** A claim by the winner: who, where, and how it is to be paid, of the ways that the book leaves. */
export function ClaimForm({ view, ...props }: ClaimProps) {
  const { award } = props;
  const { typed, change, amount, fault, send } = useClaim(props);
  return (
    <form
      className="promotions-claim"
      aria-label={`Claim ${award.award}`}
      onSubmit={(event) => void send(event)}
    >
      <label>
        Your name
        <input
          required
          maxLength={60}
          autoComplete="name"
          value={typed.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </label>
      <label>
        Your address
        <textarea
          required
          rows={2}
          maxLength={500}
          autoComplete="street-address"
          value={typed.address}
          onChange={({ target }) => change({ address: target.value })}
        />
      </label>
      {award.instead !== null && (
        <label className="promotions-tick">
          <input
            type="checkbox"
            checked={typed.alternative}
            onChange={({ target }) => change({ alternative: target.checked })}
          />
          I would rather have {dollars(award.instead)}
        </label>
      )}
      {amount > 0 && <Ways award={award} typed={typed} change={change} amount={amount} view={view} />}
      {fault !== null && (
        <p role="alert" className="promotions-wrong">
          {fault}
        </p>
      )}
      <button type="submit" className="main">
        Claim it
      </button>
    </form>
  );
}

interface WaysProps {
  readonly award: OwnAward;
  readonly typed: Typed;
  readonly change: (more: Partial<Typed>) => void;
  readonly amount: number;
  readonly view: OwnProps['view'];
}

function Ways({ award: { award, ways }, typed, change, amount, view }: WaysProps) {
  const offered: readonly (Way | typeof MIX)[] = ways.length > 1 ? [...ways, MIX] : ways;
  return (
    <>
      <fieldset className="choices">
        <legend>
          How {dollars(amount)} shall be paid (§ {view.clauses.paying})
        </legend>
        {offered.map((way) => (
          <label key={way}>
            <input
              type="radio"
              className="unseen"
              name={`way-${award}`}
              checked={typed.way === way}
              onChange={() => change({ way })}
            />
            <span>{SAYS[way]}</span>
          </label>
        ))}
      </fieldset>
      {typed.way === MIX && (
        <div className="promotions-mix">
          {ways.map((way) => (
            <label key={way}>
              {SAYS[way]}, in dollars
              <input
                inputMode="decimal"
                value={typed.amounts[way] ?? ''}
                onChange={({ target }) => change({ amounts: { ...typed.amounts, [way]: target.value } })}
              />
            </label>
          ))}
        </div>
      )}
    </>
  );
}
