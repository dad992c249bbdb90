import { estimateRows, histogramChart, pageWords, type SessionPlan, type Simulation } from '@boxperson/odds';
import { useEffect, useRef, useState } from 'react';
import { Fault } from '../ui/Fault.js';
import { Wide } from '../ui/Wide.js';
import { type Desk, openDesk } from './desk.js';
import type { Play, RollAnswer, Run } from './desk-asks.js';
import { save } from './files.js';
import { Picture } from './Picture.js';
import { count, dollars, nameIn, percent, playName } from './say.js';

/** How long the worker rolls before it tells how far it is. */
const SLICE_MS = 120;

type Phase = 'idle' | 'running' | 'paused' | 'done' | 'cancelled';

interface Runner {
  readonly phase: Phase;
  readonly far: RollAnswer | null;
  readonly run: Run | null;
  readonly fault: string | null;
  start(): void;
  pause(): void;
  resume(): void;
  cancel(): void;
}

/** A run in a worker of its own: it can be stopped after any slice, and go on. */
function useRunner(asked: Play & { plan: SessionPlan; seed: number; rolls: number; pace: number }): Runner {
  const [phase, setPhase] = useState<Phase>('idle');
  const [far, setFar] = useState<RollAnswer | null>(null);
  const [run, setRun] = useState<Run | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const desk = useRef<Desk | null>(null);
  const wanted = useRef<'rolling' | 'resting'>('resting');
  const close = () => {
    wanted.current = 'resting';
    desk.current?.close();
    desk.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question, another run
  useEffect(() => {
    setPhase('idle');
    setFar(null);
    setRun(null);
    setFault(null);
    return close;
  }, [JSON.stringify(asked)]);
  const roll = async (worker: Desk): Promise<void> => {
    wanted.current = 'rolling';
    setPhase('running');
    for (;;) {
      const answer = await worker.ask('roll', { ms: SLICE_MS });
      if (desk.current !== worker) return;
      setFar(answer);
      const isDone = answer.done >= answer.of;
      if (!isDone && wanted.current === 'rolling') continue;
      const told = await worker.ask('told', {});
      if (desk.current !== worker) return;
      setRun(told);
      setPhase(isDone ? 'done' : 'paused');
      return;
    }
  };
  const failed = (error: Error) => {
    setFault(error.message);
    setPhase('idle');
  };
  return {
    phase,
    far,
    run,
    fault,
    start: () => {
      close();
      setFar(null);
      setRun(null);
      setFault(null);
      const worker = openDesk();
      desk.current = worker;
      setPhase('running');
      worker
        .ask('open', asked)
        .then((opened) => (opened.ok ? roll(worker) : failed(new Error(opened.message))))
        .catch(failed);
    },
    pause: () => {
      wanted.current = 'resting';
    },
    resume: () => {
      if (desk.current) roll(desk.current).catch(failed);
    },
    cancel: () => {
      close();
      setPhase('cancelled');
    },
  };
}

function Estimates({ rolled, pace }: { rolled: Simulation; pace: number }) {
  return (
    <Wide name="What the simulator found">
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">Estimate</th>
            <th scope="col">Simulated</th>
            <th scope="col">95 % of the time between</th>
            <th scope="col">Exact</th>
          </tr>
        </thead>
        <tbody>
          {estimateRows(rolled, pace, pageWords).map(({ name, simulated, between, exact }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="strong">{simulated}</td>
              <td>{between}</td>
              <td>{exact}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function WagerCounts({ rolled, play }: { rolled: Simulation; play: Play }) {
  return (
    <Wide name="Wager by wager, simulated">
      <table className="figures">
        <thead>
          <tr>
            {['Wager', 'Bets', 'Won', 'Lost', 'Even', 'Net', 'Net a roll', 'Exact'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rolled.wagers.map((line) => (
            <tr key={nameIn(play.book, line)}>
              <th scope="row">{nameIn(play.book, line)}</th>
              <td>{count(line.bets)}</td>
              <td>{count(line.wins)}</td>
              <td>{count(line.losses)}</td>
              <td>{count(line.pushes)}</td>
              <td>{dollars(line.net, 0)}</td>
              <td>{dollars(line.netPerRoll, 5)}</td>
              <td>{dollars(line.exactNetPerRoll, 5)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

const sayLeft = ({ done, of, seconds }: RollAnswer): string => {
  const left = done === 0 ? 0 : (seconds * (of - done)) / done;
  return left < 10 ? `${left.toFixed(1)} s left` : `${count(left)} s left`;
};

interface SimulatorProps {
  readonly play: Play;
  readonly plan: SessionPlan;
  readonly seed: number;
  readonly rolls: number;
  readonly pace: number;
}

export function Simulator({ play, plan, seed, rolls, pace }: SimulatorProps) {
  const runner = useRunner({ ...play, plan, seed, rolls, pace });
  const { phase, far } = runner;
  const rolled = far?.rolled;
  return (
    <div className="simulator" data-phase={phase}>
      <Acts runner={runner} play={play} rolls={rolls} />
      {far && <Progress far={far} phase={phase} />}
      <p role="status" className="unseen">
        {phase === 'done' ? 'All is rolled.' : phase === 'paused' ? 'Paused.' : ''}
      </p>
      {runner.fault && <Fault>{runner.fault}</Fault>}
      {rolled && rolled.rolls > 0 && (
        <>
          <Estimates rolled={rolled} pace={pace} />
          {phase !== 'running' && <WagerCounts rolled={rolled} play={play} />}
          {phase !== 'running' && <Stretches rolled={rolled} play={play} seed={seed} />}
        </>
      )}
    </div>
  );
}

interface ActsProps {
  readonly runner: Runner;
  readonly play: Play;
  readonly rolls: number;
}

function Acts({ runner, play, rolls }: ActsProps) {
  const { phase, run } = runner;
  const keep = () =>
    save(`${play.file.name}-run.json`, `${JSON.stringify(run, null, 2)}\n`, 'application/json');
  return (
    <div className="lab-acts">
      {phase !== 'running' && phase !== 'paused' && (
        <button type="button" className="main" onClick={runner.start}>
          Roll {count(rolls)} times
        </button>
      )}
      {phase === 'running' && (
        <button type="button" onClick={runner.pause}>
          Pause
        </button>
      )}
      {phase === 'paused' && (
        <button type="button" className="main" onClick={runner.resume}>
          Go on
        </button>
      )}
      {(phase === 'running' || phase === 'paused') && (
        <button type="button" onClick={runner.cancel}>
          Cancel
        </button>
      )}
      <button type="button" disabled={run === null} onClick={keep}>
        Run as JSON
      </button>
    </div>
  );
}

function Progress({ far, phase }: { far: RollAnswer; phase: Phase }) {
  const speed = far.seconds > 0 ? far.done / far.seconds / 1e6 : 0;
  return (
    <div className="progress">
      <progress max={far.of} value={far.done} aria-label="Rolls done" />
      <span>
        {count(far.done)} of {count(far.of)} rolls, {percent(far.done / far.of, 0)}
        {phase === 'running' ? `, ${sayLeft(far)}` : ''}
        {speed > 0 && `, ${speed.toFixed(speed < 10 ? 1 : 0)} million a second`}
        {phase === 'cancelled' && ', cancelled: this is what was rolled'}
      </span>
    </div>
  );
}

/** What stretches of so many rolls brought, as a picture. */
function Stretches({ rolled, play, seed }: { rolled: Simulation; play: Play; seed: number }) {
  if (rolled.histogram.length <= 1) return null;
  const stretches = `${count(rolled.results.count)} stretches of ${count(rolled.results.rolls)} rolls`;
  return (
    <Picture
      name={`${play.file.name}-stretches`}
      caption={`What ${stretches} brought`}
      draw={(frame) =>
        histogramChart(
          rolled.histogram.map(({ from, to, count: value }) => ({ from, to, value })),
          {
            title: playName(play),
            subtitle: `${stretches}, seed ${seed}`,
            across: 'won or lost',
            up: 'stretches',
            ...frame,
          },
        )
      }
    />
  );
}
