import {
  leftAt,
  ordered,
  type Round,
  type Standing,
  standingsIn,
  type Terms,
  type Tournament,
  tellChips,
  throughOf,
} from '@boxperson/offices';
import { useEffect, useState } from 'react';
import { useStaff, useTableNames } from '../../staff.js';
import { type Press, type Presses, PressRow } from './acting.js';

interface RoundProps {
  readonly state: Tournament;
  readonly round: Round;
  readonly terms: Terms;
  readonly presses: Presses;
}

/** The time of the house, read again while something counts down. */
function useNowAgain(): number {
  const { now } = useStaff();
  const [at, setAt] = useState(now);
  useEffect(() => {
    setAt(now());
    const timer = setInterval(() => setAt(now()), 500);
    return () => clearInterval(timer);
  }, [now]);
  return at;
}

const BEFORE_AND_AFTER: Readonly<Record<Exclude<Round['phase'], 'running'>, string>> = {
  prepared: 'lots to be drawn',
  drawn: 'by seats',
  cut: 'over',
};

const seatIn = ({ places }: Round, entry: string): number =>
  places.find(({ player }) => player === entry)?.seat ?? 0;

/** Those of a table by their banks; before play begins nobody has any, and they are told by their seats. */
function hereIn(round: Round, order: readonly Standing[], id: string): readonly Standing[] {
  const here = order.filter(({ table }) => table === id);
  return round.phase === 'drawn'
    ? [...here].sort((one, other) => seatIn(round, one.player) - seatIn(round, other.player))
    : here;
}

/** Every table of the round: how much is left, everybody by their banks, the cut line, and what may be done there. */
export function RoundTables(props: RoundProps) {
  const { state, round, terms } = props;
  const now = useNowAgain();
  const order =
    round.order.length > 0
      ? round.order
      : ordered(standingsIn(state, round), terms.winners.ties, round.seed ?? '');
  const through = throughOf(order, terms, round.kind);
  return (
    <section aria-labelledby="director-tables">
      <h3 id="director-tables">Tables</h3>
      <div className="director-tables">
        {round.tables.map((id) => (
          <TableCard
            key={id}
            {...props}
            id={id}
            left={round.phase === 'running' ? leftAt(terms, round, id, now) : BEFORE_AND_AFTER[round.phase]}
            here={hereIn(round, order, id)}
            through={through}
          />
        ))}
      </div>
      {round.seed && (
        <p className="quiet director-seed">
          Dice {round.faces} · seed <code>{round.seed}</code>
        </p>
      )}
    </section>
  );
}

interface CardProps extends RoundProps {
  readonly id: string;
  readonly left: string;
  readonly here: readonly Standing[];
  readonly through: readonly string[];
}

function TableCard({ id, left, here, through, ...props }: CardProps) {
  const { round, presses } = props;
  const name = useTableNames()(id);
  return (
    <article className="director-table" aria-label={name}>
      <header>
        <h4>{name}</h4>
        <b>{left}</b>
      </header>
      <ol>
        {here.map((one) => (
          <Player key={one.player} {...props} one={one} goesOn={through.includes(one.player)} />
        ))}
      </ol>
      {round.phase === 'running' && !Object.hasOwn(round.ended, id) && (
        <PressRow presses={presses} of={tablePresses(props, id)} />
      )}
      {round.phase === 'running' && Object.hasOwn(round.ended, id) && (
        <p className="quiet">Play has ended here.</p>
      )}
    </article>
  );
}

/** What the director does at one table. */
function tablePresses({ round, terms }: Pick<RoundProps, 'round' | 'terms'>, id: string): readonly Press[] {
  const clock = round.clocks[id];
  const here = round.places.filter(({ table }) => table === id).map(({ player }) => player);
  const sealed = here.flatMap((player) => round.seals[player] ?? []).filter(({ called }) => !called).length;
  const body = { table: id };
  return [
    ...(clock?.stoppedAt == null
      ? [{ verb: 'stop-clock', says: 'Stop its clock', body, asks: { field: 'reason', label: 'Why' } }]
      : [{ verb: 'resume-clock', says: 'Its clock goes on', body, main: true }]),
    ...(clock?.ms != null && !clock.called
      ? [
          {
            verb: 'add-time',
            says: 'More time',
            body,
            asks: { field: 'minutes', label: 'Minutes', number: true },
          },
        ]
      : []),
    ...(sealed > 0 ? [{ verb: 'call-seals', says: `Call for ${sealed} sealed`, body }] : []),
    ...(clock?.called ? [{ verb: 'end-table', says: 'Play ends here', body }] : []),
    { verb: 'end-table', says: 'End: certain who goes on', body: { ...body, early: 'decided' } },
    ...(terms.chipsAfter.centsPerDollar > 0
      ? [{ verb: 'end-table', says: 'End: all agree', body: { ...body, early: 'all-agree' } }]
      : []),
  ];
}

interface PlayerProps extends RoundProps {
  readonly one: Standing;
  readonly goesOn: boolean;
}

function Player({ state, round, terms, presses, one, goesOn }: PlayerProps) {
  const [open, setOpen] = useState(false);
  const { player: entry } = one;
  const entrant = state.entries[entry];
  const isDrawn = round.phase === 'drawn';
  const isFirst = Object.values(round.shooters).includes(entry);
  const taken = round.taken[entry] ?? 0;
  const notes = [
    ...(entrant?.staff ? ['staff'] : []),
    ...(taken > 0 ? [`${tellChips(taken)} taken`] : []),
    ...(round.bought?.[entry] ? ['bought again'] : []),
    ...tellSeals(round.seals[entry] ?? []),
  ];
  return (
    <li className={goesOn && !isDrawn ? 'goes-on' : ''}>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span>
          {goesOn && !isDrawn ? '✓ ' : ''}
          {entrant?.name}{' '}
          <small>
            entry {entry}, seat {seatIn(round, entry)}
          </small>
        </span>
        <b>{isDrawn ? (isFirst ? 'dice first' : '') : tellChips(one.bank)}</b>
      </button>
      {notes.length > 0 && <p className="quiet">{notes.join(' · ')}</p>}
      {open && <PressRow presses={presses} of={playerPresses(entry, terms, round)} />}
    </li>
  );
}

const tellSeals = (seals: NonNullable<Round['seals'][string]>): readonly string[] =>
  seals.map(({ wager, called, put, why }) => {
    if (put === 'refused') return `“${wager}” could not be put down: ${why ?? ''}`;
    if (wager !== null) return `“${wager}”${put === 'placed' ? ' is on the layout' : ' is open'}`;
    return called ? 'sealed wager is called' : 'has sealed a wager';
  });

/** What the director does about one player: by the terms. */
function playerPresses(entry: string, terms: Terms, round: Round): readonly Press[] {
  const ground = { field: 'ground', label: 'Why' };
  const conduct = (what: string, says: string): Press => ({
    verb: 'note-conduct',
    says,
    body: { entry, what },
  });
  return [
    ...(round.phase === 'running' && terms.penalties.chips > 0
      ? [
          {
            verb: 'penalise',
            says: `Take ${tellChips(terms.penalties.chips)}`,
            body: { entry, chips: terms.penalties.chips },
            asks: ground,
          },
        ]
      : []),
    conduct('late', 'Came late'),
    conduct('absence', 'Is away'),
    conduct('phone', 'Uses a phone'),
    { verb: 'disqualify', says: 'Disqualify', body: { entry }, asks: ground },
    { verb: 'retire', says: 'Retires', body: { entry } },
  ];
}
