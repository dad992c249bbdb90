import { hasTurn, isPresent, type Table } from '@boxperson/rules';
import type { TableActions } from '../felt/actions.js';
import type { TableState } from '../model.js';

interface ReadyProps {
  readonly table: Table;
  readonly state: TableState;
  readonly player: string | null;
  readonly actions: TableActions;
}

const OPEN: readonly Table['phase'][] = ['offering', 'betting'];

/** "I need no more time to bet": the dice go as soon as everybody has said so (R57). Whoever throws has another button. */
export function Ready({ table, state, player, actions }: ReadyProps) {
  const me = table.guests.find((guest) => guest.player === player);
  const isShooter = table.phase === 'betting' && table.shooter.shooter === player;
  const others = table.guests.filter((guest) => isPresent(guest) && guest.player !== player);
  const isOffered = me?.silent === true || (others.length > 0 && !isShooter);
  // Betting in turn: whoever has bet says so, and nobody else has anything to say (R110).
  if (table.turns || table.inTurn)
    return player !== null && hasTurn(table, player) ? <TurnOver actions={actions} /> : null;
  if (!me || !state.pace.window || !isOffered) return null;
  const isSaid = me.ready === true && !me.silent;
  return (
    <button
      type="button"
      className="ready-said"
      aria-pressed={isSaid}
      disabled={isSaid || !OPEN.includes(table.phase) || table.noMoreBets}
      title="You need no more time to bet before this throw"
      onClick={() => void actions.ready()}
    >
      {isSaid ? 'Ready ✓' : 'Ready'}
    </button>
  );
}

const TurnOver = ({ actions }: Pick<ReadyProps, 'actions'>) => (
  <button
    type="button"
    className="ready-said act"
    title="You have bet: the next player’s turn"
    onClick={() => void actions.ready()}
  >
    I have bet
  </button>
);
