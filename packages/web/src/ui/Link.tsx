import type { AnchorHTMLAttributes } from 'react';
import { go } from './go.js';

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string };

/** A real link: it can be opened in another tab, and moves within the app when plainly clicked. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  return (
    <a
      href={href}
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
          return;
        event.preventDefault();
        go(href);
      }}
    />
  );
}
