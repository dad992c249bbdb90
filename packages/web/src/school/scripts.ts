import type { RulebookId } from '@boxperson/rules';
import { type ScriptText, type Situation, situationsOf } from '@boxperson/rules/school';

type Files = Readonly<Record<string, string>>;

/** Each book's scripts by themselves, when they are asked for. */
const LOAD: Readonly<Record<RulebookId, () => Promise<{ readonly default: Files }>>> = {
  star: () => import('./scripts/star.js'),
  'star-2024': () => import('./scripts/star-2024.js'),
  crown: () => import('./scripts/crown.js'),
  'crown-mini': () => import('./scripts/crown-mini.js'),
  adelaide: () => import('./scripts/adelaide.js'),
  aruze: () => import('./scripts/aruze.js'),
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const scriptsIn = (files: Files): readonly ScriptText[] =>
  Object.entries(files).map(([path, text]) => ({ name: nameOf(path), text }));

const made = new Map<RulebookId, Promise<readonly Situation[]>>();

/** The situations of a book, made once. */
export function loadSituations(book: RulebookId): Promise<readonly Situation[]> {
  const known = made.get(book);
  if (known) return known;
  const making = LOAD[book]().then((files) => situationsOf(book, scriptsIn(files.default)));
  making.catch(() => made.delete(book));
  made.set(book, making);
  return making;
}

/** Everything that the school may ask for, so that it is there without a network. */
export const loadAllScripts = (): Promise<unknown> => Promise.all(Object.values(LOAD).map((load) => load()));
