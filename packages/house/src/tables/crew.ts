import { isAutomatic, type TableConfig } from '@boxperson/offices';
import {
  type By,
  type Command,
  decide,
  delayGround,
  type Instant,
  type KeptPace,
  type Next,
  nextOf,
  type Pace,
  playsChips,
  type Rulebook,
  type Table,
  windowEnd,
} from '@boxperson/rules';

export type { Pace } from '@boxperson/rules';

export const CALM: Pace = {
  offer: 600,
  answer: 20_000,
  choose: 800,
  relieve: 30_000,
  window: 12_000,
  throw: 30_000,
  stickThrow: 8_000,
  noMoreBets: 500,
  roll: 1_400,
  settle: 1_600,
  away: 5 * 60_000,
};
/** Whoever practises has time to read what the dealers do. */
export const UNHURRIED: Pace = { ...CALM, settle: 8_000 };
/** For tests and bots: no waiting, save for people with dice in their hands and places they may come back to. */
export const BRISK: Pace = {
  offer: 0,
  answer: 0,
  choose: 0,
  relieve: 0,
  window: 0,
  throw: 60_000,
  stickThrow: 0,
  noMoreBets: 0,
  roll: 0,
  settle: 0,
  away: 5 * 60_000,
};

/** The pace of a table: what its settings say in seconds, and the rest as usual. */
export function paceOf({ pace: told = {}, practice }: Pick<TableConfig, 'pace' | 'practice'>): Pace {
  const { throw: limit, ...seconds } = told;
  const set = Object.entries({ ...seconds, throw: limit, relieve: limit }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value * 1_000] as const],
  );
  return { ...(practice ? UNHURRIED : CALM), ...Object.fromEntries(set) };
}

/** Whose work each part of a pace is. */
const WORK: Readonly<Record<keyof Pace, keyof Rulebook['powers']>> = {
  offer: 'offer-dice',
  answer: 'offer-dice',
  choose: 'offer-dice',
  relieve: 'offer-dice',
  window: 'offer-dice',
  throw: 'offer-dice',
  stickThrow: 'offer-dice',
  noMoreBets: 'call-total',
  roll: 'call-total',
  settle: 'settle-wagers',
  // At a table that people run it is the box who frees a place.
  away: 'decide-face',
};

/** The part of a pace that is the automatic crew's: what people do has no time. */
export function paceKept(book: Rulebook, pace: Pace, crew: Crew): KeptPace {
  // A tumbler needs no crew: an electronic round rolls whoever is on duty.
  const isKept = (name: keyof Pace) =>
    (name === 'roll' && book.conduct.run.value === 'electronic') ||
    isAutomatic(crew, crewFor(book, WORK[name]).role);
  return Object.fromEntries(Object.entries(pace).filter(([name]) => isKept(name as keyof Pace))) as KeptPace;
}

/** What the crew does next, and when. */
export type CrewStep =
  | { readonly at: Instant; readonly command: Command }
  /** Draw dice and call them, with nothing in between. */
  | { readonly at: Instant; readonly draw: true };

/** Which positions are left to the automatic crew. */
export type Crew = TableConfig['crew'];

/** One automatic person per role of the book that is not a person's. */
export const crewOf = (book: Rulebook, crew: Crew = 'automatic'): readonly By[] =>
  book.roles.filter(({ id }) => isAutomatic(crew, id)).map(({ id }) => crewBy(id));

const AUTOMATIC = 'auto-';
export const crewBy = (role: string): By => ({ role, id: `${AUTOMATIC}${role}` });

/** Is whoever stands there one of the automatic crew? */
export const isAutomaticPerson = (person: string): boolean => person.startsWith(AUTOMATIC);

/** Somebody of the crew who has the power; the highest where the book names nobody. */
export function crewFor(book: Rulebook, power: keyof Rulebook['powers']): By {
  const role = book.powers[power]?.role ?? (book.roles.at(-1)?.id as string);
  return crewBy(role);
}

/** Is what this power is for done by the automatic crew here? */
const does = (table: Table, crew: Crew, power: keyof Rulebook['powers']): boolean =>
  isAutomatic(crew, crewFor(table.game.rulebook, power).role);

/** The automatic dealer who takes vouchers; null where people deal. */
export const dealerAt = (table: Table, crew: Crew = 'automatic'): By | null =>
  does(table, crew, 'settle-wagers') ? crewFor(table.game.rulebook, 'settle-wagers') : null;

/** The crew comes on duty, highest first: at a mini table an area manager allows the stickperson. */
export function missingCrew(table: Table, crew: Crew = 'automatic'): Command | null {
  const { rulebook } = table.game;
  const top = crewBy(rulebook.roles.at(-1)?.id as string);
  const mayBring = table.staff.some(({ person }) => person === top.id);
  const comings = [...crewOf(rulebook, crew)]
    .reverse()
    .filter(({ id }) => !table.staff.some(({ person }) => person === id))
    .map(({ id, role }): Command => ({ do: 'staff', person: id, role, ...(mayBring ? { by: top } : {}) }));
  // Whom only a person may allow to come waits for that person to bring somebody.
  return comings.find((coming) => decide(table, coming).ok) ?? null;
}

