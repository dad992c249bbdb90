import type { Table } from '@boxperson/rules';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { spotUnder } from '../felt/press.js';
import { NOTHING_KNOWN, type TableState } from '../model.js';
import { type Connected, useTable } from './connection.js';
import { usePlay } from './play.js';
import { Acts, Meters, Shoot, Tray } from './Rail.js';
import { useRecent, useSpoken } from './recent.js';
import { Sit } from './Sit.js';
import { Stage, type StageProps } from './Stage.js';
import { HeldOverlay } from './States.js';
import { TopBar } from './TopBar.js';
import { sayResult } from './words.js';
import './table.css';

// None of these is needed to see the table and to bet: they come a moment later.
const Overlays = lazy(() => import('./Overlays.js').then((module) => ({ default: module.Overlays })));
const Throw = lazy(() => import('../throw/Throw.js').then((module) => ({ default: module.Throw })));
const Joy = lazy(() => import('../joy/Joy.js').then((module) => ({ default: module.Joy })));
const Room = lazy(() => import('../joy/Room.js').then((module) => ({ default: module.Room })));
const Guide = lazy(() => import('../guide/Guide.js').then((module) => ({ default: module.Guide })));

const noSubscription = () => () => {};

export function TablePage({ id }: { id: string }) {
  const { connected, fault } = useTable(id);
  const model = connected?.model;
  const state = useSyncExternalStore(
    model?.subscribe ?? noSubscription,
    model?.snapshot ?? (() => NOTHING_KNOWN),
  );
  if (fault) return <p className="banner">{fault}</p>;
  if (!connected || !state.table)
    return (
      <p className="loading" role="status">
        Walking to the table…
      </p>
    );
  return <AtTable connected={connected} state={state} table={state.table} />;
}

interface AtTableProps {
  readonly connected: Connected;
  readonly state: TableState;
  readonly table: Table;
}

function AtTable({ connected, state, table }: AtTableProps) {
  const play = usePlay(connected, state, table);
  const recent = useRecent(state, play.player);
  useSpoken(recent.last?.n ?? 0, recent.event ? sayResult(recent.event, recent.settled) : '');
  const all: StageProps = { connected, state, table, play, recent };
  const { rulebook } = table.game;
  const classes = [
    'play',
    rulebook.conduct.run.value,
    play.size,
    ...(play.moving ? ['moving'] : []),
    ...(play.taking ? ['taking'] : []),
  ];
  return (
    <div className={classes.join(' ')} data-phase={table.phase} data-book={rulebook.id}>
      <TopBar
        table={table}
        state={state}
        model={connected.model}
        size={play.size}
        view={play.view}
        onView={play.turnView}
        onSettings={() => play.open('settings')}
        onHelp={() => play.open('help')}
        onMenu={() => play.open('more')}
      />
      <Stage {...all} />
      {play.player !== null && <HeldOverlay table={table} player={play.player} />}
      <Rail {...all} />
      <Suspense fallback={null}>
        <Overlays {...all} />
      </Suspense>
      <Suspense fallback={null}>
        <Throw table={table} flight={state.flight} player={play.player} land={connected.model.land} />
        <Joy table={table} told={state.told} last={recent.roll} player={play.player} />
        <Room />
      </Suspense>
      <Suspense fallback={null}>
        <Guide table={table} player={play.player} state={state} />
      </Suspense>
      <p className="unseen" aria-live="polite" data-call="">
        {recent.event ? sayResult(recent.event, recent.settled) : ''}
      </p>
    </div>
  );
}

/** The rail in front of the player: meters, chips, what is done to all wagers, the dice. */
function Rail({ connected: { model, actions }, state, table, play, recent }: StageProps) {
  const { player, options } = play;
  if (player === null || !options)
    return (
      <footer className="rail">
        <Sit table={table} actions={actions} />
      </footer>
    );
  const drop = (value: number, x: number, y: number): void => {
    const spot = spotUnder(x, y);
    if (spot) void actions.put(spot, value);
  };
  return (
    <footer className="rail">
      <Meters
        table={table}
        player={player}
        session={state.session}
        won={recent.settled?.won ?? 0}
        onMoney={() => play.open('money')}
      />
      <div className="controls">
        <Tray values={play.values} chosen={play.chip} onChoose={play.choose} onDrop={drop} />
        <Acts
          table={table}
          player={player}
          options={options}
          actions={actions}
          taking={play.taking}
          size={play.size}
          onTaking={play.turnTaking}
          onMore={() => play.open('more')}
        />
        <Shoot table={table} player={player} acts={play.acts} actions={actions} model={model} />
      </div>
    </footer>
  );
}
