import { type By, type Command, decide, type Rulebook, type Table } from '@boxperson/rules';

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

/** One automatic person per role of the book. */
export const crewOf = (book: Rulebook): readonly By[] =>
  book.roles.map(({ id }) => ({ role: id, id: `auto-${id}` }));

export const crewBy = (role: string): By => ({ role, id: `auto-${role}` });

/** Somebody of the crew who has the power; the highest where the book names nobody. */
export function crewFor(book: Rulebook, power: keyof Rulebook['powers']): By {
  const role = book.powers[power]?.role ?? (book.roles.at(-1)?.id as string);
  return crewBy(role);
}

/** The crew comes on duty, highest first: at a mini table an area manager allows the stickperson. */
export function missingCrew(table: Table): Command | null {
  const { rulebook } = table.game;
  const missing = [...crewOf(rulebook)]
    .reverse()
    .find(({ id }) => !table.staff.some(({ person }) => person === id));
  if (!missing) return null;
  const top = rulebook.roles.at(-1)?.id as string;
  return {
    do: 'staff',
    person: missing.id,
    role: missing.role,
    ...(missing.role === top ? {} : { by: crewBy(top) }),
  };
}

/** What an automatic crew does at a staffed table as it stands; null when it waits for somebody. */
export function crewStep(table: Table, pace: Pace): CrewStep | null {
  const coming = missingCrew(table);
  if (coming) return { after: 0, command: coming };
  switch (table.phase) {
    case 'offering':
      return offeringStep(table, pace);
    case 'betting':
      return bettingStep(table, pace);
    case 'thrown':
      return thrownStep(table, pace);
    case 'settling':
      return {
        after: pace.settle,
        command: { do: 'settle', by: crewFor(table.game.rulebook, 'settle-wagers') },
      };
    case 'rolling':
      return { after: pace.roll, draw: true };
    default:
      return null;
  }
}

function offeringStep(table: Table, pace: Pace): CrewStep | null {
  const { offeredTo } = table.shooter;
  if (offeredTo !== null) return { after: pace.answer, command: { do: 'decline', player: offeredTo } };
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
    return { after: pace.choose, command: { do: 'choose', player: shooter, dice: from.slice(0, 2) } };
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
export function withCrewsWord(table: Table, command: Command): Command {
  if (command['by'] !== undefined) return command;
  const { rulebook } = table.game;
  const power = powerFor(table, command);
  return power && rulebook.powers[power] ? { ...command, by: crewFor(rulebook, power) } : command;
}

function powerFor(table: Table, command: Command): keyof Rulebook['powers'] | null {
  if (command['do'] === 'call') return command['to'] === 'off' ? 'confirm-call-off' : 'confirm-call';
  return command['do'] === 'bet' && table.phase === 'thrown' ? 'confirm-late-wager' : null;
}
