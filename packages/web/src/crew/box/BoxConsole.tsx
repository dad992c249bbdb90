import { SheetView } from '../sheet/SheetView.js';
import { useSheet } from '../sheet/use-sheet.js';

export function BoxConsole() {
  const sheet = useSheet();
  if (!sheet) return <p className="quiet">Wagers are open.</p>;
  return sheet.sheets.map(({ station }) => (
    <SheetView key={station} sheet={sheet} station={station} title={station} />
  ));
}
