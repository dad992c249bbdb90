import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { monthOf, REPORT_ZONE, REPORTED } from '@boxperson/offices';
import { type BotsOptions, HouseBots, type SendBot } from './bots/house-bots.js';
import { type Clock, SYSTEM_CLOCK } from './clock.js';
import type { ClusterConfig } from './cluster/config.js';
import { HOUSE_UNITS } from './cluster/housed.js';
import { keepProjections, nodeHealth, recordKeeper, sharedTime, shareRevocations } from './cluster/joined.js';
import type { Seat } from './cluster/seat.js';
import { PROJECTIONS } from './cluster/units.js';
import { WhileKept } from './cluster/while-kept.js';
import { reportsOf } from './dice/fairness.js';
import { parseTumblerKey, TumblerHub, type TumblerLog } from './dice/tumbler/index.js';
import { wholePoints } from './figures/points.js';
import { papersRoutes } from './figures/register-routes.js';
import { reportsRoutes } from './figures/routes.js';
import { House, type HouseOptions } from './house.js';
import { HouseClock } from './house-clock.js';
import { Metrics } from './metrics.js';
import { exhibitRoutes } from './office/exhibit-routes.js';
import type { OfficeHost } from './office/office-host.js';
import { type Newcomer, type Welcomed, welcomeFirstStaff } from './people/first-staff.js';
import { People, type PeopleOptions } from './people/people.js';
import { pagesOf, Sweep } from './people/sweep.js';
import { closeProjections, openProjections, type Projections } from './projections.js';
import { bundleRoutes } from './record/bundle-routes.js';
import { keyFileIn, loadOrMakeKey } from './record/key-file.js';
import { keepsChecksums, Patrol, type PatrolOptions } from './record/patrol.js';
import { SealedRecord } from './record/record.js';
import { recordRoutes } from './record/routes.js';
import { unavailable } from './store/database.js';
import { insideOf } from './store/sql-store.js';
import { openEmbeddedStore, openServerStore, type Store } from './store/store.js';
import { DEMONSTRATION, type HouseConfig } from './tables/config.js';
import { PracticeFloor, type PracticePatience } from './tables/practice.js';
import type { PresencePatience } from './tables/presence.js';
import type { RollingDevice } from './tables/runner.js';
import { QuickCup } from './tournaments/quick.js';
import { Alarms, Bell, type Watched, watchOver } from './watches.js';
import { LogOutput } from './wire/log-output.js';
import { pitRoutes } from './wire/pit-routes.js';
import { practiceRoutes } from './wire/practice-routes.js';
import { rewardRoutes } from './wire/reward-routes.js';
import { makeServer, type RouteName, routesOf, type ServerPatience } from './wire/server.js';

/** A node of a cluster: what it must be told, and who hears when it has given away all it kept. */
export interface ClusterStart {
  readonly config: ClusterConfig;
  readonly onDrained?: () => void;
}

export interface StartOptions {
  /** Where the embedded store keeps its files; not used with a database server. */
  readonly data: string;
  readonly databaseUrl?: string;
  /** One of several nodes that share a database and the work; left out, the house runs alone. */
  readonly cluster?: ClusterStart;
  readonly host?: string;
  readonly port: number;
  readonly config?: HouseConfig;
  readonly logLevel?: string;
  readonly web?: string;
  readonly pace?: HouseOptions['pace'];
  readonly people?: PeopleOptions;
  readonly onError?: HouseOptions['onError'];
  /** Hears why the house cannot be opened, before what is open of it is closed. */
  readonly onFailed?: (error: Error) => void;
  /** How long what is open of a house that cannot be opened is given to close. */
  readonly closesWithinMs?: number;
  /** What somebody must hear of, in a sentence: dice that do not look fair, damaged data, a new key of the record. */
  readonly onAlarm?: (text: string) => void;
  /** The file with the key that signs the record; without it `record.key` in the data folder. */
  readonly recordKey?: string;
  /** Who is let in on a first start, beside the manager. */
  readonly staff?: readonly Newcomer[];
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

export interface Started extends Projections {
  readonly url: string;
  readonly house: House;
  readonly people: People;
  /** The manager whom a first start lets in, with a one-time password; null on any other. */
  readonly firstStaff: Welcomed | null;
  /** Whoever else was let in then (`staff` of the options). */
  readonly newcomers: readonly Welcomed[];
  /** What can be asked for over HTTP. */
  readonly routes: readonly RouteName[];
  readonly record: SealedRecord;
  readonly patrol: Patrol;
  readonly sweep: Sweep;
  readonly practice: PracticeFloor;
  /** Something is wrong that somebody must hear of: it goes to the log, and to whoever listens. */
  alarm(text: string): void;
  /** Gives all it keeps to other nodes, where there are any. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

const NO_CHECKSUMS =
  'The database keeps no checksums of its pages: a bad disk may change what is kept without anybody noticing. `pg_checksums --enable` puts that right while the server is stopped.';
const HOST = '127.0.0.1';

/** Opens the store, the tables and the doors: all of it, or none. */
export async function startHouse(options: StartOptions): Promise<Started> {
  let open: Open | null = null;
  try {
    await tryDoor(options);
    open = await openHome(options);
    return await openDoors(open, options);
  } catch (error) {
    // Said first: what did not open may not close, either.
    options.onFailed?.(error as Error);
    if (open) await closeFailed(open, options);
    throw error;
  }
}

const CLOSES_WITHIN_MS = 20_000;

/** What hangs when it is closed holds up nobody who waits for word of a start that failed. */
async function closeFailed(
  open: Open,
  { onError, closesWithinMs = CLOSES_WITHIN_MS }: StartOptions,
): Promise<void> {
  const failed = (error: unknown) => onError?.(error, 'start');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      failed(new Error(`not all of it closed within ${closesWithinMs} ms`));
      resolve();
    }, closesWithinMs);
  });
  await Promise.race([closeAll(open).catch(failed), late]);
  clearTimeout(timer);
}

