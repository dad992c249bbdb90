// Stands in for Vitest where mutation testing runs our tests: it only remembers what each test does.
import {
  chai,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: chai.expect });
setState({ assertionCalls: 0 }, chai.expect);

/** Every test that was declared since `forgetTests`: what it is called, and what it does. */
export const declared = [];
const path = [];

export const forgetTests = () => {
  declared.length = 0;
  // Where a mutant broke the loading of a file, the way to what it described is still open: every name after it would
  // have that before it, and no plan would know it.
  path.length = 0;
};

const nothing = () => {};
const titled = (title, args) =>
  `${title} ${args.map((arg) => JSON.stringify(arg) ?? String(arg)).join(' ')}`.slice(0, 200);

const eachOf = (declare) => (cases) => (title, act) => {
  for (const one of cases) {
    const args = Array.isArray(one) ? one : [one];
    declare(titled(title, args), () => act(...args));
  }
};

const withVariants = (declare) =>
  Object.assign(declare, {
    each: eachOf(declare),
    runIf: (condition) => (condition ? declare : withVariants(() => nothing())),
  });

const describe = withVariants((title, act) => {
  path.push(title);
  act();
  path.pop();
});
const test = withVariants((title, act) => {
  declared.push({ id: `${[...path, title].join(' > ')} #${declared.length}`, name: title, act });
});

/** What `import … from 'vitest'` gives. Tests that need anything else fail, and say so. */
globalThis.standInForVitest = { describe, test, it: test, expect: chai.expect, afterAll: nothing };
