import type { HouseClient } from '@boxperson/house/client';
import { DEFAULT_CHIPS, type Spot, spotsOf, type Table, tableOptions, type WagerId } from '@boxperson/rules';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { connect, me } from '../house.js';
import { isRolled, NOTHING_KNOWN, TableModel, type TableState } from '../model.js';
import { wantsStill } from '../settings/settings.js';
import { sound } from '../settings/voice.js';
import { Dialog } from '../ui/Dialog.js';
import { go } from '../ui/go.js';
import { makeActions, nearestIn, type TableActions } from './actions.js';
import { HelpDialog, MoneyDialog, MoreDialog } from './Dialogs.js';
import type { Tell } from './Felt.js';
import { PhoneFelt, WideFelt } from './Felts.js';
import { useMedia } from './hooks.js';
import { spotUnder } from './press.js';
import { Acts, Meters, Shoot, Tray } from './Rail.js';
import { NoticeCard, RefusalCard } from './Refusal.js';
import { SpotSheet } from './Sheet.js';
import { History, LastRoll, Players, Settlement, Wagers } from './Side.js';
import { Sit } from './Sit.js';
import { Banners, HeldOverlay, Stamp } from './States.js';
import { TopBar } from './TopBar.js';
import { type Settled, sayResult, settledFor, signed } from './words.js';
import './table.css';

const TextView = lazy(() => import('../text/TextView.js').then((module) => ({ default: module.TextView })));
const SettingsDialog = lazy(() =>
  import('../settings/SettingsDialog.js').then((module) => ({ default: module.SettingsDialog })),
);
const Guide = lazy(() => import('../guide/Guide.js').then((module) => ({ default: module.Guide })));

const LANDING_MS = 950;

interface Connected {
  readonly client: HouseClient;
  readonly model: TableModel;
  readonly actions: TableActions;
  readonly token: string;
}

/** Comes in, connects and watches the table. */
function useTable(id: string): { connected: Connected | null; fault: string | null } {
  const [connected, setConnected] = useState<Connected | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let here: Connected | null = null;
    let stopped = false;
    me().then(
      ({ token }) => {
        if (stopped) return;
        const client = connect(token, (online) => here?.model.online(online));
        const model = new TableModel(client, id);
        model.landingMs = () => (wantsStill() ? 0 : LANDING_MS);
        here = { client, model, actions: makeActions(model), token };
        setConnected(here);
      },
      (error: Error) => setFault(error.message),
    );
    return () => {
      stopped = true;
      here?.actions.close();
      here?.model.close();
      here?.client.close();
    };
  }, [id]);
  return { connected, fault };
}

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
  return <Play connected={connected} state={state} table={state.table} />;
}

type Open = 'none' | 'more' | 'money' | 'help' | 'settings' | 'result';

interface PlayProps {
  readonly connected: Connected;
  readonly state: TableState;
  readonly table: Table;
}

/** Chips people know, where a meter counts cents; else the table's own. */
const trayOf = (table: Table): readonly number[] => {
  const { counts } = table.game.rulebook.money;
  return counts.value === 'cents' ? DEFAULT_CHIPS : table.game.sign.chips.chips.slice(-6);
};

/** The chip that a newcomer needs: the smallest that makes a line bet. */
const firstChip = (table: Table): number => {
  const values = trayOf(table);
  const least = table.game.sign.limits.pass?.min ?? 0;
  return values.find((value) => value >= least) ?? (values.at(-1) as number);
};

const ofCommission = (['buy', 'lay'] as const satisfies readonly WagerId[]).flatMap((id) => spotsOf(id));

function useCommission(actions: TableActions, chip: number, table: Table, player: string | null) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it costs depends on the table as it stands
  return useMemo(
    () =>
      new Map<Spot, number>(
        player === null ? [] : ofCommission.map((spot) => [spot, actions.commission(spot, chip)] as const),
      ),
    [actions, chip, table, player],
  );
}

