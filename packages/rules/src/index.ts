export * from './chips.js';
export * from './clause.js';
export * from './dice.js';
export * from './diff.js';
export * from './display.js';
export * from './game/index.js';
export { faultInHigherPays, type HigherPay, withHigherPays } from './higher-pays.js';
export { GROUND_VERBS, type IdList, idsOf, type KnownId } from './ids.js';
export { type Fault, hashRulebook, type LoadedRulebook } from './load.js';
export * from './money.js';
export * from './must.js';
export { didYouMean, nearestName } from './nearest.js';
export { makePay, type Pay } from './odds.js';
export { isClean } from './plain.js';
export {
  GROUND_LISTS,
  type GroundList,
  type OddsMultipleRule,
  POLICIES,
  type Policy,
} from './policies.js';
export { POLICY_GROUPS, type PolicyGroup } from './policy.js';
export * from './result.js';
export * from './rulebook.js';
export * from './rulebooks/index.js';
export { type Answer, makeBalances } from './script/answers.js';
export { type Happening, type Played, runScript, type ScriptRunner } from './script/run.js';
export { sha256 } from './sha256.js';
export * from './table/index.js';
export * from './totals.js';
export * from './wager.js';
export { type Decision, decide as decideWager } from './wagers/index.js';
export * from './words.js';
