import type { Cited, Stated } from './clause.js';
import type { RulebookId } from './rulebook.js';

// What a display over a table may show beside the rulebook's own figures. It decides nothing and the engine never reads
// it, so it stands beside the rulebooks and not in them.

/** Of past rolls: the last ones as they fell, or the crew's own last call and nothing older (R56). */
export const OUTCOMES_SHOWN = ['rolls', 'the-call'] as const;
export type OutcomesShown = (typeof OUTCOMES_SHOWN)[number];

export interface DisplayRule {
  /** What the book calls the thing that gives minimum and maximum, and where it asks for it. */
  readonly sign: Stated<string>;
  /** What shows at the table that one player has limits of their own; null where nobody may. */
  readonly personal: Stated<string> | null;
  readonly outcomes: Cited<OutcomesShown>;
}

const CROWN: DisplayRule = {
  // 4.4 has it called a notice, 3.6.2 to 3.6.8 and 4.3 by the name that says which.
  sign: { value: 'Table limit sign', clause: '4.4' },
  personal: { value: 'Distinctive marker', clause: '4.3' },
  outcomes: { value: 'the-call', clause: '9.1', ruling: 'R56' },
};

export const DISPLAY: Readonly<Record<RulebookId, DisplayRule>> = {
  star: {
    sign: { value: 'Sign', clause: '7.1' },
    personal: { value: 'Sign', clause: '7.6' },
    outcomes: { value: 'rolls', clause: '9.2', ruling: 'R56' },
  },
  'star-2024': {
    sign: { value: 'Sign', clause: '7.1' },
    personal: { value: 'Sign', clause: '7.6' },
    outcomes: { value: 'rolls', clause: '10.3', ruling: 'R56' },
  },
  crown: CROWN,
  'crown-mini': CROWN,
  adelaide: {
    sign: { value: 'Notice', clause: '5(f)' },
    personal: null,
    outcomes: { value: 'rolls', clause: '14(m)', ruling: 'R56' },
  },
  aruze: {
    sign: { value: 'Sign', clause: '3.1' },
    personal: null,
    outcomes: { value: 'rolls', clause: '7.6', ruling: 'R56' },
  },
};
