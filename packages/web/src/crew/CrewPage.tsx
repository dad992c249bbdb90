import './styles/crew.css';
import { Gate } from '../staff/Gate.js';
import { partsOf } from '../ui/router.js';
import { AtTable } from './AtTable.js';
import { Floor } from './Floor.js';

/** Where the crew works. They come in by the door of all staff. */
export function CrewPage({ path }: { path: string }) {
  const [, table, console] = partsOf(path);
  return (
    <Gate>{table === undefined ? <Floor /> : <AtTable key={table} id={table} console={console} />}</Gate>
  );
}
