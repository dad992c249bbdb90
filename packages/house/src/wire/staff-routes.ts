import { RULEBOOKS, type RulebookId } from '@boxperson/rules';
import type { FastifyInstance } from 'fastify';
import type { House } from '../house.js';
import type { Corrections, No } from '../ledger/corrections.js';
import { manages, whyNotManage } from '../people/managers.js';
import { makePassword } from '../people/names.js';
import type { Changed, Note, People, Registered } from '../people/people.js';
import { type Person, type PersonKind, rolesAt } from '../people/person.js';
import type { Proposal } from '../people/second.js';
import type { OpenSession } from '../people/sessions.js';
import { tableConfig } from '../tables/config.js';
import { makeGate, managers, Refused, SET_PASSWORD_URL, secretHolders, staff } from './gate.js';
import {
  correctionBody,
  deviceBody,
  passwordBody,
  pinBody,
  playerBody,
  rolesBody,
  staffBody,
} from './protocol.js';

/** What those who run the house need over HTTP. */
export interface Desk {
  readonly people: People;
  readonly corrections: Corrections;
  /** Writes into the log of the house. */
  readonly note: Note;
}

interface StaffOptions extends Desk {
  readonly house: House;
  readonly open: (token: string) => Promise<OpenSession | null>;
  readonly proposals: (table: string) => Promise<readonly Proposal[]>;
}

type Gate = ReturnType<typeof makeGate>;

export function addStaffRoutes(app: FastifyInstance, options: StaffOptions): void {
  const gate = makeGate(app, options.open);
  addPassword(gate, options);
  addStaff(gate, options);
  addPlayers(gate, options);
  addDevices(gate, options);
  addKeepingOut(gate, options);
  addTables(gate, options);
  addCorrections(gate, options);
  addProposals(gate, options);
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

function addTables(gate: Gate, { house, note }: StaffOptions): void {
  gate(
    { method: 'POST', url: '/api/tables', who: managers, body: tableConfig },
    async ({ person: by, body: config }) => {
      const { rulebook } = config.settings;
      if (typeof rulebook !== 'string' || !Object.hasOwn(RULEBOOKS, rulebook))
        throw new Refused(400, `settings: rulebook must be one of ${Object.keys(RULEBOOKS).join(', ')}`);
      if (!manages(by, rulebook as RulebookId))
        throw new Refused(403, `That takes a manager of ${RULEBOOKS[rulebook as RulebookId].title}.`);
      const why = await house.openTable(config, () => note('table-opened', { table: config, by: by.id }));
      if (why !== null) throw new Refused(why.startsWith('id: ') ? 409 : 400, why);
      return { ok: true, id: config.id };
    },
  );
}

/** What waits at a table for a second person, for those who may be one. */
function addProposals(gate: Gate, { house, proposals }: StaffOptions): void {
  gate({ method: 'GET', url: '/api/tables/:id/proposals', who: staff }, async ({ person, id }) => {
    const host = house.host(id);
    if (!host) throw new Refused(404, `There is no table ${id}.`);
    if (rolesAt(person, host.table.settings.rulebook).length === 0)
      throw new Refused(403, 'You have no role at this table.');
    return proposals(id);
  });
}

const orRefuse = <T extends { readonly kind: 'ok' }>(result: T | No): T => {
  if (result.kind === 'refused') throw new Refused((result as No).status, (result as No).message);
  return result as T;
};

function addCorrections(gate: Gate, { corrections }: StaffOptions): void {
  gate({ method: 'GET', url: '/api/corrections', who: managers }, () => corrections.list());
  gate(
    { method: 'POST', url: '/api/corrections', who: managers, body: correctionBody },
    async ({ person, body }) => orRefuse(await corrections.propose(person, body)).correction,
  );
  gate({ method: 'POST', url: '/api/corrections/:id/confirm', who: managers }, async ({ person, id }) => {
    const { correction, confirmedBy } = orRefuse(await corrections.confirm(id, person));
    return { ...correction, confirmedBy };
  });
  gate({ method: 'DELETE', url: '/api/corrections/:id', who: managers }, async ({ person, id }) => {
    orRefuse(await corrections.withdraw(id, person));
    return { ok: true };
  });
}
