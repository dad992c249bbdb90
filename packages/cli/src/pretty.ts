import type { Played } from '@boxperson/rules';
import type { coloursFor } from './colours.js';

type Colours = ReturnType<typeof coloursFor>;

/** One line of a script as a person would tell it. */
export const tellLine = (played: Played, _colours: Colours): string => `${JSON.stringify(played.answer)}\n`;
