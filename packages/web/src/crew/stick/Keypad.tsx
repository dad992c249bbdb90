import type { Dice } from '@boxperson/rules';
import { decide, evolve, type Table } from '@boxperson/rules';
import { beforeRoll, dealingSheet } from '@boxperson/rules/dealing';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useKeys } from '../../felt/keys.js';
import { Face } from '../../ui/Dice.js';
import { useCrew } from '../crew.js';
import { isDealt } from '../sheet/use-sheet.js';

/** Half an entry is forgotten after so long: nobody remembers which die it was. */
const FADE_MS = 2_000;
const FACES = [1, 2, 3, 4, 5, 6] as const;

interface KeypadProps {
  readonly title: string;
  readonly confirm: string;
  /** True when they were taken. */
  readonly onDice: (dice: Dice) => Promise<boolean>;
  readonly children?: ReactNode;
}

/** The roll in two keys, and one to confirm it. By touch or by a keypad: 1 to 6, Enter, Backspace. */
export function Keypad({ title, confirm, onDice, children }: KeypadProps) {
  const { state } = useCrew();
  const { faces, press, clear } = useEntry();
  const [busy, setBusy] = useState(false);
  const dice = faces.length === 2 ? (faces as unknown as Dice) : null;
  const send = (): void => {
    if (!dice || busy) return;
    setBusy(true);
    void onDice(dice).then(() => {
      setBusy(false);
      clear();
    });
  };
  useKeys((key) => {
    if (!state.online) return false;
    const face = FACES.find((one) => String(one) === key);
    if (face !== undefined) press(face);
    else if (key === 'Enter' && dice) send();
    else if (key === 'Backspace' || key === 'Escape') clear();
    else return false;
    return true;
  });
  return (
    <section className="keypad" aria-label={title}>
      <h2>{title}</h2>
      <div className={`keypad-shows${faces.length === 1 ? ' half' : ''}`} role="status">
        {[0, 1].map((place) => (
          <span key={place} className="keypad-die">
            {faces[place] === undefined ? <i /> : <Face face={faces[place]} />}
          </span>
        ))}
        <Reading dice={dice} />
      </div>
      <div className="keypad-keys">
        {FACES.map((face) => (
          <button type="button" key={face} aria-label={String(face)} onClick={() => press(face)}>
            <Face face={face} />
            <span className="key" aria-hidden="true">
              {face}
            </span>
          </button>
        ))}
      </div>
      <div className="keypad-acts">
        {children}
        <button type="button" disabled={faces.length === 0} onClick={clear}>
          Clear
        </button>
        <button type="button" className="main" disabled={!dice || busy} onClick={send}>
          {confirm}{' '}
          <span className="key" aria-hidden="true">
            Enter
          </span>
        </button>
      </div>
    </section>
  );
}

/** Two faces; a third begins anew, and one alone fades. */
function useEntry() {
  const [faces, setFaces] = useState<readonly number[]>([]);
  useEffect(() => {
    if (faces.length !== 1) return;
    const timer = setTimeout(() => setFaces([]), FADE_MS);
    return () => clearTimeout(timer);
  }, [faces]);
  const press = (face: number): void =>
    setFaces((before) => (before.length === 2 ? [face] : [...before, face]));
  return { faces, press, clear: () => setFaces([]) };
}

/** What would be called, by the rules themselves. */
function Reading({ dice }: { dice: Dice | null }) {
  const { table, by } = useCrew();
  const says = useMemo(() => (dice ? sayRoll(table, dice, by) : null), [table, dice, by]);
  return (
    <span className="keypad-says">
      {dice && <b>{dice[0] + dice[1]}</b>}
      {says && <q>{says}</q>}
    </span>
  );
}

function sayRoll(table: Table, dice: Dice, by: object): string | null {
  const command =
    table.phase === 'thrown'
      ? { do: 'roll', dice, by }
      : { do: 'correct-call', dice, reason: 'what would be called', by };
  const decided = decide(table, command);
  if (!decided.ok) return null;
  const dealt = decided.value.find(isDealt);
  const before = dealt?.event === 'rolled' ? table : beforeRoll(table);
  return dealt && before ? dealingSheet(before, dealt, decided.value.reduce(evolve, table)).say : null;
}
