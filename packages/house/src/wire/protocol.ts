import { type HouseCode, type OfficeEvent, type Refused, text } from '@boxperson/offices';
import type { KeptPace, RulebookId, TableEvent } from '@boxperson/rules';
import { z } from 'zod';
import type { TableView } from '../tables/view.js';
import { PROTOCOL_VERSION } from './version.js';

export { PROTOCOL_VERSION } from './version.js';

/** The wire: numbered JSON messages over a WebSocket. docs/protocol.md tells it in words. */

/** Longer messages end the connection. */
export const MESSAGE_BYTES_MAX = 16 * 1024;

const { name, commandId } = text;
/** Where something is asked or watched: a stream, as `table/wharf` or `tickets`. */
const at = name;
/** Fields of a command are checked by the rules or the office, which name the one that is wrong. */
const command = z.record(z.string().max(40), z.unknown());

export const clientMessage = z.discriminatedUnion('t', [
  z.strictObject({
    t: z.literal('hello'),
    v: z.literal(PROTOCOL_VERSION),
    token: text.secret.optional(),
  }),
  z.strictObject({ t: z.literal('watch'), at, after: z.number().int().nonnegative().optional() }),
  z.strictObject({ t: z.literal('unwatch'), at }),
  z.strictObject({ t: z.literal('do'), id: commandId, at, command }),
  /** What may be done at a table, for one's own place. */
  z.strictObject({ t: z.literal('options'), at, player: name }),
  z.strictObject({ t: z.literal('ping'), n: z.number().int().optional() }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** Who somebody is to the wire. */
export interface WirePerson {
  readonly id: string;
  readonly kind: 'guest' | 'player' | 'staff' | 'device' | 'trainee';
  readonly name: string;
  readonly bot?: boolean;
}

/** Own money at a table, told after everything that changed it. */
export interface Own {
  readonly player: string;
  readonly seat: number;
  readonly balance: number;
  readonly onLayout: number;
}

export type ServerMessage =
  | {
      readonly t: 'welcome';
      readonly v: number;
      readonly epoch: string;
      readonly now: number;
      readonly person: WirePerson | null;
    }
  /** `sees`: all that is at the table, as its crew does, or what is one's own and for everybody. */
  | {
      readonly t: 'table';
      readonly at: string;
      readonly view: TableView;
      readonly own: readonly Own[];
      readonly sees: 'all' | 'own';
    }
  /** How long each wait of the automatic crew lasts: with the table it says what is next, and when; and what time it is. */
  | { readonly t: 'pace'; readonly at: string; readonly pace: KeptPace; readonly now: number }
  /** The books of an office, as far as they are for this viewer's eyes. */
  | { readonly t: 'books'; readonly at: string; readonly n: number; readonly books: unknown }
  /** Events from place `n` in the stream on; those not for this viewer's eyes are null. */
  | {
      readonly t: 'events';
      readonly at: string;
      readonly n: number;
      readonly events: readonly (TableEvent | null)[] | readonly (OfficeEvent | null)[];
    }
  | { readonly t: 'own'; readonly at: string; readonly n: number; readonly own: readonly Own[] }
  | {
      readonly t: 'done';
      readonly id: string;
      readonly at: string;
      readonly n: number;
      readonly answer?: object;
    }
  | { readonly t: 'refused'; readonly id: string; readonly at: string; readonly refused: Refused }
  /** It takes another person: the proposal waits for one until `lapsesAt`. */
  | {
      readonly t: 'proposed';
      readonly id: string;
      readonly at: string;
      readonly proposal: string;
      readonly lapsesAt: number;
    }
  | {
      readonly t: 'options';
      readonly at: string;
      readonly player: string;
      readonly n: number;
      readonly options: unknown;
    }
  | { readonly t: 'pong'; readonly n?: number; readonly now: number }
  /** About a message that is no command: a command is always answered under its id. */
  | { readonly t: 'error'; readonly code: HouseCode; readonly message: string };

export type ErrorCode = HouseCode;

/** A table in the lobby. */
export interface LobbyTable {
  readonly id: string;
  readonly name: string;
  readonly rulebook: RulebookId;
  readonly title: string;
  readonly run: 'staffed' | 'electronic';
  readonly phase: string;
  readonly point: number | null;
  readonly seats: number;
  readonly taken: readonly { readonly seat: number; readonly player: string; readonly bot: boolean }[];
  readonly shooter: string | null;
  readonly sign: unknown;
  readonly posted: { readonly from: number; readonly sign: unknown } | null;
  readonly closing: { readonly kind: string; readonly at: number | null } | null;
  readonly stopped: boolean;
  /** Anybody may be the crew there, for practice; and whether somebody is. */
  readonly practice?: { readonly taken: boolean };
  /** Kept for tournaments: what lies there are chips, and no money (crown 8.2.5). */
  readonly tournament?: true;
  /** Dealt by people; and whether any of them is there. */
  readonly dealers?: { readonly onDuty: boolean };
  /** What is wrong with it, for those who see it as its crew does. */
  readonly trouble?: string;
  /** For whoever sits there: where, and with how much. */
  readonly own?: Pick<Own, 'seat' | 'balance' | 'onLayout'>;
}

export const signInBody = z.union([
  z.strictObject({ card: text.name, pin: text.secret }),
  z.strictObject({ login: text.name, password: text.secret }),
  /** A device. */
  z.strictObject({ key: text.secret }),
]);
export const practiceBody = z.strictObject({ table: text.name });
export const guestBody = z.strictObject({
  name: text.name.trim().min(1).max(24).optional(),
  /** A program that plays says so: its name is marked, everywhere. */
  bot: z.literal(true).optional(),
});
