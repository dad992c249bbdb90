import type { Moment, MomentLine } from '@boxperson/offices';
import { type Cents, makeAmount, type Unit } from '@boxperson/rules';
import { type ReactNode, useEffect, useState } from 'react';
import { spotName } from '../reading/spot-name.js';
import { Pair } from '../ui/Dice.js';
import { wordsOf } from '../ui/form/shape.js';
import { Money } from '../ui/staff/Money.js';
import { When } from '../ui/staff/When.js';
import { OpenCase } from './OpenCase.js';
import type { About } from './open-case.js';
import { api } from './session.js';
import type { Workplace } from './workplace.js';
import '../ui/styles/faces.css';

export const momentsAt = async (table: string, at: number): Promise<readonly Moment[]> =>
  (await api.get<{ moments: readonly Moment[] }>(`/api/moments/${encodeURIComponent(table)}?at=${at}`))
    .moments;

/** The last rolls of a table by the record, the newest first; looked at again after `throws` more. */
export function useLastRolls(table: string, throws: number): readonly Moment[] | null {
  const [found, setFound] = useState<readonly Moment[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each roll looks again
  useEffect(() => {
    let gone = false;
    momentsAt(table, Date.now()).then(
      (moments) => !gone && setFound([...moments].reverse()),
      () => !gone && setFound([]),
    );
    return () => {
      gone = true;
    };
  }, [table, throws]);
  return found;
}

/** Rolls of several tables may stand on one page. */
const unitAt = ({ unit = 'money' }: Moment): Unit => unit;

const sayDice = ({ dice }: Moment): string => (dice ? ` on ${dice.join(' and ')}` : '');

const aboutRoll = (moment: Moment): About => ({
  kind: 'dispute',
  table: moment.table,
  roll: String(moment.n),
  says: `The roll${sayDice(moment)}.`,
});

/** What the line says is what the case is about, until somebody has more to say. */
const aboutLine = (moment: Moment, line: MomentLine): About => ({
  ...aboutRoll(moment),
  line: line.line,
  says: `${spotName(moment.rulebook, line.wager)}, ${makeAmount(line.stake, unitAt(moment))}, of ${line.player}${sayDice(moment)}: ${sayPaid(line, unitAt(moment))}.`,
});

function sayPaid(line: MomentLine, unit: Unit): string {
  if (stood(line)) return 'it stayed up';
  const say = (amount: Cents) => makeAmount(amount, unit);
  const paid = `${say(line.paid)} paid`;
  return line.paid === line.owed ? paid : `${paid} where ${say(line.owed)} is owed`;
}

interface MomentsProps {
  readonly place: Workplace;
  readonly moments: readonly Moment[];
  /** Where whoever opens a case goes back to. */
  readonly from?: string;
  /** What else can be done with a roll: beside it, and below its lines. */
  readonly beside?: (moment: Moment) => ReactNode;
  readonly below?: (moment: Moment) => ReactNode;
}

/** Rolls as the record has them: each of them and each of their lines is a case in two taps. */
export function Moments({ place, moments, from, beside, below }: MomentsProps) {
  const back = from === undefined ? {} : { from };
  return (
    <ol className="case-moments">
      {moments.map((moment) => (
        <li key={moment.seq}>
          <p>
            {moment.dice && <Pair dice={moment.dice} />} <When at={moment.at} />{' '}
            <span className="quiet">
              {moment.call ? wordsOf(moment.call) : ''} · entry {moment.seq}
            </span>
            <OpenCase place={place} about={{ ...aboutRoll(moment), ...back }}>
              Open a case about the roll
            </OpenCase>
            {beside?.(moment)}
          </p>
          <ul className="case-moment-lines">
            {moment.lines.map((line) => (
              <li key={line.line} data-line={line.line}>
                <Line line={line} name={spotName(moment.rulebook, line.wager)} unit={unitAt(moment)} />
                <OpenCase place={place} about={{ ...aboutLine(moment, line), ...back }} />
              </li>
            ))}
          </ul>
          {below?.(moment)}
        </li>
      ))}
    </ol>
  );
}

/** What no clause decided stayed where it was. */
const stood = ({ clause, paid, owed }: MomentLine): boolean => clause === null && paid === owed;

const Line = ({ line, name, unit }: { line: MomentLine; name: string; unit: Unit }) => (
  <>
    <span>
      {line.player}: {name} <Money cents={line.stake} unit={unit} />
    </span>
    {stood(line) ? <span className="quiet">stayed up</span> : <Paid {...line} unit={unit} />}
  </>
);

const Paid = ({ paid, owed, unit }: MomentLine & { unit: Unit }) => (
  <span>
    paid <Money cents={paid} unit={unit} />
    {paid !== owed && (
      <strong className="overdue">
        {' '}
        owed <Money cents={owed} unit={unit} />
      </strong>
    )}
  </span>
);
