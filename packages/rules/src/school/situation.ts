import { isObject } from '../game/input.js';
import { idsOf } from '../ids.js';
import type { Refusal, RefusalCode } from '../result.js';
import type { RulebookId } from '../rulebook.js';
import { RULEBOOKS } from '../rulebooks/index.js';
import { openConduct, playConduct } from '../script/conduct.js';
import { type Command, decide, evolve, type Table, type TableEvent } from '../table/index.js';
import { chanceFrom, seedOf } from './chance.js';
import { PLAYERS } from './mock-table.js';
import { groundText, isSayable, sayCommand, sayEvent, sayTable } from './say.js';

/** A conformance script by its name: `5.3.5-must-be-called-a-cocked-die.jsonl`. */
export interface ScriptText {
  readonly name: string;
  readonly text: string;
}

/** Where somebody stands whom it concerns. */
export type SituationPlace = 'stick' | 'dealer' | 'box';

/** What the engine says to it: done, refused with a code; of a throw, that it counts, or may or must be called off. */
export type Verdict = 'done' | RefusalCode | 'counts' | 'may' | 'must';

export interface Choice {
  readonly verdict: Verdict;
  readonly say: string;
}

/** Something that happens at a table, and what to do now. The engine judges: nothing here knows the answer. */
export interface Situation {
  /** `star/5.3.5-….jsonl#9`: the script and its line. */
  readonly id: string;
  readonly book: RulebookId;
  readonly place: SituationPlace;
  /** What led here, and how it stands. */
  readonly before: readonly string[];
  readonly stands: readonly string[];
  readonly asked: string;
  readonly choices: readonly Choice[];
  readonly table: Table;
  readonly command: Command;
}

export interface Judged {
  readonly verdict: Verdict;
  readonly right: boolean;
  /** The clause or ruling that says so. */
  readonly clause: string | null;
  readonly ruling: string | null;
  readonly why: string;
  /** How it goes on. */
  readonly follows: readonly string[];
  /** The table after it; as it was where nothing changes. */
  readonly after: Table;
}

const NO: Readonly<Partial<Record<RefusalCode, string>>> = {
  'not-offered': 'No: this book has no such wager',
  'not-now': 'No: not at this point of the game',
  contract: 'No: it is a contract wager and stays',
  'no-replacing': 'No: it may come down, never go up again',
  'no-flat-wager': 'No: there is no wager for it to back',
  'not-callable': 'No: such a wager is never called on or off',
  'no-such-wager': 'No: nothing of theirs lies there',
  'not-in-chips': 'No: these chips cannot make it',
  indivisible: 'No: it does not divide into its parts',
  'below-minimum': 'No: it is under the minimum',
  'off-unit': 'No: it is off the unit',
  'above-maximum': 'No: it is over the maximum',
  'above-odds-limit': 'No: it is more than the odds allowed',
  insufficient: 'No: they have not so much',
  'after-close': 'No: the dice are out',
  'out-of-phase': 'No: that belongs to another moment',
  'not-allowed': 'No: that is somebody else’s to do',
  'not-on-duty': 'No: they are not on duty here',
  'not-eligible': 'No: not this person, or not this thing',
  'no-card': 'No: not without a card of their own',
  excluded: 'No: they may not play',
  'too-early': 'No: not before its time',
  'table-full': 'No: there is no room',
  'nothing-to-do': 'No: there is nothing to do it to',
};

const SAY: Readonly<Record<'done' | 'counts' | 'may' | 'must', string>> = {
  done: 'Yes: it stands',
  counts: 'Call the total: the throw counts',
  may: 'No roll may be called: it is yours to judge',
  must: 'No roll must be called',
};

const sayVerdict = (verdict: Verdict): string =>
  SAY[verdict as keyof typeof SAY] ?? NO[verdict as RefusalCode] ?? verdict;

/** Answers that could both be meant are never offered together. */
const ALIKE: readonly (readonly RefusalCode[])[] = [
  ['not-allowed', 'not-on-duty', 'not-eligible', 'excluded', 'no-card'],
  ['not-now', 'out-of-phase', 'after-close', 'too-early', 'contract', 'no-replacing', 'nothing-to-do'],
  [
    'below-minimum',
    'off-unit',
    'above-maximum',
    'above-odds-limit',
    'not-in-chips',
    'indivisible',
    'insufficient',
  ],
  ['not-offered', 'no-flat-wager', 'no-such-wager', 'not-callable'],
  ['table-full'],
];
const kindOf = (code: RefusalCode): number => ALIKE.findIndex((codes) => codes.includes(code));

const isThrow = ({ do: verb, ground }: Command): boolean => verb === 'no-roll' && typeof ground === 'string';

