import { useState } from 'react';
import { disputeRound } from '../../house.js';
import { useDraft } from '../../ui/draft.js';
import { Link } from '../../ui/Link.js';
import { dollars } from '../../ui/money.js';
import type { RecalledRound, RecalledWager } from './api.js';
import '../../ui/styles/say.css';

interface Props {
  readonly table: string;
  readonly round: RecalledRound;
  readonly nameOf: (wager: RecalledWager) => string;
}

/** As the dealing sheet names a wager: `come-odds-6`. */
const idOf = ({ wager, number, high, dice }: RecalledWager): string =>
  [wager, number ?? high ?? dice?.join('-') ?? []].flat().join('-');

const SAYS_MOST = 500;

/** Something about this round is not right: said here, it is a case that somebody must decide. */
export function Dispute({ table, round, nameOf }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [says, setSays] = useDraft(`dispute/${table}/${round.n ?? ''}`);
  const [wager, setWager] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [raised, setRaised] = useState<string | null>(null);
  const { n } = round;
  const chosen = round.wagers[0] ? idOf(round.wagers[0]) : null;
  if (n === undefined) return null;
  if (raised !== null)
    return (
      <p role="status">
        Raised as case {raised}. Somebody of the house decides it. <Link href="/cases">Follow it</Link>
      </p>
    );
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        Dispute this
      </button>
    );
  return (
    <form
      className="say-form"
      onSubmit={(event) => {
        event.preventDefault();
        disputeRound(table, n, wager ?? chosen, says).then(
          (name) => {
            setSays('');
            setRaised(name);
          },
          (error: Error) => setFault(error.message),
        );
      }}
    >
      {round.wagers.length > 1 && (
        <label>
          Which wager?
          <select value={wager ?? chosen ?? ''} onChange={({ target }) => setWager(target.value)}>
            {round.wagers.map((one) => (
              <option key={idOf(one)} value={idOf(one)}>
                {nameOf(one)}, {dollars(one.amount)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        What is not right?
        <textarea
          rows={3}
          required
          maxLength={SAYS_MOST}
          value={says}
          onChange={({ target }) => setSays(target.value)}
        />
      </label>
      {fault !== null && <p role="alert">{fault}</p>}
      <button type="submit" className="button-main">
        Raise the dispute
      </button>
    </form>
  );
}
