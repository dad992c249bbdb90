import { CLOCK_JUMP_MS, tellTime } from '@boxperson/offices';
import type { TumblerHub } from './dice/tumbler/index.js';
import type { House } from './house.js';
import { ClockWatch, type HouseClock, type Readings } from './house-clock.js';
import { Notes } from './office/notes.js';
import type { OfficeHost } from './office/office-host.js';
import { StandingWatch } from './office/standing.js';
import type { HouseConfig } from './tables/config.js';

/** A log with levels, as the server has one. */
type Log = Readonly<Record<'error' | 'warn' | 'info', (what: object, text: string) => void>>;

/** Something is wrong that somebody must hear of: it goes to the log, once there is one, and to whoever listens. */
export class Alarms {
  readonly #listener: ((text: string) => void) | undefined;
  #log: Log | null = null;

  constructor(listener: ((text: string) => void) | undefined) {
    this.#listener = listener;
  }

  logTo(log: Log): void {
    this.#log = log;
  }

  log(level: keyof Log, what: object, text: string): void {
    this.#log?.[level](what, text);
  }

  tell(text: string): void {
    this.log('error', {}, text);
    this.#listener?.(text);
  }
}

/** Rung when a table or books stop or go on; answered once somebody watches. */
export class Bell {
  answer: () => void = () => {};

  ring(): void {
    this.answer();
  }
}

/** What is watched while the house is open. */
export interface Watched {
  readonly house: House;
  readonly clock: HouseClock;
  readonly config: HouseConfig;
  readonly hub: TumblerHub | null;
  readonly bell: Bell;
}

/** Clock, tumblers, tables and books: what goes wrong with them is alarmed at once and goes on record. */
export function watchOver(
  { house, clock, config, hub, bell }: Watched,
  alarms: Alarms,
  onError: (error: unknown) => void,
): { close(): void } {
  const notes = new Notes(house.offices.host('house') as OfficeHost, clock, onError);
  const alarm = (text: string) => alarms.tell(text);
  const watch = new ClockWatch(clock, (readings) => {
    alarm(clockText(readings));
    notes.write('note-clock', readings);
  });
  if (hub) watchTumblers(hub, config, { alarm, notes });
  const standing = new StandingWatch({ house, notes, clock, alarm });
  bell.answer = () => standing.changed();
  // It may agree again since the last time.
  notes.write('note-clock', clock.readings());
  return {
    close: () => {
      standing.close();
      watch.close();
      notes.close();
    },
  };
}

const MINUTE_MS = 60_000;

function clockText({ house, wall }: Readings): string {
  const by = (Math.abs(wall - house) / MINUTE_MS).toFixed(1);
  if (Math.abs(wall - house) <= CLOCK_JUMP_MS) return 'The clock of the machine agrees with the house again.';
  const how = `${by} minutes ${wall < house ? 'behind' : 'ahead of'}`;
  return `The clock of the machine was set: it is ${how} the house, which goes on from ${tellTime(house)}.`;
}

interface Told {
  readonly alarm: (text: string) => void;
  readonly notes: Notes;
}

/** A tumbler that is not believed any more is told of, and on record until people take it back. */
function watchTumblers(hub: TumblerHub, { tumblers }: HouseConfig, { alarm, notes }: Told): void {
  const stopped = (device: string, why: string) => {
    alarm(`The tumbler ${device} is stopped: ${why}. Two people reinstate it.`);
    notes.write('note-tumbler', { device, why });
  };
  hub.watch(({ device, status, text }) => {
    if (status === 'stopped') stopped(device, text);
  });
  // From before, or while the house was opening.
  for (const { id } of tumblers?.devices ?? []) {
    const why = hub.deviceFor(id).stopped;
    if (why !== null) stopped(id, why);
  }
}
