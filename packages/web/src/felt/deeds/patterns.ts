import { type PointNumber, spotOf } from '@boxperson/rules';
import { type Acted, didOnly } from './acted.js';
import type { Desk } from './desk.js';
import { putAll } from './many.js';
import { isTravelled, readStake, type SavedStake, saveStake } from './stake.js';

export interface Pattern {
  readonly name: string;
  readonly title: string;
  readonly saved: boolean;
}

/** Usual patterns by the numbers they cover, as place wagers. */
const USUAL: Readonly<Record<string, { readonly title: string; readonly numbers: readonly PointNumber[] }>> =
  {
    across: { title: 'Across', numbers: [4, 5, 6, 8, 9, 10] },
    inside: { title: 'Inside', numbers: [5, 6, 8, 9] },
    outside: { title: 'Outside', numbers: [4, 5, 9, 10] },
    'six-eight': { title: 'Six and eight', numbers: [6, 8] },
  };

const KEY = 'boxperson.patterns';
const NAME_MOST = 24;
type Saved = Readonly<Record<string, readonly SavedStake[]>>;

const read = (): Saved => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Saved;
  } catch {
    return {};
  }
};

function write(desk: Desk, all: Saved): void {
  localStorage.setItem(KEY, JSON.stringify(all));
  desk.changed();
}

export const patterns = (): readonly Pattern[] => [
  ...Object.entries(USUAL).map(([name, { title }]) => ({ name, title, saved: false })),
  ...Object.keys(read()).map((name) => ({ name, title: name, saved: true })),
];

export async function playPattern(desk: Desk, name: string, amount: number): Promise<Acted> {
  const usual = USUAL[name];
  const stakes = usual
    ? usual.numbers.map((number) => ({ spot: spotOf('place', number), amount }))
    : (read()[name] ?? []).flatMap(readStake);
  if (stakes.length === 0) return desk.told(`There is no pattern called ${name}.`);
  const title = usual?.title ?? name;
  return desk.tell(`${title}, but for these`, await putAll(desk, stakes, title));
}

export function savePattern(desk: Desk, name: string): Acted {
  const stakes = desk.wagers.filter(({ spot }) => !isTravelled(spot));
  const trimmed = name.trim().slice(0, NAME_MOST);
  if (trimmed === '' || USUAL[trimmed]) return desk.told('Give the pattern a name of its own.');
  if (stakes.length === 0) return desk.told('Put down some wagers first: they are what is saved.');
  write(desk, { ...read(), [trimmed]: stakes.map(saveStake) });
  return didOnly(`Saved as ${trimmed}`);
}

export function dropPattern(desk: Desk, name: string): void {
  const { [name]: _gone, ...rest } = read();
  write(desk, rest);
}
