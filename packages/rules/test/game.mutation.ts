// The tests that mutation testing runs on the game layer (scripts/mutation), little of each.
import fc from 'fast-check';
import './conformance.mutation.js';
import '../src/game/refusals.test.js';
import '../src/game/faults.test.js';
import '../src/game/apply.test.js';
import '../src/game/call.test.js';
import '../src/game/options.test.js';
import '../src/game/roll.test.js';
import '../src/game/state.test.js';
import '../src/game/take.test.js';
import '../src/game/small-print.test.js';
import '../src/game/tokens.test.js';
import '../src/game/grid.test.js';
import '../src/game/fit.test.js';
import '../src/wagers/wagers.test.js';
import './perft.test.js';
import './rounding.test.js';
import './bad-input.test.js';
import './properties.test.js';
import './policies.test.js';
import './table/golden.test.js';
import './table/tokens.test.js';

// Run is compared with run: the same scripts every time.
fc.configureGlobal({ seed: 1 });
