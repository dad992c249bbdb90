import { type Cents, type Command, findPlayer, type Guest, stakesOf, type Table } from '@boxperson/rules';

/** Somebody with chips who left wagers to play out, and may be the one who comes now (R59). */
export interface Left {
  readonly player: string;
  /** What is left on the layout, tokens among it. */
  readonly stands: Cents;
  /** How the crew says that it is they. */
  readonly comesBack: Command;
}

/** Whoever gave no name is one by themselves to the house; whoever gave one goes by it. */
const STRANGER = 'chips-';
const NAMED = 'chips:';

/** Whoever has an account comes back to it by the card alone: of them nobody else says who they are. */
const isToldByCrew = ({ person }: Guest): boolean => person.startsWith(STRANGER) || person.startsWith(NAMED);

/** Of a stranger the person alone is said: decided just then, what they left is no reason to sit at another's number. */
const comingBack = ({ player, person }: Guest): Command =>
  person.startsWith(STRANGER) ? { person } : { player, person };

/** Those whom the crew may know again when they sit down with chips. */
export const leftStanding = (table: Table): readonly Left[] =>
  table.guests.flatMap((guest) => {
    const player = findPlayer(table.game, guest.player);
    if (!guest.gone || !guest.chips || !player || !isToldByCrew(guest)) return [];
    const stands = stakesOf(player);
    // What came back to them and is not paid out yet stands no more.
    return stands > 0 ? [{ player: guest.player, stands, comesBack: comingBack(guest) }] : [];
  });
