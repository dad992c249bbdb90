import { type Cents, RULEBOOKS, type RulebookId, type Unit } from '@boxperson/rules';
import { nameOfPlace } from '@boxperson/rules/dealing';
import type { Person } from '../person.js';
import { tellLocal, ZONE_OF } from '../zone.js';
import { sayAmount, unitIn } from './chips.js';
import { type CaseKind, KINDS } from './kinds.js';
import { REGULATORS, theRung } from './ladder.js';
import { type Moment, ownMoment } from './moment.js';
import { dutiesOf } from './owed.js';
import { handsOf } from './people.js';
import { sayOtherwise } from './reading.js';
import {
  type Case,
  difference,
  figuresIn,
  isAdvised,
  isOpened,
  ladderIn,
  lineIn,
  movedIn,
  nextRung,
  type OpenedCase,
  readingIn,
} from './state.js';

// What a patron gets to read. Free text of the staff comes with it, so every name that is not theirs is taken out.

/** Everybody whose name a case knows, with what stands in its place. */
function strangers(state: OpenedCase): readonly (readonly [name: string, instead: string])[] {
  const crew = (state.opened.moment?.crew ?? []).flatMap(({ name, person, role }) =>
    inParts(name, person).map((one) => [one, `the ${role.replaceAll('-', ' ')}`] as const),
  );
  const players = playersBeside(state).map((name) => [name, 'another player'] as const);
  const staff = handsIn(state).map((name) => [name, 'a member of the staff'] as const);
  const witnesses = state.evidence
    .filter(({ kind, by }) => kind === 'statement' && by !== state.patron)
    .flatMap(({ source }) => inParts(source).map((one) => [one, 'a witness'] as const));
  return [...players, ...crew, ...staff, ...witnesses]
    .filter(([name]) => !isOwnName(state, name))
    .sort(([one], [other]) => other.length - one.length);
}

/** A name, and each of the names that it is made of. */
const inParts = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [
    name,
    ...name.split(/\s+/).filter((part) => PART.test(part) && !/^the$/i.test(part)),
  ]);
const PART = /^\p{Lu}.{2,}/u;

/** Whoever stood at the table beside the patron, whether or not the roll decided anything of theirs. */
function playersBeside({ opened: { moment, subject }, patron }: OpenedCase): readonly string[] {
  const lines = (moment?.lines ?? [])
    .filter(({ person, line }) => line !== subject.line && (person === null || person !== patron))
    .flatMap(({ player, person }) => [player, ...(person === null ? [] : [person])]);
  const own = new Set(
    (moment?.lines ?? [])
      .filter(({ person }) => person !== null && person === patron)
      .map(({ player }) => player),
  );
  const standing = [moment?.before, moment?.after]
    .flatMap((felt) => felt?.players ?? [])
    .map(({ player }) => player)
    .filter((name) => !own.has(name));
  return [...lines, ...standing];
}

/** Whoever had a hand in it, as they are called and as they are known to the house. */
const handsIn = (state: OpenedCase): readonly string[] => [
  ...inParts(...state.known),
  ...handsOf(state).filter((id): id is string => id !== null && id !== state.patron),
];

const isOwnName = ({ opened: { subject } }: OpenedCase, name: string): boolean => name === subject.player;

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const LEAST_LETTERS = 2;

/** A text without the names of others, however they are written. In one go: what stands in their place is left alone. */
export function withoutNames(state: OpenedCase, said: string): string {
  const named = strangers(state).filter(([name]) => name.length >= LEAST_LETTERS);
  if (named.length === 0) return said;
  // The longest name comes first, and of those who share one the first counts.
  const instead = new Map([...named].reverse().map(([name, other]) => [name.toLowerCase(), other]));
  const any = named.map(([name]) => escaped(name)).join('|');
  return said.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'giu'),
    (found) => instead.get(found.toLowerCase()) ?? 'somebody',
  );
}

/** A decision as the patron reads it. */
export interface ToldDecision {
  readonly rung: string;
  readonly clause: string;
  readonly finds: 'upheld' | 'dismissed';
  readonly reasons: string;
  readonly at: number;
}

/** A case as its patron follows it. */
export interface OwnCase {
  readonly case: string;
  readonly title: string;
  readonly table: string | null;
  readonly says: string;
  readonly at: number;
  readonly moment: Moment | null;
  readonly decisions: readonly ToldDecision[];
  /** Who decides next, when asked; null at the top of the ladder. */
  readonly next: string | null;
  readonly reviewAsked: boolean;
  readonly rights: { readonly clause: string; readonly says: string } | null;
  readonly paid: number;
  readonly withheld: number;
  readonly closed: number | null;
  readonly letter: string | null;
}

function toldDecisions(state: OpenedCase): readonly ToldDecision[] {
  const { rungs } = ladderIn(state);
  return state.decisions.map(({ rung, clause, finds, reasons, at }) => ({
    rung: rungs.find(({ id }) => id === rung)?.title ?? rung,
    clause,
    finds,
    reasons: withoutNames(state, reasons),
    at,
  }));
}

const paidBack = (state: OpenedCase): number =>
  movedIn(state) + state.elsewhere.reduce((sum, { amount }) => sum + amount, 0);

