import type { Cents, RulebookId } from '@boxperson/rules';
import type { Otherwise } from '@boxperson/rules/dealing';
import type { Audience } from '../audience.js';
import type { EventsOf } from '../kit.js';
import type { Exhibit } from './exhibit.js';
import type { CaseKind } from './kinds.js';
import type { Rung } from './ladder.js';
import type { Moment } from './moment.js';

export const EVIDENCE_KINDS = ['note', 'document', 'picture', 'statement'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export const FINDINGS = ['upheld', 'dismissed'] as const;
export type Finding = (typeof FINDINGS)[number];

/** star-2024 9.3.1: what a fair attempt to put a wrong payment right consists of. */
export const ATTEMPTS = ['identify', 'contact', 'reimburse', 'demand'] as const;
export type AttemptKind = (typeof ATTEMPTS)[number];

export const INTENTS = ['not-intentional', 'suspected'] as const;
export type Intent = (typeof INTENTS)[number];

/** What a case was opened about: a line of a roll, a ticket, a terminal, somebody. */
export interface Subject {
  readonly line?: string;
  readonly ticket?: string;
  readonly seat?: number;
  readonly player?: string;
}

/** `names`: what those who did it are called, so that no letter to the patron bears them. */
export interface CaseBodies {
  'case-opened': {
    /** Its own name, which its money bears too. */
    readonly case: string;
    readonly kind: CaseKind;
    readonly rulebook: RulebookId;
    readonly table: string | null;
    readonly subject: Subject;
    /** Whose matter it is; null when nobody knows. */
    readonly patron: string | null;
    readonly says: string;
    /** What happened there and when it came to be known: opened later, they differ. */
    readonly moment: Moment | null;
    /** Null: the house itself. */
    readonly by: string | null;
    /** A guest raised it: of these only so many are heard in a day. */
    readonly guest?: true;
    readonly names?: readonly string[];
  };
  'evidence-added': {
    readonly kind: EvidenceKind;
    readonly says: string;
    /** Whose words they are, or where it comes from. */
    readonly source: string;
    /** The digest of a picture or a document. */
    readonly sha256?: string;
    /** As the house keeps it; absent for what is kept elsewhere. */
    readonly kept?: Exhibit;
    readonly by: string;
    readonly names?: readonly string[];
  };
  /** What a tape, or a count, showed to have been paid: what was owed is the engine's. */
  'payment-seen': {
    readonly line: string;
    readonly owed: Cents;
    readonly paid: Cents;
    readonly says: string;
    readonly by: string;
    readonly names?: readonly string[];
  };
  /** The roll read otherwise: what the engine made of it. Nobody types the figures (R100). */
  'reading-tried': {
    readonly line: string;
    readonly otherwise: Otherwise;
    /** What the line has the patron the more or the less, by the record and by this reading. */
    readonly was: Cents;
    readonly would: Cents;
    readonly says: string;
    readonly by: string;
    readonly names?: readonly string[];
  };
  'patron-identified': {
    readonly patron: string;
    readonly says: string;
    readonly by: string;
    readonly names?: readonly string[];
  };
  'case-decided': {
    readonly rung: Rung['id'];
    readonly clause: string;
    readonly finds: Finding;
    readonly reasons: string;
    /** The roll as it was found to be, by the number of the reading that was tried. */
    readonly reading?: number;
    readonly by: string;
    readonly names?: readonly string[];
  };
  'review-asked': {
    readonly rung: Rung['id'];
    readonly says: string;
    readonly by: string;
    readonly names?: readonly string[];
  };
  'rights-advised': {
    readonly clause: string;
    readonly how: string;
    readonly by: string;
    readonly names?: readonly string[];
  };
  enquired: {
    readonly finds: Intent;
    readonly says: string;
    readonly by: string;
    readonly names?: readonly string[];
  };
  attempted: {
    readonly what: AttemptKind;
    readonly says: string;
    readonly succeeded: boolean;
    readonly by: string;
    readonly names?: readonly string[];
  };
  /** The regulator, or an inspector, was told. */
  told: {
    readonly whom: string;
    readonly how: string;
    readonly by: string;
    readonly names?: readonly string[];
  };
  'told-acknowledged': { readonly by: string; readonly names?: readonly string[] };
  'put-right': {
    readonly to: 'patron' | 'house';
    readonly how: 'account' | 'cash';
    readonly amount: Cents;
    readonly patron: string | null;
    readonly play: boolean;
    readonly reason: string;
    readonly by: string;
    readonly names?: readonly string[];
    readonly confirmedBy: string;
  };
  /** The same line was put right in another case: so much to the patron, or below nothing to the house. */
  'settled-elsewhere': {
    readonly case: string;
    readonly amount: Cents;
    readonly by: string;
    readonly names?: readonly string[];
  };
  'money-withheld': {
    readonly amount: Cents;
    readonly patron: string;
    readonly clause: string;
    readonly reason: string;
    readonly by: string;
    readonly names?: readonly string[];
    readonly confirmedBy: string;
  };
  'withheld-ended': {
    readonly how: 'released' | 'returned';
    readonly amount: Cents;
    readonly patron: string;
    readonly play: boolean;
    readonly reason: string;
    readonly by: string;
    readonly names?: readonly string[];
    readonly confirmedBy: string;
  };
  'measure-taken': {
    readonly measure: string;
    readonly clause: string;
    readonly says: string;
    readonly by: string;
    readonly names?: readonly string[];
  };
  directed: { readonly says: string; readonly by: string; readonly names?: readonly string[] };
  'case-closed': { readonly says: string; readonly by: string; readonly names?: readonly string[] };
}
export type CaseEvent = EventsOf<CaseBodies>;

/** Its people, whom `entitles` names, see all of a case; nobody else hears of it. A patron is shown their own view. */
const PEOPLE = ['manager', 'pit-supervisor', 'surveillance'] as const;
type FieldsOf<Name extends keyof CaseBodies> = Audience<CaseBodies>[Name]['fields'];
const heard = <Name extends keyof CaseBodies>(
  fields: FieldsOf<Name>,
): { readonly hears: typeof PEOPLE; readonly fields: FieldsOf<Name> } => ({ hears: PEOPLE, fields });

export const CASE_AUDIENCE: Audience<CaseBodies> = {
  'case-opened': heard<'case-opened'>({
    case: PEOPLE,
    kind: PEOPLE,
    rulebook: PEOPLE,
    table: PEOPLE,
    subject: PEOPLE,
    patron: PEOPLE,
    says: PEOPLE,
    moment: PEOPLE,
    by: PEOPLE,
    guest: PEOPLE,
    names: PEOPLE,
  }),
  'evidence-added': heard<'evidence-added'>({
    kind: PEOPLE,
    says: PEOPLE,
    source: PEOPLE,
    sha256: PEOPLE,
    kept: PEOPLE,
    by: PEOPLE,
    names: PEOPLE,
  }),
  'payment-seen': heard<'payment-seen'>({
    line: PEOPLE,
    owed: PEOPLE,
    paid: PEOPLE,
    says: PEOPLE,
    by: PEOPLE,
    names: PEOPLE,
  }),
  'reading-tried': heard<'reading-tried'>({
    line: PEOPLE,
    otherwise: PEOPLE,
    was: PEOPLE,
    would: PEOPLE,
    says: PEOPLE,
    by: PEOPLE,
    names: PEOPLE,
  }),
  'patron-identified': heard<'patron-identified'>({
    patron: PEOPLE,
    says: PEOPLE,
    by: PEOPLE,
    names: PEOPLE,
  }),
  'case-decided': heard<'case-decided'>({
    rung: PEOPLE,
    clause: PEOPLE,
    finds: PEOPLE,
    reasons: PEOPLE,
    reading: PEOPLE,
    by: PEOPLE,
    names: PEOPLE,
  }),
  'review-asked': heard<'review-asked'>({ rung: PEOPLE, says: PEOPLE, by: PEOPLE, names: PEOPLE }),
  'rights-advised': heard<'rights-advised'>({ clause: PEOPLE, how: PEOPLE, by: PEOPLE, names: PEOPLE }),
  enquired: heard<'enquired'>({ finds: PEOPLE, says: PEOPLE, by: PEOPLE, names: PEOPLE }),
  attempted: heard<'attempted'>({ what: PEOPLE, says: PEOPLE, succeeded: PEOPLE, by: PEOPLE, names: PEOPLE }),
  told: heard<'told'>({ whom: PEOPLE, how: PEOPLE, by: PEOPLE, names: PEOPLE }),
  'told-acknowledged': heard<'told-acknowledged'>({ by: PEOPLE, names: PEOPLE }),
  'put-right': heard<'put-right'>({
    to: PEOPLE,
    how: PEOPLE,
    amount: PEOPLE,
    patron: PEOPLE,
    play: PEOPLE,
    reason: PEOPLE,
    by: PEOPLE,
    names: PEOPLE,
    confirmedBy: PEOPLE,
  }),
  'settled-elsewhere': heard<'settled-elsewhere'>({
    case: PEOPLE,
    amount: PEOPLE,
    by: PEOPLE,
    names: PEOPLE,
  }),
  'money-withheld': heard<'money-withheld'>({
    amount: PEOPLE,
    patron: PEOPLE,
    clause: PEOPLE,
    reason: PEOPLE,
    by: PEOPLE,
    names: PEOPLE,
    confirmedBy: PEOPLE,
  }),
  'withheld-ended': heard<'withheld-ended'>({
    how: PEOPLE,
    amount: PEOPLE,
    patron: PEOPLE,
    play: PEOPLE,
    reason: PEOPLE,
    by: PEOPLE,
    names: PEOPLE,
    confirmedBy: PEOPLE,
  }),
  'measure-taken': heard<'measure-taken'>({
    measure: PEOPLE,
    clause: PEOPLE,
    says: PEOPLE,
    by: PEOPLE,
    names: PEOPLE,
  }),
  directed: heard<'directed'>({ says: PEOPLE, by: PEOPLE, names: PEOPLE }),
  'case-closed': heard<'case-closed'>({ says: PEOPLE, by: PEOPLE, names: PEOPLE }),
};
