import type { RulebookId } from '@boxperson/rules';

/** What is woven into a house's cloth, drawn once and repeated: colours, lines and letters of a skin are in theme.css. */
export interface Ornament {
  readonly d: string;
  readonly width: number;
  readonly height: number;
}

/** A rosette of so many petals around a point. */
const rosette = (x: number, y: number, r: number, petals: number): string =>
  Array.from({ length: petals }, (_, at) => {
    const turn = (2 * Math.PI * at) / petals;
    const [dx, dy] = [Math.cos(turn) * r, Math.sin(turn) * r];
    const side = r * 0.42;
    return `M${x} ${y}q${(dx / 2 - (dy * side) / r).toFixed(1)} ${(dy / 2 + (dx * side) / r).toFixed(1)} ${dx.toFixed(1)} ${dy.toFixed(1)}q${(-dx / 2 + (dy * side) / r).toFixed(1)} ${(-dy / 2 - (dx * side) / r).toFixed(1)} ${(-dx).toFixed(1)} ${(-dy).toFixed(1)}`;
  }).join('');

const star = (x: number, y: number, r: number, points: number): string =>
  `${Array.from({ length: points * 2 }, (_, at) => {
    const turn = (Math.PI * at) / points - Math.PI / 2;
    const out = at % 2 === 0 ? r : r * 0.38;
    return `${at === 0 ? 'M' : 'L'}${(x + Math.cos(turn) * out).toFixed(1)} ${(y + Math.sin(turn) * out).toFixed(1)}`;
  }).join('')}Z`;

const crown = (x: number, y: number): string =>
  `M${x - 14} ${y + 9}l-4 -18l9 8l9 -12l9 12l9 -8l-4 18ZM${x - 14} ${y + 13}h28`;

/** The houses' cloths: a compass, waves, crowns, a lattice, rosettes, cells. */
export const ORNAMENTS: Readonly<Record<RulebookId, Ornament>> = {
  star: { d: star(40, 40, 15, 8) + star(0, 0, 6, 4) + star(80, 80, 6, 4), width: 80, height: 80 },
  'star-2024': { d: 'M0 14q15 -14 30 0t30 0M0 34q15 -14 30 0t30 0', width: 60, height: 40 },
  crown: { d: crown(30, 24) + crown(80, 70), width: 100, height: 92 },
  'crown-mini': { d: 'M0 24L24 0L48 24L24 48ZM12 24L24 12L36 24L24 36Z', width: 48, height: 48 },
  adelaide: { d: rosette(34, 34, 19, 6) + rosette(84, 84, 19, 6), width: 100, height: 100 },
  aruze: { d: 'M13 0L26 7.5V22.5L13 30L0 22.5V7.5ZM13 30V45M0 22.5V22.5', width: 26, height: 45 },
};
