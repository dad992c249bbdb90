import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RULEBOOK_IDS, type RulebookId, runScript } from '@boxperson/rules';
import { registerOf } from '@boxperson/rules/clauses';

/** The folder that holds the scripts, one folder per rulebook in it. */
export const CONFORMANCE_FOLDER = 'conformance';

const SCRIPT = '.jsonl';
const EXPECTED = '.expected.jsonl';

/** A script as it lies in its folder. A text is null when the file is missing. */
export interface ConformanceScript {
  readonly rulebook: string;
  /** `<clause>-<slug>`, without its ending. */
  readonly name: string;
  readonly script: string | null;
  readonly expected: string | null;
}

/** The first thing that is wrong with a script. */
export interface ConformanceFault {
  readonly what: string;
  /** Where the fault is in the script and its answer; missing when the file as a whole is at fault. */
  readonly line?: number;
  readonly at?: string;
  readonly played?: string;
  readonly expected?: string;
  readonly got?: string;
}

export interface ConformanceResult {
  readonly rulebook: string;
  /** From the folder that holds the rulebooks: `star/6.1.1-before-the-come-out.jsonl`. */
  readonly path: string;
  readonly fault: ConformanceFault | null;
}

export const pathOf = ({ rulebook, name }: ConformanceScript): string => `${rulebook}/${name}${SCRIPT}`;

const isRulebook = (name: string): name is RulebookId => (RULEBOOK_IDS as readonly string[]).includes(name);

// What a file name cannot hold well becomes an underscore: `4(e) win (i)` is `4(e)_win_(i)`.
const fileClause = (id: string): string => id.replaceAll(/[ /]/g, '_');

/** What a script is about, by its name. Undefined when no clause of the register begins the name. */
export function parseName(rulebook: string, name: string): { clause: string; slug: string } | undefined {
  if (!isRulebook(rulebook)) return undefined;
  const entry = registerOf(rulebook).find(({ id }) => name.startsWith(`${fileClause(id)}-`));
  const slug = entry && name.slice(fileClause(entry.id).length + 1);
  return slug ? { clause: entry.id, slug } : undefined;
}

type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keysOf = (a: object, b: object): string[] => [...new Set([...Object.keys(a), ...Object.keys(b)])];

/** The way to the first value that differs, e.g. `settled[0].winnings`; null when all is the same. */
export function firstDifference(expected: Json, got: Json, at = ''): string | null {
  const bothLists = Array.isArray(expected) && Array.isArray(got);
  if (!bothLists && !(isObject(expected) && isObject(got))) return Object.is(expected, got) ? null : at;
  for (const key of keysOf(expected, got)) {
    const inside = bothLists ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`;
    if (!Object.hasOwn(expected, key) || !Object.hasOwn(got, key)) return inside;
    const found = firstDifference((expected as JsonObject)[key], (got as JsonObject)[key], inside);
    if (found !== null) return found;
  }
  return null;
}

// The wording of a refusal may change and a ruling is our own; `nearest` counts where the answer states it.
function comparable(answer: Json, expected: Json): Json {
  if (!isObject(answer) || !isObject(answer['refused'])) return answer;
  const { message: _message, ruling: _ruling, nearest, ...refused } = answer['refused'];
  const counts = isObject(expected) && isObject(expected['refused']) && 'nearest' in expected['refused'];
  return { ...answer, refused: counts ? { ...refused, nearest } : refused };
}

/** The way to the first difference that counts between two answers; null when there is none. */
export const compareAnswers = (expected: Json, got: Json): string | null =>
  firstDifference(comparable(expected, expected), comparable(got, expected));

/** The way to the first stated fact that an answer does not bear out; what is not stated may be anything. */
export function firstUnmet(stated: Json, got: Json, at = ''): string | null {
  const bothLists = Array.isArray(stated) && Array.isArray(got);
  if (!bothLists && !(isObject(stated) && isObject(got))) return Object.is(stated, got) ? null : at;
  // A list is stated whole: one more or one fewer is a difference.
  for (const key of bothLists ? keysOf(stated, got) : Object.keys(stated)) {
    const inside = bothLists ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`;
    if (!Object.hasOwn(stated, key) || !Object.hasOwn(got, key)) return inside;
    const found = firstUnmet((stated as JsonObject)[key], (got as JsonObject)[key], inside);
    if (found !== null) return found;
  }
  return null;
}

/** What an expected answer of the table layer must state at the least; null when it does. */
function leavesUnsaid(expected: Json): string | null {
  if (!isObject(expected)) return 'an object';
  const missing = ['line', 'ok'].find((key) => !(key in expected));
  if (missing !== undefined || expected['ok'] !== false) return missing ?? null;
  const refused = isObject(expected['refused']) ? expected['refused'] : {};
  const unsaid = ['code', 'clause'].find((key) => !(key in refused));
  return unsaid === undefined ? null : `refused.${unsaid}`;
}

const compareStated = (expected: Json, got: Json): string | null =>
  firstUnmet(comparable(expected, expected), got);

const parse = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

interface Answered {
  readonly line: number;
  readonly played: string;
  readonly got: string;
}

