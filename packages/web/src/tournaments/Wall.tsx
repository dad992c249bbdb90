import { leftAt, type Round, type Terms, type Tournament, tellChips, termsOf } from '@boxperson/offices';
import { useEffect, useState } from 'react';
import { useSeconds, useTournament } from './line.js';
import { callOf, isFinal, isSeated, type Ranked, rankedIn, tellTable, tellWhen } from './standing.js';
import './styles/wall.css';

/** So many tables are read at ten metres at once; where there are more, they take turns. */
const TABLES_AT_ONCE = 3;
const TURN_MS = 8_000;
/** So many names fit below each other in letters of that size: the best of a table. */
const ROWS_MOST = 10;
const FEW = 8;

/** What hangs on the wall: time or rolls left, banks after every roll, and the cut line. */
export function Wall({ matter }: { matter: string }) {
  const { state, missing, online, now } = useTournament(matter, 'anybody');
  const at = useSeconds(now);
  useEffect(() => {
    document.title = state ? `${state.name} · Wall` : 'Tournament';
  }, [state]);
  const terms = state && termsOf(state);
  return (
    <div className={online ? 'wall' : 'wall cut'}>
      {!online && (
        <p className="wall-cut" role="alert">
          The line to the house is lost. What stands here may be old.
        </p>
      )}
      {missing && <p className="wall-wait">There is no tournament {matter}.</p>}
      {state && terms ? (
        <Shown state={state} terms={terms} at={at} />
      ) : (
        <p className="wall-wait">{missing ? '' : 'Soon.'}</p>
      )}
    </div>
  );
}

interface ShownProps {
  readonly state: Tournament;
  readonly terms: Terms;
  readonly at: number;
}

function Shown({ state, terms, at }: ShownProps) {
  const round = state.rounds.at(-1);
  return (
    <>
      <header className="wall-head">
        <h1>{state.name}</h1>
        <p>{round ? titleOf(state, terms, round) : 'Before the first round'}</p>
      </header>
      {state.stage === 'over' ? (
        <Results state={state} />
      ) : round && round.phase !== 'prepared' ? (
        <Tables state={state} terms={terms} round={round} at={at} />
      ) : (
        <p className="wall-wait">
          {round
            ? 'The lots are drawn now.'
            : `${Object.keys(state.entries).length} entries · ${tellWhen(terms.starts.at)}`}
        </p>
      )}
    </>
  );
}

function titleOf(state: Tournament, terms: Terms, round: Round): string {
  if (round.kind === 'repechage') return 'Repechage';
  const count = state.rounds.filter(({ kind }) => kind === 'round').length;
  return isFinal(state, terms, round) ? 'Final' : `Round ${count}`;
}

/** Which tables are shown, when there are more than fit. */
function useTurn(pages: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (pages < 2) return;
    const timer = setInterval(() => setTurn((before) => before + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [pages]);
  return pages === 0 ? 0 : turn % pages;
}

const seatOf = (round: Round, { player }: Ranked): number | undefined =>
  round.places.find((place) => place.player === player)?.seat;

const bySeat = (state: Tournament, round: Round): readonly Ranked[] =>
  [...rankedIn(state, round)].sort((one, other) => (seatOf(round, one) ?? 0) - (seatOf(round, other) ?? 0));

function Tables({ state, terms, round, at }: ShownProps & { round: Round }) {
  const ranked = isSeated(round) ? bySeat(state, round) : rankedIn(state, round);
  const most = Math.max(...round.tables.map((table) => ranked.filter((one) => one.table === table).length));
  const pages = Math.ceil(round.tables.length / TABLES_AT_ONCE);
  const page = useTurn(pages);
  const shown = round.tables.slice(page * TABLES_AT_ONCE, (page + 1) * TABLES_AT_ONCE);
  return (
    <main className="wall-tables">
      {shown.map((table) => (
        <section key={table} className={most > FEW ? 'wall-table' : 'wall-table wall-few'}>
          <h2>{tellTable(table)}</h2>
          <p className="wall-left">
            {round.phase === 'cut'
              ? 'over'
              : isSeated(round)
                ? 'take your seats'
                : callOf(leftAt(terms, round, table, at))}
          </p>
          <ol>
            {ranked
              .filter((one) => one.table === table)
              .slice(0, ROWS_MOST)
              .map((one, place, here) => (
                <Line
                  key={one.player}
                  one={one}
                  seat={isSeated(round) ? (seatOf(round, one) ?? 0) : null}
                  isCut={one.goesOn && here[place + 1]?.goesOn === false}
                />
              ))}
          </ol>
        </section>
      ))}
    </main>
  );
}

interface LineProps {
  readonly one: Ranked;
  /** Before play begins: their seat. */
  readonly seat: number | null;
  readonly isCut: boolean;
}

const Line = ({ one, seat, isCut }: LineProps) => (
  <li className={seat !== null ? '' : isCut ? 'wall-cut-line' : one.goesOn ? 'goes-on' : ''}>
    <b>{one.name}</b>
    <span>{seat === null ? tellChips(one.bank).replace(' chips', '') : `seat ${seat}`}</span>
  </li>
);

const Results = ({ state }: { state: Tournament }) => (
  <main className="wall-results">
    <ol>
      {state.places.slice(0, 8).map((entry) => (
        <li key={entry}>
          <b>{state.entries[entry]?.name}</b>
          <span>{prizeOf(state, entry)}</span>
        </li>
      ))}
    </ol>
  </main>
);

const prizeOf = ({ prizes }: Tournament, entry: string): string => {
  const prize = prizes.find(({ player }) => player === entry);
  return prize ? `$${(prize.amount / 100).toLocaleString('en-AU')}` : '';
};
