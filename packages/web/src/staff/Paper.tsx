import { CAGE, hasForm } from '@boxperson/offices';
import { useState } from 'react';
import { saveFile } from './save.js';
import { api } from './session.js';
import { verbsAt, type Workplace } from './workplace.js';

interface Form {
  /** Its place in the log. */
  readonly paper: string;
  readonly copies: number;
}

/** May somebody print the form of this entry, and is there one? */
export const mayPrint = (place: Workplace, office: string, event: string): boolean =>
  hasForm(office, event) && verbsAt(place, CAGE).some(([name]) => name === 'print-paper');

const formOf = (at: string, n: number): Promise<Form> =>
  api.get<Form>(`/api/papers?at=${encodeURIComponent(at)}&n=${n}`);

/**
 * The form of an entry on paper. A second print could be taken for a second payment: another person agrees to it, and
 * it says what it is.
 */
export function Paper({ at, n, name }: { readonly at: string; readonly n: number; readonly name: string }) {
  const [says, setSays] = useState<string | null>(null);
  const [form, setForm] = useState<Form | null>(null);
  const fetchIt = (paper: string): Promise<void> => saveFile(`/api/papers/${paper}`, `form-${paper}.pdf`);
  const look = async (): Promise<void> => {
    const found = await formOf(at, n);
    setForm(found);
    setSays(found.copies === 0 ? null : `Printed ${found.copies === 1 ? 'once' : `${found.copies} times`}.`);
    if (found.copies === 0) await print(found);
  };
  const print = async ({ paper }: Form): Promise<void> => {
    const answered = await api.submit('cage', { do: 'print-paper', paper });
    if (!answered.ok) return setSays(answered.refused.message);
    if ('proposal' in answered) return setSays('A reprint waits for a second person.');
    await fetchIt(paper);
    setForm(await formOf(at, n));
    setSays('Printed once.');
  };
  const trying = (act: () => Promise<void>) => (): void =>
    void act().catch((error: Error) => setSays(error.message));
  const copies = form?.copies ?? 0;
  return (
    <span className="staff-paper">
      <button type="button" onClick={trying(look)} aria-label={`Form of ${name}`}>
        Form
      </button>
      {form && copies > 0 && (
        <>
          <button type="button" onClick={trying(() => fetchIt(form.paper))}>
            Copy {copies}
          </button>
          <button type="button" onClick={trying(() => print(form))}>
            Reprint…
          </button>
        </>
      )}
      <span role="status">{says}</span>
    </span>
  );
}
