import {
  type ActOption,
  type PersonOptions,
  type Spot,
  type SpotOptions,
  type Table,
  tableOptions,
} from '@boxperson/rules';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { firstChip, trayOf } from '../felt/chips.js';
import { useMedia } from '../felt/hooks.js';
import { press as pressKey, spotKeys, useKeys } from '../felt/keys.js';
import type { FeltPress } from '../felt/press.js';
import { withTokensInHand } from '../felt/tokens.js';
import { OFFLINE, type TableState } from '../model.js';
import { useSettings } from '../settings/settings.js';
import { sound } from '../settings/voice.js';
import type { Connected } from './connection.js';
import { whyHeld } from './held.js';

export type Opened = 'none' | 'more' | 'menu' | 'money' | 'help' | 'settings' | 'result' | 'recall';

/** Everything on the page that is not the table itself: the chosen chip, what is open, what a touch means now. */
export interface Play extends FeltPress {
  readonly player: string | null;
  /** Why nothing can be played from here now; null while it can. */
  readonly held: string | null;
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
  /** Shows the card that the house lends a guest where the book asks for one; null where none is wanting. */
  readonly showCard: (() => void) | null;
}

const NO_ACTS: readonly ActOption[] = [];
const nothing = (): void => {};

/** star-2024 10.1: a player shows a card before play; the house knows whose. */
const lacksCard = (table: Table, player: string): boolean =>
  table.game.rulebook.conduct.wagers.card.value === 'own-card' &&
  table.guests.find((guest) => guest.player === player)?.card === null;

/** A player's card is shown at once; a guest has none, and is asked to show the one that the house lends. */
function useCard({ model, guest }: Connected, table: Table, player: string | null): (() => void) | null {
  const needsCard = player !== null && lacksCard(table, player);
  const show = useCallback(() => void model.do({ do: 'card', player }), [model, player]);
  useEffect(() => {
    if (needsCard && !guest) show();
  }, [needsCard, guest, show]);
  return needsCard && guest ? show : null;
}

/** The chip in hand, and what a touch does with it: puts, takes, or moves. */
function useHand(table: Table) {
  const [chip, setChip] = useState(() => firstChip(table));
  const [taking, setTaking] = useState(false);
  const [moving, setMoving] = useState<Spot | null>(null);
  const choose = (value: number): void => {
    setChip(value);
    setTaking(false);
  };
  const letGo = (): void => {
    setMoving(null);
    setTaking(false);
  };
  return { chip, choose, taking, turnTaking: () => setTaking(!taking), moving, setMoving, letGo };
}
type Hand = ReturnType<typeof useHand>;

/** What a touch of the felt means now. */
function useTouch({ actions }: Connected, { chip, moving, setMoving, taking }: Hand, player: string | null) {
  const [sheet, setSheet] = useState<Spot | null>(null);
  const onSpot = useCallback(
    (spot: Spot): void => {
      if (player === null) return;
      setMoving(null);
      if (moving) return moving === spot ? undefined : void actions.move(moving, spot);
      if (taking) return void actions.take(spot);
      sound('chip');
      void actions.put(spot, chip);
    },
    [actions, chip, moving, setMoving, taking, player],
  );
  const onHold = useCallback((spot: Spot) => (player === null ? undefined : setSheet(spot)), [player]);
  const onMove = useCallback(
    (from: Spot, to: Spot | null) => void (to ? actions.move(from, to) : actions.take(from)),
    [actions],
  );
  return {
    sheet,
    closeSheet: () => setSheet(null),
    onSpot,
    onHold,
    onMove: player === null ? nothing : onMove,
  };
}

/** What is open beside the felt, and how the table is shown. */
function useViews() {
  const [opened, open] = useState<Opened>('none');
  const [view, setView] = useState<'felt' | 'text'>('felt');
  const { text } = useSettings();
  // Large letters need a phone's felt and order of things on any screen: chips and dice stay in sight.
  const isLarge = text === '150' || text === '200';
  const size: Play['size'] = useMedia('(max-width: 760px)') || isLarge ? 'phone' : 'wide';
  const turnView = (): void => setView(view === 'felt' ? 'text' : 'felt');
  return { opened, open, view, turnView, size };
}

/** Nothing can be done over a line that is down, whatever the table would take. */
const cutOff = ({ acts, spots }: PersonOptions): PersonOptions => {
  const no = { may: false, why: OFFLINE } as const;
  return {
    acts: acts.map((act) => ({ ...act, ...no })),
    spots: spots?.map((option) => ({ ...option, bet: no, take: no, call: no })) ?? null,
  };
};

/** What the player may do now, with the chips or the tokens in hand. */
function useOptions({ actions }: Connected, { online }: TableState, table: Table, player: string | null) {
  const personal = useMemo(() => {
    if (player === null) return null;
    const asked = tableOptions(table, { player });
    return online ? asked : cutOff(asked);
  }, [table, player, online]);
  const { voucher } = actions;
  const inHand = online ? voucher : null;
  const options = useMemo(() => withTokensInHand(personal?.spots ?? null, inHand), [personal, inHand]);
  return { options, acts: personal?.acts ?? NO_ACTS };
}

export function usePlay(connected: Connected, state: TableState, table: Table): Play {
  const { model, actions } = connected;
  const player = state.own?.player ?? null;
  useSyncExternalStore(actions.subscribe, actions.version);
  const { letGo, ...hand } = useHand(table);
  const views = useViews();
  const { options, acts } = useOptions(connected, state, table, player);
  const held = whyHeld(table, state, player);
  const showCard = useCard(connected, table, player);
  const touch = useTouch(connected, { ...hand, letGo }, player);
  const standsOn = useCallback((spot: Spot) => options?.[spot.index]?.stands ?? 0, [options]);
  const values = trayOf(table);
  // What opens may ask the house, which knows how the dice lie.
  const open = (what: Opened): void => {
    if (what !== 'none') model.land();
    views.open(what);
  };
  const playing = {
    ...Object.fromEntries(values.map((value, index) => [String(index + 1), () => hand.choose(value)])),
    u: () => actions.undo(),
    y: () => actions.redo(),
    r: () => actions.repeat(),
    s: () => (table.shooter.offeredTo === player ? actions.acceptDice() : actions.shoot()),
    // Tokens instead of chips, and chips again.
    k: () => actions.chooseTokens(actions.voucher === null ? (actions.tokens[0]?.voucher ?? null) : null),
  };
  const anywhere = {
    ...(held === null ? playing : {}),
    v: views.turnView,
    '?': () => open('help'),
    Escape: () => {
      letGo();
      model.dismiss();
    },
  };
  const onKey = (key: string, spot: Spot): boolean => {
    const option = options?.[spot.index];
    const here = option ? spotKeys(spot, option, hand.chip, actions, touch) : {};
    return pressKey(here, key) || pressKey(anywhere, key);
  };
  const isFree = player !== null && touch.sheet === null && views.opened === 'none';
  useKeys((key) => isFree && pressKey(anywhere, key));
  return {
    player,
    held,
    options,
    acts,
    values,
    ...hand,
    ...views,
    open,
    ...touch,
    showCard,
    onKey,
    standsOn,
  };
}
