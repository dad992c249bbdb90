import './float.css';
import { apartInWords, expectedIn, type Float, isShort, streamOf, type Tray } from '@boxperson/offices';
import { useState } from 'react';
import { Money } from '../../../ui/staff/Money.js';
import { When } from '../../../ui/staff/When.js';
import { AnswerView, type Given } from '../../AnswerView.js';
import { ProposalList } from '../../ProposalList.js';
import { usePit } from '../../pit/pit.js';
import { useProposals } from '../../proposals.js';
import { Pair } from '../../Thing.js';
import { verbsAt } from '../../workplace.js';
import type { BooksProps } from '../index.js';
import { Boxes } from './Boxes.js';
import { CountForm } from './CountForm.js';
import { kindsIn } from './chips.js';
import { LastShift } from './LastShift.js';
import { Slips } from './Slips.js';

/** What every part of a float's page needs. */
export interface FloatProps extends BooksProps {
  readonly float: Float;
  readonly at: string;
  readonly nameOf: (id: string) => string;
  readonly onGiven: (given: Given) => void;
}

export const may = ({ place, office }: BooksProps, verb: string): boolean =>
  verbsAt(place, office).some(([name]) => name === verb);

/** The tray of a table: what it must hold, its counts, its slips and its drop box. */
export function FloatBooks(props: BooksProps) {
  const float = props.books as Float;
  const { nameOf } = usePit();
  const [given, setGiven] = useState<Given | null>(null);
  const at = streamOf(props.office, props.matter);
  const own: FloatProps = { ...props, float, at, nameOf, onGiven: setGiven };
  return (
    <div className="float">
      {given && <AnswerView given={given} onClose={() => setGiven(null)} />}
      <Seconds at={at} />
      {float.tray ? <OpenTray {...own} tray={float.tray} /> : <p className="quiet">The tray is closed.</p>}
      <Counts {...own} />
      <Slips {...own} />
      <Boxes {...own} />
      {float.last && <LastShift {...own} last={float.last} />}
    </div>
  );
}

/** What was counted here and waits for whoever counted with them; what came of it stays to be read. */
function Seconds({ at }: { at: string }) {
  const [all, look] = useProposals();
  const here = (all ?? []).filter(({ to }) => to === at);
  return (
    <section aria-label="Second person">
      {here.length > 0 && <h3>Second person</h3>}
      <ProposalList name="Waits for the second person" proposals={here} nothing={null} onChanged={look} />
    </section>
  );
}

function OpenTray({ float, tray, nameOf }: FloatProps & { readonly tray: Tray }) {
  const { opening, filled, credited, played } = tray;
  return (
    <section aria-labelledby="tray">
      <h3 id="tray">The tray</h3>
      {isShort(float) && (
        <p className="float-short" role="alert">
          The next roll may take <Money cents={float.mayTake ?? 0} /> out of it: ask for a fill.
        </p>
      )}
      <dl className="thing">
        <Pair name="Must hold now">
          <b>
            <Money cents={expectedIn(tray)} />
          </b>
        </Pair>
        <Pair name="Counted open">
          <Money cents={opening.total} /> by {opening.by.map(nameOf).join(' and ')}, <When at={opening.at} />
        </Pair>
        <Pair name="Fills">
          <Money cents={filled} />
        </Pair>
        <Pair name="Credits">
          <Money cents={credited} />
        </Pair>
        <Pair name="Play and chips sold">
          <Money cents={played} />
        </Pair>
      </dl>
    </section>
  );
}

/** Counted by two: whoever counts proposes, whoever counted with them agrees, and then the difference is told. */
function Counts(props: FloatProps) {
  const { float, at, onGiven } = props;
  const verb = float.tray ? 'close' : 'open';
  if (!may(props, verb)) return null;
  const expected = float.last?.closing.total;
  return (
    <section className="panel" aria-labelledby="count">
      <h3 id="count">{float.tray ? 'Count it closed' : 'Count it open'}</h3>
      {!float.tray && expected !== undefined && (
        <p className="quiet">
          The last ones who closed it counted <Money cents={expected} />.
        </p>
      )}
      <CountForm
        key={verb}
        at={at}
        verb={verb}
        title={float.tray ? 'Closing count' : 'Opening count'}
        says={float.tray ? 'Counted, close it' : 'Counted, open it'}
        kinds={kindsIn(float)}
        onGiven={onGiven}
      />
    </section>
  );
}

export const sayApart = apartInWords;
