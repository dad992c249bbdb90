import { type Person, type Refused as Refusal, rankIn, rolesAt } from '@boxperson/offices';
import { RULEBOOKS } from '@boxperson/rules';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { House } from '../house.js';
import type { People } from '../people/people.js';
import type { OpenSession } from '../people/sessions.js';
import { type Asked, type ElectronicTable, type Place, sittingAt } from '../terminals/floor.js';
import { makeGate, Refused, type Who } from './gate.js';

export interface TerminalRoutes {
  readonly house: House;
  readonly people: People;
  readonly open: (token: string) => Promise<OpenSession | null>;
}

/** Made by the client: sent twice, done once. */
const command = z.string().min(8).max(80);
const cents = z.number().int().positive().max(1e12);
const line = z.string().trim().min(1).max(200);
const number = z.string().min(1).max(40);

export const noteBody = z.strictObject({ command, amount: cents });
export const ticketInBody = z.strictObject({ command, number, amount: cents.optional() });
export const ticketOutBody = z.strictObject({ command, amount: cents.optional() });
export const printedBody = z.strictObject({ ticket: number });
export const attendantBody = z.strictObject({ reason: line.optional() });
export const faultBody = z.strictObject({ what: line });
export const transferBody = z.strictObject({ command, amount: cents, reference: line });
export const handPayBody = z.strictObject({
  command,
  signedBy: line,
  paidIn: z.enum(['cash', 'cheque', 'transfer']).default('cash'),
  identification: line.optional(),
});
export const delayBody = z.strictObject({ until: z.number().int().positive(), reason: line });
export const holdBody = z.strictObject({ reason: line, inspector: line });
export const decideBody = z.strictObject({ how: z.enum(['recalculate', 'void']), reason: line });

/** Rounds that a terminal shows again, at least. */
const RECALLED = 50;
const BOOK = 'aruze';

const anybody: Who = () => null;
const players: Who = ({ kind }) =>
  kind === 'guest' || kind === 'player' ? null : 'That is for whoever plays at the terminal.';
const playersAndDevices: Who = (person) => (person.kind === 'device' ? null : players(person));
const devices: Who = ({ kind }) => (kind === 'device' ? null : 'That takes a device of the house.');
export const isAttendant = (person: Person): boolean => !person.inactive && rolesAt(person, BOOK).length > 0;
const attendants: Who = (person) =>
  isAttendant(person) ? null : 'That takes an electronic gaming attendant.';

/** aruze 4.2: to withhold a payment, and to give it out after all. */
const withholders: Who = (person) => {
  const { roles, powers } = RULEBOOKS[BOOK];
  const rank = (role: string) => roles.findIndex(({ id }) => id === role);
  const least = powers['withhold-payment']?.role ?? '';
  const may = !person.inactive && rolesAt(person, BOOK).some((role) => rank(role) >= rank(least));
  return may ? null : 'That takes an assistant gaming manager (4.2).';
};

export function addTerminalRoutes(app: FastifyInstance, options: TerminalRoutes): void {
  const gate = makeGate(app, options.open);
  addMoney(gate, options);
  addService(gate, options);
  addStaff(gate, options);
}

type Gate = ReturnType<typeof makeGate>;

/** `tumbler.3`: the third terminal of the table `tumbler`. */
function terminalOf(house: House, id: string): { readonly at: ElectronicTable; readonly seat: number } {
  const [, table = '', seat = ''] = /^(.+)\.([1-9]\d{0,3})$/.exec(id) ?? [];
  const at = house.electronic(table);
  if (!at || Number(seat) > at.host.table.settings.seats)
    throw new Refused(404, `There is no terminal ${id.slice(0, 60)}: a table, a dot and a seat.`);
  return { at, seat: Number(seat) };
}

async function sitting({ house, people }: TerminalRoutes, id: string): Promise<Place> {
  const { at, seat } = terminalOf(house, id);
  const found = sittingAt(at, seat);
  if (!found) throw new Refused(409, 'Nobody sits at this terminal.');
  const { kind } = (await people.get(found.person)) ?? { kind: 'guest' };
  return { ...found, play: kind === 'guest' };
}

