import { type Refusal, RULEBOOK_IDS, type RulebookId, type TableEvent } from '@boxperson/rules';
import { z } from 'zod';
import type { TableView } from '../tables/view.js';
import { PROTOCOL_VERSION } from './version.js';

export { PROTOCOL_VERSION } from './version.js';

/** The wire: numbered JSON messages over a WebSocket. docs/protocol.md tells it in words. */

/** Longer messages end the connection. */
export const MESSAGE_BYTES_MAX = 16 * 1024;

const name = z.string().min(1).max(80);
const commandId = z.string().min(8).max(80);
/** Fields of a command are checked by the rules, which name the one that is wrong. */
const command = z.record(z.string().max(40), z.unknown());

export const clientMessage = z.discriminatedUnion('t', [
  z.strictObject({
    t: z.literal('hello'),
    v: z.literal(PROTOCOL_VERSION),
    token: z.string().max(200).optional(),
  }),
  z.strictObject({ t: z.literal('watch'), table: name, after: z.number().int().nonnegative().optional() }),
  z.strictObject({ t: z.literal('unwatch'), table: name }),
  z.strictObject({ t: z.literal('do'), id: commandId, table: name, command }),
  /** A second person agrees to what another proposed. */
  z.strictObject({ t: z.literal('confirm'), id: commandId, table: name, proposal: name, role: name }),
  z.strictObject({ t: z.literal('options'), table: name, player: name }),
  z.strictObject({ t: z.literal('ping'), n: z.number().int().optional() }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

/** Who somebody is to the wire. */
export interface WirePerson {
  readonly id: string;
  readonly kind: 'guest' | 'player' | 'staff' | 'device';
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
  | { readonly t: 'table'; readonly table: string; readonly view: TableView; readonly own: readonly Own[] }
  /** Events from place `n` in the table's stream on; those not for this viewer's eyes are null. */
  | {
      readonly t: 'events';
      readonly table: string;
      readonly n: number;
      readonly events: readonly (TableEvent | null)[];
    }
  | { readonly t: 'own'; readonly table: string; readonly n: number; readonly own: readonly Own[] }
  | { readonly t: 'done'; readonly id: string; readonly table: string; readonly n: number }
  | { readonly t: 'refused'; readonly id: string; readonly table: string; readonly refused: Refusal }
  /** It takes another person: the proposal waits for one until `lapsesAt`. */
  | {
      readonly t: 'proposed';
      readonly id: string;
      readonly table: string;
      readonly proposal: string;
      readonly lapsesAt: number;
    }
  | {
      readonly t: 'options';
      readonly table: string;
      readonly player: string;
      readonly n: number;
      readonly options: unknown;
    }
  | { readonly t: 'pong'; readonly n?: number; readonly now: number }
  | { readonly t: 'error'; readonly code: ErrorCode; readonly message: string; readonly id?: string };

export const ERROR_CODES = [
  'bad-message',
  'unknown-table',
  'not-signed-in',
  'not-yours',
  'too-fast',
  'same-id-other-body',
  'unavailable',
  'signed-out',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

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
}

export const signInBody = z.union([
  z.strictObject({ card: z.string().min(1).max(40), pin: z.string().min(1).max(40) }),
  z.strictObject({ login: z.string().min(1).max(80), password: z.string().min(1).max(200) }),
  /** A device. */
  z.strictObject({ key: z.string().min(1).max(200) }),
]);
export const guestBody = z.strictObject({
  name: z.string().trim().min(1).max(24).optional(),
  /** A program that plays says so: its name is marked, everywhere. */
  bot: z.literal(true).optional(),
});

const label = z.string().min(1).max(80);
const secret = z.string().min(1).max(200);
const heldRoles = z.array(z.strictObject({ rulebook: z.enum([...RULEBOOK_IDS, '*']), role: label })).max(100);

export const passwordBody = z.strictObject({ old: secret, next: secret });
export const staffBody = z.strictObject({ name: label, login: label, roles: heldRoles });
export const rolesBody = z.strictObject({ roles: heldRoles });
export const playerBody = z.strictObject({ name: label, card: label, pin: label });
export const pinBody = z.strictObject({ pin: label });
export const deviceBody = z.strictObject({ name: label });
/** Cents from one account to another, and why. */
export const correctionBody = z.strictObject({
  from: z.string().min(1).max(200),
  to: z.string().min(1).max(200),
  amount: z.number().int().positive(),
  reason: z.string().trim().min(1).max(500),
});

/** The first thing wrong with a message, with its place in it. */
export function faultIn(error: z.ZodError): string {
  const issue = firstOf(error.issues);
  return issue ? `${issue.path.join('.') || 'message'}: ${issue.message}` : 'message not understood';
}

/** Of several shapes that something may have, the one it comes nearest to says what is wrong. */
function firstOf(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const issue = issues[0];
  if (issue?.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const nearest = [...issue.errors].sort((one, other) => one.length - other.length)[0] ?? [];
  const inside = firstOf(nearest);
  return inside && { ...inside, path: [...issue.path, ...inside.path] };
}
