import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Lobby } from './Lobby.js';
import './styles.css';
import { TablePage } from './table/TablePage.js';

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

export const go = (path: string): void => {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
};

function App() {
  const table = /^\/table\/([a-z0-9-]+)$/.exec(usePath())?.[1];
  return table ? <TablePage key={table} id={table} /> : <Lobby />;
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
