import { type OpenedCase, text } from '@boxperson/offices';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { SchemaForm } from '../../ui/form/SchemaForm.js';
import { SaveButton } from '../SaveButton.js';
import { fileOf } from '../save.js';
import { asFormAnswer } from '../sending.js';
import { api } from '../session.js';

const pathOf = (name: string, sha256 = ''): string =>
  `/api/cases/${encodeURIComponent(name)}/exhibits${sha256 && `/${sha256}`}`;

/** What was laid before the case and is kept by the house: a picture to be seen, a paper to be saved. */
export function Exhibit({ name, sha256, type }: { name: string; sha256: string; type: string }) {
  const path = pathOf(name, sha256);
  const ending = type.split('/')[1] ?? '';
  return (
    <>
      {type.startsWith('image/') && <Picture path={path} />}
      <SaveButton path={path} name={`${name}-${sha256.slice(0, 8)}.${ending}`}>
        Save it
      </SaveButton>
    </>
  );
}

/** Fetched when somebody wants to see it: every look at a case is on record. */
function Picture({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    let made: string | null = null;
    let gone = false;
    fileOf(path).then(
      (blob) => {
        if (gone) return;
        made = URL.createObjectURL(blob);
        setShown(made);
      },
      () => {},
    );
    return () => {
      gone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [isOpen, path]);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show the picture</summary>
      {shown !== null && <img className="case-picture" src={shown} alt="As it was laid before the case" />}
    </details>
  );
}

const schema = z.strictObject({
  says: text.reason.meta({ title: 'What it shows' }),
  source: text.line.meta({ title: 'Where it comes from' }),
});

const BYTES_MOST = 4 * 1024 * 1024;
const ACCEPTED = 'image/png,image/jpeg,image/webp,application/pdf';

/** In base64, as the house takes it. */
const dataOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });

/** A picture or a PDF from this machine: the house keeps it, and the case names its digest. */
export function AddExhibit({ state }: { state: OpenedCase }) {
  const { case: name } = state.opened;
  const [file, setFile] = useState<File | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isTooMuch = (file?.size ?? 0) > BYTES_MOST;
  return (
    <details
      className="case-exhibit"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Add a picture or a document</summary>
      <label className="case-file">
        A PNG, JPEG, WebP or PDF of 4 MB at most
        <input type="file" accept={ACCEPTED} onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
      </label>
      {isTooMuch && <p role="alert">That is more than 4 MB.</p>}
      {file && !isTooMuch && (
        <SchemaForm
          name="Add a picture or a document"
          schema={schema}
          submit="Lay it before the case"
          onSubmit={async (said, { id }) => {
            const { sha256, type } = await api.post<{ sha256: string; type: string }>(pathOf(name), {
              data: await dataOf(file),
            });
            const kind = type.startsWith('image/') ? 'picture' : 'document';
            const asked = { do: 'add-evidence', kind, ...said, sha256 };
            const answered = await api.submit(`cases/${name}`, asked, id);
            // The form stays, folded: what a screen reader is told of its button refers to it.
            if (answered.ok) setOpen(false);
            return asFormAnswer(answered);
          }}
        />
      )}
    </details>
  );
}
