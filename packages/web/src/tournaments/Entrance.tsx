import {
  leftAt,
  type Round,
  type Terms,
  type Tournament,
  tellChips,
  tellTerms,
  termsOf,
} from '@boxperson/offices';
import { type FormEvent, useEffect, useState } from 'react';
import { askTournament } from '../house.js';
import { go } from '../ui/go.js';
import { Link } from '../ui/Link.js';
import { Print } from '../ui/Print.js';
import { Shell } from '../ui/Shell.js';
import { useSeconds, useTournament } from './line.js';
import { Seals } from './Seals.js';
import { isQuick, type Mine, mineIn, rankedIn, tellStage, tellTable, tellWhen } from './standing.js';

/** For whoever wants to play: the terms, entering, one's own place, and everything that is published. */
export function Entrance({ matter }: { matter: string }) {
  const [round, setRound] = useState(0);
  return <Watching key={round} matter={matter} onCameIn={() => setRound(round + 1)} />;
}

function Watching({ matter, onCameIn }: { matter: string; onCameIn: () => void }) {
  const { state, missing, now } = useTournament(matter, 'myself');
  const terms = state && termsOf(state);
  return (
    <Shell
      title={state?.name ?? 'Tournament'}
      here="/tournaments"
      area="Tournaments"
      places={[['/tournaments', 'Tournaments']]}
      home={['/', 'The tables']}
      lead={state ? tellStage(state.stage) : undefined}
    >
      {missing && <p className="quiet">There is no tournament of that name.</p>}
      {state && !terms && <p className="quiet">Its terms are not published yet.</p>}
      {state && terms && <Open matter={matter} state={state} terms={terms} now={now} onCameIn={onCameIn} />}
    </Shell>
  );
}

interface OpenProps {
  readonly matter: string;
  readonly state: Tournament;
  readonly terms: Terms;
  readonly now: () => number;
  readonly onCameIn: () => void;
}

