export type { Amounts } from './amounts.js';
export { type Bet, bet, type Placed } from './bet.js';
export { type Call, type CalledWagers, call } from './call.js';
export { nameOf } from './names.js';
export { type OpenSettings, openGame, type Seated, type Sit, sit } from './open.js';
export {
  type CallOption,
  options,
  type Put,
  type SpotOptions,
  type SpotTokens,
  type TakeOption,
  type TokenOffer,
} from './options.js';
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
  stakesOf,
  type Wager,
  wagerAt,
} from './state.js';
export { type Take, type Taken, take } from './take.js';
export {
  chipsStaked,
  type Exchange,
  type Exchanged,
  exchange,
  isAllowed as mayHoldTokens,
  readTerms,
  type SettledTokens,
  TERMS_FIELDS,
  TOKEN_FATES,
  type TokenFate,
  type TokenHolding,
  type TokenTerms,
  tokensInHand,
  tokensOn,
  tokensOnLayout,
  USUAL_TERMS,
  type WagerTokens,
  whyNoTokens,
} from './tokens.js';