/** A patron follows what is decided for them, and not what the house looks into by itself. */
const isTheirs = ({ opened, decisions }: OpenedCase): boolean =>
  KINDS[opened.kind].isDecided || decisions.length > 0;

/** A case in a list: what, where and how far, and nobody's name. */
export interface CaseSummary {
  readonly case: string;
  readonly kind: CaseKind;
  readonly title: string;
  readonly rulebook: RulebookId;
  readonly table: string | null;
  readonly at: number;
  readonly difference: number | null;
  /** What that is counted in. */
  readonly unit: Unit;
  readonly decided: number;
  readonly next: string | null;
  readonly waits: boolean;
  /** The earliest time by which something is owed; null when nothing is. */
  readonly owedBy: number | null;
  readonly closed: number | null;
}

export function summaryOf(state: Case): CaseSummary | null {
  if (!isOpened(state)) return null;
  const { case: name, kind, rulebook, table, at } = state.opened;
  const owed = dutiesOf(state).flatMap(({ doneAt, by }) => (doneAt === null ? [by] : []));
  return {
    case: name,
    kind,
    title: KINDS[kind].title,
    rulebook,
    table,
    at,
    difference: difference(state),
    unit: unitIn(state),
    decided: state.decisions.length,
    next: nextRung(state)?.title ?? null,
    waits: state.reviewAsked !== null || (KINDS[kind].isDecided && state.decisions.length === 0),
    owedBy: owed.length > 0 && !state.closed ? Math.min(...owed) : null,
    closed: state.closed?.at ?? null,
  };
}

/** What is somebody's own: the case of which they are the patron. */
export function ownCase(state: Case, person: Person | null): OwnCase | null {
  if (!person || !isOpened(state) || state.patron !== person.id || !isTheirs(state)) return null;
  const { opened, withheld, withheldEnded, closed } = state;
  return {
    case: opened.case,
    title: KINDS[opened.kind].title,
    table: opened.table,
    says: withoutNames(state, opened.says),
    at: opened.at,
    moment: opened.moment && ownMoment(opened.moment, person.id),
    decisions: toldDecisions(state),
    next: nextRung(state)?.title ?? null,
    reviewAsked: state.reviewAsked !== null,
    rights: state.decisions.length > 0 ? ladderIn(state).rights : null,
    paid: paidBack(state),
    withheld: withheld && !withheldEnded ? withheld.amount : 0,
    closed: closed?.at ?? null,
    letter: letterOf(state),
  };
}

const FOUND = { upheld: 'was upheld', dismissed: 'was not upheld' } as const;

/** Where it was decided by another reading than the record's: which, and what that comes to. */
function foundOtherwise(state: OpenedCase): readonly string[] {
  const reading = readingIn(state);
  const figures = figuresIn(state);
  if (!reading || !figures) return [];
  const comes = figures.owed - figures.paid;
  const say = (amount: Cents) => sayAmount(state, amount);
  return [
    `It was found that ${sayOtherwise(reading.otherwise, say)}: by the rules ${say(Math.max(0, comes))} more was to come to you.`,
  ];
}

/** What the roll did, by the record. */
function aboutRoll(state: OpenedCase): readonly string[] {
  const { moment, rulebook } = state.opened;
  const line = lineIn(state);
  if (!moment || !line) return [];
  const when = tellLocal(ZONE_OF[rulebook], moment.at);
  const dice = moment.dice ? ` The dice showed ${moment.dice.join(' and ')}.` : '';
  const paid = state.seen?.paid ?? line.paid;
  const say = (amount: Cents) => sayAmount(state, amount);
  return [
    `It is about your wager on ${nameOfPlace(RULEBOOKS[rulebook], line.wager)} of ${say(line.stake)} at ${when}.${dice}`,
    `By the rules ${say(line.owed)} was to be paid besides the stake; ${say(paid)} was paid.`,
    ...foundOtherwise(state),
  ];
}

/** The letter about the last decision: decision, reasons, rights. Null while nobody has decided. */
export function letterOf(state: Case): string | null {
  if (!isOpened(state)) return null;
  const decisions = toldDecisions(state);
  const last = decisions.at(-1);
  if (!last) return null;
  const { opened } = state;
  const zone = ZONE_OF[opened.rulebook];
  const { rights } = ladderIn(state);
  const back = paidBack(state);
  return [
    `Case ${opened.case}: ${KINDS[opened.kind].title}`,
    RULEBOOKS[opened.rulebook].title,
    '',
    `You raised this with us on ${tellLocal(zone, opened.at)}: ${withoutNames(state, opened.says)}`,
    ...aboutRoll(state),
    '',
    ...decisions.map(
      ({ rung, clause, finds, reasons, at }) =>
        `${tellLocal(zone, at)}: your claim ${FOUND[finds]} by ${theRung(rung)} (rule ${clause}). ${reasons}`,
    ),
    ...(back > 0 ? ['', `${sayAmount(state, back)} has been paid to you.`] : []),
    '',
    `Your rights (rule ${rights.clause}): ${rights.says}`,
    `The house answers to the ${REGULATORS[opened.rulebook].name}.`,
    'You may read the rules of the game at any time: ask any member of staff, or open them on your screen.',
    ...(isAdvised(state) ? [] : ['', 'This letter has not been given yet.']),
  ].join('\n');
}
