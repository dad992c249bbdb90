import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from '../ui/Link.js';
import { keepForLater } from './offline.js';
import './reading.css';

const SettingsDialog = lazy(() =>
  import('../settings/SettingsDialog.js').then((module) => ({ default: module.SettingsDialog })),
);

const PLACES = [
  ['/rules', 'Rulebooks'],
  ['/rules/compare', 'Compare'],
  ['/lab/odds', 'Odds'],
  ['/lab/sign', 'Sign checker'],
  ['/lab/strategies', 'Strategies'],
  ['/lab/hands', 'Hands and myths'],
] as const;

const isHere = (place: string, here: string): boolean =>
  place === '/rules' ? here.startsWith('/rules') && here !== '/rules/compare' : place === here;

interface ShellProps {
  readonly title: string;
  readonly here: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** The frame around every page for reading: who we are, where else to go, settings. */
export function Shell({ title, here, lead, children }: ShellProps) {
  const [settings, setSettings] = useState(false);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} · Boxperson`;
  }, [title]);
  useEffect(() => {
    // When the page is there and nobody waits for anything.
    const timer = setTimeout(() => void keepForLater(), 1_000);
    return () => clearTimeout(timer);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another mark
  useEffect(() => {
    // On a phone the places are a row that scrolls: the one we are at must be seen.
    const mark = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (mark && nav.current) nav.current.scrollLeft = mark.offsetLeft - 24;
  }, [here]);
  return (
    <div className="reading">
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <header className="reading-top">
        <Link href="/" className="reading-home">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect x="1" y="1" width="30" height="30" rx="7" />
            <circle cx="10.5" cy="10.5" r="3.2" />
            <circle cx="21.5" cy="21.5" r="3.2" />
          </svg>
          <span>To the tables</span>
        </Link>
        <nav ref={nav} className="reading-places" aria-label="Rules and odds">
          {PLACES.map(([href, name]) => (
            <Link key={href} href={href} aria-current={isHere(href, here) ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <button type="button" className="reading-settings" onClick={() => setSettings(true)}>
          Settings
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        <div className="reading-title">
          <h1>{title}</h1>
          {lead && <div className="reading-lead">{lead}</div>}
        </div>
        {children}
      </main>
      <footer className="reading-foot">
        <p>
          In our own words. Facts, figures and clause numbers are the rulebooks’; every wager here is decided
          by the same engine that runs the tables.
        </p>
      </footer>
      <Suspense fallback={null}>{settings && <SettingsDialog onClose={() => setSettings(false)} />}</Suspense>
    </div>
  );
}
