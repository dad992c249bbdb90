import type { ReactNode } from 'react';
import './print.css';

interface PrintProps {
  readonly title: string;
  /** What the button says. */
  readonly act?: string;
  /** What else may be done with it, beside the button and not on the paper. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** A sheet of paper on the screen. Printed, it is alone on the page. */
export const Print = ({ title, act = 'Print', beside, children }: PrintProps) => (
  <section className="paper-sheet" aria-label={title}>
    <div className="paper">
      <h2>{title}</h2>
      {children}
    </div>
    <div className="no-print">
      <button type="button" onClick={() => window.print()}>
        {act}
      </button>{' '}
      {beside}
    </div>
  </section>
);
