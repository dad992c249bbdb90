import {
  type ActOption,
  type By,
  type Command,
  decide,
  guestOf,
  playsChips,
  type Table,
  type TableEvent,
  throwerOf,
} from '@boxperson/rules';
import { useState } from 'react';
import { useKeys } from '../../felt/keys.js';
import { dollars } from '../../ui/money.js';
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
  const [asked, setAsked] = useState<string | null>(null);
  const { title, hint, steps } = stepsAt(table);
  const tried = steps.map((step) => tryStep(table, by, step));
  const main = tried.find(({ look, why }) => look === 'main' && why === null);
  useKeys((key) => {
    // Whoever has put the focus on a button means that one.
    if (key !== 'Enter' || !main || !state.online || document.activeElement !== document.body) return false;
    void act(main.command);
    return true;
  });
  const press = ({ says, command, voids }: Tried): void => {
    setAsked(voids !== null && asked !== says ? says : null);
    if (voids === null || asked === says) void act(command);
  };
  return (
    <section className="panel shooter-panel" aria-label="The dice">
      <h2>{title}</h2>
      {hint && <p className="quiet">{hint}</p>}
      <div className="shooter-acts">
        {tried.map((step) =>
          step.why !== null && step.look === 'plain' ? null : (
            <StepButton
              key={step.says}
              step={step}
              isAsked={asked === step.says}
              onPress={() => press(step)}
            />
          ),
        )}
        {tried.some(({ says, voids }) => voids !== null && says === asked) && (
          <button type="button" onClick={() => setAsked(null)}>
            Not so
          </button>
        )}
      </div>
    </section>
  );
}

/** What ends a game for everybody is asked twice: a touch in passing must not do it (crown 5.2.2(b)). */
function StepButton({ step, isAsked, onPress }: { step: Tried; isAsked: boolean; onPress: () => void }) {
  const { says, look, why, voids } = step;
  return (
    <button
      type="button"
      className={look === 'main' ? 'main' : ''}
      disabled={why !== null}
      aria-pressed={voids === null ? undefined : isAsked}
      onClick={onPress}
    >
      {isAsked ? `Yes: ${says.charAt(0).toLowerCase()}${says.slice(1)}` : says}{' '}
      {look === 'main' && why === null && (
        <span className="key" aria-hidden="true">
          Enter
        </span>
      )}
      {why !== null && <small>{why.message}</small>}
      {isAsked && <small role="status">{voids}</small>}
    </button>
  );
}

/** A step put to the rules. */
interface Tried extends Step {
  readonly why: ActOption['why'];
  /** What it would void; null when the game goes on. */
  readonly voids: string | null;
}

function tryStep(table: Table, by: By, step: Step): Tried {
  const decided = decide(table, { by, ...step.command });
  if (!decided.ok) return { ...step, why: decided.refused, voids: null };
  const voided = decided.value.find(({ event }) => event === 'game-voided');
  return { ...step, why: null, voids: voided?.event === 'game-voided' ? sayVoided(table, voided) : null };
}

const sayVoided = ({ game }: Table, { returned }: Extract<TableEvent, { event: 'game-voided' }>): string =>
  `The game is void: the point ${game.point} goes${
    returned.length === 0
      ? ''
      : `, and ${dollars(returned.reduce((all, { amount }) => all + amount, 0))} of odds go back`
  }.`;

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
