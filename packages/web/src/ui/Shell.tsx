import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from './Link.js';
import './shell.css';

export type Place = readonly [address: string, name: string];

export interface ShellProps {
  readonly title: string;
  /** Which of the places this is; none of them when it is null. */
  readonly here: string | null;
  /** What the row of places is called for those who hear it. */
  readonly area: string;
  readonly places: readonly Place[];
  readonly home: Place;
  readonly lead?: ReactNode;
  /** Buttons at the end of the top row. */
  readonly acts?: ReactNode;
  readonly foot?: ReactNode;
  /** For reading, for work (less title, places at the side), the same without places, or a door with one thing in it. */
  readonly look?: 'read' | 'work' | 'desk' | 'door';
  readonly children: ReactNode;
}

/** The frame around a page: who we are, where else to go, what this is. */
export function Shell({ title, here, area, places, home, look = 'read', ...inside }: ShellProps) {
  const { lead, acts, foot, children } = inside;
  useEffect(() => {
    document.title = `${title} · Boxperson`;
  }, [title]);
  return (
    <div className={`shell shell-${look}`}>
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <header className="shell-top">
        <Home address={home[0]} name={home[1]} />
        {places.length > 0 && <Places area={area} places={places} here={here} />}
        {acts}
      </header>
      <main id="main" tabIndex={-1}>
        <div className="shell-title">
          <h1>{title}</h1>
          {lead && <div className="shell-lead">{lead}</div>}
        </div>
        {children}
      </main>
      {foot && <footer className="shell-foot">{foot}</footer>}
    </div>
  );
}

function Home({ address, name }: { address: string; name: string }) {
  return (
    <Link href={address} className="shell-home">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect x="1" y="1" width="30" height="30" rx="7" />
        <circle cx="10.5" cy="10.5" r="3.2" />
        <circle cx="21.5" cy="21.5" r="3.2" />
      </svg>
      <span>{name}</span>
    </Link>
  );
}

function Places({ area, places, here }: Pick<ShellProps, 'area' | 'places' | 'here'>) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another mark
  useEffect(() => {
    // The places are a row that scrolls on a phone, and a column on a low screen: the one we are at must be seen.
    const mark = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (!mark || !nav.current) return;
    nav.current.scrollLeft = mark.offsetLeft - 24;
    nav.current.scrollTop = mark.offsetTop - nav.current.clientHeight / 2;
  }, [here]);
  return (
    <nav ref={nav} className="shell-places" aria-label={area}>
      {places.map(([href, name]) => (
        <Link key={href} href={href} aria-current={href === here ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
