import { type ActOption, onLayout, type SpotOptions, type Table } from '@boxperson/rules';
import { type PointerEvent, useRef, useState } from 'react';
import type { TableActions } from '../felt/actions.js';
import { useNow } from '../felt/hooks.js';
import { spotUnder } from '../felt/press.js';
import type { Session, TableModel } from '../model.js';
import { ChipFace, chipText } from '../ui/Chip.js';
import { dollars } from '../ui/money.js';
import { ChooseDice, useChoice } from './ChooseDice.js';
import { sayWhyNoShot, signed } from './words.js';

interface MetersProps {
  readonly table: Table;
  readonly player: string;
  readonly session: Session | null;
  readonly won: number;
  readonly onMoney: () => void;
}

/** Money at a glance. Only what the house has acknowledged counts. */
export function Meters({ table, player, session, won, onMoney }: MetersProps) {
  const me = table.game.players.find(({ name }) => name === player);
  if (!me) return null;
  const risk = onLayout(me);
  const bet = me.wagers.reduce((sum, { added }) => sum + added, 0);
  const net = session ? me.balance + risk - session.brought : 0;
  return (
    <dl className="meters" data-guide="meters">
      <Meter name="Credit" id="credit" cents={me.balance} />
      <Meter name="Bet this roll" short="Bet" id="bet" cents={bet} />
      <Meter name="Win" id="win" cents={won} />
      <Meter name="At risk" id="risk" cents={risk} />
      {session && (
        <div className="meter session">
          <dt>
            Net{' '}
            <span className="clock">
              <Clock since={session.since} />
            </span>
          </dt>
          <dd data-meter="net" data-cents={net} className={net > 0 ? 'won' : net < 0 ? 'lost' : ''}>
            {net === 0 ? 'even' : `${net > 0 ? '▲' : '▼'} ${signed(net)}`}
          </dd>
        </div>
      )}
      {me.limit && (
        <div className="meter limit">
          <dt>Your own limits</dt>
          <dd>
            {dollars(me.limit.min)}–{dollars(me.limit.max)}
          </dd>
        </div>
      )}
      <div className="meter-act">
        <dt className="unseen">Money</dt>
        <dd>
          <button type="button" onClick={onMoney}>
            Money
          </button>
        </dd>
      </div>
    </dl>
  );
}

function Meter({ name, short, id, cents }: { name: string; short?: string; id: string; cents: number }) {
  return (
    <div className={`meter ${id}`}>
      <dt>{short ?? name}</dt>
      <dd data-meter={id} data-cents={cents}>
        {dollars(cents)}
      </dd>
    </div>
  );
}

const clock = Date.now.bind(Date);
function Clock({ since }: { since: number }) {
  const minutes = Math.max(0, Math.floor((useNow(clock, 10_000) - since) / 60_000));
  return (
    <>
      after {String(Math.floor(minutes / 60)).padStart(2, '0')}:{String(minutes % 60).padStart(2, '0')}
    </>
  );
}

interface TrayProps {
  readonly values: readonly number[];
  readonly chosen: number;
  readonly onChoose: (value: number) => void;
  /** A chip was dropped on the felt. */
  readonly onDrop: (value: number, x: number, y: number) => void;
}

interface Dragged {
  readonly value: number;
  readonly x: number;
  readonly y: number;
}