/** The place of whoever asks; a device stands for whoever sits there. */
async function placeOf(options: TerminalRoutes, id: string, person: Person): Promise<Place> {
  const place = await sitting(options, id);
  if (person.kind !== 'device' && place.person !== person.id)
    throw new Refused(403, 'That is not your terminal.');
  return place;
}

const asked = (by: Person, id: string): Asked => ({ by, id });

function addMoney(gate: Gate, options: TerminalRoutes): void {
  const { house } = options;
  const { floor } = house;
  gate(
    { method: 'POST', url: '/api/terminals/:id/note', who: playersAndDevices, body: noteBody },
    async ({ person, id, body }) => {
      // A person has no notes of their own to put in: the demonstration floor's button makes play money.
      if (person.kind === 'player') throw new Refused(403, 'Notes go into the note stacker.');
      return floor.note(await placeOf(options, id, person), body.amount, asked(person, body.command));
    },
  );
  gate(
    { method: 'POST', url: '/api/terminals/:id/ticket-in', who: playersAndDevices, body: ticketInBody },
    async ({ person, id, body: { command: said, ...claim } }) =>
      await floor.ticketIn(await placeOf(options, id, person), claim, asked(person, said)),
  );
  gate(
    { method: 'POST', url: '/api/terminals/:id/ticket-out', who: playersAndDevices, body: ticketOutBody },
    async ({ person, id, body }) =>
      await floor.ticketOut(await placeOf(options, id, person), body.amount, asked(person, body.command)),
  );
  gate(
    { method: 'POST', url: '/api/terminals/:id/transfer', who: devices, body: transferBody },
    async ({ person, id, body }) =>
      await floor.transfer(
        await placeOf(options, id, person),
        body.amount,
        body.reference,
        asked(person, body.command),
      ),
  );
}

function addService(gate: Gate, options: TerminalRoutes): void {
  const { house } = options;
  const happened = async (
    person: Person,
    id: string,
    make: (at: {
      readonly seat: number;
      readonly player: string;
    }) => Parameters<ElectronicTable['terminals']['note']>[0],
  ) => {
    const { at, seat, player } = await placeOf(options, id, person);
    await at.terminals.note(make({ seat, player }));
    return { ok: true };
  };
  gate({ method: 'GET', url: '/api/terminals/:id', who: anybody }, async ({ person, id }) => {
    const { at, seat } = terminalOf(house, id);
    const sits = sittingAt(at, seat);
    if (sits?.person !== person.id && !isAttendant(person) && person.kind !== 'device')
      throw new Refused(403, 'That is not your terminal.');
    const { meters, ...state } = at.terminals.at(seat);
    const isStaff = isAttendant(person);
    return {
      table: at.id,
      seat,
      player: sits?.player ?? null,
      credit: sits?.credit ?? 0,
      ...at.config,
      ...state,
      ...(isStaff ? { meters } : {}),
    };
  });
  gate({ method: 'GET', url: '/api/terminals/:id/recall', who: anybody }, async ({ person, id }) => {
    const { at, seat } = terminalOf(house, id);
    const rounds = await at.terminals.recall(seat, RECALLED);
    if (isAttendant(person)) return { rounds };
    const sits = sittingAt(at, seat);
    if (sits?.person !== person.id) throw new Refused(403, 'That is not your terminal.');
    // Whoever sat there before is nobody's business.
    return { rounds: rounds.filter(({ player }) => player === sits.player) };
  });
  gate(
    { method: 'POST', url: '/api/terminals/:id/printed', who: playersAndDevices, body: printedBody },
    ({ person, id, body }) =>
      happened(person, id, (at) => ({ event: 'ticket-printed', ...at, ticket: body.ticket })),
  );
  gate(
    { method: 'POST', url: '/api/terminals/:id/attendant', who: players, body: attendantBody },
    ({ person, id, body }) =>
      happened(person, id, (at) => ({
        event: 'attendant-called',
        ...at,
        reason: body.reason ?? 'Somebody asks for an attendant.',
      })),
  );
  // aruze 7.3: a player must say so when something is wrong.
  gate(
    { method: 'POST', url: '/api/terminals/:id/fault', who: players, body: faultBody },
    ({ person, id, body }) =>
      happened(person, id, (at) => ({ event: 'fault-reported', ...at, what: body.what })),
  );
}

