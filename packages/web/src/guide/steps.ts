import { nameOf, type Spot, spotOf, type Table } from '@boxperson/rules';
import { isRolled, type TableState } from '../model.js';

/** What a step knows of the table: nothing that the player could not see. */
export interface Scene {
  readonly table: Table;
  readonly state: TableState;
  readonly player: string | null;
}

export interface Step {
  readonly title: string;
  says(scene: Scene): string;
  /** Where to look: the first of these that is on the page. */
  readonly points: readonly string[];
  /** The step moves on by itself once this holds. */
  done?(scene: Scene): boolean;
}

const standsOn = ({ table, player }: Scene, spot: Spot): boolean =>
  table.game.players
    .find(({ name }) => name === player)
    ?.wagers.some((wager) => wager.spot.index === spot.index) ?? false;

const hasLine = (scene: Scene): boolean =>
  standsOn(scene, spotOf('pass')) || standsOn(scene, spotOf('dont-pass'));

const line = ({ table }: Scene): string => nameOf(table.game.rulebook, spotOf('pass'));
const odds = ({ table }: Scene): string => nameOf(table.game.rulebook, spotOf('pass-odds'));
const electronic = ({ table }: Scene): boolean => table.game.rulebook.conduct.run.value === 'electronic';

const lastRoll = ({ state }: Scene) =>
  state.told
    .map(({ event }) => event)
    .filter(isRolled)
    .at(-1);

/** What the come out roll did, said of the roll that was. */
function sayComeOut(scene: Scene): string {
  const roll = lastRoll(scene);
  const name = line(scene);
  switch (roll?.call) {
    case 'natural':
      return `${roll.total} on the come out: the ${name} wins at once. The next roll is a come out again.`;
    case 'craps':
      return `${roll.total} on the come out: the ${name} loses at once. The next roll is a come out again.`;
    case 'point-set':
      return `${roll.total} is the point now, and the puck shows it. The ${name} wins if it is rolled again before a 7.`;
    default:
      return `The first roll wins or loses the ${name} at once, or sets the point: then the puck shows it.`;
  }
}

/** Eight steps through a first hand, at a table of one's own. */
export const GUIDE: readonly Step[] = [
  {
    title: 'Take a place',
    says: () =>
      'This table is yours alone: no clock runs, nobody waits, no money is anybody’s. Sit down to begin.',
    points: ['[data-guide="sit"]', '.sit button'],
    done: ({ player }) => player !== null,
  },
  {
    title: 'Your money',
    says: () =>
      'Credit is what you can still bet. At risk is what lies on the felt. Every roll says what it paid, and the two always add up.',
    points: ['[data-guide="meters"]', '.meters'],
  },
  {
    title: 'Pick a chip',
    says: () => 'Choose how much one tap bets. Hold a place on the felt to type an amount.',
    points: ['[data-guide="chips"]', '[role="radiogroup"]', '.chips'],
  },
  {
    title: 'Bet on the line',
    says: (scene) => `Tap the ${line(scene)}. It is where most hands begin.`,
    points: ['[data-wager="pass"]'],
    done: hasLine,
  },
  {
    title: 'Take the dice',
    says: (scene) =>
      electronic(scene)
        ? 'When the ring runs out, betting closes. If the dice are yours, SHOOT lights up.'
        : 'The dice are offered to you: take them. At a full table they go round, and somebody else may have them first.',
    points: ['[data-guide="shoot"]', '.shoot'],
    done: ({ table, player }) => player !== null && table.shooter.shooter === player,
  },
  {
    title: 'Throw',
    says: (scene) =>
      hasLine(scene)
        ? 'Bets stay open until the dice are out. Throw when you are ready: nobody hurries you here.'
        : `Whoever throws has a bet on a line: tap the ${line(scene)} first, then throw.`,
    points: ['[data-guide="shoot"]', '.shoot'],
    done: (scene) => (scene.state.told.at(-1)?.n ?? 0) > 0 && lastRoll(scene) !== undefined,
  },
  {
    title: 'The come out roll',
    says: sayComeOut,
    points: ['[data-guide="puck"]', '.felt-puck', '.last'],
  },
  {
    title: 'Odds, and on you go',
    says: (scene) =>
      `With a point on, ${odds(scene)} may go with your line wager. Undo takes back any bet until the dice are out, and Help says the rest. That is a hand: have a good evening.`,
    points: ['[data-wager="pass-odds"]', '.acts'],
  },
];
