import { makeDollars, type RulebookId } from '@boxperson/rules';
import { Heads } from '../ui/Heads.js';
import { Wide } from '../ui/Wide.js';
import type { SignAnswer } from './desk-asks.js';
import { count, fractionValue, nameIn, percent } from './say.js';

export type Report = Extract<SignAnswer, { ok: true }>['report'];
export type ReportLine = Report['lines'][number];

function sayLeaks({ leaks, leakCount, lastLeak }: ReportLine): string {
  const shown = leaks.slice(0, 8).map(makeDollars).join(', ');
  if (leakCount <= 8) return shown;
  const end = lastLeak === null ? 'and so on to the maximum' : `… ${makeDollars(lastLeak)}`;
  return `${shown} ${end}`;
}

/** Numbers of a wager that leak alike are told together. */
function grouped(lines: readonly ReportLine[]): readonly (readonly [string, ReportLine])[] {
  const groups = new Map<string, ReportLine[]>();
  for (const line of lines) {
    const key = `${line.wager} ${sayLeaks(line)}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((group) => {
    const [first, ...more] = group as [ReportLine, ...ReportLine[]];
    return [[first.name, ...more.map(({ number }) => number)].join(', '), first] as const;
  });
}

interface LeaksProps {
  readonly report: Report;
  readonly book: RulebookId;
  readonly apply: () => void;
}

export function Leaks({ report, book, apply }: LeaksProps) {
  const leaking = report.lines.filter(({ leakCount }) => leakCount > 0);
  if (leaking.length === 0)
    return (
      <div className="verdict good" role="status">
        <p>
          <b>✓ No leak.</b> The house loses on no stake that this sign allows.
        </p>
      </div>
    );
  return (
    <div className="verdict bad" role="status">
      <p>
        <b>▲ {leaking.length} wagers leak.</b> On these stakes the house loses on average, because winnings
        are rounded up to chips:
      </p>
      <ul className="leak-list">
        {grouped(leaking).map(([name, line]) => (
          <li key={name}>
            <b>{name}</b> {sayLeaks(line)} <span className="quiet">({count(line.leakCount)} stakes)</span>
          </li>
        ))}
      </ul>
      <h2>The smallest fix</h2>
      <ul className="fix-list">
        {report.changes.map(({ wager, limit, keeps, chip }) => (
          <li key={wager}>
            <b>{nameIn(book, { wager })}</b>{' '}
            {limit === null
              ? 'no minimum and no unit stops it'
              : `${makeDollars(limit.min)} to ${makeDollars(limit.max)}${limit.unit === undefined ? '' : ` in steps of ${makeDollars(limit.unit)}`}; ${percent(keeps, 1)} of the stakes are left`}
            {chip !== null && `, or a chip of ${makeDollars(chip)}`}
          </li>
        ))}
      </ul>
      {report.changes.some(({ limit }) => limit !== null) && (
        <button type="button" className="main" onClick={apply}>
          Put these on the sign
        </button>
      )}
    </div>
  );
}

const HEADS = [
  'Wager',
  'Edge, unrounded',
  'Best stake for the player',
  'Its edge',
  'Rounding costs',
  'At most',
  'Leaks',
];

interface LinesProps {
  readonly lines: readonly ReportLine[];
  readonly onShow: (line: ReportLine) => void;
}

export const Lines = ({ lines, onShow }: LinesProps) => (
  <Wide name="Every wager under this sign">
    <table className="figures sign-lines">
      <Heads names={HEADS} />
      <tbody>
        {lines.map((line) => (
          <WagerLine key={line.name} line={line} onShow={() => onShow(line)} />
        ))}
      </tbody>
    </table>
  </Wide>
);

const WagerLine = ({ line, onShow }: { line: ReportLine; onShow: () => void }) => (
  <tr className={line.leakCount > 0 ? 'leaks' : ''}>
    <th scope="row">
      <button type="button" className="row-name" onClick={onShow}>
        {line.name}
      </button>
    </th>
    <td>
      <span className="fraction">{line.edge}</span>{' '}
      <span className="percent">{percent(fractionValue(line.edge), 2)}</span>
    </td>
    <td>{makeDollars(line.best.stake)}</td>
    <td className="strong">
      <span className="fraction">{line.best.edge}</span>{' '}
      <span className="percent">{percent(fractionValue(line.best.edge), 2)}</span>
    </td>
    <td>{line.breakage.average.toFixed(1)}¢</td>
    <td>
      {line.breakage.most.toFixed(1)}¢ at {makeDollars(line.breakage.at)}
    </td>
    <td>{line.leakCount === 0 ? 'none' : `▲ ${count(line.leakCount)}`}</td>
  </tr>
);
