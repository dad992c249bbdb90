import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RULEBOOK_IDS } from '@boxperson/rules';
import { describe, expect, it } from 'vitest';

const CSS = readFileSync(fileURLToPath(new URL('../src/theme.css', import.meta.url)), 'utf8');
const THEMES = ['night', 'day', 'contrast', 'safe'] as const;

type Colour = readonly [red: number, green: number, blue: number, alpha: number];
type Tokens = Readonly<Record<string, string>>;

const tokensIn = (block: string): Tokens =>
  Object.fromEntries([...block.matchAll(/--([a-z-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]));

/** A theme is the first block with its own over it. */
function tokensOf(theme: (typeof THEMES)[number]): Tokens {
  const base = /:root \{([^}]*)\}/.exec(CSS)?.[1] ?? '';
  const own = new RegExp(`:root\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(CSS)?.[1] ?? '';
  return { ...tokensIn(base), ...tokensIn(own) };
}

function colourOf(hex: string): Colour {
  const digits = /^#([0-9a-f]{6})([0-9a-f]{2})?$/.exec(hex.trim());
  if (!digits) throw new Error(`${hex} is not a colour`);
  const channel = (at: number) => Number.parseInt((digits[1] as string).slice(at, at + 2), 16);
  const alpha = digits[2] === undefined ? 1 : Number.parseInt(digits[2], 16) / 255;
  return [channel(0), channel(2), channel(4), alpha];
}

const over = ([r, g, b, a]: Colour, [br, bg, bb]: Colour): Colour => {
  const mix = (front: number, back: number) => front * a + back * (1 - a);
  return [mix(r, br), mix(g, bg), mix(b, bb), 1];
};

/** Relative luminance, WCAG 2.2. */
function luminance([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(front: Colour, back: Colour): number {
  const [a, b] = [luminance(over(front, back)), luminance(back)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** What is read on what: 4.5 to 1 for text. */
const TEXT: readonly (readonly [front: string, back: string])[] = [
  ...['page', 'page-glow', 'panel', 'panel-raised'].flatMap((back) =>
    ['ink', 'ink-quiet', 'accent', 'ok', 'warn', 'stop'].map((front) => [front, back] as const),
  ),
  ...['felt', 'felt-deep'].flatMap((back) =>
    ['felt-ink', 'felt-quiet'].map((front) => [front, back] as const),
  ),
  ['rail-ink', 'rail'],
  ['rail-quiet', 'rail'],
  ['act-ink', 'act'],
  ['act-ink', 'act-deep'],
  ['accent-ink', 'accent'],
  ['notice-ink', 'notice'],
  ['alarm-ink', 'alarm'],
];

/** What must be seen but is not read: 3 to 1. */
const SHAPES: readonly (readonly [front: string, back: string])[] = [
  ['felt-line', 'felt'],
  ['felt-line', 'felt-deep'],
  ['focus', 'page'],
  ['focus', 'panel'],
  ['button-line', 'page'],
  ['button-line', 'panel'],
  ['button-line', 'panel-raised'],
];

describe.each(THEMES)('%s', (theme) => {
  const tokens = tokensOf(theme);
  const between = (front: string, back: string): number =>
    contrast(colourOf(tokens[front] ?? ''), colourOf(tokens[back] ?? ''));

  it.each(TEXT)('%s on %s can be read', (front, back) => {
    expect(between(front, back)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(SHAPES)('%s on %s can be seen', (front, back) => {
    expect(between(front, back)).toBeGreaterThanOrEqual(3);
  });
});

/** A house's felt in a theme: what the theme says, the skin over it. */
function tokensOn(theme: (typeof THEMES)[number], house: string): Tokens {
  const block = (selector: string): string => {
    const at = CSS.indexOf(`${selector} {`);
    return at < 0 ? '' : CSS.slice(at, CSS.indexOf('}', at));
  };
  const skin = tokensIn(block(`:root [data-skin="${house}"]`));
  const own = tokensIn(block(`:root[data-theme="${theme}"] [data-skin="${house}"]`));
  const all = tokensIn(block(`:root[data-theme="${theme}"] [data-skin]`));
  return { ...tokensOf(theme), ...skin, ...all, ...own };
}

describe.each(RULEBOOK_IDS)('the felt of %s', (house) => {
  it.each(THEMES)('%s: print is read, lines and pips are seen on its cloth', (theme) => {
    const tokens = tokensOn(theme, house);
    const between = (front: string, back: string): number =>
      contrast(colourOf(tokens[front] ?? ''), colourOf(tokens[back] ?? ''));
    for (const cloth of ['felt', 'felt-deep']) {
      for (const print of ['felt-ink', 'felt-quiet'])
        expect(between(print, cloth), `${print} on ${cloth}`).toBeGreaterThanOrEqual(4.5);
      expect(between('felt-line', cloth), `lines on ${cloth}`).toBeGreaterThanOrEqual(3);
    }
    expect(between('felt-deep', 'felt-ink')).toBeGreaterThanOrEqual(3);
  });

  it('is its own: no other house has this cloth with these letters', () => {
    const look = (id: string, theme: (typeof THEMES)[number]): string => {
      const tokens = tokensOn(theme, id);
      return `${tokens['felt']} ${tokens['felt-display']}`;
    };
    for (const theme of ['night', 'day', 'safe'] as const) {
      expect(tokensOn(theme, house)['felt']).not.toBeUndefined();
      for (const other of RULEBOOK_IDS.filter((id) => id !== house))
        expect(look(other, theme)).not.toBe(look(house, theme));
    }
  });
});

it('knows black from white', () => {
  expect(contrast([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21);
  expect(contrast([0, 0, 0, 0], [255, 255, 255, 1])).toBeCloseTo(1);
});
