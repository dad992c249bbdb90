import { type RulebookId, rulebook } from '@boxperson/rules';
import {
  differentPoints,
  exactLengths,
  type HandChain,
  handChain,
  handMoments,
  type Line,
  longestOf,
  pointsMade,
  repeaters,
  survival,
} from '../hands/hands.js';
import { makeRational, toNumber } from '../rational.js';

const FRACTIONS = 12;
const POINTS = 6;
const MILESTONES = [10, 20, 30, 50, 80, 100, 154] as const;

/** A shooter's hand under a rulebook as plain data: chances of lengths up to `throws`, the longest of `hands`. */
export function handFigures(id: RulebookId, line: Line, throws: number, hands: number) {
  const chain: HandChain = handChain(rulebook(id), line);
  const { mean, variance } = handMoments(chain);
  const alive = survival(chain, Math.max(throws, ...MILESTONES) + 1);
  const longest = longestOf(chain, hands);
  return {
    rulebook: id,
    line,
    ends: chain.rule,
    mean: makeRational(mean),
    meanThrows: toNumber(mean),
    variance: makeRational(variance),
    sd: Math.sqrt(toNumber(variance)),
    exactly: exactLengths(chain, FRACTIONS).map(makeRational),
    atLeast: Array.from(alive.subarray(0, throws + 1)),
    milestones: MILESTONES.map((length) => ({ throws: length, chance: alive[length] as number })),
    longest: {
      hands,
      median: longest.median,
      chances: MILESTONES.map((length) => ({ throws: length, chance: longest.chanceOf(length) })),
    },
    pointsMade: pointsMade(chain, POINTS).map(makeRational),
    differentPoints: differentPoints(chain).map(makeRational),
    repeaters: repeaters(chain).map(({ total, times, inHand, beforeSeven }) => ({
      total,
      times,
      inHand: makeRational(inHand),
      inHandChance: toNumber(inHand),
      beforeSeven: makeRational(beforeSeven),
      beforeSevenChance: toNumber(beforeSeven),
    })),
  };
}
export type HandFigures = ReturnType<typeof handFigures>;
