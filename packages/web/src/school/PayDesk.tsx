import { type PointerEvent, useRef, useState } from 'react';
import { ChipFace, chipText } from '../ui/Chip.js';
import { Choices } from '../ui/Choices.js';
import { dollars, readDollars } from '../ui/money.js';
import { useKeys } from './use-clock.js';

type Mode = 'chips' | 'figures';
const KEY = 'boxperson.school-answers';

const keptMode = (): Mode => {
  try {
    return localStorage.getItem(KEY) === 'figures' ? 'figures' : 'chips';
  } catch {
    return 'chips';
  }
};
const keepMode = (mode: Mode): void => {
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // It is asked again next time.
  }
};

interface PayDeskProps {
  readonly kinds: readonly number[];
  /** What the button says. */
  readonly act?: string;
  readonly onAnswer: (amount: number) => void;
}

/** Where a payment is made: chips touched or dragged, keys pressed, or a figure typed. */
export function PayDesk({ kinds, act = 'Pay', onAnswer }: PayDeskProps) {
  const [mode, setMode] = useState(keptMode);
  const change = (next: Mode) => {
    keepMode(next);
    setMode(next);
  };
  return (
    <section className="pay-desk" aria-label="Your payment">
      <Choices
        legend="Answer in"
        name="school-mode"
        value={mode}
        options={[
          ['chips', 'Chips'],
          ['figures', 'Figures'],
        ]}
        change={change}
      />
      {mode === 'chips' ? (
        <ChipDesk kinds={kinds} act={act} onAnswer={onAnswer} />
      ) : (
        <FigureDesk act={act} onAnswer={onAnswer} />
      )}
    </section>
  );
}

function FigureDesk({ act, onAnswer }: Required<Pick<PayDeskProps, 'act' | 'onAnswer'>>) {
  const [typed, setTyped] = useState('');
  const amount = readDollars(typed);
  const isFault = typed !== '' && amount === null;
  return (
    <form
      className="figure-desk"
      onSubmit={(event) => {
        event.preventDefault();
        if (amount === null) return;
        setTyped('');
        onAnswer(amount);
      }}
    >
      <label>
        Dollars handed over
        <input
          // biome-ignore lint/a11y/noAutofocus: the answer is what the page is for, and comes every few seconds
          autoFocus
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          aria-invalid={isFault}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <button type="submit" className="main" disabled={amount === null}>
        {act}
      </button>
      {isFault && <p role="alert">“{typed}” is no amount of dollars. Type it like 14 or 47.50.</p>}
    </form>
  );
}

const MOST = 400;

function ChipDesk({ kinds, act, onAnswer }: Required<PayDeskProps>) {
  const [given, setGiven] = useState<readonly number[]>([]);
  const sum = given.reduce((all, chip) => all + chip, 0);
  const add = (chip: number) => setGiven((before) => (before.length < MOST ? [...before, chip] : before));
  const back = () => setGiven((before) => before.slice(0, -1));
  const answer = () => {
    setGiven([]);
    onAnswer(sum);
  };
  useKeys({
    ...Object.fromEntries(kinds.map((chip, i) => [String(i + 1), () => add(chip)])),
    Backspace: back,
    Enter: answer,
  });
  return (
    <>
      <fieldset className="chip-rack">
        <legend className="unseen">Your chips: touch, drag, or press their number</legend>
        {kinds.map((chip, i) => (
          <RackChip key={chip} chip={chip} nth={i + 1} onAdd={() => add(chip)} />
        ))}
      </fieldset>
      <div className="pay-tray" data-drop="pay">
        <Given given={given} kinds={kinds} />
        <output aria-live="polite">{dollars(sum)}</output>
      </div>
      <div className="pay-acts">
        <button type="button" onClick={back} disabled={given.length === 0}>
          Back one
        </button>
        <button type="button" onClick={() => setGiven([])} disabled={given.length === 0}>
          Clear
        </button>
        <button type="button" className="main" onClick={answer}>
          {sum === 0 ? (act === 'Pay' ? 'Pay nothing' : `${act} nothing`) : `${act} ${dollars(sum)}`}
        </button>
      </div>
    </>
  );
}

/** What lies in the tray, by kind, the largest first. */
function Given({ given, kinds }: { given: readonly number[]; kinds: readonly number[] }) {
  const counts = kinds
    .toReversed()
    .map((chip) => ({ chip, count: given.filter((one) => one === chip).length }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return <p className="quiet">Touch or drag chips here.</p>;
  return (
    <ul className="given">
      {counts.map(({ chip, count }) => (
        <li key={chip}>
          <span>{count} ×</span>
          <ChipFace value={chip} text={chipText(chip)} />
        </li>
      ))}
    </ul>
  );
}

const DRAG_PX = 8;

/** A chip in the rack: a tap gives one, and so does dragging it to the tray. */
function RackChip({ chip, nth, onAdd }: { chip: number; nth: number; onAdd: () => void }) {
  const start = useRef<{ x: number; y: number; dragged: boolean } | null>(null);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const move = (event: PointerEvent) => {
    const from = start.current;
    if (!from) return;
    const way = { x: event.clientX - from.x, y: event.clientY - from.y };
    if (!from.dragged && Math.hypot(way.x, way.y) < DRAG_PX) return;
    from.dragged = true;
    setAt(way);
  };
  const drop = (event: PointerEvent) => {
    if (start.current?.dragged) {
      const under = document.elementsFromPoint(event.clientX, event.clientY);
      if (under.some((one) => one.closest('[data-drop="pay"]'))) onAdd();
    }
    setAt(null);
  };
  return (
    <button
      type="button"
      className="rack-chip"
      aria-keyshortcuts={String(nth)}
      style={at ? { transform: `translate(${at.x}px, ${at.y}px)`, zIndex: 2 } : undefined}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, y: event.clientY, dragged: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={() => setAt(null)}
      onClick={() => {
        // A drag ends with a click of its own: that chip was given, or put back.
        if (!start.current?.dragged) onAdd();
        start.current = null;
      }}
    >
      <span className="unseen">Give {dollars(chip)}</span>
      <ChipFace value={chip} text={chipText(chip)} />
      <span className="key-cap" aria-hidden="true">
        {nth}
      </span>
    </button>
  );
}