const knowsGround = (table: Table, ground: unknown): boolean =>
  idsOf(table.game.rulebook).some(
    ({ verbs, ids }) => verbs.includes('no-roll') && ids.some(({ id }) => id === ground),
  );

/** What `decide` says to it, as one of the answers. */
export function verdictOf(table: Table, command: Command): Verdict {
  const decided = decide(table, command);
  if (!isThrow(command)) return decided.ok ? 'done' : decided.refused.code;
  if (!decided.ok) return knowsGround(table, command['ground']) ? decided.refused.code : 'counts';
  const called = decided.value.find(({ event }) => event === 'no-roll') as { readonly must?: boolean };
  return called?.must === true ? 'must' : 'may';
}

/** An answer, judged by the engine; it cites the clause and plays it out. */
export function judge({ table, command }: Situation, answered: Verdict): Judged {
  const verdict = verdictOf(table, command);
  const decided = decide(table, command);
  const right = verdict === answered;
  if (decided.ok) {
    const after = decided.value.reduce<Table>(evolve, table);
    const said = { ...cited(decided.value), why: WHY[verdict as keyof typeof WHY] };
    return { verdict, right, ...said, follows: follows(table, decided.value, after), after };
  }
  const { clause, ruling = null, message } = decided.refused;
  const why = verdict === 'counts' ? 'This book knows no such ground: what lies there is called.' : message;
  return { verdict, right, clause, ruling, why, follows: ['nothing changes at the table'], after: table };
}

/** What happened, and what is now otherwise than it was. */
const follows = (before: Table, events: readonly TableEvent[], after: Table): readonly string[] => {
  const stood = sayTable(before);
  return [...events.map(sayEvent), ...sayTable(after).filter((say) => !stood.includes(say))];
};

/** Of what is accepted: whether the book leaves a choice. */
const WHY: Readonly<Record<'done' | 'may' | 'must', string>> = {
  done: 'The book allows it.',
  may: 'The book leaves it to whoever calls.',
  must: 'The book leaves no choice.',
};

function cited(events: readonly TableEvent[]): Pick<Judged, 'clause' | 'ruling'> {
  const by = events.find((event) => 'clause' in event && event.clause) as Partial<Refusal> | undefined;
  return { clause: by?.clause ?? null, ruling: by?.ruling ?? null };
}

