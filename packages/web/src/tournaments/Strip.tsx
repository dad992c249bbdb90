import { leftAt, type Round, type Terms, type Tournament, tellChips, termsOf } from '@boxperson/offices';
import { useEffect } from 'react';
import { go } from '../ui/go.js';
import { Link } from '../ui/Link.js';
import { useAsking } from './Entrance.js';
import { useSeconds, useTournament } from './line.js';
import { Seals } from './Seals.js';
import { callOf, isFinal, isQuick, type Mine, mineIn, rankedIn, tellTable } from './standing.js';
import './styles/tournaments.css';

interface StripProps {
  readonly matter: string;
  readonly table: string;
}

/** The table below gives the strip as much room as it takes. */
function giveRoom(strip: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--cup-high', `${strip.offsetHeight}px`));
  observer.observe(strip);
  return () => {
    observer.disconnect();
    style.removeProperty('--cup-high');
  };
}

/** What a player wants to know at the table: bank, rank, what is left, how far it is to the cut; and what comes next. */
export function Strip({ matter, table }: StripProps) {
  const { state, now } = useTournament(matter, 'myself');
  const at = useSeconds(now);
  const terms = state && termsOf(state);
  const round = state?.rounds.at(-1);
  if (!state || !terms || !round) return null;
  const mine = mineIn(state);
  const runsHere = round.phase === 'running' && round.tables.includes(table) && state.stage === 'closed';
  return (
    <aside ref={giveRoom} className="cup-strip" aria-label={state.name}>
      <Link href={`/tournaments/${matter}`}>{state.name}</Link>
      {runsHere && !Object.hasOwn(round.ended, table) ? (
        <Running {...{ matter, table, state, terms, round, mine }} left={leftAt(terms, round, table, at)} />
      ) : (
        <Between {...{ matter, table, state, round, mine }} />
      )}
    </aside>
  );
}

interface RunningProps extends StripProps {
  readonly state: Tournament;
  readonly terms: Terms;
  readonly round: Round;
  readonly mine: Mine | null;
  readonly left: string;
}

function Running({ matter, table, state, terms, round, mine, left }: RunningProps) {
  const here = rankedIn(state, round).filter((one) => one.table === table);
  const own = here.findIndex((one) => one.player === mine?.entry);
  const me = here[own];
  const last = here.filter(({ goesOn }) => goesOn).at(-1);
  return (
    <>
      <b className="cup-left">{callOf(left)}</b>
      {me && (
        <span>
          Bank <b>{tellChips(me.bank)}</b>, place <b>{own + 1}</b> of {here.length}
        </span>
      )}
      {last && (
        <span className={me?.goesOn ? 'cup-in' : 'cup-out'}>
          {me?.goesOn ? 'You would go on: ' : ''}
          the cut is at {tellChips(last.bank)}
        </span>
      )}
      {isFinal(state, terms, round) && <span>The final: the largest bank wins</span>}
      {me && mine && <OwnActs {...{ matter, state, terms, round, mine }} bank={me.bank} />}
    </>
  );
}

interface OwnActsProps {
  readonly matter: string;
  readonly state: Tournament;
  readonly terms: Terms;
  readonly round: Round;
  readonly mine: Mine;
  readonly bank: number;
}

/** What one does at the table beside betting: sealed wagers, and chips again where the terms sell them. */
function OwnActs({ matter, state, terms, round, mine, bank }: OwnActsProps) {
  const { fault, ask } = useAsking(matter);
  const mayBuy = terms.fees.reBuy > 0 && bank === 0 && !round.bought?.[mine.entry];
  return (
    <>
      {mayBuy && (
        <button type="button" onClick={() => void ask({ do: 're-buy', entry: mine.entry } as { do: string })}>
          Buy {tellChips(terms.bank.chips)} again
        </button>
      )}
      {terms.secret && (
        <details className="cup-seal">
          <summary>Sealed wager</summary>
          <Seals
            matter={matter}
            round={round}
            count={state.rounds.length}
            entry={mine.entry}
            says=""
            most={terms.secret.perRound}
            ask={ask}
          />
        </details>
      )}
      {fault && <span role="alert">{fault}</span>}
    </>
  );
}

interface BetweenProps extends StripProps {
  readonly state: Tournament;
  readonly round: Round;
  readonly mine: Mine | null;
}

const LEAD_MS = 2_500;

/** Before, between and after rounds: whether one goes on, where to, and how it ended. */
function Between({ matter, table, state, round, mine }: BetweenProps) {
  const place = round.places.find(({ player }) => player === mine?.entry);
  const next = round.phase === 'running' && place && place.table !== table ? place : null;
  const leads = next !== null && isQuick(matter);
  useEffect(() => {
    if (!leads || !next) return;
    const timer = setTimeout(() => go(`/table/${next.table}`), LEAD_MS);
    return () => clearTimeout(timer);
  }, [leads, next]);
  if (state.stage === 'over') return <Ended matter={matter} state={state} mine={mine} />;
  if (next)
    return (
      <span role="status">
        <b>You go on:</b> {tellTable(next.table)}, seat {next.seat}.{' '}
        <Link className="button-link" href={`/table/${next.table}`}>
          To the table
        </Link>
      </span>
    );
  const says =
    mine?.entrant.stands === 'out'
      ? 'You are out. Thank you for playing.'
      : round.phase === 'running'
        ? 'Play has ended here: the other tables finish.'
        : 'The next round is drawn in a moment.';
  return <b role="status">{says}</b>;
}

function Ended({ matter, state, mine }: { matter: string; state: Tournament; mine: Mine | null }) {
  const place = mine ? state.places.indexOf(mine.entry) + 1 : 0;
  const [winner] = state.places;
  return (
    <span role="status">
      <b>{place === 1 ? 'You have won!' : `${state.entries[winner ?? '']?.name ?? ''} wins.`}</b>{' '}
      {place > 1 && `You are placed ${place} of ${state.places.length}. `}
      <Link className="button-link" href={`/tournaments/${matter}`}>
        Results
      </Link>{' '}
      {isQuick(matter) && (
        <Link className="button-link" href="/tournaments/quick">
          Play again
        </Link>
      )}
    </span>
  );
}
