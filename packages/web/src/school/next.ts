import type { RulebookId } from '@boxperson/rules';
import { type Drill, type DrillLevel, makeDrill, type TopicId } from '@boxperson/rules/school';
import { dueIn, loadMemory } from './memory.js';

/** Nobody's seed: the browser's own generator. */
export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] as number;

/** So many drills are looked through for one of a certain key. */
const TRIES = 400;

/** The next payment of a topic: what is due comes first, else something by chance; never the same key twice running. */
export function nextDrill(book: RulebookId, topic: TopicId, level: DrillLevel, last: string | null): Drill {
  const due = dueIn(loadMemory(book, topic), new Date()).filter((name) => name !== last);
  const wanted = due[0];
  let drill = makeDrill(book, topic, newSeed(), level);
  for (let left = TRIES; left > 0; left--) {
    if (wanted === undefined ? drill.card !== last : drill.card === wanted) return drill;
    drill = makeDrill(book, topic, newSeed(), level);
  }
  return drill;
}
