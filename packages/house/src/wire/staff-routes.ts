import { type Person, type PersonKind, whyNotManage } from '@boxperson/offices';
import { RULEBOOK_IDS } from '@boxperson/rules';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { makePassword } from '../people/names.js';
import type { Changed, People, Registered } from '../people/people.js';
import type { OpenSession } from '../people/sessions.js';
import { makeGate, managers, Refused, SET_PASSWORD_URL, secretHolders } from './gate.js';

const label = z.string().min(1).max(80);
const secret = z.string().min(1).max(200);
const heldRoles = z.array(z.strictObject({ rulebook: z.enum([...RULEBOOK_IDS, '*']), role: label })).max(100);
const passwordBody = z.strictObject({ old: secret, next: secret });
const staffBody = z.strictObject({ name: label, login: label, roles: heldRoles });
const rolesBody = z.strictObject({ roles: heldRoles });
const playerBody = z.strictObject({ name: label, card: label, pin: label });
const pinBody = z.strictObject({ pin: label });
const deviceBody = z.strictObject({ name: label });

/** What those who run the house need over HTTP. */
export interface Desk {
  readonly people: People;
}

interface StaffOptions extends Desk {
  readonly open: (token: string) => Promise<OpenSession | null>;
}

type Gate = ReturnType<typeof makeGate>;

export function addStaffRoutes(app: FastifyInstance, options: StaffOptions): void {
  const gate = makeGate(app, options.open);
  addPassword(gate, options);
  addStaff(gate, options);
  addPlayers(gate, options);
  addDevices(gate, options);
  addKeepingOut(gate, options);
}

/** The person, or a refusal with a status of its own. */
function registered<T extends Registered | { readonly kind: 'ok'; readonly person: Person }>(
  result: T,
): Extract<T, { kind: 'ok' }> {
  if (result.kind === 'busy') throw new Refused(503, 'Busy: try again in a moment.', 2);
  if (result.kind === 'refused') throw new Refused(400, `${result.field}: ${result.message}`);
  return result as Extract<T, { kind: 'ok' }>;
}

function changed(result: Changed): { readonly ok: true } {
  switch (result.kind) {
    case 'ok':
      return { ok: true };
    case 'wrong':
      throw new Refused(400, 'old: that does not match');
    case 'wait':
      throw new Refused(429, `Wait ${result.seconds} seconds and try again.`, result.seconds);
    default:
      registered(result);
      return { ok: true };
  }
}

/** Somebody of these kinds by their id, over whom this manager has a say. Nobody manages themselves. */
async function managed(
  people: People,
  by: Person,
  id: string,
  kinds: readonly PersonKind[],
): Promise<Person> {
  const person = id.length <= 80 ? await people.get(id) : null;
  if (!person || !kinds.includes(person.kind))
    throw new Refused(404, `There is no ${kinds.join(' or ')} of that id.`);
  if (person.id === by.id) throw new Refused(403, 'Another manager must do that for you.');
  const why = whyNotManage(by, person.roles ?? []);
  if (why !== null) throw new Refused(403, why);
  return person;
}

/** One's own PIN or password. Ends every other session. */
function addPassword(gate: Gate, { people }: StaffOptions): void {
  gate(
    { method: 'POST', url: SET_PASSWORD_URL, who: secretHolders, body: passwordBody },
    async ({ person, body, token, from }) =>
      changed(await people.changeSecret(person.id, { ...body, from, keep: token })),
  );
}

function addStaff(gate: Gate, { people }: StaffOptions): void {
  gate({ method: 'GET', url: '/api/staff', who: managers }, () => people.directory('staff'));
  gate(
    { method: 'POST', url: '/api/staff', who: managers, body: staffBody },
    async ({ person: by, body }) => {
      const why = whyNotManage(by, body.roles);
      if (why !== null) throw new Refused(403, `roles: ${why}`);
      const password = makePassword(body.login);
      const { person } = registered(await people.registerStaff({ ...body, password, oneTime: true }, by.id));
      return { person, password };
    },
  );
  gate(
    { method: 'PUT', url: '/api/staff/:id/roles', who: managers, body: rolesBody },
    async ({ person: by, body: { roles }, id }) => {
      const why = whyNotManage(by, roles);
      if (why !== null) throw new Refused(403, `roles: ${why}`);
      const { id: staff } = await managed(people, by, id, ['staff']);
      return { person: registered(await people.setRoles(staff, roles, by.id)).person };
    },
  );
  gate({ method: 'POST', url: '/api/staff/:id/password', who: managers }, async ({ person: by, id }) => {
    const { id: staff } = await managed(people, by, id, ['staff']);
    for (let tries = 1; ; tries++) {
      const password = makePassword('');
      const reset = await people.resetSecret(staff, password, { by: by.id, oneTime: true });
      // It may hold the login by chance: another one does not.
      if (reset.kind === 'refused' && reset.field === 'password' && tries < 100) continue;
      changed(reset);
      return { password };
    }
  });
}

function addPlayers(gate: Gate, { people }: StaffOptions): void {
  gate({ method: 'GET', url: '/api/players', who: managers }, () => people.directory('player'));
  gate(
    { method: 'POST', url: '/api/players', who: managers, body: playerBody },
    async ({ person: by, body }) => ({
      person: registered(await people.registerPlayer(body, by.id)).person,
    }),
  );
  gate(
    { method: 'POST', url: '/api/players/:id/pin', who: managers, body: pinBody },
    async ({ person: by, body: { pin }, id }) => {
      const player = await managed(people, by, id, ['player']);
      return changed(await people.resetSecret(player.id, pin, { by: by.id }));
    },
  );
}

function addDevices(gate: Gate, { people }: StaffOptions): void {
  gate({ method: 'GET', url: '/api/devices', who: managers }, () => people.directory('device'));
  gate(
    { method: 'POST', url: '/api/devices', who: managers, body: deviceBody },
    async ({ person: by, body }) => {
      const { person, key } = registered(await people.registerDevice(body, by.id));
      return { person, key };
    },
  );
  gate({ method: 'DELETE', url: '/api/devices/:id', who: managers }, async ({ person: by, id }) => {
    const device = await managed(people, by, id, ['device']);
    await people.deactivate(device.id, by.id);
    return { ok: true };
  });
}

const ANY_KIND: readonly PersonKind[] = ['guest', 'player', 'staff', 'device'];

/** Open connections end with the sessions they came in with. */
function addKeepingOut(gate: Gate, { people }: StaffOptions): void {
  const acts = {
    disable: (id: string, by: string) => people.deactivate(id, by),
    enable: (id: string, by: string) => people.reactivate(id, by),
    'sign-out': (id: string, by: string) => people.revokeAll(id, null, by),
  };
  for (const [name, act] of Object.entries(acts)) {
    gate({ method: 'POST', url: `/api/people/:id/${name}`, who: managers }, async ({ person: by, id }) => {
      const person = await managed(people, by, id, ANY_KIND);
      await act(person.id, by.id);
      return { ok: true };
    });
  }
}
