import { findSpot, nameOf, type Table } from '@boxperson/rules';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { aboutHouse, me } from '../../house.js';
import { type RecalledRound, type RecalledWager, recall } from './api.js';
import { MoneyDialog } from './MoneyDialog.js';
import { RecallDialog } from './Recall.js';

interface Props {
  readonly id: string;
  readonly token: string;
  readonly table: Table;
  readonly player: string;
  readonly shows: 'money' | 'recall';
  readonly onRecall: () => void;
  readonly onClose: () => void;
}

/** What a table's book calls a wager that is shown again. */
const wagerNamer =
  ({ game }: Table) =>
  ({ wager, number, high, dice }: RecalledWager): string => {
    const spot = findSpot({ wager, number, high, dice } as Parameters<typeof findSpot>[0]);
    return spot ? nameOf(game.rulebook, spot) : wager;
  };

interface OwnRoundsProps {
  readonly id?: string;
  readonly table: Table;
  readonly read: () => Promise<readonly RecalledRound[]>;
  readonly onClose: () => void;
}

/** One's own rounds at a table with dice on a felt. */
export const OwnRounds = ({ id, table, read, onClose }: OwnRoundsProps) => (
  <RecallDialog
    {...(id === undefined ? {} : { table: id })}
    read={read}
    nameOf={wagerNamer(table)}
    onClose={onClose}
  />
);

/** What an electronic table has beside the felt: the money side of one's terminal, and the rounds as they were. */
export function TerminalOverlay({ id, token, table, player, shows, onRecall, onClose }: Props) {
  const [about, setAbout] = useState({ house: '', play: false });
  useEffect(() => {
    Promise.all([me(), aboutHouse()]).then(
      ([{ person }, { name }]) => setAbout({ house: name, play: person.kind === 'guest' }),
      () => {},
    );
  }, []);
  const sits = table.game.players.find(({ name }) => name === player);
  const seat = sits?.seat ?? 0;
  const at = useMemo(() => ({ table: id, seat, token }), [id, seat, token]);
  const read = useCallback(() => recall(at), [at]);
  if (!sits) return null;
  return shows === 'recall' ? (
    <RecallDialog table={id} read={read} nameOf={wagerNamer(table)} onClose={onClose} />
  ) : (
    <MoneyDialog at={at} credit={sits.balance} {...about} onRecall={onRecall} onClose={onClose} />
  );
}
