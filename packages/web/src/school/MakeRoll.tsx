import type { School } from '@boxperson/offices';
import type { Dice, RulebookId, Table } from '@boxperson/rules';
import { type Lesson, layRoll, lessonLink, MockTable, PLAYERS, SCHOOL_SIGN } from '@boxperson/rules/school';
import { useEffect, useState } from 'react';
import { useCrew } from '../crew/crew.js';
import { WagerEntry } from '../crew/entry/WagerEntry.js';
import { CrewPuck } from '../crew/Puck.js';
import { Refused } from '../crew/Refused.js';
import { Face } from '../ui/Dice.js';
import { Link } from '../ui/Link.js';
import { AtConsole } from './console/AtConsole.js';
import { SchoolFrame } from './SchoolFrame.js';
import { classesToTeach, setWork } from './telling.js';

const SEATED = 6;

/** A mock table with people at it and nothing on it. */
function freshTable(book: RulebookId): Table {
  const felt = new MockTable(book, { ...SCHOOL_SIGN });
  const { seats } = felt.table.settings;
  const step = Math.max(1, Math.floor(seats / SEATED));
  for (let nth = 0; nth < Math.min(SEATED, seats); nth++)
    felt.sit(PLAYERS[nth] as string, 1 + nth * step, 'chips');
  felt.ready();
  return felt.table;
}

/** The dice are thrown and dealt by the book: come wagers are on their numbers, a point stands, and so on. */
function afterThrow(table: Table, dice: Dice): Table {
  const felt = MockTable.at(table);
  felt.throw();
  felt.call(dice);
  felt.settle();
  felt.ready();
  return felt.table;
}

/** A roll of one's own: chips on the felt, the dice, and a link for whoever shall deal it. */
export function MakeRoll({ book }: { book: RulebookId }) {
  const [table, setTable] = useState(() => freshTable(book));
  return (
    <SchoolFrame
      book={book}
      title="Make a roll"
      lead="Put chips on the felt as at any table, choose the dice, and give the roll to whoever shall deal it."
      work="console"
    >
      <AtConsole table={table} console="box">
        <Making book={book} onNext={setTable} onClear={() => setTable(freshTable(book))} />
      </AtConsole>
    </SchoolFrame>
  );
}

interface MakingProps {
  readonly book: RulebookId;
  readonly onNext: (table: Table) => void;
  readonly onClear: () => void;
}

function Making({ book, onNext, onClear }: MakingProps) {
  const { table } = useCrew();
  const [dice, setDice] = useState<Dice>([3, 4]);
  const [made, setMade] = useState<Lesson | null>(null);
  const isEmpty = table.game.players.every(({ wagers }) => wagers.length === 0);
  const seats = Array.from({ length: table.settings.seats }, (_, i) => i + 1);
  if (made) return <Made lesson={made} onBack={() => setMade(null)} />;
  return (
    <div className="crew school-console school-fills make-roll" data-console="box">
      <header className="crew-bar">
        <CrewPuck table={table} />
        <DicePick dice={dice} onPick={setDice} />
        <div className="crew-middle">
          <p className="crew-now">A seat, chips, a spot</p>
        </div>
        <nav aria-label="The roll">
          <button type="button" onClick={onClear}>
            Clear all
          </button>
          <button type="button" onClick={() => onNext(afterThrow(table, dice))}>
            Throw, and go on
          </button>
        </nav>
        <button
          type="button"
          className="main"
          disabled={isEmpty}
          onClick={() => setMade({ book, kind: 'rolls', roll: layRoll(table, dice) })}
        >
          This is the roll
        </button>
      </header>
      <div className="crew-body">
        <WagerEntry seats={seats} spots="all" />
      </div>
      <Refused />
    </div>
  );
}

const FACES = [1, 2, 3, 4, 5, 6] as const;

/** Two dice; a touch turns one to its next face. */
const DicePick = ({ dice, onPick }: { dice: Dice; onPick: (dice: Dice) => void }) => (
  <div className="dice-pick">
    {dice.map((face, nth) => (
      <button
        type="button"
        // biome-ignore lint/suspicious/noArrayIndexKey: a die is known by its place
        key={nth}
        aria-label={`Die ${nth + 1}: ${face}. Turn it`}
        onClick={() =>
          onPick(dice.with(nth, FACES[face % FACES.length] as (typeof FACES)[number]) as unknown as Dice)
        }
      >
        <Face face={face} />
      </button>
    ))}
  </div>
);

/** The roll as work: to try, to send, to keep, to set. */
function Made({ lesson, onBack }: { lesson: Lesson; onBack: () => void }) {
  const path = `/school/lesson?${lessonLink(lesson)}`;
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(new URL(path, location.href).href).then(
      () => setSaid('The link is copied.'),
      () => setSaid('This browser copies nothing: take the link from “Deal it”.'),
    );
  const file = `data:application/json,${encodeURIComponent(JSON.stringify(lesson, null, 2))}`;
  return (
    <section className="panel made-roll" aria-label="The roll that was made">
      <h2>The roll is made</h2>
      <div className="pay-acts">
        <Link href={path} className="button-link">
          Deal it
        </Link>
        <button type="button" onClick={copy}>
          Copy its link
        </button>
        <a className="button-link" download="roll.json" href={file}>
          Keep it as a file
        </a>
        <button type="button" onClick={onBack}>
          Back to the felt
        </button>
      </div>
      <p aria-live="polite">{said}</p>
      <SetForClass lesson={lesson} />
    </section>
  );
}

/** A trainer sets it for a class at once. */
function SetForClass({ lesson }: { lesson: Lesson }) {
  const [classes, setClasses] = useState<School['classes'] | null>(null);
  const [title, setTitle] = useState('A roll from the felt');
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    void classesToTeach().then(setClasses);
  }, []);
  if (!classes) return null;
  return (
    <div className="set-for-class">
      <label>
        Title
        <input value={title} onChange={(event) => setTitle(event.target.value)} />
      </label>
      {Object.entries(classes).map(([id, { title: named }]) => (
        <button
          type="button"
          key={id}
          onClick={() => void setWork({ class: id, title, ...lesson }).then(setSaid)}
        >
          Set it for {named}
        </button>
      ))}
      {said && <p role="status">{said}</p>}
    </div>
  );
}
