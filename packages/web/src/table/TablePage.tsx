import type { Table } from '@boxperson/rules';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { NOTHING_KNOWN, type TableState } from '../model.js';
import { useCountAt } from '../ui/money.js';
import { useHandsOnFelt } from './at-hand.js';
import { type Connected, useTable } from './connection.js';
import { usePast } from './past.js';
import { usePlay } from './play.js';
import { Rail } from './Rail.js';
import { useRecent, useSpoken } from './recent.js';
import { Stage, type StageProps } from './Stage.js';
import { TopBar } from './TopBar.js';
import { sayResult } from './words.js';
import './table.css';

// None of these is needed to see the table and to bet: they come a moment later.
const Overlays = lazy(() => import('./Overlays.js').then((module) => ({ default: module.Overlays })));
const Throw = lazy(() => import('../throw/Throw.js').then((module) => ({ default: module.Throw })));
const Joy = lazy(() => import('../joy/Joy.js').then((module) => ({ default: module.Joy })));
const Room = lazy(() => import('../joy/Room.js').then((module) => ({ default: module.Room })));

// Seldom: a terminal or a player that is held.
const HeldOverlay = lazy(() => import('./Held.js').then((module) => ({ default: module.HeldOverlay })));

const noSubscription = () => () => {};

const LostPage = lazy(() =>
  import('../reading/LostPage.js').then((module) => ({ default: module.LostPage })),
);

export function TablePage({ id }: { id: string }) {
  const { connected, fault, lost } = useTable(id);
  const model = connected?.model;
  const state = useSyncExternalStore(
    model?.subscribe ?? noSubscription,
    model?.snapshot ?? (() => NOTHING_KNOWN),
  );
  if (lost) {
    const tables = lost.map((table) => [`/table/${table.id}`, table.name] as const);
    return <LostPage what="table" typed={id} here="/" near={[...tables, ['/', 'All tables']]} />;
  }
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

function isHeld({ guests }: Table, player: string): boolean {
  const guest = guests.find((one) => one.player === player);
  return Boolean(guest?.malfunction) || guest?.excluded === true;
}

/** A table and everything around it, whoever speaks for it. */
export function AtTable({ connected, state, table }: AtTableProps) {
  useCountAt(table);
  const play = usePlay(connected, state, table);
  const recent = useRecent(state, play.player);
  useHandsOnFelt(play.player);
  useSpoken(recent.last?.n ?? 0, recent.event ? sayResult(recent.event, recent.settled) : '');
  const past = usePast(connected.past, state.told, state.flight);
  const all: StageProps = { connected, state, table, play, recent, past };
  const { rulebook } = table.game;
  const classes = [
    'play',
    rulebook.conduct.run.value,
    play.size,
    ...(play.moving ? ['moving'] : []),
    ...(play.taking ? ['taking'] : []),
  ];
  return (
    <div
      className={classes.join(' ')}
      data-phase={table.phase}
      data-book={rulebook.id}
      data-skin={rulebook.id}
    >
      <TopBar
        name={connected.name}
        table={table}
        state={state}
        model={connected.model}
        actions={connected.actions}
        held={play.held}
        size={play.size}
        view={play.view}
        onView={play.turnView}
        onSettings={() => play.open('settings')}
        onHelp={() => play.open('help')}
        onMenu={() => play.open('menu')}
      />
      <Stage {...all} />
      {play.player !== null && isHeld(table, play.player) && (
        <Suspense fallback={null}>
          <HeldOverlay table={table} player={play.player} />
        </Suspense>
      )}
      <Rail {...all} />
      <Suspense fallback={null}>
        <Overlays {...all} />
      </Suspense>
      <Suspense fallback={null}>
        <Throw table={table} flight={state.flight} player={play.player} land={connected.model.land} />
        <Joy table={table} told={state.told} last={recent.roll} player={play.player} />
        <Room />
      </Suspense>
      <p className="unseen" aria-live="polite" data-call="">
        {recent.event ? sayResult(recent.event, recent.settled) : ''}
      </p>
    </div>
  );
}