/** Whatever closes. */
interface Closing {
  close(): Promise<unknown> | unknown;
}

/** What is open of a house; of one that could not be opened, as far as it came. */
interface Open {
  readonly store: Store;
  readonly seat: Seat | null;
  record?: SealedRecord;
  people?: People;
  opening?: Opening;
  hub?: TumblerHub | null;
  projections?: Projections;
  house?: House;
  practice?: PracticeFloor;
  log?: LogOutput | null;
  app?: Closing;
  watches?: Closing;
  bots?: Closing | null;
  cup?: QuickCup | null;
  patrol?: Patrol;
  sweep?: Sweep;
}

/** Whoever asks first, what they ask last: each still has what it needs. What fails to close keeps nothing else open. */
async function closeAll(open: Open): Promise<void> {
  const inTurn: readonly (() => unknown)[] = [
    () => open.patrol?.close(),
    () => open.sweep?.close(),
    () => open.watches?.close(),
    () => open.practice?.close(),
    () => open.cup?.close(),
    () => open.bots?.close(),
    () => open.app?.close(),
    () => open.people?.comings.flush(),
    () => open.hub?.close(),
    () => open.opening?.close(),
    () => open.projections && closeProjections(open.projections),
    () => open.record?.close(),
    () => open.seat?.close(),
    () => (open.house ?? open.store).close(),
    () => open.log?.close(),
  ];
  const failed: unknown[] = [];
  for (const close of inTurn)
    try {
      await close();
    } catch (error) {
      failed.push(error);
    }
  if (failed.length > 0) throw failed[0];
}

