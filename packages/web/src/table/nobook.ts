import type { LoadedRulebook } from '@boxperson/rules';

/**
 * Stands in for the rules' check of rulebooks from files, which needs every clause register: a browser watches tables
 * that a house has opened under its own books and never opens one under another. See vite.config.ts.
 */
export const loadRulebook = (): LoadedRulebook => {
  throw new Error('a rulebook from a file is checked by the house, not by the page');
};
