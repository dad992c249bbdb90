import { describe, expect, it } from 'vitest';
import { faceUp, heightOf, turned } from '../ui/turn.js';
import { type Frame, fly, type Side } from './path.js';

const FACES = [1, 2, 3, 4, 5, 6] as const;
const SIDES: readonly Side[] = ['near', 'left', 'right'];
const FELTS = [
  { area: { width: 1_480, height: 800 }, size: 116 },
  { area: { width: 960, height: 570 }, size: 96 },
  { area: { width: 374, height: 430 }, size: 66 },
] as const;

const last = (frames: readonly Frame[]): Frame => frames.at(-1) as Frame;
const nearWall = (side: Side, { x, y }: Frame, width: number): number =>
  side === 'near' ? y : side === 'left' ? width - x : x;

describe('the way of two dice', () => {
  it('comes to the faces that were thrown, flat on the felt, whatever they are', () => {
    for (const [index, side] of SIDES.entries())
      for (const one of FACES)
        for (const two of FACES) {
          const seed = index * 1_000 + one * 17 + two;
          const { dice } = fly({ seed, dice: [one, two], ...FELTS[1], side });
          expect(dice.map((frames) => faceUp(last(frames).turn))).toEqual([one, two]);
          for (const frames of dice) expect(heightOf(last(frames).turn)).toBeCloseTo(0.5, 6);
        }
  });

  it('hits the far wall, stays over the felt, and leaves two dice that do not cover each other', () => {
    for (const { area, size } of FELTS)
      for (const side of SIDES)
        for (let seed = 1; seed <= 40; seed++) {
          const { dice } = fly({ seed, dice: [3, 4], area, size, side });
          for (const frames of dice) {
            const nearest = Math.min(...frames.map((frame) => nearWall(side, frame, area.width)));
            expect(nearest).toBeLessThan(1.1 * size);
            const inside = frames.filter(
              ({ x, y, z }) => x > 0 && x < area.width && y > 0 && y < area.height && z > -1e-6,
            );
            expect(inside).toHaveLength(frames.length);
          }
          const [a, b] = [last(dice[0]), last(dice[1])];
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(1.2 * size);
        }
  });

  it('is the same for the same throw, and moves alike whatever it will show', () => {
    const at = { seed: 77, ...FELTS[0], side: 'left' } as const;
    expect(fly({ ...at, dice: [6, 1] })).toEqual(fly({ ...at, dice: [6, 1] }));
    const ways = (
      [
        [6, 1],
        [2, 5],
      ] as const
    ).map((dice) => fly({ ...at, dice }).dice);
    const ends = ways.map((dice) => dice.map((frames) => ({ x: last(frames).x, y: last(frames).y })));
    expect(ends[0]).toEqual(ends[1]);
    expect(fly({ ...at, seed: 78, dice: [6, 1] })).not.toEqual(fly({ ...at, dice: [6, 1] }));
  });

  it('turns without a jump from frame to frame', () => {
    const { dice } = fly({ seed: 5, dice: [2, 6], ...FELTS[1], side: 'near' });
    for (const frames of dice)
      for (const [index, { turn }] of frames.entries()) {
        const before = frames[index - 1];
        if (!before) continue;
        const [now, then] = [turned(turn, [0, 0, 1]), turned(before.turn, [0, 0, 1])];
        const cosine = now[0] * then[0] + now[1] * then[1] + now[2] * then[2];
        expect(Math.acos(Math.min(1, cosine))).toBeLessThan(0.45);
      }
  });
});
