export { encodePng, isPictureName, PICTURE_KINDS, writePicture } from './png.js';
export { type SessionsRun, simulateSessions } from './sessions.js';
export { type Progress, type SimulateSettings, type Simulation, simulate } from './simulate.js';
