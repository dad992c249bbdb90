import { chipText, TokenFace } from '../ui/Chip.js';
import { dollars } from '../ui/money.js';
import type { TableActions } from './actions.js';

interface TokensProps {
  readonly actions: TableActions;
  /** Why nothing can be played from here now. */
  readonly held?: string | null;
}

/**
 * Promotional tokens in front of a player, one button for each voucher: while it is pressed, what goes down is tokens
 * as far as they reach. Nothing is shown to whoever has none.
 */
export function Tokens({ actions, held = null }: TokensProps) {
  const { tokens, voucher: chosen } = actions;
  if (tokens.length === 0) return null;
  return (
    <fieldset className="tokens" aria-label="Promotional tokens">
      {tokens.map(({ voucher, amount }) => (
        <button
          type="button"
          key={voucher}
          className="token"
          aria-keyshortcuts="k"
          aria-pressed={chosen === voucher}
          aria-label={`T${chipText(amount)} in tokens of voucher ${voucher}`}
          aria-disabled={held !== null || undefined}
          title={held ?? `Tokens of voucher ${voucher}: ${dollars(amount)}`}
          onClick={() => held === null && actions.chooseTokens(chosen === voucher ? null : voucher)}
        >
          <TokenFace text={chipText(amount)} />
        </button>
      ))}
    </fieldset>
  );
}
