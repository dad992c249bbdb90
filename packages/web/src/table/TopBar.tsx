import type { Table } from '@boxperson/rules';
import { useState } from 'react';
import type { TableActions } from '../felt/actions.js';
import { useNow } from '../felt/hooks.js';
import type { TableModel, TableState } from '../model.js';
import { Link } from '../ui/Link.js';
import { dollars } from '../ui/money.js';
import { saySign } from '../ui/sign.js';
import { Countdown } from './Countdown.js';
import { FeltSwitch } from './Felts.js';
import { Ready } from './Ready.js';
import { Underway } from './States.js';
import { sayPhase, sayStage } from './words.js';

interface TopBarProps {
  /** What the house calls the table. */
  readonly name: string;
  readonly table: Table;
  readonly state: TableState;
  readonly model: TableModel;
  readonly actions: TableActions;
  /** Why nothing can be played from here now. */
  readonly held: string | null;
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

/** aruze 3.1 and its like: the sign is always in sight, as the lobby has it. */
function signOf(table: Table, state: TableState): string {
  const { min, max, odds } = saySign(table.game.rulebook.id, table.sign);
  const { unit } = table.sign.limits.default;
  return [
    ...(state.own ? [`Seat ${state.own.seat}`] : []),
    // `5 to 1,000 chips`: the unit once.
    `${min.replace(' chips', '')} to ${max}`,
    ...(unit ? [`unit ${dollars(unit)}`] : []),
    ...(odds ? [`odds ${odds}`] : []),
  ].join(' · ');
}

/** Back to the lobby; whoever sits here is told what stays. */
function Back({ state }: { state: TableState }) {
  const { own } = state;
  const says = own
    ? `Back to the lobby: your seat and ${dollars(own.balance + own.onLayout)} stay here`
    : 'Back to the lobby';
  return (
    <Link className="back" href="/" aria-label={says} title={says}>
      ‹
    </Link>
  );
}

export function TopBar(props: TopBarProps) {
  const { name, table, state, model, actions, held, size, view, onView, onSettings, onHelp, onMenu } = props;
  const { shooter, stick } = table.shooter;
  const player = state.own?.player ?? null;
  const closing = useClosing(table, model) && held === null;
  const who = stick ? 'Stickperson' : shooter === null ? null : shooter === player ? 'You' : shooter;
  const { point, rulebook } = table.game;
  return (
    <header className={closing ? 'top closing' : 'top'} data-closing={closing || undefined}>
      <h1 className="unseen">
        {name}: {rulebook.title}
      </h1>
      <Back state={state} />
      <div className="top-title">
        <p>
          <b>{name}</b> <span className="top-book">{rulebook.title}</span>
        </p>
        <span className="top-sign">{signOf(table, state)}</span>
      </div>
      <div className="top-state">
        <span className={point === null ? 'stage-puck off' : 'stage-puck on'} aria-hidden="true">
          {point ?? 'OFF'}
        </span>
        <p className="phase" aria-live="polite">
          <b>{sayStage(table)}</b>
          <span>{closing ? 'Last bets: closing now' : (held ?? sayPhase(table, player))}</span>
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
      {/* Nobody who cannot bet is told how long they may: aruze 6.1. */}
      {held === null && (
        <div className="top-clock">
          <Ready table={table} state={state} player={player} actions={actions} />
          <Countdown table={table} state={state} model={model} player={player} />
        </div>
      )}
      {size === 'phone' ? (
        <button type="button" className="menu" onClick={onMenu} aria-label="Menu" aria-haspopup="dialog">
          ☰
        </button>
      ) : (
        <div className="top-acts">
          {view === 'felt' && <FeltSwitch table={table} player={player} />}
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
