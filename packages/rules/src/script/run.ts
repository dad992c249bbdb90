import {
  bet,
  type CalledWagers,
  call,
  type Exchanged,
  exchange,
  type Game,
  openGame,
  type Placed,
  type Rolled,
  roll,
  sit,
  type Taken,
  take,
} from '../game/index.js';
import { type Fields, isObject, show, unknownField } from '../game/input.js';
import { didYouMean } from '../nearest.js';
import { accept, badInput, type Refusal, type Result, refuse } from '../result.js';
import { VERBS as TABLE_VERBS, type Table, type TableEvent } from '../table/index.js';
import {
  type Answer,
  answerBalances,
  answerBet,
  answerCall,
  answerExchange,
  answerLayout,
  answerOpen,
  answerRoll,
  answerTake,
} from './answers.js';
import { openConduct, playConduct, type TableStep } from './conduct.js';

/** What a line did, for whoever wants more than the answer (the readable account of a game). */
export type Happening =
  | { readonly did: 'open'; readonly game: Game }
  | { readonly did: 'sit'; readonly game: Game; readonly player: string }
  | { readonly did: 'exchange'; readonly game: Game; readonly exchanged: Exchanged }
  | { readonly did: 'bet'; readonly game: Game; readonly placed: Placed }
  | { readonly did: 'take'; readonly game: Game; readonly taken: Taken }
  | { readonly did: 'call'; readonly game: Game; readonly called: CalledWagers; readonly to: string }
  | { readonly did: 'roll'; readonly game: Game; readonly rolled: Rolled }
  | { readonly did: 'no-roll'; readonly game: Game; readonly reason: string | null }
  | { readonly did: 'layout'; readonly game: Game }
  /** A line of the table layer (`conduct: true`). */
  | {
      readonly did: 'conduct';
      readonly game: Game;
      readonly table: Table;
      readonly events: readonly TableEvent[];
    };

/** One line of a script, played. */
export interface Played {
  readonly line: number;
  readonly answer: Answer;
  /** The game after the line; the same as before when the line was refused. Null before `open`. */
  readonly game: Game | null;
  readonly happened: Happening | null;
  readonly refused: Refusal | null;
  /** The text was JSON. */
  readonly json: boolean;
}

type Step = { readonly answer: Answer; readonly happened: Happening };
type Verb = (game: Game, fields: Fields) => Result<Step>;

const mapped = <T>(result: Result<T>, step: (value: T) => Step): Result<Step> =>
  result.ok ? accept(step(result.value)) : result;

const VERBS: Readonly<Record<string, Verb>> = {
  sit: (game, fields) =>
    mapped(sit(game, fields), (seated) => ({
      answer: answerBalances(seated.game),
      happened: { did: 'sit', ...seated },
    })),
  exchange: (game, fields) =>
    mapped(exchange(game, fields), (exchanged) => ({
      answer: answerExchange(exchanged),
      happened: { did: 'exchange', game: exchanged.game, exchanged },
    })),
  bet: (game, fields) =>
    mapped(bet(game, fields), (placed) => ({
      answer: answerBet(placed),
      happened: { did: 'bet', game: placed.game, placed },
    })),
  take: (game, fields) =>
    mapped(take(game, fields), (taken) => ({
      answer: answerTake(taken),
      happened: { did: 'take', game: taken.game, taken },
    })),
  call: (game, fields) =>
    mapped(call(game, fields), (called) => ({
      answer: answerCall(called),
      happened: { did: 'call', game: called.game, called, to: String(fields['to']) },
    })),
  roll: (game, fields) =>
    mapped(roll(game, fields), (rolled) => ({
      answer: answerRoll(rolled),
      happened: { did: 'roll', game: rolled.game, rolled },
    })),
  'no-roll': noRoll,
  layout: (game, fields) => {
    const stranger = unknownField(fields, []);
    if (stranger !== null) return refuse(badInput(`unknown field ${show(stranger)} in layout`));
    return accept({ answer: answerLayout(game), happened: { did: 'layout', game } });
  },
};

