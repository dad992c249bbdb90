/** How something is turned: a quaternion `[w, x, y, z]`, in the page's own axes: right, down, towards the viewer. */
export type Turn = readonly [w: number, x: number, y: number, z: number];
export type Vector = readonly [x: number, y: number, z: number];

const NO_AXIS: Vector = [0, 0, 1];

export const turnBy = ([x, y, z]: Vector, angle: number): Turn => {
  const length = Math.hypot(x, y, z);
  const part = length === 0 ? 0 : Math.sin(angle / 2) / length;
  return [Math.cos(angle / 2), x * part, y * part, z * part];
};

/** First `b`, then `a`. */
export const turnAfter = ([aw, ax, ay, az]: Turn, [bw, bx, by, bz]: Turn): Turn => [
  aw * bw - ax * bx - ay * by - az * bz,
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
];

export function turned([w, x, y, z]: Turn, [vx, vy, vz]: Vector): Vector {
  const [tx, ty, tz] = [2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)];
  return [vx + w * tx + (y * tz - z * ty), vy + w * ty + (z * tx - x * tz), vz + w * tz + (x * ty - y * tx)];
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The same as a style says it. */
export function asStyle([w, x, y, z]: Turn): string {
  const sine = Math.hypot(x, y, z);
  const [ax, ay, az] = sine < 1e-6 ? NO_AXIS : [x / sine, y / sine, z / sine];
  return `rotate3d(${round(ax)}, ${round(ay)}, ${round(az)}, ${round(2 * Math.atan2(sine, w))}rad)`;
}

export const FACES = [1, 2, 3, 4, 5, 6] as const;
type Face = (typeof FACES)[number];

/** Where each face of an unturned die looks: opposite faces add up to seven. */
const LOOKS: Readonly<Record<Face, Vector>> = {
  1: [0, 0, 1],
  2: [1, 0, 0],
  3: [0, -1, 0],
  4: [0, 1, 0],
  5: [-1, 0, 0],
  6: [0, 0, -1],
};

const QUARTER = Math.PI / 2;
/** How a die is turned to show a face. */
const SHOWING: Readonly<Record<Face, Turn>> = {
  1: [1, 0, 0, 0],
  2: turnBy([0, 1, 0], -QUARTER),
  3: turnBy([1, 0, 0], -QUARTER),
  4: turnBy([1, 0, 0], QUARTER),
  5: turnBy([0, 1, 0], QUARTER),
  6: turnBy([0, 1, 0], 2 * QUARTER),
};

/** A die that lies with `face` up, turned on the felt by `yaw`. */
export const lying = (face: number, yaw: number): Turn =>
  turnAfter(turnBy([0, 0, 1], yaw), SHOWING[face as Face]);

/** The face that looks up. */
export const faceUp = (turn: Turn): number =>
  FACES.reduce((best, face) => (turned(turn, LOOKS[face])[2] > turned(turn, LOOKS[best])[2] ? face : best));

/** How high the middle of a die of size 1 is above the felt when it touches it, turned like that. */
export const heightOf = (turn: Turn): number =>
  (Math.abs(turned(turn, [1, 0, 0])[2]) +
    Math.abs(turned(turn, [0, 1, 0])[2]) +
    Math.abs(turned(turn, [0, 0, 1])[2])) /
  2;

/** The felt is seen from the near rail: of a die on it one sees the top and what looks this way. */
const TILT = 0.44;
const SEEN = turnBy([1, 0, 0], TILT);
export const TILTED = `rotateX(${TILT}rad)`;

/** From over the left shoulder. */
const LIGHT: Vector = [-0.36, -0.5, 0.79];
const DARKEST = 0.66;

/** How dark each face is, in the order of the faces, from 0. */
export const shadesOf = (turn: Turn): readonly number[] =>
  FACES.map((face) => {
    const [x, y, z] = turned(turnAfter(SEEN, turn), LOOKS[face]);
    const lit = Math.max(0, x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2]);
    return round(DARKEST * (1 - Math.min(1, lit * 1.12)));
  });
