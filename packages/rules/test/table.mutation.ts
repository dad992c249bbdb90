// The tests that mutation testing runs on the table layer (scripts/mutation). Walks know every answer to the conformance
// scripts to the letter, so the scripts themselves need not be run again; random people who differ from run to run are
// left out.
import './table/walks.test.js';
import './table/timers.test.js';
import './table/powers.test.js';
import './table/higher-pays.test.js';
import './table/commands.test.js';
import './table/golden.test.js';
import './table/measures.test.js';
import './table/impossible.test.js';
import './policies.test.js';
import './table/invalidate.test.js';
import './table/dealt.test.js';
import './table/dice.test.js';
import './table/small-print.test.js';
import './table/small-print-verbs.test.js';
import './table/sign-changes.test.js';
import './table/tokens.test.js';
import './table/turns.test.js';
import './table/presence.test.js';
import fc from 'fast-check';

fc.configureGlobal({ seed: 1 });