/**
 * What the automatic crew does at its positions of a table as it stands, and when; null when it waits for somebody. It
 * acts by what `nextOf` says, which is what every screen counts down.
 */
export function crewStep(table: Table, pace: KeptPace, crew: Crew = 'automatic'): CrewStep | null {
  const coming = missingCrew(table, crew);
  if (coming) return { at: table.at, command: coming };
  const next = nextOf(table, pace);
  if (next === null || next.at === null) return null;
  const step = stepFor(table, next, pace);
  return step === 'draw' ? { at: next.at, draw: true } : step && { at: next.at, command: step };
}

/** What is done when the time has come. */
function stepFor(table: Table, { what, who }: Next, pace: KeptPace): Command | 'draw' | null {
  const by = crewFor(table.game.rulebook, 'offer-dice');
  switch (what) {
    case 'offer':
      return { do: 'offer', by };
    case 'answer':
      // Where nobody is given time to answer, nobody is silent.
      return pace.answer === 0
        ? forPlayer(table, { do: 'decline', player: who as string })
        : { do: 'no-answer', player: who, by };
    case 'choose':
      return chooseStep(table, who as string);
    case 'ask-line':
      return { do: 'ask-line', by };
    case 'line':
      return lineStep(table);
    case 'throw':
      return lateStep(table);
    case 'thrown':
      return { do: 'throw', player: who };
    case 'stick':
      return { do: 'throw', by: crewFor(table.game.rulebook, 'throw-for-nobody') };
    case 'no-more-bets':
      return { do: 'no-more-bets', by: crewFor(table.game.rulebook, 'call-total') };
    case 'roll':
      return 'draw';
    case 'settle':
      return settlingStep(table);
    case 'release':
      return { do: 'release', player: who };
    // The clock's own: `due` says what it does.
    default:
      return null;
  }
}

/** Without a line wager in time; crown asks for one with a point on only, and else the dice are given up (5.2.2(a)). */
function lineStep(table: Table): Command {
  const relieve = { do: 'relieve', by: crewFor(table.game.rulebook, 'offer-dice') };
  return decide(table, relieve).ok ? relieve : lateStep(table);
}

/** R57: a shooter who keeps others waiting is ordered to pass; where nobody may order it, the dice are given up. */
function lateStep(table: Table): Command {
  const { rulebook } = table.game;
  const delay = delayGround(table);
  return delay
    ? { do: 'order-pass', ground: delay.id, by: crewFor(rulebook, 'order-pass') }
    : { do: 'relieve', late: true, by: crewFor(rulebook, 'offer-dice') };
}

/** What a player does is entered by the crew where they have chips on the felt (R53). */
const forPlayer = (table: Table, command: Command & { readonly player: string }): Command =>
  playsChips(table, command.player)
    ? { ...command, by: crewFor(table.game.rulebook, 'offer-dice') }
    : command;

/** Every line that is open, where the crew deals by a sheet. */
function settlingStep(table: Table): Command {
  const by = crewFor(table.game.rulebook, 'settle-wagers');
  const lines = table.sheet?.open.map(({ id }) => id) ?? [];
  return lines.length > 0 ? { do: 'deal-lines', lines, by } : { do: 'settle', by };
}

function chooseStep(table: Table, shooter: string): Command | null {
  const from = [...table.dice.hand, ...table.dice.bowl, ...table.dice.old];
  if (from.length >= 2) return forPlayer(table, { do: 'choose', player: shooter, dice: from.slice(0, 2) });
  const [lost] = table.dice.off;
  return lost ? { do: 'lose-die', die: lost, by: crewFor(table.game.rulebook, 'offer-dice') } : null;
}

/**
 * What a throw is before the time to bet is over: the shooter needs no more of it, and the dice go when it is (R57).
 * Whoever presses the button need not press it again.
 */
export function heldBack(table: Table, pace: KeptPace, command: Command, now: Instant): Command {
  const { do: verb, player, by } = command;
  if (verb !== 'throw' || typeof player !== 'string' || by !== undefined || table.phase !== 'betting')
    return command;
  const isEarly = pace.window !== undefined && now < windowEnd(table, pace, player);
  return isEarly && decide(table, { ...command, at: now }).ok ? { do: 'ready', player } : command;
}

/**
 * What an automatic crew says to what a player asks: calls on and off and late wagers want the word of a dealer where
 * the book says so, and this one gives it.
 */
export function withCrewsWord(table: Table, command: Command, crew: Crew = 'automatic'): Command {
  if (command['by'] !== undefined) return command;
  const { rulebook } = table.game;
  const power = powerFor(table, command);
  const gives = power !== null && rulebook.powers[power] !== null && does(table, crew, power);
  return gives ? { ...command, by: crewFor(rulebook, power) } : command;
}

function powerFor(table: Table, command: Command): keyof Rulebook['powers'] | null {
  if (command['do'] === 'call') return command['to'] === 'off' ? 'confirm-call-off' : 'confirm-call';
  return command['do'] === 'bet' && table.phase === 'thrown' ? 'confirm-late-wager' : null;
}
