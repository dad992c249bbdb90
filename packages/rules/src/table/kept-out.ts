import { cut } from '../game/input.js';
import { holdsDice } from './leaving.js';
import { givesUpDice } from './shooter.js';
import type { Guest, Phase, Table } from './state.js';
import { type Authority, type Evolvers, happened, need, refused, verb } from './verb.js';

// Whom the house has excluded elsewhere, from the game or from the casino: the house tells the tables where they are,
// nobody else does (R63). Whoever is not here is stopped at the door.

const HOUSES: Authority = { clause: null, ruling: 'R63' };
const BETWEEN_ROLLS: readonly Phase[] = ['offering', 'betting', 'wagering'];

const placesOf = (table: Table, person: string): readonly Guest[] =>
  table.guests.filter((guest) => guest.person === person);

const keepsOut = verb({
  fields: { person: 'known', reason: 'text' },
  run: (table, asked) => {
    const { person, reason } = asked.fields;
    const places = placesOf(table, person);
    if (!places.some(({ excluded }) => !excluded))
      return refused('nothing-to-do', HOUSES, `${cut(person, 80)} does not play here.`);
    // With the dice in the air the throw runs its course; they go on when it is settled.
    const held = BETWEEN_ROLLS.includes(table.phase)
      ? places.find(({ player }) => holdsDice(table, player))
      : undefined;
    return happened(
      { event: 'person-kept-out', person, reason, ...HOUSES },
      ...(held ? givesUpDice(table, held.player, 'excluded', HOUSES) : []),
    );
  },
});

/** Whom this table excluded by itself it also lets play again by itself (R39). */
const isKeptOut = (table: Table, person: string): boolean =>
  !table.excluded.includes(person) && placesOf(table, person).some(({ excluded }) => excluded);

const letsIn = verb({
  fields: { person: 'known', reason: 'text' },
  run: (table, asked) => {
    const { person, reason } = asked.fields;
    return isKeptOut(table, person)
      ? happened({ event: 'person-let-in', person, reason, ...HOUSES })
      : refused('nothing-to-do', HOUSES, `${cut(person, 80)} is not kept out of this table by the house.`);
  },
});

export const keptOutVerbs = { 'keep-out': keepsOut, 'let-in': letsIn } as const;

function marked(table: Table, person: string, excluded: boolean): Table {
  need(placesOf(table, person).length > 0, `${person} is not at the table`);
  const guests = table.guests.map((guest) => (guest.person === person ? { ...guest, excluded } : guest));
  return { ...table, guests };
}

export const keptOutEvents: Evolvers<'person-kept-out' | 'person-let-in'> = {
  'person-kept-out': (table, { person }) => marked(table, person, true),
  'person-let-in': (table, { person }) => {
    need(!table.excluded.includes(person), `${person} is excluded by the table itself`);
    return marked(table, person, false);
  },
};
