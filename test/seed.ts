import fc from 'fast-check';

/**
 * `npm test` judges a change, so it tries the same random cases on every machine: a failure is the change's.
 * The long runs look for what nobody thought of, with cases of their own: PROPERTY_SEED=random.
 */
const asked = process.env['PROPERTY_SEED'] ?? '1971';
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked) });
