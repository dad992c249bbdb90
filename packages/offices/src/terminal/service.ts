import { RULEBOOKS, type Table } from '@boxperson/rules';
import { z } from 'zod';
import { no, type Outcome, yes } from '../codes.js';
import type { Facts } from '../facts.js';
import { type Asked, impossible } from '../office.js';
import { type Person, rankIn, rolesAt } from '../person.js';
import * as text from '../text.js';
import type { TerminalHappened } from './events.js';
import { whyDeviceNotHere } from './limits.js';
import {
  aboutOf,
  attendants,
  BOOK,
  ownerAt,
  placeIn,
  seat,
  sitters,
  tableIn,
  terminalIn,
  verb,
} from './place.js';
import type { Terminals } from './state.js';

type Decided = Outcome<readonly TerminalHappened[]>;

const waiting = ({ unprinted }: Terminals, number: string) => unprinted.find((one) => one.number === number);

/** A ticket belongs to whom it was issued to, also when somebody else sits there by now. */
export const printed = verb({
  help: 'Say that a ticket is out of the printer',
  clause: 'aruze 3.8',
  who: { either: ['own-matter', 'devices', attendants] },
  owner: (state, body) => waiting(state, body.ticket)?.person ?? null,
  body: z.strictObject({ ticket: text.ticket }),
  decide: (state, asked): Decided => {
    const elsewhere = whyDeviceNotHere(asked.by, tableIn(asked).id);
    if (elsewhere) return { ok: false, refused: elsewhere };
    const { ticket } = asked.body;
    const found = waiting(state, ticket);
    if (!found) return no('not-found', 'ticket: no such ticket waits to be printed.');
    const { seat: at, player, person } = found;
    return yes([{ event: 'ticket-printed' as const, seat: at, player, person, ticket }]);
  },
});

const SOMEBODY = 'Somebody asks for an attendant.';

export const attendant = verb({
  help: 'Call an attendant',
  clause: null,
  who: sitters,
  owner: ownerAt,
  body: z.strictObject({ seat, reason: text.line.optional() }),
  decide: (state, asked): Decided => {
    const place = placeIn(state, asked);
    if (!place.ok) return place;
    // One call is enough, and many would drown those of others.
    if (place.value.terminal.attendant)
      return no('used-up', 'An attendant has been called already and is on the way.');
    const { reason = SOMEBODY } = asked.body;
    return yes([{ event: 'attendant-called' as const, ...aboutOf(place.value), reason }]);
  },
});

/** Until somebody comes: the first says that something is wrong, the others what else. */
const FAULTS_MOST = 3;

/** A player must say so when something is wrong. */
export const fault = verb({
  help: 'Report that something is wrong here',
  clause: 'aruze 7.3',
  who: sitters,
  owner: ownerAt,
  body: z.strictObject({ seat, what: text.line }),
  decide: (state, asked): Decided => {
    const place = placeIn(state, asked);
    if (!place.ok) return place;
    if (place.value.terminal.faults >= FAULTS_MOST)
      return no('used-up', 'Thank you: it has been reported already, and an attendant is on the way.', {
        clause: '7.3',
      });
    return yes([{ event: 'fault-reported' as const, ...aboutOf(place.value), what: asked.body.what }]);
  },
});

/** At a terminal, whether or not somebody sits there. */
const served = (state: Terminals, asked: Asked<{ readonly seat: number }>) => {
  const found = terminalIn(state, asked);
  if (!found.ok) return found;
  const { terminal } = found.value;
  return yes({ terminal, about: aboutOf({ ...found.value, sits: terminal.sits }), by: asked.by?.id ?? '' });
};

export const came = verb({
  help: 'Say that somebody is there',
  clause: null,
  who: attendants,
  body: z.strictObject({ seat }),
  decide: (state, asked): Decided => {
    const at = served(state, asked);
    if (!at.ok) return at;
    const { about, by } = at.value;
    return yes([{ event: 'attendant-came' as const, ...about, by }]);
  },
});

export const delay = verb({
  help: 'Agree on a later time to pay by hand',
  clause: 'aruze 4.3.1',
  who: attendants,
  body: z.strictObject({ seat, until: text.instant, reason: text.line }),
  decide: (state, asked): Decided => {
    const at = served(state, asked);
    if (!at.ok) return at;
    const { terminal, about, by } = at.value;
    if (!terminal.handPay)
      return no('not-eligible', 'No payment by hand was asked for here.', { clause: '4.1' });
    const { until, reason } = asked.body;
    return yes([{ event: 'hand-pay-delayed' as const, ...about, until, reason, by }]);
  },
});

