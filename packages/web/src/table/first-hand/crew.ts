import { type By, type Command, type Dice, decide, type Rulebook, type Table } from '@boxperson/rules';

// The crew of a table that somebody learns at, in their own browser. It waits for nobody and hurries nobody: whatever
// is the player's to do, the player does, whenever they like. The rules decide here as they do everywhere.

type Power = keyof Rulebook['powers'];

const crewBy = (role: string): By => ({ role, id: `crew-${role}` });

/** Somebody of the crew who has the power; the highest where the book names nobody. */
const having = (book: Rulebook, power: Power): By =>
  crewBy(book.powers[power]?.role ?? (book.roles.at(-1)?.id as string));

/** The crew comes on duty, highest first. */
function coming({ game: { rulebook }, staff }: Table): Command | null {
  const top = crewBy(rulebook.roles.at(-1)?.id as string);
  const missing = rulebook.roles.toReversed().find(({ id }) => !staff.some(({ role }) => role === id));
  if (!missing) return null;
  const { id: person, role } = crewBy(missing.id);
  return { do: 'staff', person, role, ...(staff.length > 0 ? { by: top } : {}) };
}

/** What the crew does next, and how long it takes over it; null when the player is to do something. */
export interface CrewStep {
  readonly after: number;
  readonly command: Command;
}

export function crewStep(table: Table, throwDice: () => Dice): CrewStep | null {
  const comes = coming(table);
  if (comes) return { after: 0, command: comes };
  const { rulebook } = table.game;
  const by = (power: Power): { by: By } => ({ by: having(rulebook, power) });
  switch (table.phase) {
    case 'offering': {
      const offer: Command = { do: 'offer', ...by('offer-dice') };
      const may = table.shooter.offeredTo === null && decide(table, offer).ok;
      return may ? { after: 500, command: offer } : null;
    }
    case 'betting':
      return handingOver(table);
    case 'thrown':
      return rulebook.conduct.wagers.noMoreBets.value === 'announced' && !table.noMoreBets
        ? { after: 400, command: { do: 'no-more-bets', ...by('call-total') } }
        : { after: 1_100, command: { do: 'roll', dice: throwDice(), ...by('call-total') } };
    case 'settling':
      return { after: 900, command: { do: 'settle', ...by('settle-wagers') } };
    default:
      return null;
  }
}

/** The stick gives the shooter two dice of the set. */
function handingOver({ shooter: { shooter }, dice }: Table): CrewStep | null {
  if (shooter === null || dice.hand.length >= 2) return null;
  const two = [...dice.hand, ...dice.bowl, ...dice.old].slice(0, 2);
  return { after: 500, command: { do: 'choose', player: shooter, dice: two } };
}

/** Calls on and off, and late wagers, want a dealer's word where the book says so: this crew gives it. */
export function withCrewsWord(table: Table, command: Command): Command {
  const { rulebook } = table.game;
  const power: Power | null =
    command['do'] === 'call'
      ? command['to'] === 'off'
        ? 'confirm-call-off'
        : 'confirm-call'
      : command['do'] === 'bet' && table.phase === 'thrown'
        ? 'confirm-late-wager'
        : null;
  return power && rulebook.powers[power] ? { ...command, by: having(rulebook, power) } : command;
}