function noRoll(game: Game, fields: Fields): Result<Step> {
  const stranger = unknownField(fields, ['reason']);
  if (stranger !== null) return refuse(badInput(`unknown field ${show(stranger)} in no-roll`));
  const { reason } = fields;
  if (reason !== undefined && typeof reason !== 'string') return refuse(badInput('reason must be a text'));
  return accept({ answer: answerBalances(game), happened: { did: 'no-roll', game, reason: reason ?? null } });
}

const conducted = ({ table, events, answer }: TableStep): Step => ({
  answer,
  happened: { did: 'conduct', game: table.game, table, events },
});

function open(fields: Fields): Result<Step> {
  const { conduct, ...settings } = fields;
  if (conduct !== undefined && typeof conduct !== 'boolean')
    return refuse(badInput('conduct must be true or false'));
  if (typeof fields['rulebook'] !== 'string')
    return refuse(badInput('rulebook must be the id of a rulebook'));
  return conduct ? mapped(openConduct(fields), conducted) : openLayout(settings);
}

const openLayout = (fields: Fields): Result<Step> =>
  mapped(openGame(fields), (game) => ({ answer: answerOpen(game), happened: { did: 'open', game } }));

/** Plays a script line by line. Holds the game and nothing else, so that scripts of any length run in little memory. */
export interface ScriptRunner {
  readonly game: Game | null;
  /** Plays one line of text; null for a blank line, which only counts. */
  play(text: string): Played | null;
  /** Answers for a line that could not even be read, e.g. one too long to hold. */
  unreadable(why: string): Played;
}

export function runScript(): ScriptRunner {
  let game: Game | null = null;
  let table: Table | null = null;
  let line = 0;
  const finish = (result: Result<Step>, json: boolean): Played => {
    if (!result.ok) {
      const { refused } = result;
      return { line, answer: { line, ok: false, refused }, game, happened: null, refused, json };
    }
    const { answer, happened } = result.value;
    game = happened.game;
    if (happened.did === 'conduct') table = happened.table;
    return { line, answer: { line, ok: true, ...answer }, game, happened, refused: null, json };
  };
  return {
    get game() {
      return game;
    },
    play(text) {
      line++;
      if (text.trim() === '') return null;
      const parsed = parse(text);
      return parsed.ok ? finish(playLine(game, table, parsed.value), true) : finish(parsed, false);
    },
    unreadable(why) {
      line++;
      return finish(refuse(badInput(why)), false);
    },
  };
}

function parse(text: string): Result<unknown> {
  try {
    return accept(JSON.parse(text));
  } catch {
    return refuse(badInput('the line is not JSON'));
  }
}

function playLine(game: Game | null, table: Table | null, value: unknown): Result<Step> {
  if (!isObject(value)) return refuse(badInput('a line must be a JSON object'));
  const { do: verb, ...fields } = value;
  if (verb === 'open')
    return game === null ? open(fields) : refuse(badInput('the table is open already: open comes once'));
  if (table)
    return isTablesVerb(verb)
      ? mapped(playConduct(table, value), conducted)
      : refuse(badInput(`do ${show(verb)} is not something a table knows${didYouMean(verb, TABLES_VERBS)}`));
  const own = typeof verb === 'string' && Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (own && game !== null) return own(game, fields);
  return refuse(badInput(game === null ? whyNoTable(verb) : whyNoVerb(verb)));
}

const QUESTIONS = ['layout', 'options', 'tick'];
const TABLES_VERBS = [...Object.keys(TABLE_VERBS), ...QUESTIONS];
/** Those of a plain script first. */
const EVERY_VERB = ['open', ...Object.keys(VERBS), ...TABLES_VERBS];
const isTablesVerb = (verb: unknown): boolean => typeof verb === 'string' && TABLES_VERBS.includes(verb);

/** Before `open`, or after one that was refused, every verb lacks its table. */
const whyNoTable = (verb: unknown): string =>
  isTablesVerb(verb) || Object.hasOwn(VERBS, String(verb))
    ? 'open must come first: no table is open'
    : `do ${show(verb)} is not a verb of the script, and open must come first${didYouMean(verb, EVERY_VERB)}`;

const whyNoVerb = (verb: unknown): string =>
  isTablesVerb(verb)
    ? `do ${show(verb)} belongs to tables that are opened with "conduct": true`
    : `do ${show(verb)} is not a verb of the script${didYouMean(verb, EVERY_VERB)}`;
