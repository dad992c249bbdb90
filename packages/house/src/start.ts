import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { EVERY_ROLE, type Raised, raising } from '@boxperson/offices';
import { type BotsOptions, HouseBots, type SendBot } from './bots/house-bots.js';
import { type Clock, SYSTEM_CLOCK } from './clock.js';
import {
  alarmText,
  type FairnessNotice,
  fairnessOf,
  noteOf,
  reportsOf,
  type Sources,
} from './dice/fairness.js';
import { parseTumblerKey, TumblerHub, type TumblerLog } from './dice/tumbler/index.js';
import { House, type HouseOptions } from './house.js';
import { HouseClock } from './house-clock.js';
import { Metrics } from './metrics.js';
import type { OfficeHost } from './office/office-host.js';
import { hashCommand } from './office/once.js';
import { Projector } from './office/projector.js';
import { People, type PeopleOptions } from './people/people.js';
import { keyFileIn, loadOrMakeKey } from './record/key-file.js';
import { keepsChecksums, Patrol, type PatrolOptions } from './record/patrol.js';
import { SealedRecord } from './record/record.js';
import { recordRoutes } from './record/routes.js';
import { insideOf } from './store/sql-store.js';
import { openEmbeddedStore, openServerStore, type Store } from './store/store.js';
import { DEMONSTRATION, type HouseConfig } from './tables/config.js';
import { PracticeFloor, type PracticePatience } from './tables/practice.js';
import type { PresencePatience } from './tables/presence.js';
import type { RollingDevice } from './tables/runner.js';
import { Alarms, Bell, type Watched, watchOver } from './watches.js';
import { practiceRoutes } from './wire/practice-routes.js';
import { makeServer, type RouteName, routesOf, type ServerPatience } from './wire/server.js';

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
  /** What somebody must hear of, in a sentence: dice that do not look fair, damaged data, a new key of the record. */
  readonly onAlarm?: (text: string) => void;
  /** The file with the key that signs the record; without it `record.key` in the data folder. */
  readonly recordKey?: string;
  /** How bots are sent to tables: the house itself knows no way to play. */
  readonly bots?: SendBot;
  readonly patience?: BotsOptions['patience'];
  /** How long whoever practises is waited for. */
  readonly practice?: Partial<PracticePatience>;
  /** The clock of the machine. */
  readonly clock?: Clock;
  /** How long strangers are waited for. */
  readonly strangers?: ServerPatience;
  /** How long whoever lost their line is waited for before they are away. */
  readonly presence?: PresencePatience;
  /** How often the patrol looks at a little of what is kept. */
  readonly patrol?: Pick<PatrolOptions, 'everyMs'>;
}

export interface Started {
  readonly url: string;
  readonly house: House;
  readonly people: People;
  /** The login and one-time password of the first of the staff, on a first start. */
  readonly firstStaff: { readonly login: string; readonly password: string } | null;
  /** What can be asked for over HTTP. */
  readonly routes: readonly RouteName[];
  /** Are the dice fair? */
  readonly fairness: Projector<Sources, FairnessNotice>;
  /** What somebody on the floor has to look at. */
  readonly alerts: Projector<null, Raised>;
  readonly record: SealedRecord;
  readonly patrol: Patrol;
  readonly practice: PracticeFloor;
  /** Something is wrong that somebody must hear of: it goes to the log, and to whoever listens. */
  alarm(text: string): void;
  close(): Promise<void>;
}

const NO_CHECKSUMS =
  'The database keeps no checksums of its pages: a bad disk may change what is kept without anybody noticing. `pg_checksums --enable` puts that right while the server is stopped.';
const HOST = '127.0.0.1';
const FIRST_LOGIN = 'manager';
/** The command by which a new house registers its first manager. */
const FIRST_COMMAND = 'house-first-manager';

