// What the pages of the laboratory draw: throws by what they do, stakes one by one, sessions roll by roll.
import { RULEBOOK_IDS, rulebook } from '@boxperson/rules';
import { describe, expect, it } from 'vitest';
import {
  barChart,
  bookFigures,
  checkSign,
  compile,
  equals,
  libraryStrategy,
  makeRational,
  pathChart,
  playSession,
  rational,
  type Strategy,
  sessionMachine,
  sessionPath,
  stakeEdges,
  sub,
  toNumber,
  usualTable,
} from '../src/index.js';

describe('moments of a wager', () => {
  it('have 36 throws each, and those that decide a lone moment are its chances', () => {
    for (const id of RULEBOOK_IDS)
      for (const row of bookFigures(rulebook(id))) {
        const moments = row.moments();
        for (const { throws } of moments) expect(throws).toHaveLength(36);
        const [only] = moments;
        if (moments.length !== 1 || !only) continue;
        const count = (fate: string): number => only.throws.filter((one) => one.fate === fate).length;
        const decided = count('wins') + count('loses') + count('even');
        expect(equals(row.win, rational(count('wins'), decided)), `${id} ${row.name}`).toBe(true);
        expect(equals(row.lose, rational(count('loses'), decided)), `${id} ${row.name}`).toBe(true);
      }
  });

  it('tell every sentence of the derivation that is about throws', () => {
    const pass = bookFigures(rulebook('crown')).find(({ wager }) => wager === 'pass');
    const told = pass?.moments().map(({ says }) => says) ?? [];
    expect(told).toHaveLength(7);
    for (const says of told) expect(pass?.derivation()).toContain(says);
    expect(pass?.moments().map(({ goal }) => goal)).toEqual([null, 4, 5, 6, 8, 9, 10]);
  });
});

describe('stakes one by one', () => {
  const settings = { ...usualTable('star'), chips: [100, 500, 2500] };
  it('have the best stake and the leaks that the report lists', () => {
    const checked = checkSign(settings);
    if (!checked.ok) throw new Error(checked.refused.message);
    const place = checked.report.lines.find(({ wager, number }) => wager === 'place' && number === 6);
    const edges = stakeEdges(settings, { wager: 'place', number: 6 }, 1000) ?? [];
    expect(edges[0]?.stake).toBe(500);
    const lowest = edges.reduce((best, one) => (toNumber(sub(one.edge, best.edge)) < 0 ? one : best));
    expect(makeRational(lowest.edge)).toBe(makeRational(place?.best.edge ?? rational(0)));
    expect(edges.filter(({ edge }) => edge.n < 0n).map(({ stake }) => stake)).toEqual(place?.leaks);
  });

  it('are none where the sign or the book takes none', () => {
    expect(stakeEdges(settings, { wager: 'field' }, 10)).toHaveLength(10);
    expect(stakeEdges({ ...settings, rulebook: 'crown' }, { wager: 'craps' }, 10)).toBeNull();
    expect(
      stakeEdges({ ...settings, limits: { default: { min: 5, max: 1 } } }, { wager: 'pass' }, 10),
    ).toBeNull();
  });
});

it('a session roll by roll ends where the session ends, on the same dice for everybody', () => {
  const machine = (name: string) => {
    const made = compile(libraryStrategy(name) as Strategy, usualTable('star'));
    if (!made.ok) throw new Error(made.why.message);
    return sessionMachine(made.machine);
  };
  const plan = { rolls: 200 };
  for (const name of ['pass-flat', 'martingale', 'iron-cross']) {
    const path = sessionPath(machine(name), plan, 7, 3);
    expect(path).toHaveLength(200);
    expect(path.at(-1)).toBe(playSession(machine(name), plan, 7, 3).result);
  }
  // One wins what the other loses but for the barred total: the same dice.
  const pass = sessionPath(machine('pass-flat'), plan, 7, 3);
  const dont = sessionPath(machine('dont-flat'), plan, 7, 3);
  const changes = (path: readonly number[]) => path.map((money, at) => money - (path[at - 1] ?? 0));
  const both = changes(pass).map((change, at) => change + (changes(dont)[at] as number));
  expect(both.every((sum) => sum === 0 || sum === -1000)).toBe(true);
});

it('pictures fit the page they are drawn for', () => {
  const words = {
    title: 'T',
    across: 'x',
    up: '',
    size: { width: 340, height: 300 },
    heading: 'left out',
  } as const;
  const paths = pathChart(
    [
      {
        name: 'a',
        points: [
          [0, 0],
          [10, -500],
          [20, 900],
        ],
      },
    ],
    words,
  );
  const bars = barChart([{ name: 'a long name of a wager', value: 3 }], words, String);
  for (const scene of [paths, bars]) {
    expect(scene.width).toBe(340);
    expect(scene.title).toBe('T');
    for (const shape of scene.shapes) {
      expect(shape.kind === 'text' && shape.text === 'T').toBe(false);
      const points = shape.kind === 'text' ? [shape.at] : shape.points;
      for (const [x] of points) expect(x >= 0 && x <= 340).toBe(true);
    }
  }
});
