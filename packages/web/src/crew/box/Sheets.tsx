import type { DealingSheet, Station } from '@boxperson/rules/dealing';
import { ChipFace, chipText } from '../../ui/Chip.js';
import { dollars } from '../../ui/money.js';
import { GoOn } from '../dealer/GoOn.js';
import { SheetView } from '../sheet/SheetView.js';
import { useSheet } from '../sheet/use-sheet.js';
import { CalledRoll } from '../stick/CalledRoll.js';

const TITLES: Readonly<Record<Station, string>> = {
  left: 'Left end',
  right: 'Right end',
  stick: 'Centre',
  single: 'The table',
};
/** As the ends lie before the box. */
const ORDER: readonly Station[] = ['left', 'stick', 'right', 'single'];

/** The call, the totals, and everybody's sheet side by side. */
export function Sheets() {
  const sheet = useSheet();
  if (!sheet) return <p className="quiet">The roll is being settled.</p>;
  const stations = ORDER.filter((one) => sheet.sheets.some(({ station }) => station === one));
  return (
    <>
      <CalledRoll sheet={sheet} eyes="box" />
      <Totals sheet={sheet} />
      <GoOn />
      <div className="box-sheets">
        {stations.map((station) => (
          <SheetView key={station} sheet={sheet} station={station} title={TITLES[station]} />
        ))}
      </div>
    </>
  );
}

/** What the house takes and pays by this roll, and what is left of the float where it is counted. */
function Totals({ sheet: { box } }: { sheet: DealingSheet }) {
  return (
    <dl className="box-totals" aria-label="Totals of the roll">
      <Figure says="Taken" figure={dollars(box.taken)} />
      <Figure says="Paid" figure={dollars(box.paid)} />
      {box.commission > 0 && <Figure says="Commission" figure={dollars(box.commission)} />}
      <Figure says="House" figure={signed(box.house)} />
      {box.float?.after.map(({ chip, count }) => (
        <div key={chip}>
          <dt>
            <ChipFace value={chip} text={chipText(chip)} />
          </dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

const signed = (amount: number): string => (amount < 0 ? `−${dollars(-amount)}` : `+${dollars(amount)}`);

const Figure = ({ says, figure }: { says: string; figure: string }) => (
  <div>
    <dt>{says}</dt>
    <dd>{figure}</dd>
  </div>
);
