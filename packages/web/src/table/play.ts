import { type ActOption, type Spot, type SpotOptions, type Table, tableOptions } from '@boxperson/rules';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { TableState } from '../model.js';
import { sound } from '../settings/voice.js';
import { firstChip, trayOf } from './chips.js';
import type { Connected } from './connection.js';
import { useMedia } from './hooks.js';
import { press as pressKey, spotKeys, useKeys } from './keys.js';
import type { FeltPress } from './press.js';

export type Opened = 'none' | 'more' | 'money' | 'help' | 'settings' | 'result' | 'recall';

/** Everything on the page that is not the table itself: the chosen chip, what is open, what a touch means now. */
export interface Play extends FeltPress {
  readonly player: string | null;
  readonly options: readonly SpotOptions[] | null;
  readonly acts: readonly ActOption[];
  readonly values: readonly number[];
  readonly chip: number;
  readonly choose: (chip: number) => void;
  readonly taking: boolean;
  readonly turnTaking: () => void;
  readonly moving: Spot | null;
  readonly setMoving: (spot: Spot | null) => void;
  readonly sheet: Spot | null;
  readonly closeSheet: () => void;
  readonly opened: Opened;
  readonly open: (what: Opened) => void;
  readonly view: 'felt' | 'text';
  readonly turnView: () => void;
  readonly size: 'wide' | 'phone';
  readonly onKey: (key: string, spot: Spot) => boolean;
}

const NO_ACTS: readonly ActOption[] = [];
const nothing = (): void => {};

/** star-2024 10.1: a player shows a card before play; the house knows whose. */
const lacksCard = (table: Table, player: string): boolean =>
  table.game.rulebook.conduct.wagers.card.value === 'own-card' &&
  table.guests.find((guest) => guest.player === player)?.card === null;

export function usePlay({ model, actions }: Connected, state: TableState, table: Table): Play {
  const player = state.own?.player ?? null;
  useSyncExternalStore(actions.subscribe, actions.version);
  const [chip, setChip] = useState(() => firstChip(table));
  const [taking, setTaking] = useState(false);
  const [moving, setMoving] = useState<Spot | null>(null);
  const [sheet, setSheet] = useState<Spot | null>(null);
  const [opened, open] = useState<Opened>('none');
  const [view, setView] = useState<'felt' | 'text'>('felt');
  const size = useMedia('(max-width: 760px)') ? 'phone' : 'wide';
  const personal = useMemo(() => (player === null ? null : tableOptions(table, { player })), [table, player]);
  const options = personal?.spots ?? null;
  const needsCard = player !== null && lacksCard(table, player);
  useEffect(() => {
    if (needsCard) void model.do({ do: 'card', player });
  }, [model, needsCard, player]);

  const onSpot = useCallback(
    (spot: Spot): void => {
      if (player === null) return;
      setMoving(null);
      if (moving) return moving === spot ? undefined : void actions.move(moving, spot);
      if (taking) return void actions.take(spot);
      sound('chip');
      void actions.put(spot, chip);
    },
    [actions, chip, moving, taking, player],
  );
  const onHold = useCallback((spot: Spot) => (player === null ? undefined : setSheet(spot)), [player]);
  const onMove = useCallback(
    (from: Spot, to: Spot | null) => void (to ? actions.move(from, to) : actions.take(from)),
    [actions],
  );
  const standsOn = useCallback((spot: Spot) => options?.[spot.index]?.stands ?? 0, [options]);

  const values = trayOf(table);
  const choose = (value: number): void => {
    setChip(value);
    setTaking(false);
  };
  const turnView = (): void => setView(view === 'felt' ? 'text' : 'felt');
  const letGo = (): void => {
    setMoving(null);
    setTaking(false);
    model.dismiss();
  };
  const anywhere = {
    ...Object.fromEntries(values.map((value, index) => [String(index + 1), () => choose(value)])),
    u: () => actions.undo(),
    y: () => actions.redo(),
    r: () => actions.repeat(),
    s: () => (table.shooter.offeredTo === player ? actions.acceptDice() : actions.shoot()),
    v: turnView,
    '?': () => open('help'),
    Escape: letGo,
  };
  const onKey = (key: string, spot: Spot): boolean => {
    const option = options?.[spot.index];
    const here = option ? spotKeys(spot, option, chip, actions, { onSpot, onHold }) : {};
    return pressKey(here, key) || pressKey(anywhere, key);
  };
  useKeys((key) => player !== null && sheet === null && opened === 'none' && pressKey(anywhere, key));

  return {
    player,
    options,
    acts: personal?.acts ?? NO_ACTS,
    values,
    chip,
    choose,
    taking,
    turnTaking: () => setTaking(!taking),
    moving,
    setMoving,
    sheet,
    closeSheet: () => setSheet(null),
    opened,
    open,
    view,
    turnView,
    size,
    onKey,
    onSpot,
    onHold,
    onMove: player === null ? nothing : onMove,
    standsOn,
  };
}
