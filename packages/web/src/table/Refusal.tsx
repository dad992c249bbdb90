import { type Command, nameOf, type Table } from '@boxperson/rules';
import { type ReactNode, useRef } from 'react';
import { spotOfCommand, type TableActions } from '../felt/actions.js';
import { ClauseButton } from '../felt/Clause.js';
import type { Notice, TableState } from '../model.js';
import { dollars } from '../ui/money.js';
import { useAtHand, useFocusBack } from './at-hand.js';
import { sayRefusal } from './words.js';

interface RefusalProps {
  readonly table: Table;
  readonly refused: NonNullable<TableState['refused']>;
  readonly player: string | null;
  readonly actions: TableActions;
  readonly dismiss: () => void;
  /** Shows the card that is wanting. */
  readonly showCard: (() => void) | null;
}

/** Every "no" says why, by which clause, and offers what would be accepted. */
export function RefusalCard({
  table,
  refused: { refused, command },
  player,
  actions,
  dismiss,
  showCard,
}: RefusalProps) {
  const card = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const spot = spotOfCommand(command);
  const at = useAtHand(card, spot?.index ?? null);
  useFocusBack(card, main);
  const { nearest } = refused;
  const instead = (): void => {
    if (!spot || nearest === undefined) return;
    dismiss();
    void (command['do'] === 'take' ? actions.take(spot, nearest) : actions.put(spot, nearest));
  };
  return (
    <div
      ref={card}
      className="card refusal at-hand"
      style={at ?? undefined}
      role="alertdialog"
      aria-label="Not accepted"
      aria-describedby="refusal-why"
    >
      <h2>{heading(command)}</h2>
      <p id="refusal-why">{sayRefusal(table, refused, command, player)}</p>
      <div className="card-acts">
        {nearest !== undefined && spot && (
          <button type="button" className="main" ref={main} onClick={instead}>
            {command['do'] === 'take' ? 'Take' : 'Bet'} {dollars(nearest)} instead
            <small>{nameOf(table.game.rulebook, spot)}</small>
          </button>
        )}
        {showCard && refused.code === 'no-card' && (
          <button type="button" className="main" onClick={showCard}>
            Show a demonstration card
          </button>
        )}
        <ClauseButton book={table.game.rulebook} cited={refused} />
        <button type="button" {...(nearest === undefined || !spot ? { ref: main } : {})} onClick={dismiss}>
          Close
        </button>
      </div>
    </div>
  );
}

const HEADINGS: Readonly<Record<string, string>> = {
  bet: 'That bet is not taken',
  take: 'That cannot be taken',
  call: 'That cannot be called',
  leave: 'Not yet',
  sit: 'No seat',
};
const heading = (command: Command): string => HEADINGS[String(command['do'])] ?? 'Not now';

/** A few words at the hand that asked for something. */
export function HandCard({ className, children }: { className: string; children: ReactNode }) {
  const card = useRef<HTMLDivElement>(null);
  const at = useAtHand(card, null);
  return (
    <div ref={card} className={`card at-hand ${className}`} style={at ?? undefined} role="status">
      {children}
    </div>
  );
}

/** What a larger act left, and why. */
export const NoticeCard = ({ notice, dismiss }: { notice: Notice; dismiss: () => void }) => (
  <HandCard className="notice-card">
    <h2>{notice.title}</h2>
    {notice.lines.length > 0 && (
      <ul>
        {notice.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
    <div className="card-acts">
      <button type="button" onClick={dismiss}>
        Close
      </button>
    </div>
  </HandCard>
);
