// Run by npm after an install, so that `npm start` and `npm test` need not install again.
import { stamp } from './workspace.mjs';

stamp();
