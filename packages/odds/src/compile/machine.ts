import type { Cents, OpenSettings, Rulebook } from '@boxperson/rules';
import type { Selection, SessionPlan } from '../strategy/strategy.js';

/** What a throw did to the wagers of one line of the account. */
export interface Effect {
  /** Index into `lines`. */
  readonly line: number;
  readonly bets: number;
  /** Put on the layout, commission with it. */
  readonly putUp: Cents;
  readonly wins: number;
  readonly losses: number;
  /** Ended without a result in money. */
  readonly pushes: number;
  readonly net: Cents;
}

/**
 * A strategy under a rulebook at a table, compiled: everything that can come to pass, as a table of states and throws.
 * Throws that do the same in every state are one symbol. Cells are numbered state × symbols + symbol.
 */
export interface Machine {
  readonly book: Rulebook;
  readonly settings: OpenSettings;
  readonly strategy: { readonly name: string; readonly about: string };
  readonly session: SessionPlan;
  readonly states: number;
  /** How many states were walked before those with the same future were made one. */
  readonly walked: number;
  readonly symbols: number;
  /** The symbol of each of the 36 throws. */
  readonly symbolOf: readonly number[];
  /** How many of the 36 throws each symbol stands for. */
  readonly weights: readonly number[];
  readonly start: number;
  readonly next: Int32Array;
  /** Change of the player's money, in hand and on the layout together, by a throw and the bets that follow it. */
  readonly delta: Float64Array;
  /** 1 where the throw is the shooter's last. */
  readonly handOver: Uint8Array;
  /** Money on the layout before a throw. */
  readonly onLayout: Float64Array;
  /** Lines of the account: one for each wager and selection that the strategy ever bets. */
  readonly lines: readonly Selection[];
  /** By cell: which of the effect lists. */
  readonly effectOf: Int32Array;
  readonly effects: readonly (readonly Effect[])[];
  /** What sitting down and betting before the first throw does. */
  readonly opening: { readonly delta: Cents; readonly effects: readonly Effect[] };
  /** A layout of each state, for people. */
  readonly says: readonly string[];
}

/** The cells that a throw leads to: `next` of a state and a throw. */
export const cellOf = (machine: Machine, state: number, throwIndex: number): number =>
  state * machine.symbols + (machine.symbolOf[throwIndex] as number);
