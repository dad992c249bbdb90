import { type DieId, decide, type Rulebook, type Table, type TableEvent } from '@boxperson/rules';
import { useState } from 'react';
import { ClauseButton } from '../../felt/Clause.js';
import { sayDie } from '../../ui/die.js';
import { sayList } from '../../ui/words.js';
import { useCrew } from '../crew.js';
import { titleOf } from '../stations.js';
import { seatOf } from '../words.js';

type Ground = Rulebook['conduct']['noRoll']['shall'][number];

/** The grounds of this book, or those of them that come to light once the total is called. */
const groundsOf = ({ phase, game }: Table): readonly (readonly [says: string, list: readonly Ground[]])[] => {
  const { shall, may } = game.rulebook.conduct.noRoll;
  const fits = ({ afterCall }: Ground): boolean => phase === 'thrown' || afterCall === true;
  return [
    ['It does not count', shall.filter(fits)],
    ['It may be called', may.filter(fits)],
  ];
};

/** No roll, on one of the grounds of this book. What it does is shown before it counts. */
export function NoRoll({ onDone }: { onDone: () => void }) {
  const { table, act, by } = useCrew();
  const [ground, setGround] = useState<string | null>(null);
  const [off, setOff] = useState<readonly DieId[]>([]);
  const lists = groundsOf(table);
  const chosen = lists.flatMap(([, list]) => list).find(({ id }) => id === ground);
  const dice = chosen?.diceOff ? { dice: off } : {};
  const command = chosen && { do: 'no-roll', ground: chosen.id, ...dice, by };
  const isWhole = command !== undefined && (!chosen?.diceOff || off.length > 0);
  const decided = isWhole ? decide(table, command) : null;
  const call = async (): Promise<void> => {
    if (command && (await act(command)).ok) onDone();
  };
  const choose = (id: string): void => {
    setGround(id);
    setOff([]);
  };
  return (
    <section className="no-roll" aria-label="No roll">
      <header>
        <h2>No roll: on which ground?</h2>
        <WhoMay />
      </header>
      <div className="no-roll-lists">
        {lists.map(
          ([says, list]) =>
            list.length > 0 && (
              <Grounds key={says} says={says} list={list} chosen={ground} onChoose={choose} />
            ),
        )}
      </div>
      <div className="no-roll-end">
        {chosen?.diceOff && <WhichDice off={off} onOff={setOff} />}
        <p role="status" className="no-roll-effect">
          {sayDecided(table, decided, chosen)}
        </p>
        <button type="button" onClick={onDone}>
          Not so
        </button>
        <button type="button" className="main" disabled={!decided?.ok} onClick={() => void call()}>
          Call no roll
        </button>
      </div>
    </section>
  );
}

/** Whose it is to call. */
function WhoMay() {
  const { table } = useCrew();
  const { rulebook } = table.game;
  const rule = rulebook.powers['no-roll'];
  if (!rule) return null;
  return (
    <p className="no-roll-who">
      {titleOf(rulebook, rule.role)} or above <ClauseButton book={rulebook} cited={{ clause: rule.clause }} />
    </p>
  );
}

interface GroundsProps {
  readonly says: string;
  readonly list: readonly Ground[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

function Grounds({ says, list, chosen, onChoose }: GroundsProps) {
  const { table } = useCrew();
  return (
    <div className="no-roll-list">
      <h3>{says}</h3>
      <ul>
        {list.map(({ id, text, clause }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosen} data-ground={id} onClick={() => onChoose(id)}>
              {text}
            </button>
            <ClauseButton book={table.game.rulebook} cited={{ clause }} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface WhichDiceProps {
  readonly off: readonly DieId[];
  readonly onOff: (dice: readonly DieId[]) => void;
}

function WhichDice({ off, onOff }: WhichDiceProps) {
  const { table } = useCrew();
  const toggle = (die: DieId): void =>
    onOff(off.includes(die) ? off.filter((one) => one !== die) : [...off, die]);
  return (
    <fieldset className="no-roll-dice">
      <legend>Which dice went off?</legend>
      {table.dice.hand.map((die) => (
        <button type="button" key={die} aria-pressed={off.includes(die)} onClick={() => toggle(die)}>
          Die {sayDie(die)}
        </button>
      ))}
    </fieldset>
  );
}

function sayDecided(
  table: Table,
  decided: ReturnType<typeof decide> | null,
  chosen: Ground | undefined,
): string {
  if (decided) return decided.ok ? sayEffect(table, decided.value) : decided.refused.message;
  return chosen?.diceOff ? 'Say which dice went off.' : 'Choose a ground to see what it does.';
}

/** What would be so then. */
function sayEffect(table: Table, events: readonly TableEvent[]): string {
  const { shooter, stick } = table.shooter;
  const whose = stick ? 'the stick' : shooter === null ? 'nobody' : seatOf(table, shooter);
  const says = events.map((event) => {
    switch (event.event) {
      case 'no-roll':
        return [
          'The throw does not count and every wager stays as it is.',
          event.diceOff.length > 0
            ? `Die ${sayList(event.diceOff.map(sayDie))} is looked for; ${whose} throws again with others.`
            : `The dice go back to ${whose}.`,
        ].join(' ');
      case 'throw-voided':
        return `The roll of ${event.was[0] + event.was[1]} is taken back, with all that it paid; the dice go back to ${whose}.`;
      case 'outcome-invalidated':
        return 'The last roll is taken back; wagers stand as before it.';
      default:
        return '';
    }
  });
  return says.filter(Boolean).join(' ');
}
