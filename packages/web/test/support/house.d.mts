import type { LobbyTable } from '@boxperson/house';
import type { Command, Dice, Refusal, TableEvent } from '@boxperson/rules';

export interface Pace {
  readonly offer: number;
  readonly answer: number;
  readonly choose: number;
  readonly relieve: number;
  readonly stickThrow: number;
  readonly noMoreBets: number;
  readonly roll: number;
  readonly settle: number;
}
export const GAMES: readonly LobbyTable['rulebook'][];
export const PATIENT: Pace;
export function sixTables(changes?: { wageringMs?: number }): readonly object[];

export interface OpenedHouse {
  readonly url: string;
  readonly data: string;
  ask(ask: 'dice', body: { table: string; dice: readonly (Dice | 'cocked')[] }): Promise<null>;
  ask(
    ask: 'do',
    body: { table: string; command: Command },
  ): Promise<{ ok: true; n: number } | { ok: false; refused: Refusal }>;
  ask(
    ask: 'record',
    body: { table: string; after?: number },
  ): Promise<readonly { readonly n: number; readonly event: TableEvent }[]>;
  ask(ask: 'clock', body: { table: string; leaves?: number }): Promise<number>;
  ask(ask: 'pass', body: { ms: number }): Promise<number>;
  ask(ask: 'hasten', body: { at: string; ms: number }): Promise<number>;
  ask(ask: 'first'): Promise<{ login: string; password: string }>;
  ask(ask: 'wallet', body: { person: string }): Promise<number>;
  ask(
    ask: 'player',
    body: { name: string; card: string; pin: string },
  ): Promise<{ kind: string; person: { id: string } }>;
  ask(
    ask: 'staff',
    body: {
      name: string;
      login: string;
      roles?: readonly { rulebook: string; role: string }[];
      posts?: readonly { post: string; tables: readonly string[] | '*' }[];
    },
  ): Promise<{ token: string; person: { id: string; name: string } }>;
  ask(ask: 'fund', body: { person: string; amount: number }): Promise<null>;
  kill(): Promise<void>;
  again(): Promise<void>;
  close(): Promise<void>;
}
export function openHouse(options?: {
  tables?: readonly object[];
  pace?: Pace;
  name?: string;
}): Promise<OpenedHouse>;
