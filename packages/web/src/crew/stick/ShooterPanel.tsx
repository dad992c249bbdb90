import {
  type ActOption,
  type Command,
  decide,
  guestOf,
  playsChips,
  type Table,
  throwerOf,
} from '@boxperson/rules';
import { useKeys } from '../../felt/keys.js';
import { useCrew } from '../crew.js';
import { seatOf } from '../words.js';

/** Something that can be done with the dice now. */
interface Step {
  readonly says: string;
  readonly command: Command;
  readonly look: 'main' | 'plain';
}

/** Who has the dice, and the next thing to do with them. */
export function ShooterPanel() {
  const { table, by, act, state } = useCrew();
  const { title, hint, steps } = stepsAt(table);
  const tried = steps.map((step) => ({ ...step, why: whyNot(table, { by, ...step.command }) }));
  const main = tried.find(({ look, why }) => look === 'main' && why === null);
  useKeys((key) => {
    // Whoever has put the focus on a button means that one.
    if (key !== 'Enter' || !main || !state.online || document.activeElement !== document.body) return false;
    void act(main.command);
    return true;
  });
  return (
    <section className="panel shooter-panel" aria-label="The dice">
      <h2>{title}</h2>
      {hint && <p className="quiet">{hint}</p>}
      <div className="shooter-acts">
        {tried.map(({ says, command, look, why }) =>
          why !== null && look === 'plain' ? null : (
            <button
              type="button"
              key={says}
              className={look === 'main' ? 'main' : ''}
              disabled={why !== null}
              onClick={() => void act(command)}
            >
              {says}{' '}
              {look === 'main' && why === null && (
                <span className="key" aria-hidden="true">
                  Enter
                </span>
              )}
              {why !== null && <small>{why.message}</small>}
            </button>
          ),
        )}
      </div>
    </section>
  );
}

function whyNot(table: Table, command: Command): ActOption['why'] {
  const decided = decide(table, command);
  return decided.ok ? null : decided.refused;
}

interface Steps {
  readonly title: string;
  readonly hint?: string;
  readonly steps: readonly Step[];
}

function stepsAt(table: Table): Steps {
  switch (table.phase) {
    case 'offering':
      return offering(table);
    case 'betting':
      return betting(table);
    case 'thrown':
      return { title: 'The dice are out', steps: [NO_MORE_BETS] };
    case 'settling':
      return {
        title: 'Take and pay',
        hint: 'The dice wait in the centre until every line is done.',
        steps: [],
      };
    default:
      return { title: 'The table is closed', steps: [] };
  }
}

const NO_MORE_BETS: Step = { says: 'No more bets', command: { do: 'no-more-bets' }, look: 'plain' };

function offering(table: Table): Steps {
  const { offeredTo } = table.shooter;
  if (offeredTo === null)
    return { title: 'Offer the dice', steps: [{ says: 'Offer', command: { do: 'offer' }, look: 'main' }] };
  const title = `Offered to ${seatOf(table, offeredTo)}`;
  const goesOn: Step = {
    says: 'No answer: go on',
    command: { do: 'no-answer', player: offeredTo },
    look: 'plain',
  };
  if (!playsChips(table, offeredTo)) {
    const isAway = guestOf(table, offeredTo)?.away !== undefined;
    return { title, hint: isAway ? 'They are away.' : 'They answer at their screen.', steps: [goesOn] };
  }
  return {
    title,
    steps: [
      { says: 'Takes the dice', command: { do: 'accept', player: offeredTo }, look: 'main' },
      { says: 'Declines', command: { do: 'decline', player: offeredTo }, look: 'plain' },
    ],
  };
}

const RELIEF: readonly Step[] = [
  { says: 'Ask for a line wager', command: { do: 'ask-line' }, look: 'plain' },
  { says: 'Relieve the shooter', command: { do: 'relieve' }, look: 'plain' },
  { says: 'Holds up the game: dice go on', command: { do: 'relieve', late: true }, look: 'plain' },
];

/** crown 5.1.1: a shooter may let another throw, and may place no line wager though asked for one. */
const letsThrow = ({ game }: Table, shooter: string): readonly Step[] => [
  { says: 'Places no line wager', command: { do: 'refuse-line', player: shooter }, look: 'plain' },
  ...game.players
    .filter(({ name }) => name !== shooter)
    .map(
      ({ name, seat }): Step => ({
        says: `Lets seat ${seat} throw`,
        command: { do: 'authorise', player: shooter, thrower: name },
        look: 'plain',
      }),
    ),
];

function betting(table: Table): Steps {
  const { shooter, stick } = table.shooter;
  if (stick)
    return {
      title: 'You throw',
      hint: 'Nobody took the dice and wagers are undecided.',
      steps: [{ says: 'Dice are out', command: { do: 'throw' }, look: 'main' }],
    };
  const thrower = throwerOf(table);
  if (shooter === null || thrower === null) return { title: 'Nobody has the dice', steps: [] };
  const title = `${seatOf(table, thrower)} shoots`;
  if (!playsChips(table, thrower))
    return { title, hint: 'They throw from their screen.', steps: [NO_MORE_BETS, ...RELIEF] };
  return {
    title,
    steps: [
      { says: 'Dice are out', command: { do: 'throw', player: thrower }, look: 'main' },
      NO_MORE_BETS,
      { says: 'Passes the dice', command: { do: 'pass', player: shooter }, look: 'plain' },
      ...RELIEF,
      ...letsThrow(table, shooter),
    ],
  };
}