/** The chips in front of the player: choose one, or drag it to the felt. */
export function Tray({ values, chosen, onChoose, onDrop }: TrayProps) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const start = useRef<Dragged | null>(null);
  const down = (value: number) => (event: PointerEvent) => {
    start.current = { value, x: event.clientX, y: event.clientY };
    (event.target as Element).setPointerCapture?.(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const from = start.current;
    if (!from) return;
    if (!dragged && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 12) return;
    setDragged({ value: from.value, x: event.clientX, y: event.clientY });
  };
  const up = (event: PointerEvent) => {
    const was = dragged;
    start.current = null;
    setDragged(null);
    if (was) onDrop(was.value, event.clientX, event.clientY);
  };
  const over = dragged && spotUnder(dragged.x, dragged.y);
  return (
    <div className="chips" role="radiogroup" aria-label="Chip" data-guide="chips">
      {values.map((value, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a chip is drawn, and a radio input cannot be
        <button
          type="button"
          role="radio"
          key={value}
          aria-checked={chosen === value}
          aria-label={`${dollars(value)} chip`}
          aria-keyshortcuts={String(index + 1)}
          tabIndex={chosen === value ? 0 : -1}
          className={chosen === value ? 'chip selected' : 'chip'}
          data-chip={value}
          onClick={() => onChoose(value)}
          onKeyDown={(event) => {
            const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
            if (way === undefined) return;
            event.preventDefault();
            const next = values[(index + way + values.length) % values.length] as number;
            onChoose(next);
            event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-chip="${next}"]`)?.focus();
          }}
          onPointerDown={down(value)}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={() => {
            start.current = null;
            setDragged(null);
          }}
        >
          <ChipFace value={value} text={chipText(value)} />
        </button>
      ))}
      {dragged && (
        <div
          className={over ? 'dragged over' : 'dragged'}
          style={{ left: dragged.x, top: dragged.y }}
          aria-hidden="true"
        >
          <ChipFace value={dragged.value} text={chipText(dragged.value)} />
        </div>
      )}
    </div>
  );
}

interface ActsProps {
  readonly table: Table;
  readonly player: string;
  readonly options: readonly SpotOptions[];
  readonly actions: TableActions;
  readonly taking: boolean;
  /** A phone has the rest under "More". */
  readonly size: 'wide' | 'phone';
  readonly onTaking: () => void;
  readonly onMore: () => void;
}

/** What is done to all wagers at once. */
export function Acts({ table, player, options, actions, taking, size, onTaking, onMore }: ActsProps) {
  const { nextUndo, nextRedo } = actions;
  const callable = options.filter(({ call }) => call.may);
  const allOn = callable.every(({ call }) => call.may && call.working);
  const { rulebook } = table.game;
  const hasCalls = rulebook.calls.inactiveOnComeOut.value.length > 0;
  const has = (table.game.players.find(({ name }) => name === player)?.wagers.length ?? 0) > 0;
  return (
    <div className="acts">
      <button
        type="button"
        disabled={nextUndo === null}
        title={nextUndo === null ? 'Nothing to undo' : `Undo ${nextUndo}`}
        onClick={() => void actions.undo()}
      >
        <span aria-hidden="true">↶</span>Undo
      </button>
      {size === 'wide' && (
        <button
          type="button"
          disabled={nextRedo === null}
          title={nextRedo === null ? 'Nothing to do again' : `Again: ${nextRedo}`}
          onClick={() => void actions.redo()}
        >
          <span aria-hidden="true">↷</span>Redo
        </button>
      )}
      <button type="button" aria-pressed={taking} onClick={onTaking}>
        <span aria-hidden="true">⊖</span>Take
      </button>
      {size === 'wide' && (
        <button type="button" disabled={!has} onClick={() => void actions.clear()}>
          <span aria-hidden="true">⌫</span>Clear
        </button>
      )}
      <button type="button" onClick={() => void actions.repeat()}>
        <span aria-hidden="true">⟳</span>Repeat
      </button>
      {size === 'wide' && (
        <button type="button" disabled={!has} onClick={() => void actions.double()}>
          <span aria-hidden="true">×2</span>Double
        </button>
      )}
      {hasCalls && size === 'wide' && (
        <button
          type="button"
          disabled={callable.length === 0}
          onClick={() => void actions.call('all', allOn ? 'off' : 'on')}
        >
          <span aria-hidden="true">◐</span>
          {allOn ? 'All off' : 'All on'}
        </button>
      )}
      <button type="button" aria-haspopup="dialog" onClick={onMore}>
        <span aria-hidden="true">⋯</span>More
      </button>
    </div>
  );
}

interface ShootProps {
  readonly table: Table;
  readonly player: string;
  readonly acts: readonly ActOption[];
  readonly actions: TableActions;
  readonly model: TableModel;
}

/** Whatever moves the dice on: take them, throw them, shoot. */
export function Shoot({ table, player, acts, actions, model }: ShootProps) {
  const may = (verb: string): boolean =>
    acts.some(({ command, may: allowed }) => command['do'] === verb && allowed);
  const choice = useChoice(table, player);
  if (table.shooter.offeredTo === player && table.phase === 'offering') {
    return (
      <div className="shoot" data-guide="shoot">
        <button type="button" className="main" onClick={() => void actions.acceptDice()}>
          Take the dice
        </button>
        <div className="shoot-more">
          <button type="button" onClick={() => void actions.decline()}>
            Not now
          </button>
        </div>
      </div>
    );
  }
  if (choice.length > 0)
    return (
      <div className="shoot">
        <ChooseDice offered={choice} actions={actions} />
      </div>
    );
  const isElectronic = table.game.rulebook.conduct.run.value === 'electronic';
  const act = isElectronic ? 'shoot' : 'throw';
  const isAsked = table.guests.some((guest) => guest.player === player && guest.ready === true);
  const ready = may(act) && !isAsked;
  const isShooter = table.shooter.shooter === player;
  const why = acts.find(({ command }) => command['do'] === act)?.why;
  const says =
    sayWhyNoShot(table, player) ||
    (ready ? '' : why && !/ does not fit now/.test(why.message) ? why.message : '');
  return (
    <div className={ready ? 'shoot ready' : 'shoot'} data-guide="shoot">
      <button
        type="button"
        className="main"
        disabled={!ready}
        aria-describedby="shoot-why"
        aria-keyshortcuts="s"
        onClick={() => void actions.shoot()}
      >
        {isElectronic ? 'SHOOT' : 'THROW'}
        {isElectronic && ready && <ShotBar table={table} model={model} />}
      </button>
      <p id="shoot-why" className="shoot-why">
        {says}
      </p>
      {isShooter && may('pass') && (
        <div className="shoot-more">
          <button type="button" onClick={() => void actions.passDice()}>
            Pass the dice
          </button>
        </div>
      )}
      {may('refuse-line') && (
        <div className="shoot-more">
          <button type="button" onClick={() => void actions.refuseLine()}>
            No line bet: give up the dice
          </button>
        </div>
      )}
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
