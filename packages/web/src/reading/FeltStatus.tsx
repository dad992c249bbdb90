import type { PointNumber } from '@boxperson/rules';

interface FeltStatusProps {
  readonly point: PointNumber | null;
  /** What one has, and has won or lost. */
  readonly says: string;
  /** What the button says that begins anew. */
  readonly again: string;
  readonly onAgain: () => void;
}

/** The puck of a felt to try things on, what comes next, and a way to begin anew. */
export const FeltStatus = ({ point, says, again, onAgain }: FeltStatusProps) => (
  <div className="felt-status">
    <span
      className={`puck ${point === null ? 'off' : 'on'}`}
      role="img"
      aria-label={point === null ? 'Puck off' : `Puck on ${point}`}
    >
      {point ?? 'OFF'}
    </span>
    <p>
      <b>{point === null ? 'Come out roll next' : `The point is ${point}`}</b>
      <span>{says}</span>
    </p>
    <button type="button" className="small" onClick={onAgain}>
      {again}
    </button>
  </div>
);
