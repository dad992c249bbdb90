import type { ReactNode } from 'react';

interface ActProps {
  readonly sign: string;
  readonly name: ReactNode;
  /** Left out: it may always be pressed. */
  readonly may?: boolean;
  readonly title?: string | undefined;
  readonly pressed?: boolean;
  readonly opens?: 'dialog';
  readonly onPress: () => void;
}

/** A button of the rail. One that may not be pressed keeps its place and the focus: only its press does nothing. */
export const Act = ({ sign, name, may = true, title, pressed, opens, onPress }: ActProps) => (
  <button
    type="button"
    aria-disabled={!may || undefined}
    aria-pressed={pressed}
    aria-haspopup={opens}
    title={title}
    onClick={() => may && onPress()}
  >
    <span aria-hidden="true">{sign}</span>
    {name}
  </button>
);
