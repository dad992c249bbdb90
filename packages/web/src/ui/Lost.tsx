import { Link } from './Link.js';
import type { Place } from './Shell.js';

export interface LostProps {
  readonly what: string;
  readonly typed: string;
  readonly near: readonly Place[];
}

/** An address that leads nowhere says so, and where it probably should have led. */
export function Lost({ what, typed, near }: LostProps) {
  return (
    <div className="broken" role="alert">
      <p>
        There is no {what} “{typed.slice(0, 60)}”. The nearest:
      </p>
      <p className="broken-near">
        {near.map(([address, name]) => (
          <Link key={address} className="button-link" href={address}>
            {name}
          </Link>
        ))}
      </p>
    </div>
  );
}