/** The store, and in a cluster this node's seat there. */
async function openHome(options: StartOptions): Promise<{ store: Store; seat: Seat | null }> {
  const { cluster, host = HOST, port, config = DEMONSTRATION, onError } = options;
  if (!cluster) return { store: await openStore(options), seat: null };
  if (config.tumblers)
    throw new Error('Tumblers connect to one machine: a house that has any runs alone, without --cluster.');
  const { openCluster } = await import('./cluster/open.js');
  return openCluster({
    config: cluster.config,
    address: cluster.config.address ?? `http://${host}:${port}`,
    onError: (error) => onError?.(error, 'cluster'),
  });
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

async function openDoors(open: Open, options: StartOptions): Promise<Started> {
  const { store, seat } = open;
  const alarms = new Alarms(options.onAlarm);
  await seat?.need(HOUSE_UNITS);
  const books = await openBooks(open, options, alarms);
  const { house, people, record, projections, botIds } = books;
  const [firstStaff = null, ...newcomers] = await welcomeFirstStaff(
    house.offices.host('people') as OfficeHost,
    people,
    options.staff ?? [],
  );
  const practice = openPractice(books, options);
  open.practice = practice;
  const log = openLog(options, alarms);
  open.log = log;
  const app = await openServer(books, practice, options, log);
  open.app = app;
  alarms.logTo(app.log);
  open.watches = watchOver(books, alarms, (error) => options.onError?.(error, 'house'));
  const url = await app.listen({ port: options.port, host: options.host ?? HOST });
  house.presence.start(options.presence);
  const sendBots = () => openBots({ house, people, url, botIds, options });
  open.bots = seat ? new WhileKept(seat, 'bots', sendBots) : await sendBots();
  // The quick cup is for a house that runs alone.
  open.cup = seat ? null : openQuickCup({ house, people, url, botIds, options });
  if (seat) await join(seat, options);
  const patrol = openPatrol(store, record, options);
  open.patrol = patrol;
  const sweep = openSweep(store, books, options);
  open.sweep = sweep;
  if (!(await keepsChecksums(store))) alarms.tell(NO_CHECKSUMS);
  const drain = async () => seat?.node.drain();
  const alarm = (text: string) => alarms.tell(text);
  return {
    url,
    house,
    people,
    firstStaff,
    newcomers,
    ...projections,
    record,
    patrol,
    sweep,
    practice,
    routes: routesOf(app),
    alarm,
    drain,
    close: () => closeAll(open),
  };
}

/** The doors are open: from here on others may give this node something, and somebody may ask it to go. */
async function join(seat: Seat, { cluster }: StartOptions): Promise<void> {
  seat.node.onDrained(() => cluster?.onDrained?.());
  await seat.node.ready();
}

/** All that the house keeps, with nobody at the doors yet. */
interface OpenBooks extends Watched {
  readonly people: People;
  readonly record: SealedRecord;
  readonly projections: Projections;
  readonly botIds: Set<string>;
  readonly seat: Seat | null;
}

async function openBooks(open: Open, options: StartOptions, alarms: Alarms): Promise<OpenBooks> {
  const { store, seat } = open;
  const clock = await openClock(store, seat, options, (error) =>
    alarms.tell(`something failed and the house went on: ${tellFault(error)}`),
  );
  // Before anything else is written: the tree follows the log from its first entry on.
  const record = await openRecord(store, seat, clock, options, (text) => alarms.tell(text));
  open.record = record;
  const opening = new Opening();
  open.opening = opening;
  const people = openPeople(store, clock, opening, options);
  open.people = people;
  if (seat) shareRevocations(seat, people);
  const botIds = await botsAmong(people);
  const config = configOf(options);
  const hub = await openTumblers(config, (entry) =>
    alarms.log(entry.level, entry, `tumbler: ${entry.event}`),
  );
  open.hub = hub;
  const projections = openProjections({
    store,
    clock,
    alarms,
    opened: opening.opened,
    ...(seat ? { isOurs: () => seat.owns(PROJECTIONS) } : {}),
    ...(options.onError ? { onError: options.onError } : {}),
  });
  open.projections = projections;
  if (seat) keepProjections(seat, Object.values(projections));
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
    checkpointSince: async (at) => (await record.checkpointSince(at))?.note ?? null,
    points: (person) => wholePoints(projections.points.state, person),
    onStanding: () => bell.ring(),
    onAlarm: (text) => alarms.tell(text),
    ...(seat ? { seat } : {}),
    ...(options.pace ? { pace: options.pace } : {}),
    ...(options.onError ? { onError: options.onError } : {}),
  });
  open.house = house;
  opening.done(house);
  await beginReporting(house);
  return { clock, record, people, botIds, config, hub, bell, projections, house, seat };
}

const tellFault = (why: unknown): string => (why instanceof Error ? (why.stack ?? why.message) : String(why));

/** For those who must be there before the house is. */
class Opening {
  house: House | null = null;
  #tell: (house: House) => void = () => {};
  #refuse: (why: Error) => void = () => {};
  readonly opened = new Promise<House>((resolve, reject) => {
    this.#tell = resolve;
    this.#refuse = reject;
  });

  constructor() {
    this.opened.catch(() => {});
  }

  done(house: House): void {
    this.house = house;
    this.#tell(house);
  }

  /** Of a house that could not be opened: whoever has something to tell it tells the next one. */
  close(): void {
    this.#refuse(unavailable('the house did not open'));
  }
}

const openPeople = (store: Store, clock: Clock, opening: Opening, options: StartOptions): People =>
  new People(store, () => clock.now(), {
    // A session may end at any node: what another has ended is not remembered here.
    ...(options.cluster ? { sessions: { remembered: 0 } } : {}),
    house: (options.config ?? DEMONSTRATION).name,
    ...options.people,
    comings: { audit: (verb, body) => audit(opening.house, verb, body, options), ...options.people?.comings },
  });

/** Which guests are bots, those to come included. */
async function botsAmong(people: People): Promise<Set<string>> {
  const botIds = new Set(await people.bots());
  people.onGuest((person) => {
    if (person.bot) botIds.add(person.id);
  });
  return botIds;
}

/** star-2024 9.3.2: a house with such a table reports every month, from the one in which it has the first. */
async function beginReporting(house: House): Promise<void> {
  const reports = house.lobby().some(({ rulebook }) => rulebook === REPORTED.book);
  if (reports)
    await house.raise('duties', 'begin-reporting', { month: monthOf(REPORT_ZONE, house.clock.now()) });
}

