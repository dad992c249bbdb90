import type { RulebookId } from '@boxperson/rules';
import { compile, libraryStrategy, type Machine, type Strategy, usualTable } from '../src/index.js';

const known = new Map<string, Machine>();

/** A strategy of the library at the usual table, compiled once. */
export function machineOf(name: string, book: RulebookId = 'star'): Machine {
  const key = `${name} ${book}`;
  const found = known.get(key);
  if (found) return found;
  const made = compile(libraryStrategy(name) as Strategy, usualTable(book));
  if (!made.ok) throw new Error(made.why.message);
  known.set(key, made.machine);
  return made.machine;
}
