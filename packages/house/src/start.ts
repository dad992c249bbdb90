import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { parseTumblerKey, TumblerHub } from './dice/tumbler/index.js';
import { makeDoor } from './door.js';
import { House, type HouseOptions } from './house.js';
import { Metrics } from './metrics.js';
import { People, type PeopleOptions } from './people/people.js';
import { EVERY_ROLE } from './people/person.js';
import { openEmbeddedStore, openServerStore, type Store } from './store/store.js';
import { DEMONSTRATION, type HouseConfig } from './tables/config.js';
import { makeServer } from './wire/server.js';

export interface StartOptions {
  /** Where the embedded store keeps its files; not used with a database server. */
  readonly data: string;
  readonly databaseUrl?: string;
  readonly host?: string;
  readonly port: number;
  readonly config?: HouseConfig;
  readonly logLevel?: string;
  readonly web?: string;
  readonly pace?: HouseOptions['pace'];
  readonly people?: PeopleOptions;
  readonly onError?: HouseOptions['onError'];
}

export interface Started {
  readonly url: string;
  readonly house: House;
  readonly people: People;
  /** The login and one-time password of the first of the staff, on a first start. */
  readonly firstStaff: { readonly login: string; readonly password: string } | null;
  close(): Promise<void>;
}

const FIRST_LOGIN = 'manager';

/** Opens the store, the tables and the doors. */
export async function startHouse(options: StartOptions): Promise<Started> {
  const store = await openStore(options);
  try {
    return await openDoors(store, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

function openStore({ databaseUrl, data }: StartOptions): Promise<Store> {
  if (databaseUrl !== undefined) return openServerStore(databaseUrl);
  mkdirSync(data, { recursive: true });
  return openEmbeddedStore(data);
}

async function openDoors(store: Store, options: StartOptions): Promise<Started> {
  const people = new People(store, Date.now, options.people);
  const firstStaff = await welcomeFirstStaff(people);
  const bots = new Set((await people.list('guest')).filter(({ bot }) => bot).map(({ id }) => id));
  const config = options.config ?? DEMONSTRATION;
  const hub = await openTumblers(config);
  const house = await House.open({
    store,
    config,
    tumbler: (device) => hub?.deviceFor(device) ?? null,
    isBot: (person) => bots.has(person),
    ...(options.pace ? { pace: options.pace } : {}),
    ...(options.onError ? { onError: options.onError } : {}),
  });
  const app = await makeServer({
    house,
    door: makeDoor(people, store),
    metrics: new Metrics(),
    ...(options.logLevel ? { logLevel: options.logLevel } : {}),
    ...(options.web ? { web: options.web } : {}),
  });
  const url = await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' });
  const close = async () => {
    await app.close();
    await hub?.close();
    await house.close();
  };
  return { url, house, people, firstStaff, close };
}

/** Where dice tumblers connect, if the house has any. */
async function openTumblers({ tumblers }: HouseConfig): Promise<TumblerHub | null> {
  if (!tumblers) return null;
  const keys = new Map(tumblers.devices.map(({ id, key }) => [id, parseTumblerKey(key)]));
  const hub = new TumblerHub({ keyOf: async (id) => keys.get(id) ?? null });
  await hub.listen(tumblers.port, tumblers.host);
  return hub;
}

/** Somebody must be able to let the others in. */
async function welcomeFirstStaff(people: People): Promise<Started['firstStaff']> {
  if ((await people.list('staff')).length > 0) return null;
  const password = randomBytes(9).toString('base64url');
  const registered = await people.registerStaff({
    name: 'Manager',
    login: FIRST_LOGIN,
    password,
    roles: EVERY_ROLE,
  });
  if (registered.kind !== 'ok') throw new Error('the first of the staff could not be registered');
  return { login: FIRST_LOGIN, password };
}
