// `vitest`, as the tests see it while mutants are tried (tests.mjs).
export const { describe, test, it, expect, afterAll } = globalThis.standInForVitest;
