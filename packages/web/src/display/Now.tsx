import { DISPLAY, type EventOf, type Table } from '@boxperson/rules';
import { isRolled, type Told } from '../model.js';
import { sayRoll } from '../ui/call.js';
import { Face } from '../ui/Dice.js';

const ROLLS_MOST = 8;

/** The point, the shooter and what the dice showed. */
export function Now({ table, told }: { table: Table; told: readonly Told[] }) {
  const { point } = table.game;
  return (
    <section className="display-now" aria-label="The game">
      <div className={point === null ? 'display-puck off' : 'display-puck on'} data-point={point ?? 'off'}>
        <b>{point ?? 'OFF'}</b>
        <span>{point === null ? 'Come out roll' : 'The point is on'}</span>
      </div>
      <p className="display-shooter">
        <small>Shooter</small>
        <Shooter table={table} />
      </p>
      <Rolls table={table} told={told} />
    </section>
  );
}

function Shooter({ table }: { table: Table }) {
  const { shooter, offeredTo, stick } = table.shooter;
  const name = shooter ?? offeredTo;
  if (table.phase === 'closed') return <b>Closed</b>;
  if (name === null) return <b>{stick ? 'The stick throws' : 'Nobody yet'}</b>;
  const seat = table.game.players.find((player) => player.name === name)?.seat;
  return (
    <>
      {seat !== undefined && <span className="display-seat">{seat}</span>}
      <b>{name}</b>
      {shooter === null && <small>is offered the dice</small>}
    </>
  );
}

interface Shown {
  readonly n: number;
  readonly event: EventOf<'rolled'>;
}

/** Rolls that stand: one that was undone did not happen. */
function rollsIn(told: readonly Told[]): readonly Shown[] {
  const rolls: Shown[] = [];
  for (const { n, event } of told) {
    if (event.event === 'outcome-invalidated') rolls.pop();
    else if (isRolled(event)) rolls.push({ n, event });
  }
  return rolls;
}

/** The last rolls as they fell; where nobody may record outcomes, the crew's last call until the next throw (R56). */
function Rolls({ table, told }: { table: Table; told: readonly Told[] }) {
  const rolls = rollsIn(told);
  const last = rolls.at(-1);
  const only = DISPLAY[table.game.rulebook.id].outcomes.value === 'the-call';
  const isOut = table.phase === 'thrown' || table.phase === 'rolling';
  if (!last || (only && isOut)) return <div className="display-rolls" data-shows={only ? 'call' : 'rolls'} />;
  if (only)
    return (
      <div className="display-rolls" data-shows="call">
        <p className="display-call">{sayRoll(last.event)}</p>
      </div>
    );
  return (
    <div className="display-rolls" data-shows="rolls">
      <h2>Last rolls</h2>
      <ol aria-label="Last rolls, the latest first">
        {rolls
          .slice(-ROLLS_MOST)
          .reverse()
          .map(({ n, event }) => (
            <li key={n}>
              <b>{event.total}</b>
              <span role="img" aria-label={`${event.dice[0]} and ${event.dice[1]}`}>
                <Face face={event.dice[0]} />
                <Face face={event.dice[1]} />
              </span>
            </li>
          ))}
      </ol>
    </div>
  );
}
