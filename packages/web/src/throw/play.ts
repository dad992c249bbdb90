import { asStyle, shadesOf, TILTED } from '../ui/turn.js';
import type { Flown, Frame } from './path.js';

const px = (value: number): string => `${Math.round(value * 10) / 10}px`;
const at = (x: number, y: number, scale: number): string =>
  `translate3d(${px(x)}, ${px(y)}, 0) scale(${Math.round(scale * 1000) / 1000})`;

const dieFrames = (frames: readonly Frame[], size: number): Keyframe[] =>
  frames.map(({ x, y, z }) => ({ transform: at(x - size / 2, y - size / 2 - z * 0.55, 1 + z / (7 * size)) }));

/** Light falls from the left and from above: the higher the die, the further its shadow, and the fainter. */
const shadowFrames = (frames: readonly Frame[], size: number): Keyframe[] =>
  frames.map(({ x, y, z }) => ({
    transform: at(x - size / 2 + z * 0.24, y - size / 2 + z * 0.2, 1 + z / (5 * size)),
    opacity: Math.round(100 / (1 + z / size)) / 100,
  }));

/** One die, its cube, its faces' shades and its shadow: nothing moves but transforms and opacity. */
function playDie(die: Element, shadow: Element, frames: readonly Frame[], size: number, ms: number) {
  const timing: KeyframeAnimationOptions = { duration: ms, fill: 'both', easing: 'linear' };
  const cube = die.querySelector('.cube') as Element;
  const shades = frames.map(({ turn }) => shadesOf(turn));
  const turns = frames.map(({ turn }) => ({ transform: `${TILTED} ${asStyle(turn)}` }));
  return [
    die.animate(dieFrames(frames, size), timing),
    shadow.animate(shadowFrames(frames, size), timing),
    cube.animate(turns, timing),
    ...[...cube.querySelectorAll('.cube-shade')].map((shade, face) =>
      shade.animate(
        shades.map((all) => ({ opacity: all[face] ?? 0 })),
        timing,
      ),
    ),
  ];
}

/** Sets the dice of a layer going. What they will show is in no attribute of the page. */
export function playThrow(layer: Element, { dice, ms }: Flown, size: number): readonly Animation[] {
  const [dies, shadows] = [layer.querySelectorAll('.throw-die'), layer.querySelectorAll('.die-shadow')];
  return dice.flatMap((frames, which) =>
    playDie(dies[which] as Element, shadows[which] as Element, frames, size, ms),
  );
}
