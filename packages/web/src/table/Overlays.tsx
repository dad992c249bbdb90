import { lazy, Suspense } from 'react';
import { Dialog } from '../ui/Dialog.js';
import { go } from '../ui/go.js';
import { HelpDialog, MoneyDialog, MoreDialog } from './Dialogs.js';
import { NoticeCard, RefusalCard } from './Refusal.js';
import { SpotSheet } from './Sheet.js';
import { RecallDialog, Settlement } from './Side.js';
import type { StageProps } from './Stage.js';

const SettingsDialog = lazy(() =>
  import('../settings/SettingsDialog.js').then((module) => ({ default: module.SettingsDialog })),
);

const TerminalOverlay = lazy(() =>
  import('./terminal/TerminalOverlay.js').then((module) => ({ default: module.TerminalOverlay })),
);

/** What comes up over the table: refusals and notices, the sheet of one place, dialogs. */
export function Overlays(props: StageProps) {
  return (
    <>
      <Cards {...props} />
      <Sheet {...props} />
      <Opened {...props} />
    </>
  );
}

function Cards({ connected: { model, actions }, state, table, play }: StageProps) {
  const { refused, notice } = state;
  const dismiss = (): void => model.dismiss();
  return (
    <div className="cards-at">
      {play.moving && (
        <p className="card move-hint" role="status">
          Tap where it goes.{' '}
          <button type="button" onClick={() => play.setMoving(null)}>
            Cancel
          </button>
        </p>
      )}
      {refused && (
        <RefusalCard
          key={JSON.stringify(refused.command)}
          table={table}
          refused={refused}
          player={play.player}
          actions={actions}
          dismiss={dismiss}
        />
      )}
      {notice && !refused && <NoticeCard notice={notice} dismiss={dismiss} />}
    </div>
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

function Opened({ connected: { id, token, actions }, state, table, play, recent }: StageProps) {
  const { player, opened } = play;
  const close = (): void => play.open('none');
  const leave = async (): Promise<void> => {
    close();
    const { ok } = await actions.leave();
    if (ok) go('/');
  };
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
      return player === null ? null : (
        <MoneyDialog table={table} player={player} actions={actions} onClose={close} />
      );
    case 'settings':
      return (
        <Suspense fallback={null}>
          <SettingsDialog onClose={close} />
        </Suspense>
      );
    case 'recall':
      return <RecallDialog table={table} told={state.told} player={player} onClose={close} />;
    case 'result':
      return recent.settled ? (
        <Dialog title="What the roll did" onClose={close}>
          <Settlement table={table} settled={recent.settled} />
        </Dialog>
      ) : null;
    case 'more':
      return (
        <MoreDialog
          actions={actions}
          chip={play.chip}
          table={table}
          player={player}
          view={play.view}
          onView={() => {
            play.turnView();
            close();
          }}
          onSettings={() => play.open('settings')}
          onHelp={() => play.open('help')}
          onLeave={() => void leave()}
          onClose={close}
        />
      );
  }
}