function Open({ matter, state, terms, now, onCameIn }: OpenProps) {
  const mine = mineIn(state);
  const round = state.rounds.at(-1);
  return (
    <div className="cup">
      {mine ? (
        <Own matter={matter} state={state} terms={terms} mine={mine} now={now} />
      ) : (
        state.stage === 'entries' && <Enter matter={matter} state={state} terms={terms} onCameIn={onCameIn} />
      )}
      {state.places.length > 0 && <Results state={state} />}
      {state.stage === 'over' && isQuick(matter) && (
        <p>
          <Link className="button-link" href="/tournaments/quick">
            Play again
          </Link>
        </p>
      )}
      {round && <RoundView state={state} terms={terms} round={round} now={now} />}
      {round?.seed && <Lots round={round} count={state.rounds.length} />}
      <Print title={`Terms and conditions, version ${state.versions.length}`} act="Print the terms">
        <dl className="cup-terms">
          {tellTerms(terms as never).map(({ clause, title, says }) => (
            <div key={clause}>
              <dt>
                {title} <small>§ {clause}</small>
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </Print>
    </div>
  );
}

/** Somebody presses, the house answers: what it refuses stands there. */
export function useAsking(matter: string) {
  const [fault, setFault] = useState<string | null>(null);
  const ask = async (command: { readonly do: string }): Promise<boolean> => {
    try {
      await askTournament(matter, command);
      setFault(null);
      return true;
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'The house cannot be reached.');
      return false;
    }
  };
  return { fault, ask };
}

function Enter({ matter, state, terms, onCameIn }: Omit<OpenProps, 'now'>) {
  const { fault, ask } = useAsking(matter);
  const [signature, setSignature] = useState('');
  const [publicity, setPublicity] = useState(false);
  const [accept, setAccept] = useState(false);
  const signs = terms.offers.includes('signature');
  const isOneClick = isQuick(matter);
  const enter = async (event: FormEvent) => {
    event.preventDefault();
    const said = {
      do: 'enter',
      accept: accept || isOneClick,
      version: state.versions.length,
      publicity,
      ...(signs ? { signature } : {}),
    };
    if (await ask(said)) onCameIn();
  };
  const { entry, buyIn, money } = terms.fees;
  return (
    <form className="panel cup-enter" onSubmit={enter} aria-label="Enter the tournament">
      <h2>Enter</h2>
      <p>
        Entry fee ${(entry / 100).toLocaleString('en-AU')}, buy-in ${(buyIn / 100).toLocaleString('en-AU')} of{' '}
        {money} money. Everybody starts with {tellChips(terms.bank.chips)}.
      </p>
      {isOneClick ? (
        <p>By entering you accept the terms below. Bots take the other places, and play begins at once.</p>
      ) : (
        <label>
          <input type="checkbox" checked={accept} onChange={({ target }) => setAccept(target.checked)} /> I
          have read the terms below and accept them
        </label>
      )}
      {signs && (
        <label>
          Signature{' '}
          <input
            value={signature}
            onChange={({ target }) => setSignature(target.value)}
            autoComplete="name"
          />
        </label>
      )}
      {!isOneClick && (
        <label>
          <input
            type="checkbox"
            checked={publicity}
            onChange={({ target }) => setPublicity(target.checked)}
          />{' '}
          My name and picture may be used to advertise the house (only if you wish)
        </label>
      )}
      {fault && <p role="alert">{fault}</p>}
      <button type="submit" className="act" disabled={!accept && !isOneClick}>
        {isOneClick ? 'Accept the terms and play' : 'Enter'}
      </button>
    </form>
  );
}

interface OwnProps extends Omit<OpenProps, 'onCameIn'> {
  readonly mine: Mine;
}

const STANDS: Readonly<Record<string, string>> = {
  in: 'You are in.',
  out: 'You are out.',
  waits: 'You are on the waiting list.',
  refused: 'Your application was turned down.',
  withdrawn: 'You have withdrawn.',
  disqualified: 'You were disqualified.',
  retired: 'You have retired.',
};

function Own({ matter, state, terms, mine, now }: OwnProps) {
  const { fault, ask } = useAsking(matter);
  const at = useSeconds(now);
  const { entry, entrant } = mine;
  const round = state.rounds.at(-1);
  const place = round?.places.find(({ player }) => player === entry);
  const isOn = round !== undefined && round.phase !== 'cut' && state.stage === 'closed';
  const acts = actsFor(state, terms, mine);
  useLeading(matter, round?.phase === 'running' && isOn ? place?.table : undefined);
  return (
    <section className="panel cup-own" aria-label="Your place">
      <h2>
        {STANDS[entrant.stands]} Entry {entry}.
      </h2>
      {!round && entrant.stands === 'in' && !isQuick(matter) && (
        <p>
          The first round starts on <b>{tellWhen(terms.starts.at)}</b>: {terms.place}. Your seat is drawn by
          lot before it, and stands here then.
        </p>
      )}
      {isOn && place && (
        <p className="cup-seat">
          Table <b>{tellTable(place.table)}</b>, seat <b>{place.seat}</b>
          {round.shooters[place.table] === entry ? ', and you have the dice first' : ''}.{' '}
          <Link className="button-link" href={`/table/${place.table}`}>
            To the table
          </Link>{' '}
          <span>{round.phase === 'running' && leftAt(terms, round, place.table, at)}</span>
        </p>
      )}
      {round?.phase === 'running' && terms.secret && place && (
        <Seals
          matter={matter}
          round={round}
          count={state.rounds.length}
          entry={entry}
          says={terms.secret.says}
          most={terms.secret.perRound}
          ask={ask}
        />
      )}
      {fault && <p role="alert">{fault}</p>}
      <p>
        {acts.map(([verb, says]) => (
          <button key={verb} type="button" onClick={() => void ask({ do: verb, entry } as { do: string })}>
            {says}
          </button>
        ))}
      </p>
    </section>
  );
}

/** Whoever plays against bots is led to their table as soon as it is drawn. */
function useLeading(matter: string, table: string | undefined): void {
  useEffect(() => {
    if (table !== undefined && isQuick(matter)) go(`/table/${table}`);
  }, [matter, table]);
}

/** What one may do with one's entry now. */
function actsFor(state: Tournament, terms: Terms, { entrant }: Mine): readonly (readonly [string, string])[] {
  const begun = state.rounds.length > 0;
  const runs = state.rounds.at(-1)?.phase === 'running';
  if (state.stage === 'over' || state.stage === 'cancelled') return [];
  return [
    ...(!begun && ['in', 'waits'].includes(entrant.stands) ? [['withdraw', 'Withdraw'] as const] : []),
    ...(entrant.stands === 'waits' ? [['take-place', 'Take a free place'] as const] : []),
    ...(entrant.stands === 'out' && terms.buyBack ? [['buy-back', 'Buy back'] as const] : []),
    ...(runs && entrant.stands === 'in' && terms.fees.reBuy > 0 ? [['re-buy', 'Re-buy'] as const] : []),
    ...(!runs && entrant.stands === 'in' && terms.fees.addOn > 0 ? [['add-on', 'Add-on'] as const] : []),
    ...(runs && terms.chipsAfter.centsPerDollar > 0 ? [['agree-to-end', 'Agree to end now'] as const] : []),
    ...(begun && entrant.stands === 'in' ? [['retire', 'Retire'] as const] : []),
  ];
}

const Results = ({ state }: { state: Tournament }) => (
  <section className="panel">
    <h2>Results</h2>
    <ol>
      {state.places.map((entry) => {
        const prize = state.prizes.find(({ player }) => player === entry);
        return (
          <li key={entry}>
            {state.entries[entry]?.name}
            {state.entries[entry]?.staff ? ' (staff, wins nothing)' : ''}
            {prize ? `: $${(prize.amount / 100).toLocaleString('en-AU')}` : ''}
          </li>
        );
      })}
    </ol>
  </section>
);

function RoundView({
  state,
  terms,
  round,
  now,
}: {
  state: Tournament;
  terms: Terms;
  round: Round;
  now: () => number;
}) {
  const at = useSeconds(now);
  const ranked = rankedIn(state, round);
  return (
    <section className="panel">
      <h2>{round.kind === 'repechage' ? 'Repechage' : `Round ${state.rounds.length}`}</h2>
      <div className="cup-tables">
        {round.tables.map((table) => (
          <table key={table}>
            <caption>
              {tellTable(table)} · {round.phase === 'running' ? leftAt(terms, round, table, at) : round.phase}
            </caption>
            <tbody>
              {ranked
                .filter((one) => one.table === table)
                .map((one) => (
                  <tr key={one.player} className={one.goesOn ? 'goes-on' : ''}>
                    <td>{one.name}</td>
                    <td>{tellChips(one.bank)}</td>
                    <td>{one.goesOn ? 'goes on' : ''}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}

const Lots = ({ round, count }: { round: Round; count: number }) => (
  <details className="panel">
    <summary>How the lots of round {count} were drawn</summary>
    <p>Anybody can draw them again. The list was published before the dice were thrown.</p>
    <dl className="cup-terms">
      <dt>List</dt>
      <dd>{round.players.join(' ')}</dd>
      <dt>Its hash</dt>
      <dd>{round.commitment}</dd>
      <dt>Dice thrown in front of all</dt>
      <dd>{round.faces}</dd>
      <dt>Word of the house</dt>
      <dd>{round.word}</dd>
      <dt>Seed</dt>
      <dd>{round.seed}</dd>
    </dl>
  </details>
);
