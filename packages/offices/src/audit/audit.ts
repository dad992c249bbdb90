import { z } from 'zod';
import type { Audience } from '../audience.js';
import { CODES, yes } from '../codes.js';
import { type EventsOf, evolveBy } from '../kit.js';
import { type Office, office, verbOf } from '../office.js';
import { NO_ENTRIES } from '../postings.js';
import * as text from '../text.js';

interface Bodies {
  /** Somebody of the staff asked for what is not theirs, or does not go. */
  'refused-attempt': {
    readonly person: string;
    readonly to: string;
    readonly verb: string;
    readonly code: string;
    readonly clause: string | null;
    readonly message: string;
  };
  /** Somebody came in, went, or tried to: never a secret, and where from only as a mark. */
  'sign-in': { readonly person: string };
  'sign-in-failed': { readonly account: string; readonly times: number };
  'sign-out': { readonly person: string };
  /** Somebody of the staff looked at books that are somebody's own affair. */
  looked: { readonly person: string; readonly to: string };
}
export type AuditEvent = EventsOf<Bodies>;

export interface Audit {
  readonly refused: number;
  readonly signedIn: number;
  readonly failed: number;
}

const SEERS = ['manager', 'surveillance'] as const;
const audience: Audience<Bodies> = {
  'refused-attempt': {
    hears: SEERS,
    fields: { person: SEERS, to: SEERS, verb: SEERS, code: SEERS, clause: SEERS, message: SEERS },
  },
  'sign-in': { hears: SEERS, fields: { person: SEERS } },
  'sign-in-failed': { hears: SEERS, fields: { account: SEERS, times: SEERS } },
  'sign-out': { hears: SEERS, fields: { person: SEERS } },
  looked: { hears: SEERS, fields: { person: SEERS, to: SEERS } },
};

const verb = verbOf<Audit, AuditEvent>();

const refused = verb({
  help: 'Keep an attempt of the staff that was refused',
  clause: null,
  who: 'house',
  body: z.strictObject({
    person: text.id,
    to: text.name,
    verb: text.name,
    code: z.enum(CODES),
    clause: text.paragraph.nullable(),
    message: text.paragraph,
  }),
  decide: (_state, { body }) => yes([{ event: 'refused-attempt' as const, ...body }]),
});

const signIn = verb({
  help: 'Keep that somebody came in',
  clause: null,
  who: 'house',
  body: z.strictObject({ person: text.id }),
  decide: (_state, { body }) => yes([{ event: 'sign-in' as const, ...body }]),
});

const failed = verb({
  help: 'Keep that somebody tried to come in and could not',
  clause: null,
  who: 'house',
  body: z.strictObject({ account: text.name, times: z.number().int().positive() }),
  decide: (_state, { body }) => yes([{ event: 'sign-in-failed' as const, ...body }]),
});

const signOut = verb({
  help: 'Keep that somebody went',
  clause: null,
  who: 'house',
  body: z.strictObject({ person: text.id }),
  decide: (_state, { body }) => yes([{ event: 'sign-out' as const, ...body }]),
});

const looked = verb({
  help: 'Keep that somebody looked at a case',
  clause: null,
  who: 'house',
  body: z.strictObject({ person: text.id, to: text.line }),
  decide: (_state, { body }) => yes([{ event: 'looked' as const, ...body }]),
});

/** What was tried and refused, and who came in: for whoever asks what went on behind the tables. */
export const AUDIT: Office<Audit, AuditEvent> = office({
  name: 'audit',
  title: 'Attempts and sign-ins',
  streams: 'one',
  version: 1,
  start: { refused: 0, signedIn: 0, failed: 0 },
  verbs: { refused, 'sign-in': signIn, 'sign-in-failed': failed, 'sign-out': signOut, looked },
  evolve: evolveBy<Audit, Bodies>({
    'refused-attempt': (state) => ({ ...state, refused: state.refused + 1 }),
    'sign-in': (state) => ({ ...state, signedIn: state.signedIn + 1 }),
    'sign-in-failed': (state, { times }) => ({ ...state, failed: state.failed + times }),
    'sign-out': (state) => state,
    looked: (state) => state,
  }),
  entries: () => NO_ENTRIES,
  audience,
});
