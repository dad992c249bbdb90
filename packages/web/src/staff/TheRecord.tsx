import type { Moment } from '@boxperson/offices';
import { useState } from 'react';
import { SaveButton } from './SaveButton.js';
import { api } from './session.js';

// What an inspector takes away: the newest signed checkpoint, the key to check it with, and bundles of evidence that
// show that the log went on from a checkpoint taken before.

const HELD = 'boxperson.checkpoint';

interface Held {
  readonly size: number;
  readonly at: number;
}

function heldBefore(): Held | null {
  try {
    return JSON.parse(localStorage.getItem(HELD) ?? 'null') as Held | null;
  } catch {
    return null;
  }
}

/** The size of a log stands on the second line of its checkpoint. */
const sizeIn = (note: string): number => Number(note.split('\n')[1] ?? 0);

/** The newest checkpoint as a file; its size is remembered here, so that later bundles go on from it. */
export function TheRecord() {
  const [held, setHeld] = useState(heldBefore);
  const [why, setWhy] = useState<string | null>(null);
  const take = async (): Promise<void> => {
    setWhy(null);
    const note = await api.text('/api/record/checkpoint');
    const taken = { size: sizeIn(note), at: Date.now() };
    localStorage.setItem(HELD, JSON.stringify(taken));
    setHeld(taken);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([note], { type: 'text/plain' }));
    link.download = `checkpoint-${taken.size}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <section className="panel" aria-labelledby="the-record">
      <h2 id="the-record">The record</h2>
      <div className="case-at">
        <button
          type="button"
          onClick={() => {
            take().catch((error: Error) => setWhy(error.message));
          }}
        >
          Take a checkpoint
        </button>
        <SaveButton path="/api/record/key" name="house-key.txt">
          The key of the house
        </SaveButton>
        <p className="quiet" role="status">
          {held
            ? `Taken here: ${held.size} entries, ${new Date(held.at).toLocaleString()}. Bundles show that the log went on from there.`
            : 'Take one now: bundles that are saved later show that the log went on from it.'}
        </p>
      </div>
      {why !== null && <p role="alert">{why}</p>}
    </section>
  );
}

/** Saved as a file: whoever gets it checks it with boxperson verify. It goes on from the checkpoint that was taken here. */
export function BundleButton({ path, name }: { path: string; name: string }) {
  const since = heldBefore();
  const asked = since === null ? '' : `${path.includes('?') ? '&' : '?'}since=${since.size}`;
  return (
    <SaveButton path={`${path}${asked}`} name={name}>
      Evidence bundle
    </SaveButton>
  );
}

export function RollBundle({ moment: { table, n, to } }: { moment: Pick<Moment, 'table' | 'n' | 'to'> }) {
  const asked = new URLSearchParams({ table, from: String(n), to: String(to) });
  return <BundleButton path={`/api/record/bundle?${asked}`} name={`${table}-${n}.jsonl`} />;
}