/** star-2024 10.1: a player shows a card before play; the house knows whose. */
const lacksCard = (table: Table, player: string): boolean =>
  table.game.rulebook.conduct.wagers.card.value === 'own-card' &&
  table.guests.find((guest) => guest.player === player)?.card === null;

function Play({ connected: { model, actions, token }, state, table }: PlayProps) {
  const player = state.own?.player ?? null;
  useSyncExternalStore(actions.subscribe, actions.version);
  const [chip, setChip] = useState(() => firstChip(table));
  const [taking, setTaking] = useState(false);
  const [moving, setMoving] = useState<Spot | null>(null);
  const [sheet, setSheet] = useState<Spot | null>(null);
  const [open, setOpen] = useState<Open>('none');
  const [view, setView] = useState<'felt' | 'text'>('felt');
  const isPhone = useMedia('(max-width: 760px)');
  const shown = state.landing ?? table;
  const personal = useMemo(() => (player === null ? null : tableOptions(table, { player })), [table, player]);
  const options = personal?.spots ?? null;
  const commission = useCommission(actions, chip, table, player);
  const last = useMemo(() => state.told.findLast(({ event }) => isRolled(event)) ?? null, [state.told]);
  const event = last && isRolled(last.event) ? last.event : null;
  const settled = useMemo(
    () => (event && player !== null ? settledFor(table.game.rulebook, event, player) : null),
    [event, player, table.game.rulebook],
  );
  const needsCard = player !== null && lacksCard(table, player);
  useEffect(() => {
    if (needsCard) void model.do({ do: 'card', player });
  }, [model, needsCard, player]);

  const onSpot = useCallback(
    (spot: Spot) => {
      if (moving) {
        setMoving(null);
        if (moving !== spot) void actions.move(moving, spot);
      } else if (taking) void actions.take(spot);
      else {
        sound('chip');
        void actions.put(spot, chip);
      }
    },
    [actions, chip, moving, taking],
  );
  const standsOn = useCallback((spot: Spot) => options?.[spot.index]?.stands ?? 0, [options]);
  const onMove = useCallback(
    (from: Spot, to: Spot | null) => void (to ? actions.move(from, to) : actions.take(from)),
    [actions],
  );
  const onHold = useCallback((spot: Spot) => setSheet(spot), []);
  const press = player === null ? WATCHING : { onSpot, onHold, onMove, standsOn };
  const values = trayOf(table);
  const isElectronic = table.game.rulebook.conduct.run.value === 'electronic';

  const anyKey = (key: string): boolean => {
    const index = Number(key) - 1;
    if (/^[1-9]$/.test(key) && values[index] !== undefined) {
      setChip(values[index]);
      return true;
    }
    const acts: Readonly<Record<string, () => unknown>> = {
      u: () => actions.undo(),
      y: () => actions.redo(),
      r: () => actions.repeat(),
      s: () => (table.shooter.offeredTo === player ? actions.acceptDice() : actions.shoot()),
      v: () => turnView(),
      '?': () => setOpen('help'),
      Escape: () => {
        setMoving(null);
        setTaking(false);
        model.dismiss();
      },
    };
    const act = acts[key];
    if (act) void act();
    return act !== undefined;
  };
  const onKey = (key: string, spot: Spot): boolean => {
    const option = options?.[spot.index];
    if (!option) return anyKey(key);
    const acts: Readonly<Record<string, () => unknown>> = {
      Enter: () => onSpot(spot),
      ' ': () => onSpot(spot),
      '+': () => actions.put(spot, chip),
      '=': () => actions.put(spot, chip),
      '-': () => actions.take(spot, lessOn(option, chip)),
      Delete: () => actions.take(spot),
      Backspace: () => actions.take(spot),
      w: () => actions.call(spot, option.call.may && option.call.working ? 'off' : 'on'),
      o: () => actions.odds(spot, 'max'),
      a: () => setSheet(spot),
    };
    const act = acts[key];
    if (act) void act();
    return act !== undefined || anyKey(key);
  };
  useKeys((key) => player !== null && sheet === null && open === 'none' && anyKey(key));

  const leave = async (): Promise<void> => {
    setOpen('none');
    const { ok } = await actions.leave();
    if (ok) go('/');
  };
  const tells = useTells(state.landing ? null : settled, last?.n ?? 0);
  const moved = useMemo(
    () =>
      event && !state.landing
        ? (settled?.lines ?? []).flatMap(({ kind, spot }) => (kind === 'moved' && spot ? [spot] : []))
        : [],
    [event, settled, state.landing],
  );
  const feltProps = {
    table: shown,
    player,
    options,
    denominations: values,
    pending: state.pending,
    commission,
    tells,
    moved,
    onKey,
    ...press,
  };
  const toldShown = state.landing ? beforeLast(state.told) : state.told;
  const turnView = (): void => setView(view === 'felt' ? 'text' : 'felt');
  const banners = <Banners table={table} state={state} player={player} onMoney={() => setOpen('money')} />;
  const roll = { table: shown, last, settled, landing: state.landing !== null };
  return (
    <div
      className={`play${isElectronic ? ' electronic' : ''}${isPhone ? ' phone' : ''}${moving ? ' moving' : ''}${taking ? ' taking' : ''}`}
      data-phase={table.phase}
      data-book={table.game.rulebook.id}
    >
      <TopBar
        table={table}
        state={state}
        model={model}
        size={isPhone ? 'phone' : 'wide'}
        view={view}
        onView={turnView}
        onSettings={() => setOpen('settings')}
        onHelp={() => setOpen('help')}
        onMenu={() => setOpen('more')}
      />
      {isElectronic && !isPhone && view === 'felt' && <History told={toldShown} />}
      {view === 'text' ? (
        <main className="text-stage">
          {banners}
          <Suspense fallback={<p className="loading">One moment…</p>}>
            <TextView table={table} state={state} options={options} actions={actions} player={player} />
          </Suspense>
        </main>
      ) : isPhone ? (
        <main className="phone-stage">
          {banners}
          <LastRoll {...roll} size="strip" onDetails={() => setOpen('result')} />
          <PhoneFelt {...feltProps} />
          {isElectronic && <History told={toldShown} />}
          {player !== null && options && (
            <Wagers table={shown} player={player} options={options} actions={actions} onHold={onHold} />
          )}
          <Players table={table} player={player} />
        </main>
      ) : (
        <main className="stage">
          <WideFelt {...feltProps}>
            <Stamp table={table} state={state} />
          </WideFelt>
          <aside className="side" aria-label="The roll and your wagers">
            {banners}
            <LastRoll {...roll} size="large" />
            {player !== null && options && (
              <Wagers table={shown} player={player} options={options} actions={actions} onHold={onHold} />
            )}
            <Players table={table} player={player} />
          </aside>
        </main>
      )}
      {player !== null && <HeldOverlay table={table} player={player} />}
      <footer className="rail">
        {player !== null && options && personal ? (
          <>
            <Meters
              table={shown}
              player={player}
              session={state.session}
              won={state.landing ? 0 : (settled?.won ?? 0)}
              onMoney={() => setOpen('money')}
            />
            <div className="controls">
              <Tray
                values={values}
                chosen={chip}
                onChoose={(value) => {
                  setChip(value);
                  setTaking(false);
                }}
                onDrop={(value, x, y) => {
                  const spot = spotUnder(x, y);
                  if (spot) void actions.put(spot, value);
                }}
              />
              <Acts
                table={table}
                player={player}
                options={options}
                actions={actions}
                taking={taking}
                size={isPhone ? 'phone' : 'wide'}
                onTaking={() => setTaking(!taking)}
                onMore={() => setOpen('more')}
              />
              <Shoot table={table} player={player} acts={personal.acts} actions={actions} model={model} />
            </div>
          </>
        ) : (
          <Sit table={table} actions={actions} token={token} />
        )}
      </footer>
      <div className="cards-at">
        {moving && (
          <p className="card move-hint" role="status">
            Tap where it goes.{' '}
            <button type="button" onClick={() => setMoving(null)}>
              Cancel
            </button>
          </p>
        )}
        {state.refused && (
          <RefusalCard
            key={JSON.stringify(state.refused.command)}
            table={table}
            refused={state.refused}
            player={player}
            actions={actions}
            dismiss={() => model.dismiss()}
          />
        )}
        {state.notice && !state.refused && (
          <NoticeCard notice={state.notice} dismiss={() => model.dismiss()} />
        )}
      </div>
      {sheet && player !== null && options && (
        <SpotSheet
          table={table}
          player={player}
          spot={sheet}
          options={options}
          actions={actions}
          onMove={setMoving}
          onClose={() => setSheet(null)}
        />
      )}
      {open === 'more' && (
        <MoreDialog
          actions={actions}
          chip={chip}
          table={table}
          player={player}
          view={view}
          onView={() => {
            turnView();
            setOpen('none');
          }}
          onSettings={() => setOpen('settings')}
          onHelp={() => setOpen('help')}
          onLeave={() => void leave()}
          onClose={() => setOpen('none')}
        />
      )}
      {open === 'money' && player !== null && (
        <MoneyDialog table={table} player={player} actions={actions} onClose={() => setOpen('none')} />
      )}
      {open === 'help' && <HelpDialog table={table} onClose={() => setOpen('none')} />}
      <Suspense fallback={null}>
        {open === 'settings' && <SettingsDialog onClose={() => setOpen('none')} />}
        {open === 'result' && settled && (
          <ResultDialog table={table} settled={settled} onClose={() => setOpen('none')} />
        )}
        <Guide table={table} player={player} state={state} />
      </Suspense>
      <p className="unseen" aria-live="polite" data-call="">
        {event && !state.landing ? sayResult(event, settled) : ''}
      </p>
    </div>
  );
}

