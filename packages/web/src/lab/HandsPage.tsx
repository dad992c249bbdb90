import { curveChart, type HandFigures, type Line as ShooterLine } from '@boxperson/odds';
import { RULEBOOK_IDS, type RulebookId } from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { Cite } from '../reading/Cite.js';
import { SHORT } from '../reading/names.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { Choices } from '../ui/Choices.js';
import { Fault } from '../ui/Fault.js';
import { Heads } from '../ui/Heads.js';
import { Line } from '../ui/Pick.js';
import { Wide } from '../ui/Wide.js';
import { deskFor } from './desk.js';
import { Memory } from './Memory.js';
import { Picture } from './Picture.js';
import { count, fractionValue, oneIn, percent, readCount } from './say.js';

const THROWS_DRAWN = 60;

/** The figures of all books; those with the same rule have the same. */
function useHands(line: ShooterLine, hands: number): readonly HandFigures[] {
  const [all, setAll] = useState<readonly HandFigures[]>([]);
  useEffect(() => {
    let stale = false;
    const asks = RULEBOOK_IDS.map((book) =>
      deskFor('hands').ask('hands', { book, line, throws: THROWS_DRAWN, hands }),
    );
    void Promise.all(asks).then((found) => !stale && setAll(found));
    return () => {
      stale = true;
    };
  }, [line, hands]);
  return all;
}

/** One of the books that have the same hands stands for all of them. */
const byRule = (all: readonly HandFigures[]): readonly HandFigures[] =>
  all.filter((found, at) => all.findIndex((other) => other.mean === found.mean) === at);

const sharing = (all: readonly HandFigures[], { mean }: HandFigures): readonly RulebookId[] =>
  all.filter((other) => other.mean === mean).map((other) => other.rulebook);

interface HandProps {
  readonly found: HandFigures;
}

function HandTables({ found, all }: HandProps & { all: readonly HandFigures[] }) {
  const books = sharing(all, found);
  return (
    <section className="panel hand" data-hand={found.rulebook}>
      <h3>{books.map((id) => SHORT[id]).join(', ')}</h3>
      <p>
        {found.ends.givesUpOn === 'seven-out'
          ? 'The shooter keeps the dice until a seven out.'
          : `The dice move when the shooter’s line wager is ${found.line === 'pass' ? 'lost' : 'won'}, on a come out too.`}{' '}
        <Cite book={found.rulebook} clause={found.ends.clause} />
      </p>
      <p className="big-figure">
        <b>{found.meanThrows.toFixed(4)}</b> throws on average <span className="fraction">{found.mean}</span>,
        give or take {found.sd.toFixed(3)}
      </p>
      <p>
        Of {count(found.longest.hands)} hands the longest has <b>{found.longest.median}</b> throws, as likely
        as not.
      </p>
      <Milestones found={found} />
      <details>
        <summary>Points made, and totals thrown again and again</summary>
        <PointsMade found={found} />
        <Repeaters found={found} />
      </details>
    </section>
  );
}

const Milestones = ({ found: { rulebook, milestones, longest } }: HandProps) => (
  <Wide name={`How long hands are, ${SHORT[rulebook]}`}>
    <table className="figures">
      <Heads names={['A hand of', 'Chance', 'That is', `Once in ${count(longest.hands)} hands`]} />
      <tbody>
        {milestones.map(({ throws, chance }, at) => (
          <tr key={throws}>
            <th scope="row">{throws} or more</th>
            <td>{percent(chance, chance < 1e-4 ? 8 : 3)}</td>
            <td>{oneIn(chance)}</td>
            <td>{percent(longest.chances[at]?.chance ?? 0, 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);

const PointsMade = ({ found: { pointsMade, differentPoints } }: HandProps) => (
  <table className="figures">
    <Heads names={['Points made', 'Chance', 'That many different']} />
    <tbody>
      {pointsMade.map((chance, made) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the number of points is its name
        <tr key={made}>
          <th scope="row">{made}</th>
          <td>{percent(fractionValue(chance), 2)}</td>
          <td>{percent(fractionValue(differentPoints[made] ?? '0'), 4)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Repeaters = ({ found: { repeaters } }: HandProps) => (
  <table className="figures">
    <Heads names={['Total', 'In one hand', 'Before a seven']} />
    <tbody>
      {repeaters.map((each) => (
        <tr key={each.total}>
          <th scope="row">
            {each.total}, {each.times} times
          </th>
          <td>{oneIn(each.inHandChance)}</td>
          <td>{oneIn(each.beforeSevenChance)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The books that have the same hands, as long as there is room for their names. */
const nameOfAll = (books: readonly RulebookId[]): string => {
  const names = books.map((id) => SHORT[id]);
  return names.length > 1 ? `${names.slice(0, 2).join(', ')} …` : (names[0] ?? '');
};

function HandsPicture({ shown, all }: { shown: readonly HandFigures[]; all: readonly HandFigures[] }) {
  const curves = shown.map((found) => ({
    name: nameOfAll(sharing(all, found)),
    points: found.atLeast.flatMap((chance, length) => (length === 0 ? [] : [[length, chance] as const])),
  }));
  return (
    <Picture
      name="hands"
      caption="The chance of a hand of at least so many throws, in powers of ten"
      draw={(frame) =>
        curveChart(
          curves,
          {
            title: 'How long a shooter holds the dice',
            subtitle: 'The chance of a hand of at least so many throws, exactly',
            across: 'throws',
            up: 'chance',
            ...frame,
          },
          (value) => String(Number(value.toPrecision(1))),
        )
      }
    />
  );
}

const LINES = [
  ['pass', 'Pass'],
  ['dont-pass', 'Don’t pass'],
] as const;

export function HandsPage() {
  const [line, setLine] = useState<ShooterLine>('pass');
  const [typed, setTyped] = useState('1000');
  const hands = readCount(typed, 1, 1e15);
  const [known, setKnown] = useState(1000);
  useEffect(() => {
    if (hands !== null) setKnown(hands);
  }, [hands]);
  const all = useHands(line, known);
  const shown = byRule(all);
  return (
    <ReadingPage
      title="Hands and myths"
      here="/lab/hands"
      lead={<p>How long a shooter holds the dice, exactly; and whether dice remember.</p>}
    >
      <div className="lab-controls">
        <Line
          label="Longest of so many hands"
          value={typed}
          mode="numeric"
          wrong={hands === null}
          change={setTyped}
        />
        <Choices legend="The shooter bets on" name="line" value={line} options={LINES} change={setLine} />
      </div>
      {hands === null && (
        <Fault>
          Hands: “{typed}” is not a whole number from 1 to 10¹⁵; shown is {count(known)}.
        </Fault>
      )}
      {shown.length === 0 && <p className="quiet">Working it out…</p>}
      {shown.length > 0 && <HandsPicture shown={shown} all={all} />}
      <h2>Hands by the book</h2>
      <div className="hands">
        {shown.map((found) => (
          <HandTables key={found.rulebook} found={found} all={all} />
        ))}
      </div>
      <Memory />
    </ReadingPage>
  );
}
