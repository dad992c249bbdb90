import { draftNow, type Round, type Tournament, termsOf } from '@boxperson/offices';
import type { ReactNode } from 'react';
import { Link } from '../../../ui/Link.js';
import { Money } from '../../../ui/staff/Money.js';
import { useNames } from '../../staff.js';
import { addressOf } from '../../workplace.js';
import type { BooksProps } from '../index.js';
import { type Press, PressRow, usePresses } from './acting.js';
import { Entries, Missing, Prizes, substituteAddress } from './parts.js';
import { RoundTables } from './RoundTables.js';
import { DraftText, publishAddress, TermsText } from './Terms.js';
import './director.css';

/** The director's console: what must be done, what comes next, every table as it stands. Inspectors see the same. */
export function TournamentBooks(props: BooksProps) {
  const state = props.books as Tournament;
  const terms = termsOf(state);
  const round = state.rounds.at(-1);
  const presses = usePresses(props);
  const publishAt = presses.may('publish-terms') ? publishAddress(props, state) : null;
  const substituteAt = presses.may('substitute') ? substituteAddress(props, state) : () => null;
  if (state.name === '') return <p className="quiet">Nothing is planned here yet.</p>;
  return (
    <div className="director">
      <Head {...props} state={state} round={round} />
      {presses.fault && (
        <p className="form-fault" role="alert">
          {presses.fault}
        </p>
      )}
      <Next state={state} round={round} presses={presses} />
      {state.stage === 'planned' && <Before {...props} state={state} />}
      {state.draft && state.stage === 'planned' && <Missing draft={state.draft} />}
      {round && terms && <RoundTables {...{ state, round, terms, presses }} />}
      {state.prizes.length > 0 && <Prizes state={state} />}
      <Entries state={state} substituteAt={substituteAt} />
      <DraftText state={state} publish={publishAt} />
      {terms && <TermsText state={state} terms={terms} />}
    </div>
  );
}

const STAGES: Readonly<Record<Tournament['stage'], string>> = {
  planned: 'Before entries',
  entries: 'Entries are open',
  closed: 'Being played',
  over: 'Over',
  cancelled: 'Cancelled',
};

const PHASES: Readonly<Record<Round['phase'], string>> = {
  prepared: 'the list is published, lots are to be drawn',
  drawn: 'lots are drawn',
  running: 'play goes on',
  cut: 'cut',
};

function tellRound({ rounds }: Tournament, round: Round | undefined): string {
  if (!round) return '';
  const name = round.kind === 'repechage' ? 'Repechage' : 'Round';
  return `${name} ${rounds.length}: ${PHASES[round.phase]}`;
}

