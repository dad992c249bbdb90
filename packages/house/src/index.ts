export { account, type TableConfig, tableConfig } from '@boxperson/offices';
export { type BotAsked, type BotPatience, HouseBots, type SendBot, type SentBot } from './bots/house-bots.js';
export { type Clock, SYSTEM_CLOCK, type Timer } from './clock.js';
export { type ClusterConfig, clusterConfig } from './cluster/config.js';
export { type ClusterStatus, drainNode, readClusterStatus } from './cluster/status.js';
export { BATTERY_P, Battery, type BatteryResult, isFair } from './dice/battery.js';
export { chiSquareP } from './dice/chi-square.js';
export { drawDice, throwFor } from './dice/random.js';
export {
  type Alarm,
  type AlarmChange,
  DiceStatistics,
  type Figure,
  type SavedStatistics,
  type WindowReport,
} from './dice/statistics.js';
export * from './dice/tumbler/index.js';
export type { Difference, Duty, Period } from './figures/fold.js';
export {
  type Behind,
  eventsBehind,
  type FloorReport,
  makeReport,
  type ReportCheck,
  type ReportFigure,
  type ReportSection,
  type UnclaimedTicket,
} from './figures/report.js';
export { House, type HouseOptions } from './house.js';
export { entriesFor } from './ledger/entries.js';
export { DEMONSTRATION_STAFF, type Newcomer, type Welcomed } from './people/first-staff.js';
export * from './record/index.js';
export { type ClusterStart, type Started, type StartOptions, startHouse } from './start.js';
export * from './store/store.js';
export { StreamStopped } from './stream/host.js';
export { DEMONSTRATION, type HouseConfig, houseConfig } from './tables/config.js';
export { BRISK, CALM, type Pace } from './tables/crew.js';
export { TableHost } from './tables/host.js';
export type { OwnRound, TableRolls } from './tables/memory.js';
export type { CalledRoll } from './tables/rolls.js';
export type { TableView } from './tables/view.js';
export {
  type Answer as ClientAnswer,
  type BooksWatcher,
  type ClientOptions,
  HouseApi,
  HouseClient,
  HouseSaysNo,
  type SocketLike,
  type Watcher,
} from './wire/client.js';
export { dial } from './wire/dial.js';
export type { Pit, PitTable } from './wire/pit-routes.js';
export type {
  ClientMessage,
  ErrorCode,
  LobbyTable,
  Own,
  ServerMessage,
  WirePerson,
} from './wire/protocol.js';
