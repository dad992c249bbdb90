import { lazy, type ReactNode, StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import './fonts/fonts.css';
import './theme.css';
import './things.css';
import './base.css';
import { Lobby } from './lobby/Lobby.js';
import { startSettings } from './settings/settings.js';
import { TablePage } from './table/TablePage.js';
import { nearest } from './ui/nearest.js';
import { type Route, Routes, usePath } from './ui/router.js';

export { go } from './ui/go.js';

// Pages for reading: they come when somebody opens them.
const RulesPage = lazy(() =>
  import('./rules/RulesPage.js').then((module) => ({ default: module.RulesPage })),
);
const LabPage = lazy(() => import('./lab/LabPage.js').then((module) => ({ default: module.LabPage })));
const SchoolPage = lazy(() =>
  import('./school/SchoolPage.js').then((module) => ({ default: module.SchoolPage })),
);
// Only those who work here load what their screens are made of.
const StaffPage = lazy(() =>
  import('./staff/StaffPage.js').then((module) => ({ default: module.StaffPage })),
);
const CrewPage = lazy(() => import('./crew/CrewPage.js').then((module) => ({ default: module.CrewPage })));
// Hangs over a table, and nobody touches it.
const DisplayPage = lazy(() =>
  import('./display/DisplayPage.js').then((module) => ({ default: module.DisplayPage })),
);
const BeTheCrew = lazy(() =>
  import('./crew/practice/BeTheCrew.js').then((module) => ({ default: module.BeTheCrew })),
);
const FirstHandPage = lazy(() =>
  import('./table/first-hand/FirstHandPage.js').then((module) => ({ default: module.FirstHandPage })),
);
const TournamentsPage = lazy(() =>
  import('./tournaments/TournamentsPage.js').then((module) => ({ default: module.TournamentsPage })),
);
const AtTournament = lazy(() =>
  import('./tournaments/AtTournament.js').then((module) => ({ default: module.AtTournament })),
);
const CasesPage = lazy(() =>
  import('./cases/CasesPage.js').then((module) => ({ default: module.CasesPage })),
);
const PromotionsPage = lazy(() =>
  import('./promotions/PromotionsPage.js').then((module) => ({ default: module.PromotionsPage })),
);
const LostPage = lazy(() => import('./reading/LostPage.js').then((module) => ({ default: module.LostPage })));

/** When a page for reading is there and nobody waits for anything, the others are kept for later. */
function Kept({ children }: { children: ReactNode }) {
  useEffect(() => {
    const keep = () => void import('./offline.js').then(({ keepForLater }) => keepForLater());
    const timer = setTimeout(keep, 1_000);
    return () => clearTimeout(timer);
  }, []);
  return children;
}

const kept = (page: ReactNode) => <Kept>{page}</Kept>;

const ROUTES: readonly Route[] = [
  { at: '/', show: () => <Lobby /> },
  {
    at: '/table/:id',
    show: ({ id = '' }) => (
      <>
        <TablePage key={id} id={id} />
        <Suspense fallback={null}>
          <AtTournament table={id} />
        </Suspense>
      </>
    ),
  },
  { at: '/tournaments/*', show: (_, path) => <TournamentsPage path={path} /> },
  { at: '/first-hand', show: () => <FirstHandPage /> },
  { at: '/cases', show: () => <CasesPage /> },
  { at: '/rules/*', show: (_, path) => kept(<RulesPage path={path} />) },
  { at: '/lab/*', show: (_, path) => kept(<LabPage path={path} />) },
  { at: '/school/*', show: (_, path) => kept(<SchoolPage path={path} />) },
  { at: '/promotions/*', show: (_, path) => <PromotionsPage path={path} /> },
  { at: '/display/:id', show: ({ id = '' }) => <DisplayPage key={id} id={id} /> },
  { at: '/be-the-crew', show: () => <BeTheCrew /> },
  { at: '/crew/*', show: (_, path) => <CrewPage path={path} /> },
  { at: '/staff/*', show: (_, path) => <StaffPage path={path} /> },
];

const PLACES = {
  '/': 'The tables',
  '/rules': 'The rules',
  '/lab': 'The odds laboratory',
  '/school': 'The dealer school',
  '/first-hand': 'A guided first hand',
  '/tournaments': 'Tournaments',
  '/promotions': 'Promotions',
  '/staff': 'Staff entrance',
  '/crew': 'The crew’s consoles',
  '/be-the-crew': 'Be the crew',
} as const;

function Nowhere({ path }: { path: string }) {
  const near = nearest(path, Object.keys(PLACES), Object.keys(PLACES).length);
  return (
    <LostPage
      what="page"
      typed={path}
      here={path}
      near={near.map((address) => [address, PLACES[address as keyof typeof PLACES]] as const)}
    />
  );
}

const App = () => <Routes routes={ROUTES} path={usePath()} lost={(path) => <Nowhere path={path} />} />;

startSettings();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
