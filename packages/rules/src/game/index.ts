export type { Amounts } from './amounts.js';
export { type Bet, bet, type Placed } from './bet.js';
export { type Call, type CalledWagers, call } from './call.js';
export { nameOf } from './names.js';
export { type OpenSettings, openGame, type Seated, type Sit, sit } from './open.js';
export { type CallOption, options, type Put, type SpotOptions, type TakeOption } from './options.js';
export {
  type Outcome,
  type Replacement,
  type RollCall,
  type Rolled,
  roll,
  type Settlement,
  settle,
  type Travel,
} from './roll.js';
export { DEFAULT_CHIPS, type Limit, type Sign, type SignSettings } from './sign.js';
export {
  type Called,
  findPlayer,
  type Game,
  isWorking,
  onLayout,
  type Player,
  type Wager,
  wagerAt,
} from './state.js';
export { type Take, type Taken, take } from './take.js';
