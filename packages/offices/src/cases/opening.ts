import { type Cents, inChips, RULEBOOK_IDS, type RulebookId } from '@boxperson/rules';
import { z } from 'zod';
import { no, type Outcome, yes } from '../codes.js';
import type { Facts, Needs } from '../facts.js';
import type { Asked } from '../office.js';
import type { Person } from '../person.js';
import * as text from '../text.js';
import {
  caseVerb,
  type Decided,
  happens,
  NOT_OF_CASE,
  OPENERS,
  patronOf,
  signedBy,
  tableOf,
  verb,
  workers,
  wrongPaymentClause,
} from './asking.js';
import { EVIDENCE_KINDS, type Subject } from './events.js';
import { type Exhibit, exhibitOf } from './exhibit.js';
import { guestNeeds, NEAR, type Raised, whyNotRaise } from './guests.js';
import { CASE_KINDS, type CaseKind, isWrongPayment } from './kinds.js';
import { type Moment, momentOf } from './moment.js';
import { type Case, isOpened, lineIn } from './state.js';

const says = text.reason.meta({ title: 'What it is about' });
const table = text.id.meta({ title: 'Table', of: 'table' });
const roll = z.number().int().positive().meta({ title: 'Place of the roll in the table’s record' });
const line = text.line.meta({ title: 'Line of the dealing sheet' });

const aboutBody = z.strictObject({
  kind: z.enum(CASE_KINDS).meta({ title: 'Kind' }),
  rulebook: z.enum(RULEBOOK_IDS).optional().meta({ title: 'Rulebook, where no table is meant' }),
  table: table.optional(),
  roll: roll.optional(),
  line: line.optional(),
  ticket: text.ticket.optional().meta({ title: 'Ticket' }),
  seat: z.number().int().positive().max(1_000).optional().meta({ title: 'Terminal' }),
  player: text.name.optional().meta({ title: 'Player' }),
  patron: text.id.optional().meta({ title: 'Account of the patron', of: 'person' }),
  says,
});
type About = z.infer<typeof aboutBody>;

const OPENED = no('taken', 'There is such a case already.');

const openNeeds = ({ table: at, roll: n, patron }: Pick<About, 'table' | 'roll' | 'patron'>): Needs => ({
  ...(at === undefined ? {} : { tables: [at] }),
  ...(at === undefined || n === undefined ? {} : { books: [momentOf(at, n)] }),
  ...(patron === undefined ? {} : { persons: [patron] }),
});

/** Where it happened: the book of the table, or the one that was named. */
function bookOf({ table: at, rulebook }: About, facts: Facts): Outcome<RulebookId> {
  if (at === undefined)
    return rulebook ? yes(rulebook) : no('bad-input', 'table: name a table, or a rulebook.');
  const found = facts.table(at);
  if (!found) return no('not-found', `table: there is no table ${at}.`);
  return yes(found.table.settings.rulebook);
}

/** What the record says of the roll; null where none was named. */
function momentFor({ table: at, roll: n, line: id }: About, facts: Facts): Outcome<Moment | null> {
  if (n === undefined)
    return id === undefined ? yes(null) : no('bad-input', 'roll: a line is a line of a roll; name that too.');
  if (at === undefined) return no('bad-input', 'table: a roll is a roll of a table; name that too.');
  const moment = facts.books<Moment>(momentOf(at, n));
  if (!moment) return no('not-found', `roll: nothing of that table is on record at ${n}.`);
  const [nearest] = moment.lines;
  if (id !== undefined && !moment.lines.some((one) => one.line === id))
    return no('not-found', `line: that roll has no line ${id}.${nearest ? ` ${nearest.line} is one.` : ''}`);
  return yes(moment);
}

