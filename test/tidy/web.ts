import { posix } from 'node:path';
import { parseSync } from 'vite';
import type { Source } from './files.js';
import { importsOf } from './imports.js';
import { scan } from './scan.js';

const SRC = 'packages/web/src/';

/** Features of the app, each a folder. They know the kit and what they share, never each other. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  ui: [],
  sound: [],
  settings: ['ui', 'sound'],
  throw: ['ui', 'settings'],
  joy: ['ui', 'settings', 'felt'],
  felt: ['ui', 'settings'],
  guide: ['ui', 'settings'],
  reading: ['ui', 'settings'],
};
const MAY_SHARE = Object.keys(SHARED);

/** The crew comes in by the door of all staff and stands in their frame; whoever learns to deal stands at the crew's consoles. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { crew: ['staff'], school: ['crew', 'staff'] };

/** The folder of the app that a file stands in; `.` for what puts the features together. */
const partOf = (path: string): string => {
  const inside = path.slice(SRC.length);
  return inside.includes('/') ? (inside.split('/')[0] as string) : '.';
};

/** What a file of the app imports from a part that it must not know. */
export const featureFaults = ({ path, text }: Source): string[] => {
  const home = partOf(path);
  if (home === '.') return [];
  const allowed = SHARED[home] ?? [...MAY_SHARE, ...(BESIDE[home] ?? [])];
  return importsOf(text)
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from }) => partOf(posix.join(posix.dirname(path), from)))
    .filter((part) => part !== home && part !== '.' && !allowed.includes(part))
    .map((part) => `${path}: ${home} may not know ${part}`);
};

/** Parts that only staff need, and what they are made of: `ui/` itself stays light. */
const HEAVY = /^(?:react-aria|@internationalized\/|zod(?:\/|$))/;
const MAY_BE_HEAVY = /^packages\/web\/src\/(?:ui\/(?:form|staff)|staff|offices)\//;

export const weightFaults = ({ path, text }: Source): string[] =>
  MAY_BE_HEAVY.test(path)
    ? []
    : importsOf(text)
        .filter(({ from, typeOnly }) => HEAVY.test(from) && !typeOnly)
        .map(({ from }) => `${path}: ${from} is for ui/form, ui/staff and staff screens`);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

const functionsIn = (node: unknown): readonly Node[] => {
  if (Array.isArray(node)) return node.flatMap(functionsIn);
  if (!isNode(node)) return [];
  const inside = Object.values(node).flatMap(functionsIn);
  return FUNCTIONS.includes(node.type) ? [node, ...inside] : inside;
};

export const LINES_MOST = 70;

/** Functions that are too long to be read, by the line they begin on. */
export const lengthFaults = ({ path, text }: Source): string[] => {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) return [`${path}: cannot be read`];
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  return functionsIn(program).flatMap(({ start, end }) => {
    const lines = lineOf(end) - lineOf(start) + 1;
    return lines > LINES_MOST ? [`${path}:${lineOf(start)}: a function of ${lines} lines`] : [];
  });
};

/** The only places where a colour is named by its numbers. */
const THEME = ['packages/web/src/theme.css', 'packages/web/src/things.css'];
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab|lch)a?\(/gi;

const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** Colours that stand outside the theme. In scripts they stand in strings. */
export const colourFaults = ({ path, text }: Source): string[] => {
  if (THEME.includes(path)) return [];
  const said = path.endsWith('.css') ? [withoutComments(text)] : scan(text).strings;
  return said.flatMap((part) => part.match(COLOUR) ?? []).map((colour) => `${path}: ${colour}`);
};
