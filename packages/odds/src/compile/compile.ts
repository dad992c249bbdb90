import type { OpenSettings } from '@boxperson/rules';
import type { Strategy } from '../strategy/strategy.js';
import type { Machine } from './machine.js';
import { type CompileRefused, type Walked, type WalkLimits, walkStates } from './walk.js';

export type Compiled =
  | { readonly ok: true; readonly machine: Machine }
  | { readonly ok: false; readonly why: CompileRefused };

/** A strategy under a rulebook at a table's sign, as a table of states; or why that cannot be. */
export function compile<Memory>(
  strategy: Strategy<Memory>,
  settings: OpenSettings,
  limits: WalkLimits = {},
): Compiled {
  const walked = walkStates(strategy as Strategy, settings, limits);
  if (!walked.ok) return walked;
  return { ok: true, machine: shrink(walked.value, strategy as Strategy, settings) };
}

/** Throws that do the same in every state are one symbol; numbered by their first throw. */
function symbolsOf({ states, next, effectOf, handOver }: Walked): readonly number[] {
  const same = (a: number, b: number): boolean => {
    for (let at = 0; at < states * 36; at += 36)
      if (
        next[at + a] !== next[at + b] ||
        effectOf[at + a] !== effectOf[at + b] ||
        handOver[at + a] !== handOver[at + b]
      )
        return false;
    return true;
  };
  const firsts: number[] = [];
  return Array.from({ length: 36 }, (_, thrown) => {
    const known = firsts.findIndex((first) => same(first, thrown));
    return known >= 0 ? known : firsts.push(thrown) - 1;
  });
}

/**
 * States with the same future are one: classes are split until all states of a class do the same on every throw and
 * go to the same classes. What a state has on its layout counts too, for a bankroll must carry it.
 */
function classesOf(
  { states, next, effectOf, handOver, onLayout }: Walked,
  throws: readonly number[],
): Int32Array {
  let classes = new Int32Array(states);
  for (let count = 0; ; ) {
    const ids = new Map<string, number>();
    const refined = new Int32Array(states);
    for (let state = 0; state < states; state++) {
      let key = `${onLayout[state]}`;
      for (const thrown of throws) {
        const cell = state * 36 + thrown;
        key += ` ${classes[next[cell] as number]},${effectOf[cell]},${handOver[cell]}`;
      }
      if (!ids.has(key)) ids.set(key, ids.size);
      refined[state] = ids.get(key) as number;
    }
    classes = refined;
    if (ids.size === count) return classes;
    count = ids.size;
  }
}

function shrink(walked: Walked, { name, about, session }: Strategy, settings: OpenSettings): Machine {
  const symbolOf = symbolsOf(walked);
  const symbols = Math.max(...symbolOf) + 1;
  const throws = Array.from({ length: symbols }, (_, symbol) => symbolOf.indexOf(symbol));
  const classes = classesOf(walked, throws);
  // The first state of each class stands for it.
  const firsts: number[] = [];
  for (const [state, id] of classes.entries()) firsts[id] ??= state;
  const cells = firsts.flatMap((state) => throws.map((thrown) => state * 36 + thrown));
  return {
    book: walked.book,
    settings,
    strategy: { name, about },
    session: session ?? {},
    states: firsts.length,
    walked: walked.states,
    symbols,
    symbolOf,
    weights: throws.map((_, symbol) => symbolOf.filter((other) => other === symbol).length),
    start: classes[0] as number,
    next: Int32Array.from(cells, (cell) => classes[walked.next[cell] as number] as number),
    delta: Float64Array.from(cells, (cell) => walked.delta[cell] as number),
    handOver: Uint8Array.from(cells, (cell) => walked.handOver[cell] as number),
    onLayout: Float64Array.from(firsts, (state) => walked.onLayout[state] as number),
    lines: walked.lines,
    effectOf: Int32Array.from(cells, (cell) => walked.effectOf[cell] as number),
    effects: walked.effects,
    opening: walked.opening,
    says: firsts.map((state) => walked.says[state] as string),
  };
}
