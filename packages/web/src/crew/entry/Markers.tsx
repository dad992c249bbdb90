import type { Marker } from './marks.js';

const LETTERS_MOST = 7;

interface MarkersProps {
  readonly of: readonly Marker[];
  /** In one short row: by their letters, where there are too many for words. */
  readonly room?: 'short';
}

/** As they lie on the felt, to be read from two metres. */
export function Markers({ of, room }: MarkersProps) {
  const letters = of.reduce((sum, { says }) => sum + says.length, 0);
  const isTight = room === 'short' && letters > LETTERS_MOST;
  return of.map(({ kind, says, short }) => (
    <span key={kind} className={`marker ${kind}`} data-marker={kind} role="img" aria-label={says}>
      {isTight ? short : says}
    </span>
  ));
}
