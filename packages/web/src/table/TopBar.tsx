import type { Table } from '@boxperson/rules';
import { useState } from 'react';
import type { TableActions } from '../felt/actions.js';
import { useNow } from '../felt/hooks.js';
import type { TableModel, TableState } from '../model.js';
import { Link } from '../ui/Link.js';
import { dollars } from '../ui/money.js';
import { Countdown } from './Countdown.js';
import { Ready } from './Ready.js';
import { Underway } from './States.js';
import { sayPhase, sayStage } from './words.js';

interface TopBarProps {
  readonly table: Table;
  readonly state: TableState;
  readonly model: TableModel;
  readonly actions: TableActions;
  readonly size: 'wide' | 'phone';
  readonly view: 'felt' | 'text';
  readonly onView: () => void;
  readonly onSettings: () => void;
  readonly onHelp: () => void;
  readonly onMenu: () => void;
}

const CLOSING_MS = 5_000;

/** The last seconds of a wagering period: said in words too. */
function useClosing(table: Table, model: TableModel): boolean {
  const [read] = useState(() => () => model.now());
  const now = useNow(read, table.phase === 'wagering' ? 250 : null);
  const left = table.deadline === null ? Number.POSITIVE_INFINITY : table.deadline - now;
  return table.phase === 'wagering' && left > 0 && left <= CLOSING_MS;
}

/** aruze 3.1 and its like: the sign is always in sight. */
function saySign(table: Table, state: TableState): string {
  const { default: limit } = table.sign.limits;
  const multiples = Object.values(table.game.sign.oddsMultiple);
  const [least, most] = [Math.min(...multiples), Math.max(...multiples)];
  return [
    ...(state.own ? [`Seat ${state.own.seat}`] : []),
    `${dollars(limit.min)} to ${dollars(limit.max)}`,
    ...(limit.unit ? [`unit ${dollars(limit.unit)}`] : []),
    `odds ${least === most ? least : `${least}–${most}`}×`,
  ].join(' · ');
}

export function TopBar(props: TopBarProps) {
  const { table, state, model, actions, size, view, onView, onSettings, onHelp, onMenu } = props;
  const { shooter, stick } = table.shooter;
  const player = state.own?.player ?? null;
  const closing = useClosing(table, model);
  const who = stick ? 'Stickperson' : shooter === null ? null : shooter === player ? 'You' : shooter;
  const { point, rulebook } = table.game;
  return (
    <header className={closing ? 'top closing' : 'top'} data-closing={closing || undefined}>
      <h1 className="unseen">{rulebook.title}</h1>
      <Link className="back" href="/" aria-label="Back to the lobby">
        ‹
      </Link>
      <div className="top-title">
        <b>{rulebook.title}</b>
        <span>{saySign(table, state)}</span>
      </div>
      <div className="top-state">
        <span className={point === null ? 'stage-puck off' : 'stage-puck on'} aria-hidden="true">
          {point ?? 'OFF'}
        </span>
        <p className="phase" aria-live="polite">
          <b>{sayStage(table)}</b>
          <span>{closing ? 'Last bets: closing now' : sayPhase(table, player)}</span>
        </p>
      </div>
      {who && size === 'wide' && (
        <p className="shooter">
          <span>Shooter</span>
          <b>{who}</b>
        </p>
      )}
      <p className="unseen" role="alert">
        {closing ? 'Last bets: closing now' : ''}
      </p>
      <Underway table={table} state={state} />
      <div className="top-clock">
        <Ready table={table} state={state} player={player} actions={actions} />
        <Countdown table={table} state={state} model={model} player={player} />
      </div>
      {size === 'phone' ? (
        <button type="button" className="menu" onClick={onMenu} aria-label="Menu" aria-haspopup="dialog">
          ☰
        </button>
      ) : (
        <div className="top-acts">
          <button type="button" onClick={onView} aria-pressed={view === 'text'} data-view={view}>
            {view === 'felt' ? 'Text' : 'Felt'}
          </button>
          <button type="button" className="round" onClick={onSettings} aria-label="Settings">
            ⚙
          </button>
          <button type="button" className="round" onClick={onHelp} aria-label="Help and keys">
            ?
          </button>
        </div>
      )}
    </header>
  );
}
