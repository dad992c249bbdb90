import { findSpot, nameOf, type Table } from '@boxperson/rules';
import { useEffect, useMemo, useState } from 'react';
import { aboutHouse, me } from '../../house.js';
import type { RecalledWager } from './api.js';
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
  if (!sits) return null;
  const nameOfWager = ({ wager, number, high, dice }: RecalledWager): string => {
    const spot = findSpot({ wager, number, high, dice } as Parameters<typeof findSpot>[0]);
    return spot ? nameOf(table.game.rulebook, spot) : wager;
  };
  return shows === 'recall' ? (
    <RecallDialog at={at} nameOf={nameOfWager} onClose={onClose} />
  ) : (
    <MoneyDialog at={at} credit={sits.balance} {...about} onRecall={onRecall} onClose={onClose} />
  );
}
