import type { Audience, Seers } from '../audience.js';
import type { TerminalBodies } from './events.js';

const STAFF: Seers = ['crew', 'manager', 'pit-supervisor', 'surveillance'];
const OWN: Seers = ['subject', ...STAFF];

const AT = { seat: OWN, player: OWN, person: OWN } as const;
const MONEY = { ...AT, amount: OWN, play: OWN } as const;

export const TERMINAL_AUDIENCE: Audience<TerminalBodies> = {
  'note-in': { hears: OWN, fields: MONEY },
  'ticket-in': { hears: OWN, fields: { ...MONEY, ticket: OWN } },
  'transfer-in': { hears: OWN, fields: { ...MONEY, reference: STAFF } },
  'ticket-out': { hears: OWN, fields: { ...MONEY, ticket: OWN, checkpoint: OWN } },
  'hand-paid': {
    hears: OWN,
    fields: { ...MONEY, form: OWN, signedBy: OWN, by: STAFF, paidIn: OWN, identification: OWN },
  },
  'hand-pay-delayed': { hears: OWN, fields: { ...AT, until: OWN, reason: OWN, by: STAFF } },
  'ticket-printed': { hears: OWN, fields: { ...AT, ticket: OWN } },
  'hand-pay-asked': { hears: OWN, fields: { ...AT, amount: OWN } },
  'attendant-called': { hears: OWN, fields: { ...AT, reason: OWN } },
  'fault-reported': { hears: OWN, fields: { ...AT, what: OWN } },
  'attendant-came': { hears: OWN, fields: { ...AT, by: STAFF } },
  // Why a terminal is held whoever sits there is told; with which figures, and who was told, is for staff.
  locked: { hears: OWN, fields: { ...AT, why: OWN, figures: STAFF, by: STAFF, inspector: STAFF } },
  unlocked: { hears: OWN, fields: { ...AT, by: STAFF, how: OWN, reason: STAFF } },
  // Everybody's wagers at once: a person asks for their own.
  round: {
    hears: STAFF,
    fields: { round: STAFF, dice: STAFF, total: STAFF, point: STAFF, void: STAFF, terminals: STAFF },
  },
};
