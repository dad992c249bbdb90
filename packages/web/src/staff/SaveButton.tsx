import { type ReactNode, useState } from 'react';
import { saveFile } from './save.js';

interface SaveButtonProps {
  readonly path: string;
  readonly name: string;
  readonly children: ReactNode;
}

/** Saves a file of the house; where that does not go, it says why. */
export function SaveButton({ path, name, children }: SaveButtonProps) {
  const [why, setWhy] = useState<string | null>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setWhy(null);
          saveFile(path, name).catch((error: Error) => setWhy(error.message));
        }}
      >
        {children}
      </button>
      {why !== null && <span role="alert">{why}</span>}
    </>
  );
}
