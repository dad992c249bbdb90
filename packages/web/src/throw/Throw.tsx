import type { Table } from '@boxperson/rules';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Flight } from '../model.js';
import { wantsStill } from '../settings/settings.js';
import { hushDice, sound } from '../settings/voice.js';
import { Cube } from '../ui/Cube.js';
import { sayStick } from './call.js';
import { type Flown, fly, type Side } from './path.js';
import { type Ground, groundNow, sideOf, sizeOn } from './place.js';
import { playThrow } from './play.js';
import './throw.css';

interface ThrowProps {
  readonly table: Table;
  readonly flight: Flight | null;
  readonly player: string | null;
  /** The dice lie. */
  readonly land: () => void;
}

/** How long dice lie on the felt under the call before the tray has them. */
const LIE_MS = 1_900;
/** For those who see no felt: as long as a throw takes. */
const UNSEEN_MS = 1_500;

/** The throw that is on the felt: in the air, or lying for a moment under its call. */
function useOnFelt(flight: Flight | null, isHeld: boolean): Flight | null {
  const [seen, setSeen] = useState<Flight | null>(null);
  if (flight && flight !== seen) setSeen(flight);
  else if (isHeld && !flight && seen) setSeen(null);
  const lies = seen !== null && flight === null;
  useEffect(() => {
    if (!lies) return;
    const timer = setTimeout(() => setSeen(null), LIE_MS);
    return () => clearTimeout(timer);
  }, [lies]);
  return flight ?? seen;
}

/** Places a layer over the felt, and what is drawn in it before the dice go. */
function place(layer: HTMLElement, ground: Ground, size: number, side: Side): void {
  const hand =
    side === 'near'
      ? [ground.width / 2, ground.height - 0.45 * size]
      : [side === 'left' ? 0.45 * size : ground.width - 0.45 * size, ground.height / 2];
  const style = {
    left: ground.left,
    top: ground.top,
    width: ground.width,
    height: ground.height,
    '--die': size,
    '--hand-x': hand[0] as number,
    '--hand-y': hand[1] as number,
  };
  for (const [name, value] of Object.entries(style)) layer.style.setProperty(name, `${Math.round(value)}px`);
}

/** Where the call stands on the screen: over the dice, or under them where there is no room. */
function callAt({ dice }: Flown, size: number, { left, top, width }: Ground): CSSProperties {
  const ends = dice.map((frames) => frames.at(-1) as { x: number; y: number });
  const x = ends.reduce((sum, end) => sum + end.x, 0) / 2;
  const over = Math.min(...ends.map((end) => end.y)) - size * 1.1;
  const y = over > size * 0.4 ? over : Math.max(...ends.map((end) => end.y)) + size * 1.1;
  const margin = Math.min(width / 2, 190);
  return {
    left: Math.round(left + Math.max(margin, Math.min(width - margin, x))),
    top: Math.round(top + y),
    maxWidth: Math.round(width - 16),
  };
}

/** Sets the dice going once for each throw, and says when they lie. */
function useFlying(layer: RefObject<HTMLElement | null>, seen: Flight | null, side: Side, land: () => void) {
  const playing = useRef<readonly Animation[]>([]);
  const call = useRef<CSSProperties>({ display: 'none' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each throw, from where it began
  useLayoutEffect(() => {
    if (!seen) return;
    const ground = layer.current && groundNow();
    call.current = { display: 'none' };
    if (!ground || !layer.current) {
      const timer = setTimeout(land, UNSEEN_MS);
      return () => clearTimeout(timer);
    }
    const size = sizeOn(ground);
    place(layer.current, ground, size, side);
    const flown = fly({ seed: seen.n, dice: seen.event.dice, area: ground, size, side });
    call.current = callAt(flown, size, ground);
    playing.current = playThrow(layer.current, flown, size);
    for (const { at, on, loud } of flown.hits) sound(on, { after: at, loud });
    let gone = false;
    Promise.all(playing.current.map(({ finished }) => finished)).then(
      () => !gone && land(),
      () => {},
    );
    return () => {
      gone = true;
      for (const one of playing.current) one.cancel();
      playing.current = [];
    };
  }, [seen]);
  return { playing, call };
}

/** Keys that bet or throw: pressed while dice tumble they only bring them to rest. */
const SKIPS = [
  'Escape',
  'Enter',
  ' ',
  '+',
  '=',
  '-',
  'Delete',
  'Backspace',
  'w',
  'o',
  'a',
  'u',
  'y',
  'r',
  's',
];

/** Whoever will not wait presses anything that would bet; nothing is bet by it. */
function useSkip(isFlying: boolean, land: () => void): void {
  useEffect(() => {
    if (!isFlying) return;
    const pressed = (event: KeyboardEvent): void => {
      const writes = (event.target as HTMLElement).closest('input, textarea, select, dialog');
      if (writes || event.ctrlKey || event.metaKey || event.altKey || !SKIPS.includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      land();
    };
    addEventListener('keydown', pressed, true);
    return () => removeEventListener('keydown', pressed, true);
  }, [isFlying, land]);
}

/** Dice that leave the shooter's place, cross the felt, hit the far wall and come to lie; the stick calls them. */
export function Throw({ table, flight, player, land }: ThrowProps) {
  const layer = useRef<HTMLDivElement>(null);
  const isHeld = (table.phase === 'thrown' || table.phase === 'rolling') && !wantsStill();
  const seen = useOnFelt(flight, isHeld);
  const side = useRef<Side>('near');
  // The table is the one before the roll as long as the dice are out: its shooter threw them.
  if (isHeld) side.current = sideOf(table, player);
  const stage = flight ? 'flying' : seen ? 'lying' : isHeld ? 'in-hand' : null;
  useSkip(stage === 'flying', land);
  useLayoutEffect(() => {
    const ground = stage === 'in-hand' && layer.current ? groundNow() : null;
    if (ground && layer.current) place(layer.current, ground, sizeOn(ground), side.current);
  }, [stage]);
  const { playing, call } = useFlying(layer, seen, side.current, land);
  useEffect(() => {
    if (stage !== 'lying') return;
    const isSkipped = playing.current.some(({ playState }) => playState !== 'finished');
    if (isSkipped) hushDice();
    for (const one of playing.current) one.finish();
  }, [stage, playing]);
  if (!stage) return null;
  return (
    <>
      <div className={`throw ${stage}`} ref={layer} aria-hidden="true">
        <div className="throw-catch" onPointerDown={land} />
        <div className="die-shadow" />
        <div className="die-shadow" />
        <div className="throw-die">
          <Cube />
        </div>
        <div className="throw-die">
          <Cube />
        </div>
      </div>
      {stage === 'lying' && seen && (
        <p className="throw-call" aria-hidden="true" style={call.current}>
          {sayStick(seen, table.game.rulebook)}
        </p>
      )}
    </>
  );
}
