import { Link } from '../ui/Link.js';
import { Shell } from './Shell.js';

interface LostProps {
  readonly what: string;
  readonly typed: string;
  readonly near: readonly (readonly [address: string, name: string])[];
}

/** An address that leads nowhere says so, and where it probably should have led. */
export function Lost({ what, typed, near }: LostProps) {
  return (
    <Shell title={`No such ${what}`} here="/rules">
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
    </Shell>
  );
}
