import type { Command, Power } from '@boxperson/rules';
import { type ReactNode, useState } from 'react';
import { ClauseButton } from '../../felt/Clause.js';
import { tell } from '../../ui/staff/Toast.js';
import { oneOf } from '../workplace.js';
import { type AtPit, useAct, useRole, whyNotNow } from './table.js';

interface ActProps {
  readonly here: AtPit;
  readonly power: Power;
  readonly says: string;
  readonly command: Command;
  /** What is told when it is done. */
  readonly done: string;
  readonly look?: 'main';
  readonly onDone?: () => void;
}

/** One act at the table: offered where the engine would take it, else with the reason and its clause. */
export function Act({ here, power, says, command, done, look, onDone }: ActProps) {
  const by = useRole(here, power);
  const act = useAct(here);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const why = whyNotNow(here, command, by);
  const send = async (): Promise<void> => {
    if (!by) return;
    setBusy(true);
    setFault(null);
    const answered = await act(command, by);
    setBusy(false);
    if (!answered.ok) return setFault(answered.refused.message);
    tell(done);
    onDone?.();
  };
  return (
    <div className="pit-act">
      <button
        type="button"
        className={look}
        disabled={busy || !by || why !== null}
        onClick={() => void send()}
      >
        {says}
      </button>
      {!by && <Whose here={here} power={power} />}
      {why && why.code !== 'nothing-to-do' && (
        <Why here={here} clause={why.clause} ruling={why.ruling}>
          {why.message}
        </Why>
      )}
      {fault !== null && (
        <p className="form-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** Whose it is, where it is not theirs. */
export function Whose({ here: { table }, power }: Pick<ActProps, 'here' | 'power'>) {
  const { rulebook } = table.game;
  const rule = rulebook.powers[power];
  if (!rule) return <p className="quiet">{rulebook.title} gives nobody that power.</p>;
  const title = rulebook.roles.find(({ id }) => id === rule.role)?.title ?? rule.role;
  return (
    <p className="quiet">
      Takes {oneOf(title)} or above. <ClauseButton book={rulebook} cited={rule} />
    </p>
  );
}

interface WhyProps {
  readonly here: AtPit;
  readonly clause: string | null;
  readonly ruling?: string | undefined;
  readonly children: ReactNode;
}

export const Why = ({ here: { table }, clause, ruling, children }: WhyProps) => (
  <p className="pit-reason">
    {children} <ClauseButton book={table.game.rulebook} cited={{ clause, ruling }} />
  </p>
);
