import { isDeepStrictEqual } from 'node:util';
import type { Table, TableEvent } from '@boxperson/rules';
import { MONEY_EVENTS, type TerminalEvent, type TerminalHappened } from '../terminals/events.js';
import { creditOf, type Meters } from '../terminals/meters.js';
import { roundEnded } from '../terminals/rounds.js';
import {
  afterTerminalEvent,
  entriesOf,
  meterEvent,
  type Seats,
  stateAt,
  withState,
} from '../terminals/state.js';
import { isIncoming } from '../terminals/terminals.js';

/** The meters of one electronic table, built up again from the log, and the rounds as they must be recalled. */
export class TerminalsRebuilt {
  readonly #id: string;
  #seats: Seats = [];
  #table: Table | null = null;
  #n = 0;
  /** A round that ended, until the terminals say so themselves. */
  #round: TerminalHappened | null = null;

  constructor(id: string) {
    this.#id = id;
  }

  get terminals(): number {
    return entriesOf(this.#seats).length;
  }

  play(before: Table, event: TableEvent, after: Table, n: number): void {
    this.#seats = meterEvent(this.#seats, before, event, after, 'by-account');
    this.#round = roundEnded(before, event, after) ?? this.#round;
    this.#table = after;
    this.#n = n;
  }

  /** Why this cannot have happened at the terminals; null when it can. */
  take(event: TerminalEvent): string | null {
    if (event.event === 'round') return this.#recall(event);
    this.#seats = afterTerminalEvent(this.#seats, this.#id, event);
    if (MONEY_EVENTS.includes(event.event))
      this.#reclassify(event as TerminalEvent & { amount: number; seat: number });
    return this.fault(event.seat);
  }

  /** Money that a terminal event names was counted with the account at the table's own event: it belongs elsewhere. */
  #reclassify(event: TerminalEvent & { readonly amount: number; readonly seat: number }): void {
    const state = stateAt(this.#seats, event.seat);
    const side = isIncoming(event) ? 'accountIn' : 'accountOut';
    const meters: Meters = { ...state.meters, [side]: state.meters[side] - event.amount };
    this.#seats = withState(this.#seats, event.seat, { ...state, meters });
  }

  #recall({ v: _v, at: _at, n, ...shown }: Extract<TerminalEvent, { event: 'round' }>): string | null {
    const expected = this.#round;
    this.#round = null;
    if (n !== this.#n) return `it says place ${n} of its table, which stands at ${this.#n}`;
    const asKept = expected === null ? null : JSON.parse(JSON.stringify(expected));
    return isDeepStrictEqual(asKept, shown) ? null : 'it does not show the wagers as they stood';
  }

  /** Does the credit at a seat follow from its meters? */
  fault(seat: number): string | null {
    const balance = this.#table?.game.players.find((player) => player.seat === seat)?.balance ?? 0;
    const credit = creditOf(stateAt(this.#seats, seat).meters);
    return credit === balance
      ? null
      : `the meters of terminal ${this.#id}.${seat} come to ${credit}; its credit is ${balance}`;
  }
}
