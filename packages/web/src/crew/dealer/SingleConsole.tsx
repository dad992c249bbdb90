import { useCrew } from '../crew.js';
import { SheetView } from '../sheet/SheetView.js';
import { useSheet } from '../sheet/use-sheet.js';

export function SingleConsole() {
  const { console } = useCrew();
  const sheet = useSheet();
  if (!sheet || console === 'box') return <p className="quiet">Wagers are open.</p>;
  return <SheetView sheet={sheet} station={console} title="Your end" />;
}