const openPractice = ({ house, people }: OpenBooks, { practice: patience, onError }: StartOptions) =>
  new PracticeFloor({
    house,
    people,
    onError: (error) => onError?.(error, 'practice'),
    ...(patience ? { patience } : {}),
  });

const LOOK_AGAIN_MS = 30_000;

/** Alarms go elsewhere, too: that there is no log is heard where they are. */
const openLog = ({ logLevel }: StartOptions, alarms: Alarms): LogOutput | null =>
  logLevel
    ? new LogOutput({
        onLost: (why) => alarms.tell(`the log cannot be written, and the house goes on without it: ${why}`),
        onAgain: (lines) => alarms.log('warn', { lines }, 'the log is written again, and lines are missing'),
      })
    : null;

const openServer = (
  { house, people, record, projections: { fairness, pit, points }, seat }: OpenBooks,
  practice: PracticeFloor,
  options: StartOptions,
  log: LogOutput | null,
) =>
  makeServer({
    house,
    people,
    metrics: new Metrics(() => reportsOf(fairness.state)),
    routes: [
      ...recordRoutes(record),
      ...bundleRoutes(house, record),
      ...exhibitRoutes(house),
      ...practiceRoutes(practice),
      ...pitRoutes(house, () => pit.state),
      ...rewardRoutes(house, () => points.state),
      ...reportsRoutes(house),
      ...papersRoutes(house),
    ],
    health: {
      recordBroken: () => record.broken,
      data: isEmbedded(options) ? options.data : null,
      ...(seat && options.cluster ? { node: nodeHealth(options.cluster.config.node, seat) } : {}),
    },
    // What ends at another node is told over the bus, and the bus may lose it.
    ...(seat ? { lookAgainMs: LOOK_AGAIN_MS } : {}),
    ...(options.strangers ? { patience: options.strangers } : {}),
    ...(options.logLevel ? { logLevel: options.logLevel } : {}),
    ...(log ? { logTo: log } : {}),
    ...(options.web ? { web: options.web } : {}),
  });

const isEmbedded = ({ databaseUrl, cluster }: StartOptions): boolean =>
  databaseUrl === undefined && cluster === undefined;

/** A house to which nobody brought a way to play has no bots. */
function configOf({ config = DEMONSTRATION, bots }: StartOptions): HouseConfig {
  return { ...config, bots: config.bots && bots !== undefined };
}

function openRecord(
  store: Store,
  seat: Seat | null,
  clock: Clock,
  options: StartOptions,
  onAlarm: (text: string) => void,
): Promise<SealedRecord> {
  const { data, recordKey = keyFileIn(data), config = DEMONSTRATION, onError } = options;
  const keyIsNew = !existsSync(recordKey);
  // A node has no other use for the folder.
  if (seat) mkdirSync(data, { recursive: true });
  return SealedRecord.open(store, {
    ...(seat ? { keeper: recordKeeper(store, seat) } : {}),
    key: loadOrMakeKey(recordKey, config.name, onAlarm),
    keyIsNew,
    now: () => clock.now(),
    onError: (error) => onError?.(error, 'record'),
    onAlarm,
  });
}

function openPatrol(store: Store, record: SealedRecord, options: StartOptions): Patrol {
  const { data, onError, patrol } = options;
  return new Patrol({
    record,
    store,
    data: isEmbedded(options) ? data : null,
    onError: (error) => onError?.(error, 'patrol'),
    ...patrol,
  });
}

const openSweep = (store: Store, { people, clock }: OpenBooks, { onError }: StartOptions): Sweep =>
  new Sweep({
    sessions: people.sessions,
    page: pagesOf(store),
    clock,
    onError: (error) => onError?.(error, 'sessions'),
  });

/** One machine's clock that is wrong would end notices at every table that comes to it: nodes go by the database's. */
async function openClock(
  store: Store,
  seat: Seat | null,
  { clock = SYSTEM_CLOCK }: StartOptions,
  failed: (error: unknown) => void,
): Promise<HouseClock> {
  const from = await lastTime(store);
  return seat
    ? new HouseClock(clock, from, failed, await sharedTime(store))
    : new HouseClock(clock, from, failed);
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

/** A tournament that anybody may enter against bots, where the configuration keeps tables for it. */
function openQuickCup({ house, people, url, botIds, options }: BotPlaces): QuickCup | null {
  const { bots: send, onError } = options;
  const { quickCup, bots, guests } = house.config;
  if (!send || !quickCup || !bots || !guests) return null;
  return new QuickCup({
    house,
    people,
    url,
    send,
    tables: quickCup.tables,
    isBot: (person) => botIds.has(person),
    onError: (error) => onError?.(error, 'quick cup'),
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
