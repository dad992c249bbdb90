import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pauseGuide, STEPS, toStep, useProgress } from './progress.js';
import { GUIDE, type Scene, type Step } from './steps.js';
import './guide.css';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A first hand in eight steps, beside a real table. It never bets, never blocks, and can be put away at any step. */
export function Guide(scene: Scene) {
  const { step: at, open } = useProgress();
  const step = GUIDE[at];
  const done = open && step?.done?.(scene) === true;
  // A step that was done before it was shown is only passed over by hand: people like to read.
  const wasDone = useRef({ at, done });
  useEffect(() => {
    const fresh = wasDone.current.at !== at;
    const before = fresh ? done : wasDone.current.done;
    wasDone.current = { at, done };
    if (done && !before) toStep(at + 1);
  }, [at, done]);
  if (!open || !step) return null;
  return (
    <>
      <Ring step={step} />
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
          <button type="button" className="main" onClick={() => toStep(at + 1)}>
            {at === STEPS - 1 ? 'Done' : 'Next'}
          </button>
        </div>
      </section>
    </>
  );
}

const LOOK_AGAIN_MS = 300;

/** A ring around what a step speaks of, wherever the page has put it. */
function Ring({ step }: { step: Step }) {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    const look = () => {
      const target = step.points.map((selector) => document.querySelector(selector)).find(Boolean);
      const found = target?.getBoundingClientRect();
      const next =
        found && found.width > 0
          ? { left: found.left, top: found.top, width: found.width, height: found.height }
          : null;
      setBox((before) => (same(before, next) ? before : next));
    };
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [step]);
  if (!box) return null;
  const { left, top, width, height } = box;
  return <div className="guide-ring" style={{ left, top, width, height }} aria-hidden="true" />;
}

const same = (a: Box | null, b: Box | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.left === b.left &&
    a.top === b.top &&
    a.width === b.width &&
    a.height === b.height);
