import { barChart, type Selection } from '@boxperson/odds';
import { makeDollars, type OpenSettings } from '@boxperson/rules';
import { Dialog } from '../ui/Dialog.js';
import { Heads } from '../ui/Heads.js';
import { useAsk } from './desk.js';
import type { Asks } from './desk-asks.js';
import { Picture } from './Picture.js';
import type { ReportLine } from './SignReport.js';
import { percent } from './say.js';

const STAKES = 40;

type Stakes = Asks['stakes']['answer'];

interface StakeEdgesProps {
  readonly settings: OpenSettings;
  readonly line: ReportLine;
  readonly onClose: () => void;
}

const selectionOf = ({ wager, number, high, dice }: ReportLine): Selection => ({
  wager,
  ...(number && { number }),
  ...(high && { high }),
  ...(dice && { dice }),
});

/** What a wager is worth at each stake that a sign allows. */
export function StakeEdges({ settings, line, onClose }: StakeEdgesProps) {
  const { answer, busy } = useAsk('stakes', { settings, selection: selectionOf(line), count: STAKES });
  return (
    <Dialog title={`${line.name}, stake by stake`} onClose={onClose}>
      {busy && <p className="quiet">Playing every stake…</p>}
      {answer && (
        <div className="derivation">
          <p>
            The first {answer.length} stakes that the sign allows, with all rounding. Below nothing the house
            loses.
          </p>
          <EdgePicture line={line} stakes={answer} />
          <EdgeTable stakes={answer} />
        </div>
      )}
    </Dialog>
  );
}

const EdgePicture = ({ line: { name, wager }, stakes }: { line: ReportLine; stakes: Stakes }) => (
  <Picture
    name={`stakes-${wager}`}
    caption="The edge at each stake"
    height={0}
    draw={(frame) =>
      barChart(
        stakes.map(({ stake, value }) => ({ name: makeDollars(stake), value: 100 * value })),
        { title: `${name}: the edge at each stake`, across: 'per cent of what is put up', up: '', ...frame },
        (value) => `${value.toFixed(2)} %`,
      )
    }
  />
);

const EdgeTable = ({ stakes }: { stakes: Stakes }) => (
  <table className="figures">
    <Heads names={['Stake', 'Edge', 'House']} />
    <tbody>
      {stakes.map(({ stake, edge, value }) => (
        <tr key={stake} className={value < 0 ? 'leaks' : ''}>
          <th scope="row">{makeDollars(stake)}</th>
          <td>
            <span className="fraction">{edge}</span> <span className="percent">{percent(value)}</span>
          </td>
          <td>{value < 0 ? '▲ loses' : value === 0 ? 'even' : 'wins'}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
