import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type Place, Shell } from '../ui/Shell.js';
import './reading.css';

const SettingsDialog = lazy(() =>
  import('../settings/SettingsDialog.js').then((module) => ({ default: module.SettingsDialog })),
);

const PLACES: readonly Place[] = [
  ['/rules', 'Rulebooks'],
  ['/rules/compare', 'Compare'],
  ['/lab/odds', 'Odds'],
  ['/lab/sign', 'Sign checker'],
  ['/lab/strategies', 'Strategies'],
  ['/lab/hands', 'Hands and myths'],
  ['/school', 'School'],
];

/** A book or a wager is read under the rulebooks. */
const placeOf = (here: string): string | null =>
  PLACES.find(([address]) => address === here)?.[0] ?? (here.startsWith('/rules') ? '/rules' : null);

interface ReadingPageProps {
  readonly title: string;
  readonly here: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** The frame around every page for reading. */
export function ReadingPage({ title, here, lead, children }: ReadingPageProps) {
  const [settings, setSettings] = useState(false);
  return (
    <>
      <Shell
        title={title}
        here={placeOf(here)}
        area="Rules and odds"
        places={PLACES}
        home={['/', 'To the tables']}
        lead={lead}
        acts={
          <button type="button" className="shell-act" onClick={() => setSettings(true)}>
            Settings
          </button>
        }
        foot={
          <p>
            In our own words. Facts, figures and clause numbers are the rulebooks’; every wager here is
            decided by the same engine that runs the tables.
          </p>
        }
      >
        {children}
      </Shell>
      <Suspense fallback={null}>{settings && <SettingsDialog onClose={() => setSettings(false)} />}</Suspense>
    </>
  );
}