const subjectOf = ({ line: id, ticket, seat, player }: About, moment: Moment | null): Subject => {
  const found = moment?.lines.find((one) => one.line === id);
  const name = player ?? found?.player;
  return {
    ...(id === undefined ? {} : { line: id }),
    ...(ticket === undefined ? {} : { ticket }),
    ...(seat === undefined ? {} : { seat }),
    ...(name === undefined ? {} : { player: name }),
  };
};

function openCase(state: Case, { by, fresh, matter = fresh, body }: Asked<About>, facts: Facts): Decided {
  if (isOpened(state)) return OPENED;
  const rulebook = bookOf(body, facts);
  if (!rulebook.ok) return rulebook;
  const moment = momentFor(body, facts);
  if (!moment.ok) return moment;
  if (body.patron !== undefined && !facts.person(body.patron))
    return no('not-found', 'patron: the house knows nobody of that id.');
  const subject = subjectOf(body, moment.value);
  const owner = moment.value?.lines.find((one) => one.line === subject.line)?.person ?? null;
  const opened = happens({
    event: 'case-opened',
    case: matter,
    kind: body.kind,
    rulebook: rulebook.value,
    table: body.table ?? null,
    subject,
    patron: body.patron ?? owner,
    // What the record shows by itself is told before anybody knows what the table was played with.
    says: by === null && moment.value?.unit === 'chips' ? inChips(body.says) : body.says,
    moment: moment.value,
    by: by?.id ?? null,
  });
  return signedBy(opened, body.patron ?? owner, by?.kind === 'staff' ? by : null);
}

export const open = verb({
  help: 'Open a case',
  clause: null,
  who: { either: OPENERS },
  table: (_state, body) => body.table ?? null,
  body: aboutBody,
  needs: (_state, body) => openNeeds(body),
  decide: openCase,
  answer: (_state, [event]) => (event?.event === 'case-opened' ? { case: event.case } : {}),
});

/** A mispay on the sheet, a terminal that is held: such a case opens itself. */
export const raise = verb({
  help: 'Open a case for what the record shows by itself',
  clause: null,
  who: 'house',
  body: aboutBody,
  needs: (_state, body) => openNeeds(body),
  decide: openCase,
});

/** Of a guest also what guests have raised, and whether they play there. */
function disputeNeeds(body: Pick<About, 'roll'> & Pick<Raised, 'table'>, by: Person | null): Needs {
  const needs = openNeeds(body);
  if (by?.kind !== 'guest') return needs;
  return { ...needs, books: [...(needs.books ?? []), ...guestNeeds(by, body.table)] };
}

const HOUR = 3_600_000;
const YOURS = 'That roll decided nothing of yours.';

/** Of one's own line in a roll, or of what happened at a table. */
export const dispute = verb({
  help: 'Dispute a settlement of yours, or complain',
  clause: 'star 9.12',
  who: 'players',
  often: { mine: 6, all: 300, ms: HOUR, near: NEAR },
  // What guests have raised is counted over all cases.
  turn: 'office',
  body: z.strictObject({
    table,
    roll: roll.optional(),
    line: line.optional(),
    wager: text.name.optional().meta({ title: 'Which of your wagers' }),
    says,
  }),
  needs: (_state, body, by) => disputeNeeds(body, by),
  decide: (state, asked, facts): Decided => {
    if (isOpened(state)) return OPENED;
    const { by } = asked;
    const { wager, ...body } = asked.body;
    if (!by) return NOT_OF_CASE;
    const kind: CaseKind = body.roll === undefined ? 'complaint' : 'dispute';
    const moment = momentFor({ kind, ...body }, facts);
    if (!moment.ok) return moment;
    const own = (moment.value?.lines ?? []).filter(
      (one) => one.person === by.id && (wager === undefined || one.wager === wager),
    );
    const isOwn = body.line === undefined ? own.length > 0 : own.some((one) => one.line === body.line);
    if (moment.value && !isOwn) return no('not-yours', `line: ${YOURS}`);
    const whose = { line: body.line ?? own[0]?.line };
    const about: About = { kind, ...body, ...(whose.line === undefined ? {} : { line: whose.line }) };
    // Whoever disputes is the patron: nobody is asked who that is.
    const opened = openCase(state, { ...asked, body: about }, facts);
    if (!opened.ok) return opened;
    if (by.kind !== 'guest') return happens(...opened.value.map((one) => ({ ...one, patron: by.id })));
    const why = whyNotRaise(by, { kind, table: body.table }, asked.at, facts);
    return why ?? happens(...opened.value.map((one) => ({ ...one, patron: by.id, guest: true as const })));
  },
  answer: (_state, [event]) => (event?.event === 'case-opened' ? { case: event.case } : {}),
});

