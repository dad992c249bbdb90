import { isAutomatic, type TableConfig } from '@boxperson/offices';
import { type By, type Command, decide, playsChips, type Rulebook, type Table } from '@boxperson/rules';

/** How quickly an automatic crew works, in milliseconds. People should have time to look and to bet. */
export interface Pace {
  readonly offer: number;
  /** A player who does not answer an offer of the dice is taken to decline. */
  readonly answer: number;
  readonly choose: number;
  readonly relieve: number;
  /** How long the stickperson waits before throwing for want of a shooter. */
  readonly stickThrow: number;
  readonly noMoreBets: number;
  readonly roll: number;
  readonly settle: number;
}
export const CALM: Pace = {
  offer: 600,
  answer: 20_000,
  choose: 800,
  relieve: 20_000,
  stickThrow: 8_000,
  noMoreBets: 500,
  roll: 1_400,
  settle: 1_600,
};
/** Whoever practises has time to read what the dealers do. */
export const UNHURRIED: Pace = { ...CALM, settle: 8_000 };
/** For tests and bots: no waiting. */
export const BRISK: Pace = {
  offer: 0,
  answer: 0,
  choose: 0,
  relieve: 0,
  stickThrow: 0,
  noMoreBets: 0,
  roll: 0,
  settle: 0,
};

/** What the crew does next and how long after the table came to stand as it does. */
export type CrewStep =
  | { readonly after: number; readonly command: Command }
  /** Draw dice and call them, with nothing in between. */
  | { readonly after: number; readonly draw: true };

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

/** What the automatic crew does at its positions of a staffed table as it stands; null when it waits for somebody. */
export function crewStep(table: Table, pace: Pace, crew: Crew = 'automatic'): CrewStep | null {
  const coming = missingCrew(table, crew);
  if (coming) return { after: 0, command: coming };
  switch (table.phase) {
    case 'offering':
      return does(table, crew, 'offer-dice') ? offeringStep(table, pace) : null;
    case 'betting':
      return does(table, crew, 'offer-dice') ? bettingStep(table, pace) : null;
    case 'thrown':
      return does(table, crew, 'call-total') ? thrownStep(table, pace) : null;
    case 'settling':
      return does(table, crew, 'settle-wagers') ? settlingStep(table, pace) : null;
    case 'rolling':
      return { after: pace.roll, draw: true };
    default:
      return null;
  }
}

/** What a player does is entered by the crew where they have chips on the felt (R53). */
const forPlayer = (table: Table, command: Command & { readonly player: string }): Command =>
  playsChips(table, command.player)
    ? { ...command, by: crewFor(table.game.rulebook, 'offer-dice') }
    : command;

/** Every line that is open, where the crew deals by a sheet. */
function settlingStep(table: Table, pace: Pace): CrewStep {
  const by = crewFor(table.game.rulebook, 'settle-wagers');
  const lines = table.sheet?.open.map(({ id }) => id) ?? [];
  const command = lines.length > 0 ? { do: 'deal-lines', lines, by } : { do: 'settle', by };
  return { after: pace.settle, command };
}

function offeringStep(table: Table, pace: Pace): CrewStep | null {
  const { offeredTo } = table.shooter;
  if (offeredTo !== null)
    return { after: pace.answer, command: forPlayer(table, { do: 'decline', player: offeredTo }) };
  const offer = { do: 'offer', by: crewFor(table.game.rulebook, 'offer-dice') };
  return decide(table, offer).ok ? { after: pace.offer, command: offer } : null;
}

function bettingStep(table: Table, pace: Pace): CrewStep | null {
  const { shooter, stick } = table.shooter;
  const by = crewFor(table.game.rulebook, 'offer-dice');
  if (stick) {
    return {
      after: pace.stickThrow,
      command: { do: 'throw', by: crewFor(table.game.rulebook, 'throw-for-nobody') },
    };
  }
  if (shooter === null) return null;
  if (table.dice.hand.length < 2) return chooseStep(table, shooter, pace);
  const ask = { do: 'ask-line', by };
  if (table.game.point !== null && decide(table, ask).ok) return { after: pace.choose, command: ask };
  const relieve = { do: 'relieve', by };
  // A shooter who is alone may take all the time in the world.
  const mayWait = table.game.point === null && table.game.players.length < 2;
  return !mayWait && decide(table, relieve).ok ? { after: pace.relieve, command: relieve } : null;
}

function chooseStep(table: Table, shooter: string, pace: Pace): CrewStep | null {
  const from = [...table.dice.hand, ...table.dice.bowl, ...table.dice.old];
  if (from.length >= 2)
    return {
      after: pace.choose,
      command: forPlayer(table, { do: 'choose', player: shooter, dice: from.slice(0, 2) }),
    };
  const [lost] = table.dice.off;
  return lost
    ? {
        after: pace.choose,
        command: { do: 'lose-die', die: lost, by: crewFor(table.game.rulebook, 'offer-dice') },
      }
    : null;
}

function thrownStep(table: Table, pace: Pace): CrewStep {
  const { noMoreBets } = table.game.rulebook.conduct.wagers;
  if (noMoreBets.value === 'announced' && !table.noMoreBets) {
    return {
      after: pace.noMoreBets,
      command: { do: 'no-more-bets', by: crewFor(table.game.rulebook, 'call-total') },
    };
  }
  return { after: pace.roll, draw: true };
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
