import { mkdirSync } from 'node:fs';
import { EVERY_ROLE } from '@boxperson/offices';
import { Company, type CompanyOptions, type SendCompany } from './company.js';
import { alarmText, type DiceChange, StatisticsKeeper } from './dice/statistics-keeper.js';
import { parseTumblerKey, TumblerHub } from './dice/tumbler/index.js';
import { House, type HouseOptions } from './house.js';
import { Journal } from './journal.js';
import { Metrics } from './metrics.js';
import { makePassword } from './people/names.js';
import { People, type PeopleOptions } from './people/people.js';
import { keyFileIn, loadOrMakeKey } from './record/key-file.js';
import { SealedRecord } from './record/record.js';
import { addRecordRoutes } from './record/routes.js';
import { openEmbeddedStore, openServerStore, type Store } from './store/store.js';
import { DEMONSTRATION, type HouseConfig } from './tables/config.js';
import type { RollingDevice } from './tables/runner.js';
import { addBotsRoutes } from './wire/bots-routes.js';
import { makeServer, type RouteName, routesOf } from './wire/server.js';
import { addStaffRoutes } from './wire/staff-routes.js';

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
  /** Dice that do not look fair, or look fair again, in a sentence. It is in the log, too. */
  readonly onAlarm?: (text: string) => void;
  /** The file with the key that signs the record; without it `record.key` in the data folder. */
  readonly recordKey?: string;
  /** How bots are sent to tables: the house itself knows no way to play. */
  readonly company?: SendCompany;
  readonly patience?: CompanyOptions['patience'];
}

export interface Started {
  readonly url: string;
  readonly house: House;
  readonly people: People;
  readonly company: Company | null;
  /** The login and one-time password of the first of the staff, on a first start. */
  readonly firstStaff: { readonly login: string; readonly password: string } | null;
  /** What can be asked for over HTTP. */
  readonly routes: readonly RouteName[];
  readonly statistics: StatisticsKeeper;
  readonly record: SealedRecord;
  close(): Promise<void>;
}

const FIRST_LOGIN = 'manager';
/** Streams of the log beside those of the tables. */
const PEOPLE_STREAM = 'people';

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
  // Before anything else is written: the tree follows the log from its first entry on.
  const record = await openRecord(store, options);
  const peoplesJournal = new Journal(store, PEOPLE_STREAM);
  const people = new People(store, Date.now, {
    ...options.people,
    note: (event, body) => peoplesJournal.write(event, body),
  });
  const firstStaff = await welcomeFirstStaff(people);
  const bots = new Set((await people.list('guest')).filter(({ bot }) => bot).map(({ id }) => id));
  const config = options.config ?? DEMONSTRATION;
  const hub = await openTumblers(config);
  let tellAlarm = (text: string) => options.onAlarm?.(text);
  let open: House | null = null;
  const statistics = await StatisticsKeeper.open(store, {
    note: (change) => noteDice(open, change),
    onAlarm: (source, change) => tellAlarm(alarmText(source, change)),
    onError: (error) => options.onError?.(error, 'dice statistics'),
  });
  people.onGuest((person) => {
    if (person.bot) bots.add(person.id);
  });
  const house = await House.open({
    store,
    config,
    person: (id) => people.get(id),
    tumblers: tumblersOf(config, hub),
    onDraw: (table, draw, position) => statistics.add(table, draw, position),
    isBot: (person) => bots.has(person),
    checkpoint: () => record.latestCheckpoint()?.note ?? null,
    ...(options.pace ? { pace: options.pace } : {}),
    ...(options.onError ? { onError: options.onError } : {}),
  });
  open = house;
  const app = await makeServer({
    house,
    people,
    metrics: new Metrics(() => statistics.reports()),
    ...(options.logLevel ? { logLevel: options.logLevel } : {}),
    ...(options.web ? { web: options.web } : {}),
  });
  tellAlarm = (text) => {
    app.log.error(text);
    options.onAlarm?.(text);
  };
  let company: Company | null = null;
  addRecordRoutes(app, record);
  const openSession = (token: string) => people.openSession(token);
  addStaffRoutes(app, { people, open: openSession });
  addBotsRoutes(app, { house, company: () => company, open: openSession });
  const url = await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' });
  company = await openCompany({ house, people, url, bots, options });
  const close = async () => {
    await company?.close();
    await app.close();
    await hub?.close();
    await statistics.close();
    await record.close();
    await house.close();
  };
  return { url, house, people, company, firstStaff, statistics, record, routes: routesOf(app), close };
}

function openRecord(store: Store, options: StartOptions): Promise<SealedRecord> {
  const { data, recordKey = keyFileIn(data), config = DEMONSTRATION, onError } = options;
  return SealedRecord.open(store, {
    key: loadOrMakeKey(recordKey, config.name),
    onError: (error) => onError?.(error, 'record'),
  });
}

/** An alarm about dice goes on record once; answers whether it is new. */
async function noteDice(house: House | null, change: DiceChange): Promise<boolean> {
  const books = house?.offices.host('house');
  if (!books) throw new Error('the house is not open yet');
  const done = await books.submit({ do: 'note-dice', body: change, by: null });
  return done.ok;
}

/** The tumblers that the configuration names. */
const tumblersOf = ({ tumblers }: HouseConfig, hub: TumblerHub | null): ReadonlyMap<string, RollingDevice> =>
  new Map(hub ? (tumblers?.devices ?? []).map(({ id }) => [id, hub.deviceFor(id)]) : []);

interface CompanyPlaces extends Pick<CompanyOptions, 'house' | 'people' | 'url'> {
  readonly bots: Set<string>;
  readonly options: StartOptions;
}

async function openCompany({ house, people, url, bots, options }: CompanyPlaces): Promise<Company | null> {
  if (!options.company) return null;
  return Company.open({
    house,
    people,
    url,
    send: options.company,
    welcome: (person) => bots.add(person),
    isBot: (person) => bots.has(person),
    ...(options.patience ? { patience: options.patience } : {}),
  });
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
  const password = makePassword(FIRST_LOGIN);
  const registered = await people.registerStaff({
    name: 'Manager',
    login: FIRST_LOGIN,
    password,
    roles: EVERY_ROLE,
    oneTime: true,
  });
  if (registered.kind !== 'ok') throw new Error('the first of the staff could not be registered');
  return { login: FIRST_LOGIN, password };
}