export const addEvidence = caseVerb({
  help: 'Add to the evidence',
  clause: null,
  who: { either: ['own-matter', ...OPENERS] },
  // Of a case with more in it nobody would read it all, and every look at it would send it.
  often: { mine: 60, all: 600, ms: HOUR },
  owner: patronOf,
  table: tableOf,
  body: z.strictObject({
    kind: z.enum(EVIDENCE_KINDS).meta({ title: 'What it is' }),
    says: text.reason.meta({ title: 'What it says or shows' }),
    source: text.line.meta({ title: 'Whose words, or where from' }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the document, in 64 hex digits')
      .optional()
      .meta({ title: 'SHA-256 of a document or picture' }),
  }),
  needs: ({ opened }, { sha256 }) =>
    opened && sha256 !== undefined ? { books: [exhibitOf(opened.case, sha256)] } : {},
  decide: ({ opened }, { by, body: { sha256, ...said } }, facts) => {
    if (sha256 === undefined) return happens({ event: 'evidence-added', ...said, by: by.id });
    const kept = facts.books<Exhibit>(exhibitOf(opened.case, sha256));
    return happens({ event: 'evidence-added', ...said, sha256, ...(kept ? { kept } : {}), by: by.id });
  },
  here: { evenClosed: true, patronToo: true, lookersToo: true },
});

const paid = z.number().int().nonnegative().max(1e12).meta({ money: true, title: 'What was paid' });

/** Found on tape, or by a count: what was owed stays the engine's word. */
export const seePayment = caseVerb({
  help: 'Say what a tape or a count shows to have been paid on the line',
  clause: 'star-2024 9.1',
  who: { either: OPENERS },
  table: tableOf,
  body: z.strictObject({ paid, says: text.reason.meta({ title: 'How that is known' }) }),
  decide: (state, { by, body }) => {
    const found = lineIn(state);
    if (!found)
      return no('not-eligible', 'The case names no line of a roll: nothing says what was owed.', {
        clause: wrongPaymentClause(state, '9.1'),
      });
    const { line: id, owed } = found;
    if (body.paid === owed && isWrongPayment(state.opened.kind))
      return no('not-eligible', 'paid: that is what was owed.', { nearest: owed as Cents });
    return happens({ event: 'payment-seen', line: id, owed, ...body, by: by.id });
  },
  here: { lookersToo: true },
});

export const identify = caseVerb({
  help: 'Say who the patron is',
  clause: 'star-2024 9.2.2',
  who: workers,
  table: tableOf,
  body: z.strictObject({
    patron: text.id.meta({ title: 'Account of the patron', of: 'person' }),
    says: text.reason.meta({ title: 'How that is known' }),
  }),
  needs: (_state, { patron }) => ({ persons: [patron] }),
  decide: (state, { by, body }, facts) => {
    if (!facts.person(body.patron)) return no('not-found', 'patron: the house knows nobody of that id.');
    if (state.patron === body.patron) return no('used-up', 'patron: that is who it is already.');
    // Money that is set aside is somebody's: it stays theirs.
    if (state.withheld && !state.withheldEnded)
      return no('not-eligible', 'Money of this patron is set aside: release or return it first.');
    return happens({ event: 'patron-identified', ...body, by: by.id });
  },
});