function Head({ state, round, matter }: BooksProps & { state: Tournament; round: Round | undefined }) {
  const nameOf = useNames();
  const entrants = Object.values(state.entries);
  const isIn = entrants.filter(({ stands }) => stands === 'in').length;
  const present = Object.keys(state.present).map((id) => nameOf(id) ?? id);
  return (
    <header className="director-head">
      <div>
        <p className="director-stage">{STAGES[state.stage]}</p>
        <h3>{state.name}</h3>
        <p>{tellRound(state, round)}</p>
      </div>
      <dl>
        <Figure name="In play">
          {isIn} of {entrants.length}
        </Figure>
        <Figure name="In the pool">
          <Money cents={state.pool} />
        </Figure>
        <Figure name="Fees">
          <Money cents={state.fees} />
        </Figure>
        <Figure name="Directing now">
          {present.length > 0 ? present.join(', ') : <span className="director-lack">nobody (8.2.3)</span>}
        </Figure>
      </dl>
      <a className="button-link" href={`/tournaments/${matter}/wall`} target="_blank" rel="noreferrer">
        Wall view
      </a>
    </header>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Dice thrown in front of all: typed in as they lie, or thrown by the console. */
function thrown(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  return Array.from(bytes)
    .filter((byte) => byte < 252)
    .slice(0, 12)
    .map((byte) => 1 + (byte % 6))
    .join('');
}

const BRIEF: Press = {
  verb: 'brief',
  says: 'All are briefed and understand (8.3.1)',
  body: { understood: true },
};
const CANCEL: Press = {
  verb: 'cancel',
  says: 'Cancel the tournament',
  asks: { field: 'reason', label: 'Why' },
};

/** What comes next, by where it stands: one press away. */
function nextOf(state: Tournament, round: Round | undefined): readonly Press[] {
  // Nobody enters before all of rule 8.2 is done: then it is the thing to press.
  const isReady = stepsOf(state).every(({ done }) => done !== null);
  if (state.stage === 'planned')
    return [{ verb: 'open-entries', says: 'Open entries', ...(isReady ? { main: true } : {}) }, CANCEL];
  if (state.stage === 'entries')
    return [{ verb: 'close-entries', says: 'Close entries', main: true }, BRIEF, CANCEL];
  if (state.stage === 'over')
    return state.isPublished ? [] : [{ verb: 'publish-results', says: 'Publish the results', main: true }];
  if (state.stage === 'cancelled') return [];
  if (Object.keys(state.present).length === 0)
    return [{ verb: 'come', says: 'I am here and direct it', main: true }];
  return [...roundNext(state, round), { verb: 'go', says: 'I leave' }];
}

function roundNext(state: Tournament, round: Round | undefined): readonly Press[] {
  const prepare: Press = { verb: 'prepare-round', says: 'Publish the list of the next round' };
  const unbriefed = Object.values(state.entries).some(({ stands, briefed }) => stands === 'in' && !briefed);
  switch (round?.phase) {
    case 'prepared':
      return [
        {
          verb: 'draw-lots',
          says: 'Draw the lots',
          main: true,
          asks: { field: 'faces', label: 'Faces of ten dice or more', offer: thrown },
        },
      ];
    case 'drawn':
      return [
        { verb: 'start-round', says: 'Start the round', main: true },
        ...(unbriefed ? [BRIEF] : []),
        { verb: 'balance-tables', says: 'Balance the tables' },
      ];
    case 'running':
      return runningNext(round);
    case 'cut':
      return [
        { ...prepare, main: true },
        ...repechageNext(state),
        { verb: 'finish', says: 'Place everybody and share the pool out' },
        { verb: 'undo-cut', says: 'Undo the cut', asks: { field: 'reason', label: 'Why it was wrong' } },
      ];
    default:
      return [{ ...prepare, main: true }, ...(unbriefed ? [BRIEF] : [])];
  }
}

const repechageNext = (state: Tournament): readonly Press[] =>
  termsOf(state)?.repechage
    ? [{ verb: 'prepare-round', says: 'Publish the list of a repechage', body: { kind: 'repechage' } }]
    : [];

function runningNext({ tables, ended, clocks }: Round): readonly Press[] {
  const isOver = tables.every((id) => Object.hasOwn(ended, id));
  if (isOver) return [{ verb: 'cut', says: 'Make the cut', main: true }];
  const isStopped = Object.values(clocks).some(({ stoppedAt }) => stoppedAt !== null);
  return [
    isStopped
      ? { verb: 'resume-clock', says: 'All clocks go on', main: true }
      : { verb: 'stop-clock', says: 'Stop all clocks', asks: { field: 'reason', label: 'Why' } },
    ...(Object.values(clocks).some(({ ms, called }) => ms !== null && !called)
      ? [
          {
            verb: 'add-time',
            says: 'More time for all',
            asks: { field: 'minutes', label: 'Minutes', number: true },
          },
        ]
      : []),
  ];
}

interface NextProps {
  readonly state: Tournament;
  readonly round: Round | undefined;
  readonly presses: ReturnType<typeof usePresses>;
}

function Next({ state, round, presses }: NextProps) {
  const acts = nextOf(state, round);
  if (!acts.some(({ verb }) => presses.may(verb))) return null;
  return (
    <section aria-labelledby="director-next">
      <h3 id="director-next">Next</h3>
      <PressRow presses={presses} of={acts} />
    </section>
  );
}

interface Step {
  readonly clause: string;
  readonly says: string;
  readonly done: string | null;
  /** Who does it, where it is not the director. */
  readonly lacks?: string;
  readonly verb: string;
}

/** Rule 8.2, line by line: nobody enters before all of it is done. */
const stepsOf = (state: Tournament): readonly Step[] => [
  {
    clause: '8.2.1',
    says: 'Terms and conditions are written',
    done: state.draft || state.versions.length > 0 ? `draft ${draftNow(state)}` : null,
    verb: 'draft-terms',
  },
  {
    clause: '8.2.2(a)',
    says: 'They are published',
    done: state.versions.length > 0 ? `version ${state.versions.length}` : null,
    verb: 'publish-terms',
  },
  {
    clause: '8.2.2(b)',
    says: 'The inspectorate on site is told',
    done: state.advised ? `told: ${state.advised.inspector}` : null,
    verb: 'advise-inspectorate',
  },
  {
    clause: '8.2.3',
    says: 'A director is named',
    done: state.director ? 'named' : null,
    lacks: 'a manager names one',
    verb: 'name-director',
  },
  {
    clause: '8.2.4',
    says: 'Tables are designated',
    done: state.tables.map(({ id }) => id).join(', ') || null,
    verb: 'designate-tables',
  },
];

function Before({ state, place, office, matter }: BooksProps & { state: Tournament }) {
  const presses = usePresses({ books: state, place, office, matter });
  return (
    <section aria-labelledby="director-before">
      <h3 id="director-before">Before entries (8.2)</h3>
      <ol className="director-steps">
        {stepsOf(state).map(({ clause, says, done, lacks = 'not done yet', verb }) => (
          <li key={clause} data-done={done !== null}>
            <span aria-hidden="true">{done === null ? '○' : '✓'}</span>
            <span>
              {says} <small>§ {clause}</small>
              <br />
              <span className="quiet">{done ?? lacks}</span>
            </span>
            {presses.may(verb) && matter !== undefined && (
              <Link
                className="button-link"
                href={
                  verb === 'publish-terms'
                    ? publishAddress({ place, office, matter }, state)
                    : addressOf(place, office, matter, verb)
                }
              >
                {done === null ? 'Do it' : 'Change'}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
