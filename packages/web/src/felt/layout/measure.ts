/** How wide text is, asked of the browser: fonts differ from machine to machine. */

export type Type = 'display' | 'label';

/** Weights and families must be those of `.print` in styles/felt.css. */
const FONTS: Readonly<Record<Type, readonly [string, string, string]>> = {
  display: ['700', '--serif', 'Georgia, serif'],
  label: ['700', '--sans', 'system-ui, sans-serif'],
};
const AT = 100;
const known = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

function penOf(): CanvasRenderingContext2D | null {
  pen ??= document.createElement('canvas').getContext('2d');
  return pen;
}

/** The width of a text at size 1. */
export function widthOf(text: string, type: Type): number {
  const key = `${type}/${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const [weight, family, otherwise] = FONTS[type];
  const context = penOf();
  const name = getComputedStyle(document.documentElement).getPropertyValue(family).trim() || otherwise;
  if (context) context.font = `${weight} ${AT}px ${name}`;
  const width = context ? context.measureText(text).width / AT : text.length * 0.7;
  known.set(key, width);
  return width;
}

/** As large as fits into the width, at most `size`. */
export const fitted = (text: string, size: number, width: number, type: Type = 'label'): number =>
  Math.max(7.5, Math.min(size, width / Math.max(0.1, widthOf(text, type))));