/** Opens the store, the tables and the doors. */
export async function startHouse(options: StartOptions): Promise<Started> {
  await tryDoor(options);
  const store = await openStore(options);
  try {
    return await openDoors(store, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Whether the address is free is known before anything is opened or written; whoever has it keeps it. */
function tryDoor({ port, host = HOST }: StartOptions): Promise<void> {
  const door = createServer();
  return new Promise((resolve, reject) => {
    door.once('error', reject);
    door.listen({ port, host }, () => door.close(() => resolve()));
  });
}

function openStore({ databaseUrl, data }: StartOptions): Promise<Store> {
  if (databaseUrl !== undefined) return openServerStore(databaseUrl);
  mkdirSync(data, { recursive: true });
  return openEmbeddedStore(data);
}

async function openDoors(store: Store, options: StartOptions): Promise<Started> {
  const alarms = new Alarms(options.onAlarm);
  const books = await openBooks(store, options, alarms);
  const { house, people, record, fairness, alerts, hub, botIds } = books;
  const firstStaff = await welcomeFirstStaff(house, people);
  const practice = openPractice(books, options);
  const app = await openServer(books, practice, options);
  alarms.logTo(app.log);
  const watches = watchOver(books, alarms, (error) => options.onError?.(error, 'house'));
  const url = await app.listen({ port: options.port, host: options.host ?? HOST });
  house.presence.start(options.presence);
  const bots = await openBots({ house, people, url, botIds, options });
  const patrol = openPatrol(store, record, options);
  if (!(await keepsChecksums(store))) alarms.tell(NO_CHECKSUMS);
  const close = async () => {
    await patrol.close();
    watches.close();
    practice.close();
    await bots?.close();
    await app.close();
    people.comings.flush();
    await hub?.close();
    await alerts.close();
    await fairness.close();
    await record.close();
    await house.close();
  };
  const alarm = (text: string) => alarms.tell(text);
  return {
    url,
    house,
    people,
    firstStaff,
    fairness,
    alerts,
    record,
    patrol,
    practice,
    routes: routesOf(app),
    alarm,
    close,
  };
}

/** All that the house keeps, with nobody at the doors yet. */
interface OpenBooks extends Watched {
  readonly people: People;
  readonly record: SealedRecord;
  readonly fairness: Projector<Sources, FairnessNotice>;
  readonly alerts: Projector<null, Raised>;
  readonly botIds: Set<string>;
}

async function openBooks(store: Store, options: StartOptions, alarms: Alarms): Promise<OpenBooks> {
  const clock = new HouseClock(options.clock ?? SYSTEM_CLOCK, await lastTime(store));
  // Before anything else is written: the tree follows the log from its first entry on.
  const record = await openRecord(store, clock, options, (text) => alarms.tell(text));
  const opening = new Opening();
  const people = openPeople(store, clock, opening, options);
  const botIds = await botsAmong(people);
  const config = configOf(options);
  const hub = await openTumblers(config, (entry) =>
    alarms.log(entry.level, entry, `tumbler: ${entry.event}`),
  );
  const fairness = openFairness(store, opening, alarms, options);
  const alerts = openAlerts(store, opening, clock, options);
  const bell = new Bell();
  const house = await House.open({
    store,
    config,
    clock,
    person: (id) => people.get(id),
    keepers: { people: people.keeper },
    reveal: (command, answer) => people.reveal(command, answer),
    tumblers: tumblersOf(config, hub),
    isBot: (person) => botIds.has(person),
    checkpoint: () => record.latestCheckpoint()?.note ?? null,
    onStanding: () => bell.ring(),
    ...(options.pace ? { pace: options.pace } : {}),
    ...(options.onError ? { onError: options.onError } : {}),
  });
  opening.done(house);
  return { clock, record, people, botIds, config, hub, bell, fairness, alerts, house };
}

/** For those who must be there before the house is. */
class Opening {
  house: House | null = null;
  #tell: (house: House) => void = () => {};
  readonly opened = new Promise<House>((resolve) => {
    this.#tell = resolve;
  });

  done(house: House): void {
    this.house = house;
    this.#tell(house);
  }
}

const openPeople = (store: Store, clock: Clock, opening: Opening, options: StartOptions): People =>
  new People(store, () => clock.now(), {
    ...options.people,
    comings: { audit: (verb, body) => audit(opening.house, verb, body, options), ...options.people?.comings },
  });

/** Which guests are bots, those to come included. */
async function botsAmong(people: People): Promise<Set<string>> {
  const botIds = new Set((await people.list('guest')).filter(({ bot }) => bot).map(({ id }) => id));
  people.onGuest((person) => {
    if (person.bot) botIds.add(person.id);
  });
  return botIds;
}

const openFairness = (store: Store, { opened }: Opening, alarms: Alarms, { onError }: StartOptions) =>
  new Projector(store, fairnessOf(), {
    // An alarm that is found in the past waits until the house is open.
    notice: async (notice) => {
      if (await noted(await opened, 'house', 'note-dice', noteOf(notice))) alarms.tell(alarmText(notice));
    },
    onError: (error) => onError?.(error, 'dice statistics'),
  });

/** Older than this it is nobody's alert any more: a house that has kept none so far does not begin with its past. */
const ALERTS_SINCE_MS = 24 * 3_600_000;

/** Whatever somebody on the floor has to look at becomes an alert of theirs. */
const openAlerts = (store: Store, { opened }: Opening, clock: Clock, { onError }: StartOptions) =>
  new Projector(store, raising, {
    notice: async (raised) => {
      if (clock.now() - raised.since > ALERTS_SINCE_MS) return;
      await noted(await opened, 'alerts', 'raise', raised);
    },
    onError: (error) => onError?.(error, 'alerts'),
  });

const openPractice = ({ house, people }: OpenBooks, { practice: patience, onError }: StartOptions) =>
  new PracticeFloor({
    house,
    people,
    onError: (error) => onError?.(error, 'practice'),
    ...(patience ? { patience } : {}),
  });

const openServer = (
  { house, people, record, fairness }: OpenBooks,
  practice: PracticeFloor,
  options: StartOptions,
) =>
  makeServer({
    house,
    people,
    metrics: new Metrics(() => reportsOf(fairness.state)),
    routes: [...recordRoutes(record), ...practiceRoutes(practice)],
    health: {
      recordBroken: () => record.broken,
      data: options.databaseUrl === undefined ? options.data : null,
    },
    ...(options.strangers ? { patience: options.strangers } : {}),
    ...(options.logLevel ? { logLevel: options.logLevel } : {}),
    ...(options.web ? { web: options.web } : {}),
  });

/** A house to which nobody brought a way to play has no bots. */
function configOf({ config = DEMONSTRATION, bots }: StartOptions): HouseConfig {
  return { ...config, bots: config.bots && bots !== undefined };
}

function openRecord(
  store: Store,
  clock: Clock,
  options: StartOptions,
  onAlarm: (text: string) => void,
): Promise<SealedRecord> {
  const { data, recordKey = keyFileIn(data), config = DEMONSTRATION, onError } = options;
  const keyIsNew = !existsSync(recordKey);
  return SealedRecord.open(store, {
    key: loadOrMakeKey(recordKey, config.name),
    keyIsNew,
    now: () => clock.now(),
    onError: (error) => onError?.(error, 'record'),
    onAlarm,
  });
}

function openPatrol(store: Store, record: SealedRecord, options: StartOptions): Patrol {
  const { data, databaseUrl, onError, patrol } = options;
  return new Patrol({
    record,
    store,
    data: databaseUrl === undefined ? data : null,
    onError: (error) => onError?.(error, 'patrol'),
    ...patrol,
  });
}

/** Of events that were committed together, a later one may be the earlier in the log. */
const LOOK_BACK = 100;

/** When the last that is on record happened; time does not go back behind it. */
async function lastTime(store: Store): Promise<number> {
  const rows = await insideOf(store).read({
    text: `select at from house.log order by seq desc limit ${LOOK_BACK}`,
  });
  return Math.max(0, ...rows.map(({ at }) => Number(at)));
}

/** What the house notices goes on record once; answers whether it is new. */
async function noted({ offices }: House, office: string, verb: string, body: object): Promise<boolean> {
  const done = await offices.host(office)?.submit({ do: verb, body, by: null });
  if (done && !done.ok && done.refused.code !== 'taken') throw new Error(done.refused.message);
  return done?.ok === true;
}

/** The tumblers that the configuration names. */
const tumblersOf = ({ tumblers }: HouseConfig, hub: TumblerHub | null): ReadonlyMap<string, RollingDevice> =>
  new Map(hub ? (tumblers?.devices ?? []).map(({ id }) => [id, hub.deviceFor(id)]) : []);

interface BotPlaces extends Pick<BotsOptions, 'house' | 'people' | 'url'> {
  readonly botIds: Set<string>;
  readonly options: StartOptions;
}

async function openBots({ house, people, url, botIds, options }: BotPlaces): Promise<HouseBots | null> {
  const { bots: send, patience, onError } = options;
  if (!send) return null;
  return HouseBots.open({
    house,
    people,
    url,
    send,
    welcome: (person) => botIds.add(person),
    isBot: (person) => botIds.has(person),
    onError: (error) => onError?.(error, 'bots'),
    ...(patience ? { patience } : {}),
  });
}

/** Where dice tumblers connect, if the house has any. */
async function openTumblers({ tumblers }: HouseConfig, log: TumblerLog): Promise<TumblerHub | null> {
  if (!tumblers) return null;
  const keys = new Map(tumblers.devices.map(({ id, key }) => [id, parseTumblerKey(key)]));
  const hub = new TumblerHub({ keyOf: async (id) => keys.get(id) ?? null, log });
  await hub.listen(tumblers.port, tumblers.host);
  return hub;
}

/** Not waited for: whoever came or went has their answer. */
function audit(house: House | null, verb: string, body: object, { onError }: StartOptions): void {
  house?.offices
    .host('audit')
    ?.submit({ do: verb, body, by: null })
    .catch((error: unknown) => onError?.(error, 'audit'));
}

/** Somebody must be able to let the others in. */
async function welcomeFirstStaff(house: House, people: People): Promise<Started['firstStaff']> {
  if ((await people.list('staff')).length > 0) return null;
  const body = { name: 'Manager', login: FIRST_LOGIN, roles: EVERY_ROLE };
  const key = { id: FIRST_COMMAND, hash: hashCommand('house', 'people', body) };
  const books = house.offices.host('people') as OfficeHost;
  const done = await books.submit({ do: 'register-staff', body, by: null }, key);
  if (!done.ok) throw new Error(`the first of the staff could not be registered: ${done.refused.message}`);
  const { password } = people.reveal(FIRST_COMMAND, done.answer ?? {}) as { readonly password: string };
  return { login: FIRST_LOGIN, password };
}
