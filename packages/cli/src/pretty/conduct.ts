import type { Game, Happening } from '@boxperson/rules';
import type { coloursFor } from '../colours.js';

type Colours = ReturnType<typeof coloursFor>;
type Conducted = Extract<Happening, { did: 'conduct' }>;

/** What happened at a table whose people and dice are run too, event by event. */
export const tellConduct = (_before: Game, { events }: Conducted, line: number, colours: Colours): string =>
  events.map((event) => `${colours.dim(`${line}`.padStart(4))}  ${event.event}\n`).join('');
