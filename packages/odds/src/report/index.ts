// Figures as plain data, the same on the command line, in the browser and in files.
export { type EstimateRow, estimateRows } from './estimates.js';
export { type HandFigures, handFigures } from './hands.js';
export { makeRun, type Simulation, type SimulatorRun } from './run.js';
export {
  type ExactSession,
  exactSession,
  hasSession,
  type PlayedSessions,
  type SessionsSummary,
  type Share,
  sessionsCsv,
  summariseSessions,
} from './sessions.js';
export { makeSignReport, type PlainSignReport } from './sign.js';
export { exactFigures, type StrategyFigures } from './strategy.js';
export { type FigureWords, pageWords, plainWords } from './words.js';