/** Players of scripts have numbers; at school they have names. The lines of a sheet end with theirs. */
const named = (_key: string, value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(
        /(?<=^|\/)[pt](\d+)$/,
        (number, nth) => (PLAYERS as readonly string[])[Number(nth) - 1] ?? number,
      )
    : value;

const linesOf = (text: string): readonly (Command | null)[] =>
  text.split('\n').map((line) => {
    const value: unknown = line.trim() === '' ? null : JSON.parse(line, named);
    return isObject(value) ? value : null;
  });

/** Verbs whose approval is worth asking about; of the others only a refusal is. */
const JUDGED: readonly string[] = [
  'no-roll',
  'decide-face',
  'invalidate',
  'void-wagers',
  'exclude',
  'find-invalid',
  'ask-line',
  'relieve',
  'order-pass',
  'change-limits',
  'personal-limits',
  'check-die',
  'refuse-wager',
  'bar-wagers',
  'take',
  'call',
  'vacate',
  'void-round',
  'malfunction',
  'system-malfunction',
  'clear-area',
  'authorise',
  'close',
  'announce-closing',
];

const isAsked = (table: Table, command: Command, verdict: Verdict): boolean => {
  if (!isSayable(command)) return false;
  if (isThrow(command)) return SAY[verdict as keyof typeof SAY] !== undefined && table.phase === 'thrown';
  if (verdict !== 'done') return NO[verdict as RefusalCode] !== undefined;
  const isSpoken = command['do'] === 'bet' && (command['found'] === true || command['oral'] === true);
  return isSpoken || JUDGED.includes(String(command['do']));
};

const STICKS: readonly string[] = [
  'no-roll',
  'roll',
  'offer',
  'accept',
  'decline',
  'choose',
  'pass',
  'throw',
  'find-die',
  'lose-die',
  'authorise',
  'relieve',
  'no-more-bets',
];
const DEALERS: readonly string[] = ['bet', 'take', 'call', 'settle', 'chips', 'sit', 'leave', 'card'];

const placeFor = (command: Command): SituationPlace => {
  const verb = String(command['do']);
  if (STICKS.includes(verb)) return 'stick';
  return DEALERS.includes(verb) ? 'dealer' : 'box';
};

/** Every line of a script at which somebody has to know what to do now. */
export function situationsIn(book: RulebookId, script: ScriptText): readonly Situation[] {
  const [open, ...rest] = linesOf(script.text);
  if (open?.['conduct'] !== true) return [];
  const { do: _do, ...settings } = open;
  const opened = openConduct(settings);
  if (!opened.ok) return [];
  const found: Situation[] = [];
  const told: string[] = [];
  let { table } = opened.value;
  rest.forEach((command, i) => {
    if (command === null) return;
    const id = `${book}/${script.name}#${i + 2}`;
    const verdict = verdictOf(table, command);
    if (isAsked(table, command, verdict)) found.push(makeSituation(id, book, told, table, command, verdict));
    const played = playConduct(table, command);
    if (isSayable(command))
      told.push(`${sayCommand(RULEBOOKS[book], command)}${played.ok ? '' : ': refused'}`);
    if (played.ok) table = played.value.table;
  });
  return found;
}

/** So much of what happened is told; the rest is in how it stands. */
const TOLD_MOST = 6;

/** Whether what the engine says to it is one of the answers. */
export const isAnswerable = (verdict: Verdict): boolean =>
  verdict === 'done' || NO[verdict as RefusalCode] !== undefined;

/** What to do now at a table as it stands, with its answers. */
export function makeSituation(
  id: string,
  book: RulebookId,
  told: readonly string[],
  table: Table,
  command: Command,
  verdict: Verdict,
): Situation {
  const rulebook = RULEBOOKS[book];
  const asked = isThrow(command)
    ? `The throw: ${groundText(rulebook, command['ground'])}`
    : sayCommand(rulebook, command);
  return {
    id,
    book,
    place: placeFor(command),
    before: told.slice(-TOLD_MOST),
    stands: sayTable(table),
    asked,
    choices: choicesFor(id, command, verdict),
    table,
    command,
  };
}

function choicesFor(id: string, command: Command, verdict: Verdict): readonly Choice[] {
  if (isThrow(command)) return (['counts', 'may', 'must'] as const).map(asChoice);
  const chance = chanceFrom(seedOf(id));
  const own = verdict === 'done' ? -1 : kindOf(verdict as RefusalCode);
  const others = chance
    .shuffled(ALIKE.map((codes, kind) => ({ codes, kind })))
    .filter(({ kind }) => kind !== own)
    .map(({ codes }) => chance.pick(codes));
  const refusals = verdict === 'done' ? others.slice(0, 3) : [verdict, ...others.slice(0, 2)];
  return [asChoice('done'), ...chance.shuffled(refusals).map(asChoice)];
}

const asChoice = (verdict: Verdict): Choice => ({ verdict, say: sayVerdict(verdict) });

/** So many of one kind are enough; of who may do a thing, and of what the dice did, one. */
const ALIKE_MOST = 2;
const SITUATIONS_MOST = 60;

/** What every crew meets comes before what is rare: no place among the sixty is taken from it. */
const FIRST: readonly string[] = [
  'card',
  'find-invalid',
  'ask-line',
  'refuse-line',
  'relieve',
  'decide-face',
  'change-limits',
  'post-sign',
  'void-round',
];
const ranks = (situation: Situation): number => {
  if (isThrow(situation.command)) return 0;
  return FIRST.includes(String(situation.command['do'])) ? 1 : 2;
};

/** The situations of a book: of each kind a few, spread over its scripts, in an order that does not change. */
export function situationsOf(book: RulebookId, scripts: readonly ScriptText[]): readonly Situation[] {
  const counts = new Map<string, number>();
  return scripts
    .toSorted((a, b) => seedOf(a.name) - seedOf(b.name))
    .flatMap((script) => situationsIn(book, script))
    .toSorted((a, b) => ranks(a) - ranks(b))
    .filter((situation) => {
      const [kind, most] = kindFor(situation);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return (counts.get(kind) as number) <= most;
    })
    .slice(0, SITUATIONS_MOST)
    .toSorted((a, b) => seedOf(a.id) - seedOf(b.id));
}

/** Each ground of a throw once; else what is asked with what the engine says to it. */
function kindFor({ table, command }: Situation): readonly [string, number] {
  if (isThrow(command)) return [`throw ${String(command['ground'])}`, 1];
  const verdict = verdictOf(table, command);
  return [`${String(command['do'])} ${verdict}`, verdict === 'not-allowed' ? 1 : ALIKE_MOST];
}

/** Situations that no script tells: they came up at a table of chance. */
export const LIVE = 'live';

/** `5.3.5` of `5.3.5-must-be-called-….jsonl`: the clause that a script is about, as the register writes it. */
export const clauseIn = ({ id }: Situation): string =>
  id.startsWith(`${LIVE}/`) ? '' : (/^[^/]+\/(.+?)-[^/]*$/.exec(id)?.[1] ?? '').replaceAll('_', ' ');
