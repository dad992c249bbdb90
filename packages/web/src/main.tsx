import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './theme.css';
import './base.css';
import { Lobby } from './lobby/Lobby.js';
import { startSettings } from './settings/settings.js';
import { TablePage } from './table/TablePage.js';

export { go } from './ui/go.js';

// Pages for reading: they come when somebody opens them.
const RulesPage = lazy(() =>
  import('./rules/RulesPage.js').then((module) => ({ default: module.RulesPage })),
);
const LabPage = lazy(() => import('./lab/LabPage.js').then((module) => ({ default: module.LabPage })));

/** `/` is the lobby, `/table/<id>` a table, `/rules` the rule reader, `/lab` the odds laboratory. */
const usePath = (): string => {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const changed = () => setPath(location.pathname);
    addEventListener('popstate', changed);
    return () => removeEventListener('popstate', changed);
  }, []);
  return path;
};

function App() {
  const path = usePath();
  const table = /^\/table\/([a-z0-9-]+)$/.exec(path)?.[1];
  if (table) return <TablePage key={table} id={table} />;
  const Reading = /^\/rules(?:\/|$)/.test(path) ? RulesPage : /^\/lab(?:\/|$)/.test(path) ? LabPage : null;
  if (Reading === null) return <Lobby />;
  return (
    <Suspense fallback={<p className="loading">One moment…</p>}>
      <Reading path={path} />
    </Suspense>
  );
}

startSettings();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
