import { DISPLAY, type EventOf, type Table } from '@boxperson/rules';
import { isRolled, type Told } from '../model.js';
import { sayRoll } from '../ui/call.js';
import { Face } from '../ui/Dice.js';
import { Markers, markedIn } from './Markers.js';
import { Notices } from './Notices.js';
import { noticesOf } from './notices.js';

const ROLLS_MOST = 8;
/** Fewer beside a notice or a marker, and none beside two: those come first. */
const rollsBeside = (table: Table): number => {
  const others = noticesOf(table).length + (markedIn(table).length > 0 ? 1 : 0);
  return Math.max(0, ROLLS_MOST - 4 * others);
};

interface NowProps {
  readonly table: Table;
  readonly told: readonly Told[];
  readonly now: () => number;
}

/** The point, the shooter, what is announced and what the dice showed. */
export function Now({ table, told, now }: NowProps) {
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
      <Notices table={table} now={now} />
      <Markers table={table} />
      <Rolls table={table} told={told} most={rollsBeside(table)} />
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
function Rolls({ table, told, most }: Pick<NowProps, 'table' | 'told'> & { readonly most: number }) {
  const rolls = rollsIn(told);
  const last = rolls.at(-1);
  const only = DISPLAY[table.game.rulebook.id].outcomes.value === 'the-call';
  const isOut = table.phase === 'thrown' || table.phase === 'rolling';
  if (!last || most === 0 || (only && isOut))
    return <div className="display-rolls" data-shows={only ? 'call' : 'rolls'} />;
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
          .slice(-most)
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