const beforeLast = (told: TableState['told']): TableState['told'] => {
  const index = told.findLastIndex(({ event }) => isRolled(event));
  return told.filter((_, at) => at !== index);
};

const WATCHING = { onSpot: () => {}, onHold: () => {}, onMove: () => {}, standsOn: () => 0 };

/** What one chip less comes to: at most what may be taken; all where that is all there is. */
function lessOn(
  option: { readonly stands: number; readonly take: unknown },
  chip: number,
): number | undefined {
  const take = option.take as { may: boolean; part?: Parameters<typeof nearestIn>[0] | null };
  if (chip >= option.stands || !take.may || !take.part) return undefined;
  return nearestIn(take.part, chip);
}

/** Keys that work anywhere but where somebody writes. */
function useKeys(onKey: (key: string) => boolean): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const writes = target.closest('input, textarea, select, [contenteditable], dialog');
      if (writes || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (onKey(event.key)) event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}

const TELL_MS = 2_600;

/** Wins and losses shown for a moment where the chips stood. */
function useTells(settled: Settled | null, n: number): readonly Tell[] {
  const [tells, setTells] = useState<readonly Tell[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each roll
  useEffect(() => {
    if (!settled || n === 0) return;
    setTells(
      settled.lines.flatMap(({ key, kind, spot, net }): readonly Tell[] =>
        spot && (kind === 'won' || kind === 'lost' || kind === 'back')
          ? [
              {
                key: `${n}-${key}`,
                spot,
                kind,
                text: kind === 'back' ? '= back' : `${kind === 'won' ? '▲' : '▼'} ${signed(net)}`,
              },
            ]
          : [],
      ),
    );
    const timer = setTimeout(() => setTells([]), TELL_MS);
    return () => clearTimeout(timer);
  }, [n, settled === null]);
  return tells;
}

function ResultDialog({ table, settled, onClose }: { table: Table; settled: Settled; onClose: () => void }) {
  return (
    <Dialog title="What the roll did" onClose={onClose}>
      <Settlement table={table} settled={settled} />
    </Dialog>
  );
}
