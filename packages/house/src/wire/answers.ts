import { PERSON_KINDS, POST_NAMES } from '@boxperson/offices';
import { PHASES, RULEBOOK_IDS } from '@boxperson/rules';
import { z } from 'zod';

// What comes back over HTTP. What is in a sign, a command or the books of an office, the rules or the office say.

const cents = z.number().int();
const time = z.number().int();
const open = z.looseObject({});

export const wirePersonAnswer = z.strictObject({
  id: z.string(),
  kind: z.enum(PERSON_KINDS),
  name: z.string(),
  bot: z.literal(true).optional(),
});

export const cameAnswer = z.strictObject({
  person: wirePersonAnswer,
  token: z.string(),
  /** A password of one's own must be set first. */
  setPassword: z.literal(true).optional(),
});

export const sessionsAnswer = z.strictObject({
  sessions: z.array(
    z.strictObject({
      id: z.string(),
      /** Those of earlier versions do not say when and from where. */
      startedAt: time.optional(),
      from: z.string().optional(),
      expiresAt: time,
      /** The one that asks. */
      here: z.literal(true).optional(),
    }),
  ),
});

const practice = z.strictObject({ table: z.string(), roles: z.array(z.string()) });

export const practiceAnswer = cameAnswer.omit({ setPassword: true }).extend({
  practice,
  /** When the session is over. */
  expiresAt: time,
});

export const houseAnswer = z.strictObject({
  name: z.string(),
  guests: z.boolean(),
  bots: z.boolean(),
  quickCup: z.boolean().optional(),
});

export const lobbyTable = z.strictObject({
  id: z.string(),
  name: z.string(),
  rulebook: z.enum(RULEBOOK_IDS),
  title: z.string(),
  run: z.enum(['staffed', 'electronic']),
  phase: z.enum(PHASES),
  point: z.number().int().nullable(),
  seats: z.number().int(),
  taken: z.array(z.strictObject({ seat: z.number().int(), player: z.string(), bot: z.boolean() })),
  shooter: z.string().nullable(),
  sign: open,
  posted: z.strictObject({ from: time, sign: open }).nullable(),
  closing: z.strictObject({ kind: z.string(), at: time.nullable() }).nullable(),
  stopped: z.boolean(),
  practice: z.strictObject({ taken: z.boolean() }).optional(),
  tournament: z.literal(true).optional(),
  /** For whoever sits there: where, and with how much. */
  own: z.strictObject({ seat: z.number().int(), balance: cents, onLayout: cents }).optional(),
  /** For staff: what is wrong with it. */
  trouble: z.string().optional(),
});
export const lobbyAnswer = z.array(lobbyTable);

export const meAnswer = z.strictObject({
  person: wirePersonAnswer,
  wallet: cents,
  roles: z.array(z.strictObject({ rulebook: z.string(), role: z.string() })).optional(),
  posts: z.array(z.enum(POST_NAMES)).optional(),
  practice: practice.optional(),
});

/** Whoever is on duty at a table, by name. */
export const crewAnswer = z.array(z.strictObject({ id: z.string(), name: z.string() }));

/** As managers see somebody; what is in a person, the office says. */
export const peopleAnswer = z.array(z.looseObject({ id: z.string(), kind: z.string(), name: z.string() }));

const said = z.strictObject({ id: z.string(), role: z.string().nullable() });
export const proposalsAnswer = z.array(
  z.strictObject({ id: z.string(), to: z.string(), wanted: open, by: said, at: time, lapsesAt: time }),
);

const number = z.string();
export const ticketAnswer = z.union([
  z.strictObject({ number, kind: z.literal('not-found') }),
  z.strictObject({ number, kind: z.literal('paid'), play: z.boolean() }),
  z.strictObject({ number, kind: z.enum(['valid', 'withheld']), amount: cents, play: z.boolean() }),
]);

/** What is at terminals, the office says. */
export const ownTerminalsAnswer = z.looseObject({
  seats: z.array(z.number().int()),
  unprinted: z.array(open),
});
export const terminalAnswer = z.looseObject({ table: z.string(), seat: z.number().int(), credit: cents });
export const recallAnswer = z.strictObject({ rounds: z.array(open) });

/** What a table tells of its past: the latest roll last. */
export const rollsAnswer = z.strictObject({
  tells: z.enum(['last-call', 'hand', 'past-rolls']),
  rolls: z.array(
    z.strictObject({
      n: z.number().int(),
      at: time,
      dice: z.tuple([z.number().int(), z.number().int()]),
      total: z.number().int(),
      hard: z.boolean(),
      call: z.string(),
    }),
  ),
});

/** The matters of an office, and the name before which there are older ones. */
export const mattersAnswer = z.strictObject({
  matters: z.array(z.strictObject({ at: z.string(), matter: z.string(), books: z.unknown() })),
  older: z.string().nullable(),
});
/** Rolls of a table as the record has them. */
export const replayAnswer = z.strictObject({
  moment: open,
  before: open,
  outcome: open,
  previous: z.number().nullable(),
  next: z.number().nullable(),
});
export const momentsAnswer = z.strictObject({ moments: z.array(open) });

/** Books, as far as they are for whoever asks. */
export const booksAnswer = z.strictObject({ n: z.number().int(), books: z.unknown() });

/** What every command is answered with: where it stands in its stream, and what its verb says of it. */
export const doneAnswer = z.union([
  /** It takes another person: the proposal waits for one until `lapsesAt`. */
  z.looseObject({ ok: z.literal(true), n: z.number().int(), proposal: z.string(), lapsesAt: time }),
  z.looseObject({ ok: z.literal(true), n: z.number().int() }),
]);

export const okAnswer = z.strictObject({ ok: z.literal(true) });
