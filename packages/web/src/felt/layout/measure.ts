/** How wide text is, asked of the browser: fonts differ from machine to machine. */

export type Type = 'display' | 'label' | 'amount';

/** Weights and families must be those of `.print` in styles/felt.css. The last is how wide a letter is without a browser. */
const FONTS: Readonly<Record<Type, readonly [string, string, string, number]>> = {
  display: ['700', '--felt-display', 'Georgia, serif', 0.66],
  label: ['600', '--narrow', 'system-ui, sans-serif', 0.5],
  amount: ['700', '--narrow', 'system-ui, sans-serif', 0.48],
};
const AT = 100;
const known = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

function penOf(): CanvasRenderingContext2D | null {
  pen ??= document.createElement('canvas').getContext('2d');
  return pen;
}

/** The felt that is being laid out has letters of its own: they are asked of the skin that it will wear. */
let skin = '';
export function lettersOf(of: string): void {
  skin = of;
}

/** Forgets every width: a typeface has come that was not there before. */
export const measureAnew = (): void => known.clear();

function familyOf(name: string, otherwise: string): string {
  const probe = document.querySelector(`[data-skin="${skin}"]`) ?? document.documentElement;
  return getComputedStyle(probe).getPropertyValue(name).trim() || otherwise;
}

/** The typefaces that a house's felt is printed in, as a browser is asked for them. */
export function facesOf(house: string): readonly string[] {
  lettersOf(house);
  return Object.values(FONTS).map(
    ([weight, family, otherwise]) => `${weight} ${AT}px ${familyOf(family, otherwise)}`,
  );
}

/** The width of a text at size 1. */
export function widthOf(text: string, type: Type): number {
  const key = `${skin}/${type}/${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const [weight, family, otherwise, guess] = FONTS[type];
  const context = penOf();
  if (context) context.font = `${weight} ${AT}px ${familyOf(family, otherwise)}`;
  const width = context ? context.measureText(text).width / AT : text.length * guess;
  known.set(key, width);
  return width;
}

/** How high the capitals of a type are at size 1: text is set in the middle of them, not of the line. */
export function capOf(type: Type): number {
  const key = `${skin}/${type}/cap`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const [weight, family, otherwise] = FONTS[type];
  const context = penOf();
  if (context) context.font = `${weight} ${AT}px ${familyOf(family, otherwise)}`;
  const cap = context ? context.measureText('H').actualBoundingBoxAscent / AT : 0.7;
  known.set(key, cap);
  return cap;
}

/** No letter on the felt is smaller than this. */
export const LEAST_TYPE = 12;

/** As large as fits into the width, at most `size`, and never too small to be read. */
export const fitted = (text: string, size: number, width: number, type: Type = 'label'): number =>
  Math.max(LEAST_TYPE, Math.min(size, width / Math.max(0.1, widthOf(text, type))));

export interface Fitting {
  readonly text: string;
  readonly size: number;
}

/** The first of several ways to say it that fits into the width at a size that can be read; else the last. */
export function firstFitting(
  forms: readonly string[],
  size: number,
  width: number,
  type: Type = 'label',
): Fitting {
  const fits = (text: string): boolean => widthOf(text, type) * LEAST_TYPE <= width;
  const text = forms.find(fits) ?? (forms.at(-1) as string);
  return { text, size: fitted(text, size, width, type) };
}