function addStaff(gate: Gate, options: TerminalRoutes): void {
  const { house } = options;
  gate(
    { method: 'POST', url: '/api/terminals/:id/hand-pay', who: attendants, body: handPayBody },
    async ({ person, id, body: { command: said, signedBy, paidIn, identification } }) => {
      const form = { signedBy, paidIn, ...(identification === undefined ? {} : { identification }) };
      return house.floor.handPay(await sitting(options, id), form, asked(person, said));
    },
  );
  gate(
    { method: 'POST', url: '/api/terminals/:id/delay', who: attendants, body: delayBody },
    async ({ person, id, body }) => {
      const { at, seat, player } = await sitting(options, id);
      if (at.terminals.at(seat).handPay === null)
        throw new Refused(409, 'No payment by hand was asked for here.');
      await at.terminals.note({ event: 'hand-pay-delayed', seat, player, by: person.id, ...body });
      return { ok: true };
    },
  );
  gate(
    { method: 'POST', url: '/api/terminals/:id/hold', who: withholders, body: holdBody },
    async ({ person, id, body }) => {
      const { at, seat, player } = await sitting(options, id);
      await at.terminals.hold(seat, player, { by: person.id, ...body });
      return { ok: true };
    },
  );
  gate({ method: 'POST', url: '/api/terminals/:id/came', who: attendants }, async ({ person, id }) => {
    const { at, seat, player } = await sitting(options, id);
    await at.terminals.note({ event: 'attendant-came', seat, player, by: person.id });
    return { ok: true };
  });
  // aruze 6.1–6.3, 6.6: recalculated from the record, or void; for an assistant gaming manager to choose.
  gate(
    { method: 'POST', url: '/api/terminals/:id/decide', who: attendants, body: decideBody },
    async ({ person, id, body: { how, reason } }) => {
      const { at, seat, player } = await sitting(options, id);
      const role = whoConfirms(person, at);
      if (role === null) throw new Refused(403, 'That takes an assistant gaming manager (6.1).');
      if (at.terminals.at(seat).locked === null) throw new Refused(409, 'This terminal is not held.');
      if (how === 'void') {
        const refused = await voidPlay(at, player, reason, { role, id: person.id });
        if (refused) return { ok: false, refused };
      }
      const decided = { by: person.id, reason, how: how === 'void' ? 'voided' : 'recalculated' } as const;
      const left = await at.terminals.recalculate(seat, decided);
      return left === null ? { ok: true } : { ok: false, disagreement: left };
    },
  );
}

/** The role in which somebody confirms a malfunction at this table; null when theirs are too low. */
function whoConfirms(person: Person, { host }: ElectronicTable): string | null {
  const { rulebook } = host.table.game;
  const least = rulebook.powers['confirm-malfunction']?.role;
  const roles = rolesAt(person, rulebook.id);
  return (
    roles.findLast(
      (role) => least !== undefined && rankIn(rulebook.id, role) >= rankIn(rulebook.id, least),
    ) ?? null
  );
}

/** aruze 6.3: what stands at this terminal goes back. */
async function voidPlay(
  { host }: ElectronicTable,
  player: string,
  reason: string,
  by: { readonly role: string; readonly id: string },
): Promise<Refusal | null> {
  const { malfunctions } = host.table.game.rulebook.conduct.round ?? {};
  const ground = malfunctions?.[0]?.id ?? '';
  const declared = await host.submit({ do: 'malfunction', player, ground, by });
  if (!declared.ok) return declared.refused;
  const resolved = await host.submit({ do: 'resolve-malfunction', player, how: 'voided', reason, by });
  return resolved.ok ? null : resolved.refused;
}
