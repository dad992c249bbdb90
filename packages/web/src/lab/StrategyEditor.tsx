import { useState } from 'react';
import { Choices } from '../ui/Choices.js';
import { StrategyForm } from './StrategyForm.js';
import { isJson, readJson, write } from './strategy-text.js';

interface EditorProps {
  readonly text: string;
  readonly faults: readonly string[];
  /** What the table says to a strategy that can be read; told with the figures, and beside its field. */
  readonly refused: string | null;
  readonly change: (text: string) => void;
}

const SIDES = [
  ['form', 'Form'],
  ['text', 'JSON'],
] as const;

/** The form and the text are the same strategy: one writes the other. */
export function StrategyEditor({ text, faults, refused, change }: EditorProps) {
  const [side, setSide] = useState<'form' | 'text'>('form');
  return (
    <div className="editor">
      <Choices legend="Edit as" name="side" value={side} options={SIDES} change={setSide} />
      {faults.length > 0 && (
        <ul className="faults" role="alert">
          {faults.map((fault) => (
            <li key={fault} className="fault">
              {fault}
            </li>
          ))}
        </ul>
      )}
      {side === 'form' ? (
        <AsForm text={text} faults={refused === null ? faults : [...faults, refused]} change={change} />
      ) : (
        <AsText text={text} faults={faults} change={change} />
      )}
    </div>
  );
}

type SideProps = Omit<EditorProps, 'refused'>;

function AsForm({ text, faults, change }: SideProps) {
  const read = readJson(text);
  if (!read.ok || !isJson(read.value))
    return (
      <p>The text cannot be read as an object, so there is no form for it. It is kept as it is under JSON.</p>
    );
  return <StrategyForm value={read.value} faults={faults} change={(next) => change(write(next))} />;
}

const AsText = ({ text, faults, change }: SideProps) => (
  <label className="field">
    Strategy, money in cents
    <textarea
      className="code"
      rows={22}
      spellCheck={false}
      value={text}
      aria-invalid={faults.length > 0}
      onChange={(event) => change(event.target.value)}
    />
  </label>
);
