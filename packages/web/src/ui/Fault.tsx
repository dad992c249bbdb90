import type { ReactNode } from 'react';

/** What is wrong, said at once to those who listen. */
export const Fault = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="fault">
    {children}
  </p>
);
