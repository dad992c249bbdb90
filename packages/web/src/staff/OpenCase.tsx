import type { ReactNode } from 'react';
import { Link } from '../ui/Link.js';
import { type About, caseAddress, mayOpenCase } from './open-case.js';
import type { Workplace } from './workplace.js';

interface OpenCaseProps {
  readonly place: Workplace;
  readonly about: About;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** The way to a new case about what is shown here; nothing for whoever opens none. */
export const OpenCase = ({
  place,
  about,
  className = 'button-link',
  children = 'Open a case',
}: OpenCaseProps) =>
  mayOpenCase(place) ? (
    <Link className={className} href={caseAddress(place, about)}>
      {children}
    </Link>
  ) : null;
