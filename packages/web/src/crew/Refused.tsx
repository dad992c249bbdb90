import { nameOf } from '@boxperson/rules';
import { spotOfCommand } from '../felt/actions.js';
import { ClauseButton } from '../felt/Clause.js';
import { dollars } from '../ui/money.js';
import { useCrew } from './crew.js';

/** What was not taken, why, by which clause, and what would be. It is in nobody's way. */
export function Refused() {
  const { state, table, model } = useCrew();
  const { refused: no, notice } = state;
  if (notice)
    return (
      <div className="crew-refused" role="status">
        <p>
          <b>{notice.title}</b> {notice.lines.join(' ')}
        </p>
        <button type="button" onClick={() => model.dismiss()}>
          Close
        </button>
      </div>
    );
  if (!no) return null;
  const { refused, command } = no;
  const { nearest } = refused;
  const spot = spotOfCommand(command);
  return (
    <div className="crew-refused" role="alert">
      <p>
        {spot && <b>{nameOf(table.game.rulebook, spot)}: </b>}
        {refused.message}
      </p>
      <ClauseButton book={table.game.rulebook} cited={refused} />
      {nearest !== undefined && 'amount' in command && (
        <button type="button" className="main" onClick={() => void model.do({ ...command, amount: nearest })}>
          {dollars(nearest)} instead
        </button>
      )}
      <button type="button" onClick={() => model.dismiss()}>
        Close
      </button>
    </div>
  );
}
