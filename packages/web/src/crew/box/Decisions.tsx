import { nameOf, SPOTS, type Spot, type Table } from '@boxperson/rules';
import type { ReactNode } from 'react';
import { sayDie } from '../../ui/die.js';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import { useCrewNames } from '../names.js';
import { DieActs } from '../stick/DieActs.js';
import { seatOf } from '../words.js';
import { Voices } from './Voices.js';
import { astray, type Differing, differsIn, sayDiffering, wavedIn } from './waiting.js';

/** What waits for the box, and what it must have seen: before everything else. */
export function Decisions() {
  const { table, state, id } = useCrew();
  const nameOfCrew = useCrewNames(id, table);
  const differs = differsIn(state.told);
  const waved = wavedIn(state.told);
  const isQuiet = differs.length + astray(table).length === 0 && (!waved || table.phase === 'settling');
  return (
    <section className="decisions" aria-label="For the box to decide">
      {isQuiet && <p className="decisions-none">{sayQuiet(table)}</p>}
      <Voices nameOf={nameOfCrew} />
      {differs.map((one) => (
        <DiffersCard key={one.n} differing={one} nameOf={nameOfCrew} />
      ))}
      {astray(table).map(([die, where]) => (
        <Card
          key={die}
          kind="die"
          says={`Die ${sayDie(die)} ${where === 'off' ? 'is off the table' : 'was found: check it'}`}
        >
          <DieActs die={die} where={where} />
        </Card>
      ))}
      {waved && table.phase !== 'settling' && (
        <Card
          kind="waved"
          says={`Waved through with ${waved.open.length} open: ${waved.reason}`}
          more={waved.by ? nameOfCrew(waved.by.id) : ''}
        />
      )}
    </section>
  );
}

/** With nothing to decide: where the box looks. */
function sayQuiet({ phase, sheet }: Table): string {
  if (phase === 'settling' && sheet) return 'Nothing is paid otherwise. Watch it being paid.';
  return phase === 'thrown' ? 'Watch the dice, and hands on the layout.' : 'Nothing waits for you.';
}

interface CardProps {
  readonly kind: string;
  readonly says: string;
  readonly more?: string;
  readonly children?: ReactNode;
}

export const Card = ({ kind, says, more, children }: CardProps) => (
  <div className="decision" data-decision={kind}>
    <p>
      <b>{says}</b>
      {more && <small>{more}</small>}
    </p>
    {children}
  </div>
);

/** Over- or underpaid, with who and what they say. */
function DiffersCard({
  differing: { event },
  nameOf: nameOfCrew,
}: {
  differing: Differing;
  nameOf: (id: string) => string;
}) {
  const { table } = useCrew();
  const spot = spotIn(event.line);
  const who = event.by ? nameOfCrew(event.by.id) : 'somebody';
  return (
    <Card
      kind="differs"
      says={`${seatOf(table, event.player)}${spot ? `, ${nameOf(table.game.rulebook, spot)}` : ''}: ${sayDiffering(event)}`}
      more={`owed ${dollars(event.owed)}, paid ${dollars(event.paid)} by ${who}: ${event.note}`}
    />
  );
}

/** `12/come-odds-6/ann` names its spot in the middle. */
function spotIn(line: string): Spot | undefined {
  const name = line.split('/')[1];
  return SPOTS.find((spot) => lineName(spot) === name);
}
const lineName = ({ wager, number, high, dice }: Spot): string =>
  [wager, number ?? high ?? dice?.join('-') ?? []].flat().join('-');
