import type { Marker } from './marks.js';

/** As they lie on the felt, to be read from two metres. */
export const Markers = ({ of }: { of: readonly Marker[] }) =>
  of.map(({ kind, says }) => (
    <span key={kind} className={`marker ${kind}`} data-marker={kind}>
      {says}
    </span>
  ));
