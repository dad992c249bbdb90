import { isWord } from '../game/input.js';
import { findPlayer } from '../game/state.js';
import type { Result } from '../result.js';
import type { Happened } from './event.js';
import { isElectronic } from './round.js';
import { guestOf, personOf, type Table, withGuest } from './state.js';
import { type Evolvers, happened, need, refused, under, verb } from './verb.js';

/** What players tell the house of a terminal, and what the house tells people around one (aruze 7.3, 7.13). */

const REPORTING = { clause: '7.3' };

const terminalsOnly = (table: Table): Result<never> | null =>
  isElectronic(table) ? null : refused('not-allowed', { clause: null }, 'This belongs to electronic tables.');

const reports = verb({
  fields: { player: 'player', note: 'text' },
  run: (table, asked) => {
    const { player, note } = asked.fields;
    const guest = guestOf(table, player);
    const elsewhere = terminalsOnly(table);
    if (elsewhere) return elsewhere;
    if (guest?.malfunction || guest?.reported)
      return refused('nothing-to-do', REPORTING, 'The fault is known: an attendant is on the way.');
    const person = personOf(table, player);
    return happened({ event: 'fault-reported', player, person, note, ...REPORTING });
  },
});

const answers = verb({
  fields: { player: 'player', note: 'text' },
  power: 'confirm-malfunction',
  act: 'answer a report of a fault',
  run: (table, asked) => {
    const { player, note } = asked.fields;
    if (!guestOf(table, player)?.reported)
      return refused('nothing-to-do', REPORTING, `${player} has reported no fault.`);
    return happened({ event: 'report-answered', player, note, ...REPORTING });
  },
});

const clears = verb({
  fields: { person: 'person', refuses: 'flag?' },
  power: 'vacate-idle',
  act: 'tell a person to make room',
  run: (table, asked) => {
    const person = asked.fields.person;
    const elsewhere = terminalsOnly(table) ?? whyNotClear(table, person);
    if (elsewhere) return elsewhere;
    return asked.fields.refuses === true
      ? happened(stayed(table, person, null))
      : happened({ event: 'area-cleared', person, clause: '7.13.2' });
  },
});

/** Whoever has a wager at risk is playing, wherever they stand. */
function whyNotClear(table: Table, person: string): Result<never> | null {
  const plays = table.guests.some(
    (guest) => guest.person === person && (findPlayer(table.game, guest.player)?.wagers.length ?? 0) > 0,
  );
  return plays ? refused('not-eligible', { clause: '7.13.2' }, `${person} is playing.`) : null;
}

/** R52: a refusal is a breach, on record for whoever decides what follows. */
export const stayed = (table: Table, person: string, player: string | null): Happened => ({
  event: 'vacate-refused',
  person,
  player,
  ...under(table.game.rulebook.powers['vacate-idle']),
  ruling: 'R52',
});

export const roomVerbs = {
  'report-fault': reports,
  'answer-report': answers,
  'clear-area': clears,
} as const;

export const roomEvents: Evolvers<'fault-reported' | 'report-answered' | 'area-cleared' | 'vacate-refused'> =
  {
    'fault-reported': (table, { player, person, note }) => {
      const guest = guestOf(table, player);
      need(guest?.person === person && !guest.reported && !guest.malfunction, `${player} reported before`);
      return withGuest(table, player, { reported: note });
    },
    'report-answered': (table, { player }) => {
      need(!!guestOf(table, player)?.reported, `${player} reported nothing`);
      return withGuest(table, player, { reported: null });
    },
    'area-cleared': (table, { person }) => {
      need(isElectronic(table) && isWord(person), 'nobody told to make room at a terminal');
      return table;
    },
    'vacate-refused': (table, { person, player }) => {
      need(isElectronic(table) && isWord(person), 'nobody told to make room at a terminal');
      need(player === null || guestOf(table, player)?.person === person, `${person} is not ${player}`);
      return table;
    },
  };
