export { type MoneyChain, moneyChain } from './analyse/chain.js';
export { drawdownChance, drawdownQuantile } from './analyse/drawdown.js';
export { type ExactLongRun, exactLongRun, type LongRun, longRun } from './analyse/long-run.js';
export {
  FAN_CHANCES,
  type FanPoint,
  SESSION_ENDS,
  type SessionEnd,
  type SessionFigures,
  type SessionResult,
  sessionFigures,
} from './analyse/session.js';
export * from './analyse/spread.js';
export { type Compiled, compile } from './compile/compile.js';
export type { Effect, Machine } from './compile/machine.js';
export { type CompileRefused, STATES_MAX, type WalkLimits } from './compile/walk.js';
export { bookFigures, makeFigures, type WagerFigures } from './exact/book.js';
export type { MomentGrid, ThrowFate } from './exact/explain.js';
export * from './hands/hands.js';
export * from './plot/index.js';
export * from './rational.js';
export * from './report/index.js';
export {
  checkSign,
  leakingIds,
  type SignCheck,
  type SignLine,
  type SignReport,
  type StakeEdge,
  stakeEdges,
} from './sign/check.js';
export { signSource } from './sign/refusal.js';
export * from './simulate/index.js';
export { type FileRead, readStrategy, type StrategyFile, type WagerRule } from './strategy/file.js';
export { LIBRARY, libraryFile, libraryStrategy, usualTable } from './strategy/library.js';
export { type Act, type Acts, actsFor, wishAt } from './strategy/live.js';
export { makeStrategy } from './strategy/rules.js';
export type * from './strategy/strategy.js';
export { endsHand, type Played, playThrow, type Seat, sitDown, wealthOf } from './strategy/table.js';
