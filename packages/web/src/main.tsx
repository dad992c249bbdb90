import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './theme.css';
import './base.css';
import './styles.css';
import { Lobby } from './lobby/Lobby.js';
import { startSettings } from './settings/settings.js';
import { TablePage } from './table/TablePage.js';

export { go } from './ui/go.js';

/** `/` is the lobby, `/table/<id>` a table. */
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
  const table = /^\/table\/([a-z0-9-]+)$/.exec(usePath())?.[1];
  return table ? <TablePage key={table} id={table} /> : <Lobby />;
}

startSettings();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
