import {
  fanChart,
  histogramChart,
  type SessionOutcome,
  type SessionPlan,
  sessionsCsv,
  summariseSessions,
} from '@boxperson/odds';
import { useEffect, useRef, useState } from 'react';
import { Heads } from '../ui/Heads.js';
import { Wide } from '../ui/Wide.js';
import { deskFor, useAsk } from './desk.js';
import type { Play, SessionAnswer } from './desk-asks.js';
import { save } from './files.js';
import { Picture } from './Picture.js';
import { count, dollars, percent, playName } from './say.js';

const END_WORDS: Readonly<Record<string, string>> = {
  rolls: 'played to the end',
  shooters: 'played to the last shooter',
  'stop-win': 'reached the goal',
  'stop-loss': 'stopped behind',
  broke: 'out of money',
};
const END_MARKS: Readonly<Record<string, string>> = {
  'stop-win': '▲',
  'stop-loss': '▼',
  broke: '✕',
  rolls: '■',
  shooters: '■',
};

/** How sessions end, as one bar cut into parts and in words. */
function Ends({ ends }: { ends: Readonly<Record<string, number>> }) {
  const shown = Object.keys(END_WORDS).filter((end) => (ends[end] ?? 0) > 0);
  return (
    <div className="ends">
      <div className="ends-bar" aria-hidden="true">
        {shown.map((end) => (
          <span key={end} className={`end-${end}`} style={{ flexGrow: ends[end] }} />
        ))}
      </div>
      <ul>
        {shown.map((end) => (
          <li key={end}>
            <span className={`end-key end-${end}`} aria-hidden="true">
              {END_MARKS[end]}
            </span>
            <b>{percent(ends[end] ?? 0, 3)}</b> {END_WORDS[end]}
          </li>
        ))}
      </ul>
    </div>
  );
}

const SESSIONS = 20_000;
const BLOCK = 250;

interface PlayedProps {
  readonly play: Play;
  readonly plan: SessionPlan;
  readonly seed: number;
  readonly exact: SessionAnswer | null;
}