const ALREADY_HELD = no('used-up', 'This terminal is held already.', { clause: '6.5' });

/** While something is looked into, and an inspector told. */
export const hold = verb({
  help: 'Hold a terminal while something is looked into',
  clause: 'aruze 6.5',
  who: { power: 'withhold-payment', of: BOOK },
  body: z.strictObject({ seat, reason: text.line, inspector: text.line.meta({ title: 'Inspector told' }) }),
  decide: (state, asked): Decided => {
    const at = served(state, asked);
    if (!at.ok) return at;
    const { terminal, about, by } = at.value;
    if (terminal.locked !== null) return ALREADY_HELD;
    const { reason: why, inspector } = asked.body;
    return yes([{ event: 'locked' as const, ...about, why, figures: {}, by, inspector }]);
  },
});

/** The self-audit found something. */
export const lock = verb({
  help: 'Hold a terminal whose figures do not agree',
  clause: 'aruze 6.5',
  who: 'house',
  body: z.strictObject({ seat, why: text.reason, figures: z.record(z.string(), z.number()) }),
  decide: (state, asked): Decided => {
    const at = served(state, asked);
    if (!at.ok) return at;
    const { terminal, about } = at.value;
    if (terminal.locked !== null) return ALREADY_HELD;
    const { why, figures } = asked.body;
    return yes([{ event: 'locked' as const, ...about, why, figures }]);
  },
});

/** Figures that do not agree, and what is wrong with them. */
export interface Disagreement {
  readonly why: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** What the audit of a terminal came to, with its meters read again from the whole record. */
export interface Audited {
  readonly disagreement: Disagreement | null;
}
export const auditOf = (at: number): string => `audit/${at}`;

const audited = (at: number, facts: Facts): Disagreement | null =>
  (facts.books<Audited>(auditOf(at)) ?? impossible('a terminal was not audited')).disagreement;

/** aruze 6.1–6.3, 6.6: recalculated from the record, or void; it opens when all agrees, and stays held when not. */
export const decide = verb({
  help: 'Decide what becomes of a terminal that is held',
  clause: 'aruze 6.1',
  who: { power: 'confirm-malfunction', of: BOOK },
  body: z.strictObject({ seat, how: z.enum(['recalculate', 'void']), reason: text.line }),
  needs: (_state, body) => ({ books: [auditOf(body.seat)] }),
  decide: (state, asked, facts): Decided => {
    const at = served(state, asked);
    if (!at.ok) return at;
    const { terminal, about, by } = at.value;
    if (terminal.locked === null) return no('not-eligible', 'This terminal is not held.');
    const { how: chosen, reason, seat: place } = asked.body;
    const left = audited(place, facts);
    if (left) return yes([{ event: 'locked' as const, ...about, ...left, by }]);
    const how = chosen === 'void' ? ('voided' as const) : ('recalculated' as const);
    return yes([{ event: 'unlocked' as const, ...about, by, how, reason }]);
  },
  atTable: {
    own: 'behind',
    commands: ([happened], asked) => {
      const { by, body } = asked;
      const player = happened && 'player' in happened ? happened.player : '';
      return body.how === 'void' && player !== '' && by
        ? voidAt(tableIn(asked).table, player, body.reason, by)
        : [];
    },
  },
  answer: (_state, [event]) =>
    event?.event === 'locked'
      ? { opened: false, disagreement: { why: event.why, figures: event.figures } }
      : { opened: true },
});

/** aruze 6.3: what stands at this terminal goes back. */
function voidAt({ game: { rulebook } }: Table, player: string, reason: string, person: Person) {
  const ground = rulebook.conduct.round?.malfunctions?.[0]?.id ?? '';
  const by = { role: confirmingRole(person), id: person.id };
  return [
    { do: 'malfunction', player, ground, by },
    { do: 'resolve-malfunction', player, how: 'voided', reason, by },
  ];
}

/** The highest of somebody's roles: high enough, or they would not have come here. */
const confirmingRole = (person: Person): string =>
  [...rolesAt(person, BOOK)].sort((one, other) => rankIn(BOOK, one) - rankIn(BOOK, other)).at(-1) ??
  (RULEBOOKS[BOOK].roles.at(-1)?.id as string);
