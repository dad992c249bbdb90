import type { Own } from '@boxperson/house';
import type { HouseClient } from '@boxperson/house/client';
import type { Refused } from '@boxperson/offices';
import {
  type Command,
  type Dice,
  decide,
  evolve,
  onLayout,
  openTable,
  replay,
  saveTable,
  type Table,
  type TableEvent,
} from '@boxperson/rules';
import { crewStep, withCrewsWord } from './crew.js';
import { FIRST_HAND } from './end.js';

/** Under which name a learner plays at a table of their own. */
export const LEARNER = 'You';

const SETTINGS = {
  rulebook: 'star',
  seats: 1,
  chips: [100, 500, 2_500, 10_000],
  limits: { default: { min: 500, max: 50_000 }, hardway: { min: 100, max: 10_000 } },
};

const storage = (): Storage | null => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
};

/** Nobody's dice: the browser's own generator, every face as likely as another. */
function throwDice(): Dice {
  const faces: number[] = [];
  while (faces.length < 2) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1)) as unknown as [number];
    // 252 is 42 times 6: what is above would favour some faces.
    if (byte < 252) faces.push((byte % 6) + 1);
  }
  return faces as unknown as Dice;
}

/** The record of an earlier sitting, if it can still be read. */
function keptRecord(): readonly TableEvent[] | null {
  try {
    const events = JSON.parse(storage()?.getItem(FIRST_HAND) ?? 'null') as readonly TableEvent[] | null;
    if (events) replay(events);
    return events;
  } catch {
    return null;
  }
}

function opening(): readonly TableEvent[] {
  const opened = openTable(SETTINGS, Date.now());
  if (!opened.ok) throw new Error(opened.refused.message);
  return opened.value;
}

type Client = Pick<HouseClient, 'watch' | 'do' | 'close'>;
type Watcher = Parameters<HouseClient['watch']>[1];
type Answer = Awaited<ReturnType<HouseClient['do']>>;

/**
 * A table of one's own in this browser, spoken to as a house's table is. No clock runs at it, nobody else is at it, no
 * money is anybody's, and nothing of it reaches the house.
 */
export class OwnTable implements Client {
  #events: TableEvent[];
  #table: Table;
  #watcher: Watcher | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#events = [...(keptRecord() ?? opening())];
    this.#table = replay(this.#events);
  }

  watch(_id: string, watcher: Watcher): () => void {
    this.#watcher = watcher;
    // As over a wire: not before whoever asked is ready to hear.
    queueMicrotask(() => {
      const n = this.#events.length;
      const { excluded: _excluded, terminalsMost: _most, ...view } = saveTable(this.#table);
      this.#watcher?.table({
        t: 'table',
        at: 'first-hand',
        view: { ...view, n },
        own: this.#own(),
        sees: 'own',
      });
      this.#goOn();
    });
    return () => {
      this.#watcher = null;
    };
  }

  async do(_id: string, asked: Command): Promise<Answer> {
    const command =
      asked['do'] === 'sit'
        ? { ...asked, player: LEARNER, person: LEARNER }
        : withCrewsWord(this.#table, asked);
    const refused = this.#perform(command);
    return refused ? { kind: 'refused', refused } : { kind: 'done', n: this.#events.length };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watcher = null;
  }

  #perform(command: Command): Refused | null {
    const decided = decide(this.#table, { ...command, at: Math.max(Date.now(), this.#table.at) });
    if (!decided.ok) return decided.refused;
    const first = this.#events.length + 1;
    this.#events.push(...decided.value);
    this.#table = decided.value.reduce<Table>(evolve, this.#table);
    storage()?.setItem(FIRST_HAND, JSON.stringify(this.#events));
    this.#watcher?.events(first, decided.value);
    this.#watcher?.own(this.#own());
    this.#goOn();
    return null;
  }

  /** The crew does what is its own to do, one thing after another. */
  #goOn(): void {
    clearTimeout(this.#timer);
    const step = crewStep(this.#table, throwDice);
    if (!step || !this.#watcher) return;
    this.#timer = setTimeout(() => {
      const refused = this.#perform(step.command);
      if (refused) throw new Error(`${String(step.command['do'])}: ${refused.message}`);
    }, step.after);
  }

  #own(): readonly Own[] {
    return this.#table.game.players.map((player) => ({
      player: player.name,
      seat: player.seat,
      balance: player.balance,
      onLayout: onLayout(player),
    }));
  }
}
