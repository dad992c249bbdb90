import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/Dialog.js';
import { Pair } from '../../ui/Dice.js';
import { dollars } from '../../ui/money.js';
import type { RecalledRound, RecalledWager } from './api.js';
import { Dispute } from './Dispute.js';
import '../../ui/styles/faces.css';

const OUTCOMES: Readonly<Record<RecalledWager['outcome'], string>> = {
  won: '▲ won',
  lost: '▼ lost',
  drawn: '= drawn',
  stays: '• stays',
  moved: '→ moved',
  returned: '↩ returned',
};

interface Props {
  /** Which table: left out where nothing can be disputed. */
  readonly table?: string;
  /** One's own rounds, newest first. */
  readonly read: () => Promise<readonly RecalledRound[]>;
  /** What this book calls a wager. */
  readonly nameOf: (wager: RecalledWager) => string;
  readonly onClose: () => void;
}

/** The last rounds, one at a time, with the wagers as they stood when wagering closed (aruze 3.3.7). */
export function RecallDialog({ table, read, nameOf, onClose }: Props) {
  const [rounds, setRounds] = useState<readonly RecalledRound[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [index, setIndex] = useState(0);
  useEffect(() => {
    read().then(setRounds, (error: Error) => setFault(error.message));
  }, [read]);
  const round = rounds?.[index];
  return (
    <Dialog title="Last rounds" onClose={onClose}>
      {fault !== null && <p role="alert">{fault}</p>}
      {rounds === null && fault === null && <p>Looking them up…</p>}
      {rounds?.length === 0 && <p>No round of yours has been played here yet.</p>}
      {round && rounds && (
        <>
          <nav className="recall-steps" aria-label="Rounds">
            <button type="button" disabled={index >= rounds.length - 1} onClick={() => setIndex(index + 1)}>
              ← Earlier
            </button>
            <span aria-live="polite">
              {index + 1} of {rounds.length}, newest first
            </span>
            <button type="button" disabled={index === 0} onClick={() => setIndex(index - 1)}>
              Later →
            </button>
          </nav>
          <Round round={round} nameOf={nameOf} />
          {table !== undefined && <Dispute key={round.round} table={table} round={round} nameOf={nameOf} />}
        </>
      )}
    </Dialog>
  );
}

const headline = ({ dice, total, void: ground }: RecalledRound): string =>
  dice
    ? `${dice[0]} and ${dice[1]}: ${total}${ground === undefined ? '' : ` (${ground})`}`
    : `No result (${ground ?? 'void'})`;

function Round({ round, nameOf }: { round: RecalledRound; nameOf: Props['nameOf'] }) {
  const time = new Date(round.at).toLocaleTimeString();
  return (
    <section className="recall">
      <h3>
        {round.dice && <Pair dice={round.dice} />} {headline(round)}
      </h3>
      <p className="quiet">
        Round {round.round}, {time}.{' '}
        {round.point === null ? 'Come out roll.' : `The point was ${round.point}.`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Wager</th>
            <th scope="col">Amount</th>
            <th scope="col">Result</th>
            <th scope="col">Paid</th>
          </tr>
        </thead>
        <tbody>
          {round.wagers.map((wager) => (
            <tr key={nameOf(wager)}>
              <th scope="row">{nameOf(wager)}</th>
              <td>{dollars(wager.amount)}</td>
              <td>{OUTCOMES[wager.outcome]}</td>
              <td>{wager.paid === 0 ? '' : dollars(wager.paid)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Credit {dollars(round.creditBefore)} → <strong>{dollars(round.creditAfter)}</strong>
      </p>
    </section>
  );
}
