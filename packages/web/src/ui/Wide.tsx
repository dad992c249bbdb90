import type { ReactNode } from 'react';

/** A table that may be wider than the page: it scrolls by itself, by keyboard too. */
export function Wide({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody could scroll by keyboard
    <section className="wide" aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}
