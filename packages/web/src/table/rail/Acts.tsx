import type { SpotOptions, Table } from '@boxperson/rules';
import type { TableActions } from '../../felt/actions.js';
import { dollars } from '../../ui/money.js';
import { Act } from './Act.js';
import { oddsRoom } from './odds.js';

interface ActsProps {
  readonly table: Table;
  readonly player: string;
  readonly options: readonly SpotOptions[];
  readonly actions: TableActions;
  /** Why nothing can be played from here now: every button says it, but for the one that opens the rest. */
  readonly held: string | null;
  readonly taking: boolean;
  /** A phone has the rest under "More". */
  readonly size: 'wide' | 'phone';
  readonly onTaking: () => void;
  readonly onMore: () => void;
}

/** What is done to all wagers at once. */
export function Acts(props: ActsProps) {
  const { table, player, options, actions, held, taking, size, onTaking, onMore } = props;
  const { nextUndo, nextRedo } = actions;
  const isWide = size === 'wide';
  const has = (table.game.players.find(({ name }) => name === player)?.wagers.length ?? 0) > 0;
  const odds = oddsRoom(table, player, options);
  /** What may be pressed while one may play, else the reason why not. */
  const playing = (may: boolean, title?: string) =>
    held === null ? { may, title } : { may: false, title: held };
  return (
    <div className="acts">
      <Act
        sign="↶"
        name="Undo"
        {...playing(nextUndo !== null, nextUndo === null ? 'Nothing to undo' : `Undo ${nextUndo}`)}
        onPress={() => void actions.undo()}
      />
      {isWide && (
        <Act
          sign="↷"
          name="Redo"
          {...playing(nextRedo !== null, nextRedo === null ? 'Nothing to do again' : `Again: ${nextRedo}`)}
          onPress={() => void actions.redo()}
        />
      )}
      <Act sign="⊖" name="Take" {...playing(true)} pressed={taking && held === null} onPress={onTaking} />
      {isWide && <Act sign="⌫" name="Clear" {...playing(has)} onPress={() => void actions.clear()} />}
      <Act sign="⟳" name="Repeat" {...playing(true)} onPress={() => void actions.repeat()} />
      {isWide && <Act sign="×2" name="Double" {...playing(has)} onPress={() => void actions.double()} />}
      {isWide && <Act sign="½" name="Half" {...playing(has)} onPress={() => void actions.half()} />}
      <Act
        sign="⇈"
        name="Max odds"
        {...playing(odds > 0, odds > 0 ? `Odds of ${dollars(odds)} in all` : 'No odds may be added now')}
        onPress={() => void actions.maxOdds()}
      />
      <Act sign="⋯" name="More" opens="dialog" onPress={onMore} />
    </div>
  );
}
