import type { ActOption, Table } from '@boxperson/rules';
import { useState } from 'react';
import type { TableActions } from '../../felt/actions.js';
import { useNow } from '../../felt/hooks.js';
import type { TableModel } from '../../model.js';
import { ChooseDice, useChoice } from '../ChooseDice.js';
import { sayWhyNoShot } from '../words.js';

interface ShootProps {
  readonly table: Table;
  readonly player: string;
  readonly acts: readonly ActOption[];
  readonly actions: TableActions;
  /** Why nothing can be played from here now. */
  readonly held: string | null;
  readonly model: TableModel;
}

interface Turn {
  readonly name: string;
  readonly may: boolean;
  readonly press: () => unknown;
  /** Why it may not be pressed, or what it waits for. */
  readonly why: string;
  /** What may be done instead. */
  readonly other: { readonly name: string; readonly press: () => unknown } | null;
}

const isElectronic = ({ game }: Table): boolean => game.rulebook.conduct.run.value === 'electronic';

/** What the rules say, as short as a button has it. */
const shortly = (message: string): string =>
  /needs a wager on either line/.test(message) ? 'Bet on either line to throw' : message;

/** What the dice want of this player now: nothing, where they cannot play. */
function turnOf(props: ShootProps): Turn {
  const turn = openTurn(props);
  return props.held === null ? turn : { ...turn, may: false, why: props.held, other: null };
}

function openTurn({ table, player, acts, actions }: ShootProps): Turn {
  const option = (verb: string) => acts.find(({ command }) => command['do'] === verb);
  if (table.shooter.offeredTo === player && table.phase === 'offering')
    return {
      name: 'Take the dice',
      may: true,
      press: () => actions.acceptDice(),
      why: '',
      other: { name: 'Not now', press: () => actions.decline() },
    };
  const act = isElectronic(table) ? 'shoot' : 'throw';
  const { may: allowed = false, why } = option(act) ?? {};
  // Asked for already: the dice go when everybody has had time to bet.
  const isAsked = table.guests.some((guest) => guest.player === player && guest.ready === true);
  const may = allowed && !isAsked;
  const refused = !may && why && !/ does not fit now/.test(why.message) ? shortly(why.message) : '';
  return {
    name: act.toUpperCase(),
    may,
    press: () => actions.shoot(),
    why: sayWhyNoShot(table, player) || refused,
    other: option('refuse-line')?.may
      ? { name: 'Give up the dice', press: () => actions.refuseLine() }
      : table.shooter.shooter === player && option('pass')?.may
        ? { name: 'Pass the dice', press: () => actions.passDice() }
        : null,
  };
}

/**
 * Whatever moves the dice on: take them, throw them, shoot. One button that is always there and always as large, so
 * that nothing moves under a finger and the keyboard keeps its place.
 */
export function Shoot(props: ShootProps) {
  const { table, player, actions, held, model } = props;
  const choice = useChoice(table, player);
  const { name, may, press, why, other } = turnOf(props);
  return (
    <div className={may ? 'shoot ready' : 'shoot'} data-guide="shoot">
      <button
        type="button"
        className="main"
        aria-disabled={!may || undefined}
        aria-describedby="shoot-why"
        aria-keyshortcuts="s"
        title={why || undefined}
        onClick={() => may && void press()}
      >
        {name}
        {isElectronic(table) && may && <ShotBar table={table} model={model} />}
      </button>
      <p id="shoot-why" className="shoot-why">
        {why}
      </p>
      {other && (
        <button type="button" className="shoot-other" onClick={() => void other.press()}>
          {other.name}
        </button>
      )}
      {held === null && choice.length > 0 && <ChooseDice offered={choice} actions={actions} />}
    </div>
  );
}

/** aruze 3.11.1: the shooter's time, running out; then the machine shoots. */
function ShotBar({ table, model }: { table: Table; model: TableModel }) {
  const [read] = useState(() => () => model.now());
  const now = useNow(read, 100);
  const whole = (table.game.rulebook.conduct.round?.shootSeconds.value ?? 1) * 1000;
  const left = Math.max(0, (table.deadline ?? now) - now);
  return (
    <span className="shot-time">
      <span className="shot-bar" style={{ transform: `scaleX(${Math.min(1, left / whole)})` }} />
      <span className="shot-seconds">{left > 0 ? `${Math.ceil(left / 1000)} s` : 'auto-shot'}</span>
    </span>
  );
}
