import type { Moment } from '@boxperson/offices';
import { nameOf, type Player } from '@boxperson/rules';
import { lineIdOf } from '@boxperson/rules/dealing';
import { Moments, useLastRolls } from '../../staff/Moments.js';
import { OpenCase } from '../../staff/OpenCase.js';
import type { About } from '../../staff/open-case.js';
import { placeInRole, type Workplace } from '../../staff/workplace.js';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import '../../staff/styles/case.css';

/** Where somebody at this console opens cases; null for whoever is not of the staff, as at the school. */
export function useCasePlace(): Workplace | null {
  const { person, table, by } = useCrew();
  return placeInRole(person, table.game.rulebook.id, by.role);
}

interface CasePanelProps {
  readonly place: Workplace;
  readonly onDone: () => void;
}

/** What a case may be about from here: the table, somebody, a wager, a roll or a line of it. A touch fills in the form. */
export function CasePanel({ place, onDone }: CasePanelProps) {
  const { id, about, table } = useCrew();
  const rolls = useLastRolls(id, table.throws);
  const from = `/crew/${encodeURIComponent(id)}/box`;
  // The last roll is frozen with it, whatever it is about: the rules, the sign and the crew of that moment.
  const [last = null] = rolls ?? [];
  const then = last ? { roll: String(last.n) } : {};
  const whole: About = { kind: 'complaint', table: id, ...then, says: `At ${about.name}.`, from };
  return (
    <section className="panel box-act box-case" aria-label="Open a case">
      <header>
        <h2>A case about what?</h2>
        <button type="button" onClick={onDone}>
          Back to the table
        </button>
      </header>
      {rolls === null && <p className="quiet">Reading the record…</p>}
      {rolls && (
        <>
          <div className="box-choices">
            <OpenCase place={place} about={whole}>
              The table
            </OpenCase>
            {table.game.players.map((player) => (
              <OpenCase key={player.name} place={place} about={{ ...whole, ...somebody(player) }}>
                Seat {player.seat}, {player.name}
              </OpenCase>
            ))}
          </div>
          <Since place={place} last={last} about={{ ...whole, kind: 'dispute' }} />
          <Moments place={place} moments={rolls} from={from} />
        </>
      )}
    </section>
  );
}

const somebody = ({ name, seat }: Player): About => ({
  player: name,
  seat: String(seat),
  says: `Of ${name}, seat ${seat}.`,
});

/** Wagers that the last roll did not see: they are in no line of it. */
function Since({ place, last, about }: { place: Workplace; last: Moment | null; about: About }) {
  const { table } = useCrew();
  // What stands since the roll is a line of it; what the roll decided and was put up again is not.
  const seen = new Set(
    last?.after?.players.flatMap(({ player, wagers }) => wagers.map(({ wager }) => `${wager}/${player}`)),
  );
  const fresh = table.game.players.flatMap((player) =>
    player.wagers
      .filter(({ spot }) => !seen.has(lineIdOf('', player.name, spot).slice(1)))
      .map((wager) => ({ player, wager, name: nameOf(table.game.rulebook, wager.spot) })),
  );
  if (fresh.length === 0) return null;
  return (
    <>
      <h3>Put up since the last roll</h3>
      <ul className="case-moment-lines">
        {fresh.map(({ player, wager: { spot, amount }, name }) => (
          <li key={`${spot.index}/${player.name}`} data-wager={spot.index}>
            <span>
              {player.name}: {name} {dollars(amount)}
            </span>
            <span />
            <OpenCase
              place={place}
              about={{
                ...about,
                ...somebody(player),
                says: `${name}, ${dollars(amount)}, of ${player.name}: put up, and not decided yet.`,
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
