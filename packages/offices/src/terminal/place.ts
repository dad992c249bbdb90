import type { Cents } from '@boxperson/rules';
import { z } from 'zod';
import { no, type Outcome, type Refused, yes } from '../codes.js';
import type { Facts, LeadFact, Needs } from '../facts.js';
import { type Asked, impossible, verbOf } from '../office.js';
import type { Who } from '../who.js';
import type { TerminalEvent } from './events.js';
import { whyDeviceNotHere } from './limits.js';
import { type Sitting, type Terminal, type Terminals, terminalAt } from './state.js';

export const BOOK = 'aruze';

/** Whoever sits there. */
export const sitters: Who = 'own-matter';
/** Whoever sits there, or a device that stands for them: a reader of notes and tickets, a printer. */
export const sittersAndDevices: Who = { either: ['own-matter', 'devices'] };
export const attendants: Who = { crewOf: BOOK };

export const verb = verbOf<Terminals, TerminalEvent>();

export const seat = z.number().int().min(1).max(9_999).meta({ title: 'Terminal' });

/** People are ids: whoever sits there now, whatever they are called. */
export const ownerAt = (state: Terminals, { seat: at }: { readonly seat: number }): string | null =>
  terminalAt(state, at).sits?.person ?? null;

export const sitterNeeds = (state: Terminals, body: { readonly seat: number }): Needs => {
  const owner = ownerAt(state, body);
  return owner === null ? {} : { persons: [owner] };
};

/** A terminal, and who sits there. */
export interface Place {
  readonly seat: number;
  readonly terminal: Terminal;
  readonly sits: Sitting;
}

/** A place with what is on its meter, and which kind of money is played there. */
export interface MoneyPlace extends Place {
  readonly table: LeadFact;
  readonly credit: Cents;
  readonly play: boolean;
}

type AskedAt = Asked<{ readonly seat: number }>;

export const tableIn = ({ table }: Pick<Asked, 'table'>): LeadFact =>
  table ?? impossible('terminals without a table');

/** There may be nobody; the terminal itself must be there. */
export function terminalIn(
  state: Terminals,
  asked: AskedAt,
): Outcome<{ readonly seat: number; readonly terminal: Terminal }> {
  const { seat: at } = asked.body;
  const { seats } = tableIn(asked).table.settings;
  if (at > seats) return no('not-found', `seat: there are terminals 1 to ${seats} here.`, { nearest: seats });
  return yes({ seat: at, terminal: terminalAt(state, at) });
}

/** The place of whoever asks, as it is when their turn has come: somebody else may sit there by then. */
export function placeIn(state: Terminals, asked: AskedAt): Outcome<Place> {
  const there = terminalIn(state, asked);
  if (!there.ok) return there;
  const { terminal } = there.value;
  if (!terminal.sits) return no('not-eligible', 'Nobody sits at this terminal.');
  const { by } = asked;
  const isSitter = by?.kind === 'guest' || by?.kind === 'player';
  if (isSitter && by.id !== terminal.sits.person) return no('not-yours', 'That is not your terminal.');
  const why = whyDeviceNotHere(by, tableIn(asked).id);
  return why ? { ok: false, refused: why } : yes({ ...there.value, sits: terminal.sits });
}

const HELD: Refused = {
  code: 'not-allowed',
  clause: '6.5',
  message: 'This terminal is held until it has been looked into. An attendant has been called.',
};

/** Why nothing may be done at a terminal; null when it may. */
export const whyHeld = ({ locked }: Terminal): Refused | null => (locked === null ? null : HELD);

/** A place where money may come and go. */
export function moneyPlaceIn(state: Terminals, asked: AskedAt, facts: Facts): Outcome<MoneyPlace> {
  const found = placeIn(state, asked);
  if (!found.ok) return found;
  const { terminal, sits } = found.value;
  const held = whyHeld(terminal);
  if (held) return { ok: false, refused: held };
  const table = tableIn(asked);
  const credit = table.table.game.players.find(({ name }) => name === sits.player)?.balance ?? 0;
  const { kind } = facts.person(sits.person) ?? { kind: 'guest' };
  return yes({ ...found.value, table, credit, play: kind === 'guest' });
}

export const headOf = ({ seat: at, sits, play }: MoneyPlace, amount: Cents) => ({
  seat: at,
  player: sits.player,
  person: sits.person,
  play,
  amount,
});

export const aboutOf = ({ seat: at, sits }: { readonly seat: number; readonly sits: Sitting | null }) => ({
  seat: at,
  player: sits?.player ?? '',
  ...(sits ? { person: sits.person } : {}),
});
