export { type SessionsRun, simulateSessions } from './sessions.js';
export { type Progress, type SimulateSettings, type Simulation, simulate } from './simulate.js';
