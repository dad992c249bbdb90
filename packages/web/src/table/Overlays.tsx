import { lazy, Suspense, useCallback } from 'react';
import { Dialog } from '../ui/Dialog.js';
import { go } from '../ui/go.js';
import { useCause } from './cause.js';
import { endFirstHand } from './first-hand/end.js';
import { HandCard, NoticeCard, RefusalCard } from './Refusal.js';
import type { StageProps } from './Stage.js';

const Settlement = lazy(() => import('./Settlement.js').then((module) => ({ default: module.Settlement })));
const SpotSheet = lazy(() => import('./Sheet.js').then((module) => ({ default: module.SpotSheet })));
const dialogs = () => import('./Dialogs.js');
const HelpDialog = lazy(() => dialogs().then((module) => ({ default: module.HelpDialog })));
const MenuDialog = lazy(() => dialogs().then((module) => ({ default: module.MenuDialog })));
const MoneyDialog = lazy(() => dialogs().then((module) => ({ default: module.MoneyDialog })));
const MoreDialog = lazy(() => dialogs().then((module) => ({ default: module.MoreDialog })));

const SettingsDialog = lazy(() =>
  import('../settings/SettingsDialog.js').then((module) => ({ default: module.SettingsDialog })),
);

const TerminalOverlay = lazy(() =>
  import('./terminal/TerminalOverlay.js').then((module) => ({ default: module.TerminalOverlay })),
);

const OwnRounds = lazy(() =>
  import('./terminal/TerminalOverlay.js').then((module) => ({ default: module.OwnRounds })),
);

/** What comes up over the table: refusals and notices, the sheet of one place, dialogs. */
export function Overlays(props: StageProps) {
  return (
    <>
      <Cards {...props} />
      <Suspense fallback={null}>
        <Sheet {...props} />
      </Suspense>
      <Suspense fallback={null}>
        <Opened {...props} />
      </Suspense>
    </>
  );
}

function Cards({ connected: { model, actions }, state, table, play }: StageProps) {
  const { refused, notice } = state;
  const dismiss = useCallback(() => model.dismiss(), [model]);
  useCause(state, table, dismiss);
  return (
    <>
      {play.moving && (
        <HandCard className="move-hint">
          Tap where it goes.{' '}
          <button type="button" onClick={() => play.setMoving(null)}>
            Cancel
          </button>
        </HandCard>
      )}
      {refused && (
        <RefusalCard
          key={JSON.stringify(refused.command)}
          table={table}
          refused={refused}
          player={play.player}
          actions={actions}
          dismiss={dismiss}
          showCard={play.showCard}
        />
      )}
      {notice && !refused && (
        <NoticeCard key={`${notice.title}${notice.lines.join()}`} notice={notice} dismiss={dismiss} />
      )}
    </>
  );
}

function Sheet({ connected: { actions }, table, play }: StageProps) {
  const { sheet, player, options } = play;
  if (!sheet || player === null || !options) return null;
  return (
    <SpotSheet
      table={table}
      player={player}
      spot={sheet}
      options={options}
      actions={actions}
      onMove={play.setMoving}
      onClose={play.closeSheet}
    />
  );
}

/** What is about the page and one's place, for the menu of a phone and for More. */
function menuOf({ connected: { actions, rounds, learning }, table, play }: StageProps, close: () => void) {
  const leave = async (manner: 'plainly' | 'standing'): Promise<void> => {
    close();
    const { ok } = await (manner === 'standing' ? actions.leaveStanding() : actions.leave());
    if (ok && learning) endFirstHand();
    else if (ok) go('/');
  };
  return {
    table,
    player: play.player,
    view: play.view,
    onView: () => {
      play.turnView();
      close();
    },
    onSettings: () => play.open('settings'),
    onHelp: () => play.open('help'),
    onRecall: rounds && (() => play.open('recall')),
    onLeave: (manner: 'plainly' | 'standing') => void leave(manner),
  };
}

function Opened(props: StageProps) {
  const { connected, table, play, recent } = props;
  const { id, token, actions, rounds, learning } = connected;
  const { player, opened } = play;
  const close = (): void => play.open('none');
  const menu = menuOf(props, close);
  const isTerminal = table.game.rulebook.conduct.run.value === 'electronic';
  if (isTerminal && player !== null && (opened === 'money' || opened === 'recall')) {
    const at = { id, token, table, player, shows: opened };
    return (
      <Suspense fallback={null}>
        <TerminalOverlay {...at} onRecall={() => play.open('recall')} onClose={close} />
      </Suspense>
    );
  }
  switch (opened) {
    case 'none':
      return null;
    case 'help':
      return <HelpDialog table={table} onClose={close} />;
    case 'money':
      return player === null || learning ? null : (
        <MoneyDialog
          table={table}
          player={player}
          actions={actions}
          guest={connected.guest}
          dealer={props.state.pace.settle === undefined ? 'people' : 'automatic'}
          onClose={close}
        />
      );
    case 'settings':
      return (
        <Suspense fallback={null}>
          <SettingsDialog onClose={close} />
        </Suspense>
      );
    case 'recall':
      return rounds === null ? null : (
        <Suspense fallback={null}>
          <OwnRounds {...(learning ? {} : { id })} table={table} read={rounds} onClose={close} />
        </Suspense>
      );
    case 'result':
      return recent.settled ? (
        <Dialog title="What the roll did" onClose={close}>
          <Suspense fallback={null}>
            <Settlement table={table} settled={recent.settled} />
          </Suspense>
        </Dialog>
      ) : null;
    case 'menu':
      return <MenuDialog {...menu} onClose={close} />;
    case 'more':
      return (
        <MoreDialog
          {...menu}
          actions={actions}
          held={play.held}
          options={play.options}
          chip={play.chip}
          table={table}
          menu={play.size === 'phone' ? 'beside' : 'here'}
          onClose={close}
        />
      );
  }
}