/** Plays sessions block by block until there are enough, or somebody stops it; then it can go on. */
function usePlayed({ play, plan, seed }: Omit<PlayedProps, 'exact'>) {
  const [outcomes, setOutcomes] = useState<readonly SessionOutcome[]>([]);
  const [busy, setBusy] = useState(false);
  const stop = useRef(false);
  const key = JSON.stringify([play, plan, seed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question, another count
  useEffect(() => {
    stop.current = true;
    setOutcomes([]);
  }, [key]);
  const run = async () => {
    stop.current = false;
    setBusy(true);
    let all: readonly SessionOutcome[] = outcomes.length >= SESSIONS ? [] : outcomes;
    while (all.length < SESSIONS && !stop.current) {
      const ask = { ...play, plan, seed, from: all.length, count: BLOCK };
      const more = await deskFor('sessions').ask('sessions', ask);
      if (more === null || stop.current) break;
      all = [...all, ...more];
      setOutcomes(all);
    }
    setBusy(false);
  };
  const turn = () => {
    stop.current = busy;
    if (!busy) void run();
  };
  return { outcomes, busy, turn };
}

const summaryOf = (outcomes: readonly SessionOutcome[]) =>
  summariseSessions({
    outcomes,
    seconds: 0,
    rolls: outcomes.reduce((sum, { rolls }) => sum + rolls, 0),
    cancelled: outcomes.length < SESSIONS,
  });

const sayTurn = (played: number, busy: boolean): string => {
  if (busy) return 'Stop';
  return played > 0 && played < SESSIONS ? 'Play on' : `Play ${count(SESSIONS)} sessions`;
};

/** Sessions played one by one, with limits beside the exact figures. */
function PlayedSessions({ play, plan, seed, exact }: PlayedProps) {
  const { outcomes, busy, turn } = usePlayed({ play, plan, seed });
  return (
    <div className="played">
      <div className="lab-acts">
        <button type="button" onClick={turn}>
          {sayTurn(outcomes.length, busy)}
        </button>
        <button
          type="button"
          disabled={busy || outcomes.length === 0}
          onClick={() => save(`${play.file.name}-sessions.csv`, sessionsCsv(outcomes), 'text/csv')}
        >
          Sessions as CSV
        </button>
        <span role="status">{busy ? `${count(outcomes.length)} played…` : ''}</span>
      </div>
      {outcomes.length > 0 && !busy && <Played found={summaryOf(outcomes)} seed={seed} exact={exact} />}
    </div>
  );
}

interface FoundProps extends Pick<PlayedProps, 'seed' | 'exact'> {
  readonly found: ReturnType<typeof summaryOf>;
}

function Played({ found, seed, exact }: FoundProps) {
  const heads = [
    `${count(found.sessions)} sessions, seed ${seed}`,
    'Played',
    '95 % of the time between',
    'Exact',
  ];
  const ends = Object.keys(END_WORDS).filter(
    (end) => (found.ends[end]?.share ?? 0) > 0 || (exact?.ends?.[end] ?? 0) > 0,
  );
  return (
    <Wide name="Sessions played">
      <table className="figures">
        <Heads names={heads} />
        <tbody>
          {ends.map((end) => (
            <tr key={end}>
              <th scope="row">{END_WORDS[end]}</th>
              <td>{percent(found.ends[end]?.share ?? 0)}</td>
              <td>{found.ends[end]?.confidence95.map((value) => percent(value, 2)).join(' … ')}</td>
              <td>{exact?.ends ? percent(exact.ends[end] ?? 0) : '–'}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">mean result</th>
            <td>{dollars(found.mean)}</td>
            <td>{found.confidence95.map((value) => dollars(value)).join(' … ')}</td>
            <td>{exact?.ends ? dollars(exact.mean) : '–'}</td>
          </tr>
          <tr>
            <th scope="row">deepest fall, half of them</th>
            <td>{dollars(found.drawdownQuantiles['50'] ?? 0)}</td>
            <td />
            <td>–</td>
          </tr>
        </tbody>
      </table>
    </Wide>
  );
}

export function SessionFiguresView({ play, plan, seed }: { play: Play; plan: SessionPlan; seed: number }) {
  const hasPlan = Object.keys(plan).length > 0;
  const { answer, busy } = useAsk('session', hasPlan ? { ...play, plan } : null, 150);
  if (!hasPlan) return <p>Say when to get up (rolls, a bankroll, a goal) to see what a session may bring.</p>;
  const title = playName(play);
  return (
    <div className="session" aria-busy={busy}>
      {busy && <p className="quiet">Following every way a session can go…</p>}
      {answer?.whyNotExact && <p>No exact figures: {answer.whyNotExact}. Sessions can be played instead.</p>}
      {answer?.ends && (
        <>
          <h3>How it ends</h3>
          <Ends ends={answer.ends} />
          <p>
            On average {dollars(answer.mean)}, give or take {dollars(answer.sd)}, in{' '}
            {answer.expectedRolls.toFixed(1)} rolls. Half of all sessions end at{' '}
            {dollars(answer.quantiles['50'] ?? 0)} or below; one in twenty at{' '}
            {dollars(answer.quantiles['5'] ?? 0)} or below, one in twenty above{' '}
            {dollars(answer.quantiles['95'] ?? 0)}.
          </p>
          <div className="pictures">
            {answer.fan.length > 1 && (
              <Picture
                name={`${play.file.name}-fan`}
                caption="The bankroll, roll by roll: half of all sessions in the inner band, nine of ten in the outer one"
                draw={(frame) =>
                  fanChart(answer.fan, {
                    title,
                    subtitle:
                      'Exact: half of all sessions are in the inner band, nine of ten in the outer one',
                    across: 'rolls',
                    up: 'won or lost',
                    ...frame,
                  })
                }
              />
            )}
            {answer.bars.length > 1 && (
              <Picture
                name={`${play.file.name}-results`}
                caption="What a session brings: the chance of each result"
                draw={(frame) =>
                  histogramChart(answer.bars, {
                    title,
                    subtitle: 'Exact: the chance of each result',
                    across: 'won or lost',
                    up: 'chance',
                    ...frame,
                  })
                }
              />
            )}
          </div>
        </>
      )}
      {answer && <PlayedSessions play={play} plan={plan} seed={seed} exact={answer} />}
    </div>
  );
}
