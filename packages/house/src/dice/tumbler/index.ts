export {
  type Recorder,
  type RollOutcome,
  TUMBLER_STATES,
  TUMBLER_STATUSES,
  type TumblerDevice,
  type TumblerState,
  type TumblerStatus,
} from './house-device.js';
export { TumblerHub, type TumblerHubOptions } from './hub.js';
export { makeTumblerKey, parseTumblerKey } from './key.js';
export { LIMITS as TUMBLER_LIMITS, type TumblerLimits } from './limits.js';
export type { TumblerLog, TumblerLogEntry } from './log.js';
export { fileMemory, type LastRoll, type TumblerMemory, volatileMemory } from './memory.js';
export {
  isDeviceId,
  isRollId,
  PROTOCOL as TUMBLER_PROTOCOL,
  PROTOCOL_VERSION as TUMBLER_PROTOCOL_VERSION,
  type Reported,
} from './messages.js';
export { type Mishaps, SimulatedTumbler, type SimulatedTumblerOptions, tumbleWith } from './simulated.js';
