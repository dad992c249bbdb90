import type { Table } from '@boxperson/rules';
import { ClauseButton } from '../felt/Clause.js';

/** A terminal or a player that is held: nothing can be played, and the reason stands where the felt was. */
export function HeldOverlay({ table, player }: { table: Table; player: string }) {
  const guest = table.guests.find((one) => one.player === player);
  const { rulebook } = table.game;
  if (guest?.malfunction) {
    const ground = rulebook.conduct.round?.malfunctions.find(({ id }) => id === guest.malfunction);
    return (
      <Held
        title="This terminal is held"
        text={`${ground?.text ?? 'Something is not right'}. Your credit and wagers are kept as they are until an attendant has checked them.`}
        table={table}
        clause={ground?.clause ?? null}
        kind="malfunction"
      />
    );
  }
  if (guest?.excluded)
    return (
      <Held
        title="Play is locked"
        text="You cannot play here while this is looked into. Your money stays yours; please speak to a supervisor."
        table={table}
        clause={rulebook.powers['exclude-player']?.clause ?? null}
        kind="locked"
      />
    );
  return null;
}

function Held({
  title,
  text,
  table,
  clause,
  kind,
}: {
  title: string;
  text: string;
  table: Table;
  clause: string | null;
  kind: string;
}) {
  return (
    <div className="held" role="alert" data-held={kind}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
        <ClauseButton book={table.game.rulebook} cited={{ clause }} />
      </div>
    </div>
  );
}