/** Plays a script: an answer for each line that is not blank. */
function play(script: string): Answered[] {
  const runner = runScript();
  return script.split('\n').flatMap((text) => {
    const played = runner.play(text);
    return played === null ? [] : [{ line: played.line, played: text, got: JSON.stringify(played.answer) }];
  });
}

type Layer = 'game' | 'table';

// Answers of the game layer are told in full; of the table layer the facts that the clause is about.
function compareLine(
  layer: Layer,
  answered: Answered,
  expected: string | undefined,
): ConformanceFault | null {
  const { line, played, got } = answered;
  if (expected === undefined) return { what: 'no answer is expected for this line', line, played, got };
  const parsed = parse(expected);
  if (parsed === undefined) return { what: 'the expected answer is not JSON', line, played, expected, got };
  const unsaid = layer === 'table' ? leavesUnsaid(parsed) : null;
  if (unsaid !== null)
    return { what: `the expected answer does not state ${unsaid}`, line, played, expected, got };
  const compare = layer === 'table' ? compareStated : compareAnswers;
  const at = compare(parsed, parse(got));
  return at === null ? null : { what: 'the answer differs', line, at, played, expected, got };
}

function compareScript(script: string, expected: string): ConformanceFault | null {
  const answers = play(script);
  const wanted = linesOf(expected);
  const layer = layerOf(script);
  for (const [index, answered] of answers.entries()) {
    const fault = compareLine(layer, answered, wanted[index]);
    if (fault !== null) return fault;
  }
  const unplayed = wanted[answers.length];
  return unplayed === undefined ? null : { what: 'more answers than lines', expected: unplayed };
}

const openingOf = (script: string): JsonObject => {
  const first = parse(linesOf(script)[0] ?? '');
  return isObject(first) ? first : {};
};

/** The layer a script is played in: `"conduct": true` on its first line runs the whole table. */
export const layerOf = (script: string): Layer => (openingOf(script)['conduct'] === true ? 'table' : 'game');

const isEmptyList = (value: Json): boolean => !Array.isArray(value) || value.length === 0;

/** An answer that shows a rule at work: something was refused, decided, moved, taken, called or asked for. */
const showsSomething = (answer: Json): boolean =>
  isObject(answer) &&
  ('refused' in answer ||
    'taken' in answer ||
    'called' in answer ||
    'wagers' in answer ||
    !isEmptyList(answer['settled']) ||
    !isEmptyList(answer['travelled']));

/** The same of the table layer: something happened, was refused, or is asked for: the felt, the dice, who may act. */
const showsConduct = (answer: Json): boolean =>
  isObject(answer) &&
  (!isEmptyList(answer['events']) ||
    ['refused', 'wagers', 'dice', 'acts', 'shooter', 'due'].some((field) => field in answer));

const showsARule = (layer: Layer, answers: readonly Json[]): boolean =>
  layer === 'table' ? answers.slice(1).some(showsConduct) : answers.some(showsSomething);

/** The first fault of a script: in its name, its files or its answers. Null when it passes. */
export function checkScript({
  rulebook,
  name,
  script,
  expected,
}: ConformanceScript): ConformanceFault | null {
  if (!isRulebook(rulebook)) return { what: `${rulebook} is not a rulebook` };
  if (parseName(rulebook, name) === undefined)
    return { what: `the name does not begin with a clause of ${rulebook}` };
  if (script === null) return { what: 'the script is missing' };
  if (expected === null) return { what: `${name}${EXPECTED} is missing` };
  if (openingOf(script)['rulebook'] !== rulebook) return { what: `the first line does not open ${rulebook}` };
  if (!showsARule(layerOf(script), linesOf(expected).map(parse)))
    return { what: 'no expected answer shows a rule at work' };
  return compareScript(script, expected);
}

export const runConformance = (scripts: readonly ConformanceScript[]): ConformanceResult[] =>
  scripts.map((script) => ({ rulebook: script.rulebook, path: pathOf(script), fault: checkScript(script) }));

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const readIfThere = (path: string): string | null =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : null;

const scriptName = (file: string): string =>
  file.slice(0, -(file.endsWith(EXPECTED) ? EXPECTED : SCRIPT).length);

// A script and its answers bear one name; either may be there without the other, and that is a fault.
const namesIn = (folder: string): string[] => {
  const files = readdirSync(folder).filter((file) => file.endsWith(SCRIPT));
  return [...new Set(files.map(scriptName))].sort();
};

/** Every script of a conformance folder, with its expected answers. */
export const readConformance = (folder: string): ConformanceScript[] =>
  readdirSync(folder)
    .sort()
    .filter((rulebook) => isFolder(join(folder, rulebook)))
    .flatMap((rulebook) =>
      namesIn(join(folder, rulebook)).map((name) => ({
        rulebook,
        name,
        script: readIfThere(join(folder, rulebook, `${name}${SCRIPT}`)),
        expected: readIfThere(join(folder, rulebook, `${name}${EXPECTED}`)),
      })),
    );

/** The nearest conformance folder, here or in a folder above; undefined when there is none. */
export function findConformance(from: string): string | undefined {
  const here = join(from, CONFORMANCE_FOLDER);
  if (isFolder(here)) return here;
  const above = dirname(from);
  return above === from ? undefined : findConformance(above);
}
