import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { go } from '../ui/go.js';
import { pauseGuide, STEPS, startGuide, toStep, useProgress } from './progress.js';
import { GUIDE, type Scene, type Step } from './steps.js';
import './guide.css';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface GuideProps extends Scene {
  /** The hand is over. */
  readonly onEnd: () => void;
}

/** Moves on when what a step asks for is done; one that was done before it was shown is only passed over by hand. */
function useSteps(
  { step: at, open }: ReturnType<typeof useProgress>,
  done: boolean,
  player: string | null,
): void {
  const wasDone = useRef({ at, done });
  useEffect(() => {
    const fresh = wasDone.current.at !== at;
    const before = fresh ? done : wasDone.current.done;
    wasDone.current = { at, done };
    if (done && !before) toStep(at + 1);
    // A table that was forgotten meanwhile begins with taking a place.
    else if (open && player === null && at > 0 && at < STEPS) toStep(0);
  }, [at, open, done, player]);
}

/** A first hand in eight steps, beside a table of one's own. It never bets, never covers, and can be put away. */
export function Guide({ onEnd, ...scene }: GuideProps) {
  const progress = useProgress();
  const { step: at, open } = progress;
  const step = open ? GUIDE[at] : undefined;
  useSteps(progress, step?.done?.(scene) === true, scene.player);
  const mark = useMark(step);
  if (!step)
    return (
      <section className="guide" aria-label="Guided first hand">
        <p>A table of your own: nobody waits for you here, and no money is anybody’s.</p>
        <div className="guide-acts">
          <button type="button" onClick={() => go('/')}>
            To the tables
          </button>
          <button type="button" onClick={() => go('/school/star/bets')}>
            Learn the bets
          </button>
          <button type="button" className="main" onClick={startGuide}>
            {at === 0 || at >= STEPS ? 'Begin' : 'Go on'}
          </button>
        </div>
      </section>
    );
  const next = (): void => {
    toStep(at + 1);
    if (at === STEPS - 1) onEnd();
  };
  return (
    <>
      <Ring mark={mark} />
      <section className="guide" aria-label="Guided first hand">
        <p className="guide-count">
          Step {at + 1} of {STEPS}
        </p>
        <div aria-live="polite">
          <h2>{step.title}</h2>
          <p>{step.says(scene)}</p>
        </div>
        <progress value={at + 1} max={STEPS} aria-label="Progress through the guided hand" />
        <div className="guide-acts">
          <button type="button" onClick={pauseGuide}>
            Not now
          </button>
          <button type="button" disabled={at === 0} onClick={() => toStep(at - 1)}>
            Back
          </button>
          <button type="button" className="main" onClick={next}>
            {at === STEPS - 1 ? 'Done' : 'Next'}
          </button>
        </div>
      </section>
    </>
  );
}

const LOOK_AGAIN_MS = 300;

/** What is pointed at: its box, and its own outline where it is a place on the felt. */
interface Mark {
  readonly box: Box;
  readonly shape: { readonly d: string; readonly matrix: string } | null;
}

const targetOf = (step: Step): Element | null =>
  step.points.map((selector) => document.querySelector(selector)).find(Boolean) ?? null;

function markOf(step: Step): Mark | null {
  const target = targetOf(step);
  const found = target?.getBoundingClientRect();
  if (!target || !found || found.width === 0) return null;
  const { left, top, width, height } = found;
  return { box: { left, top, width, height }, shape: shapeOf(target) };
}

function shapeOf(target: Element): Mark['shape'] {
  const path = target instanceof SVGGElement ? target.querySelector('path') : null;
  const onScreen = path?.getScreenCTM();
  const d = path?.getAttribute('d');
  if (!d || !onScreen) return null;
  const { a, b, c, d: scale, e, f } = onScreen;
  return { d, matrix: `matrix(${a} ${b} ${c} ${scale} ${e} ${f})` };
}

/** Where a step points, looked for again and again: pages move. */
function useMark(step: Step | undefined): Mark | null {
  const [mark, setMark] = useState<Mark | null>(null);
  useLayoutEffect(() => {
    if (!step) return;
    const look = () => {
      const next = markOf(step);
      setMark((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    targetOf(step)?.scrollIntoView({ block: 'nearest' });
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [step]);
  return mark;
}

/** A ring around what a step speaks of, wherever the page has put it. */
function Ring({ mark }: { mark: Mark | null }) {
  if (!mark) return null;
  if (!mark.shape) return <div className="guide-ring" style={{ ...mark.box }} aria-hidden="true" />;
  return (
    <svg className="guide-outline" aria-hidden="true">
      <path d={mark.shape.d} transform={mark.shape.matrix} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
