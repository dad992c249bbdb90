import type { MomentLine } from '@boxperson/offices';
import type { Dice, RulebookId } from '@boxperson/rules';
import { type Otherwise, readingsOf } from '@boxperson/rules/dealing';
import { type ReactNode, useState } from 'react';
import { spotName } from '../../reading/spot-name.js';
import { wordsOf } from '../../ui/form/shape.js';
import { Link } from '../../ui/Link.js';
import { moneySign } from '../../ui/money.js';
import { type PlayedRoll, type Replayed, readingOf } from './reading.js';

interface OtherReadingProps {
  readonly played: Replayed;
  readonly dice: Dice;
  readonly lines: readonly MomentLine[];
  readonly line?: string | undefined;
  readonly keep?: ((otherwise: Otherwise) => string) | undefined;
  readonly onRead: (roll: PlayedRoll | null) => void;
}

const FACES = ['1', '2', '3', '4', '5', '6'] as const;
const AS_IT_WAS = '';

/** Everything that may be chosen, as it is chosen. */
interface Chosen {
  readonly line: string;
  readonly first: string;
  readonly second: string;
  readonly called: string;
  readonly stake: string;
  readonly counts: string;
  readonly policy: string;
}

const cents = (typed: string): number | null => {
  const found = /^\d{1,9}(\.\d{1,2})?$/.test(typed.trim()) ? Math.round(Number(typed) * 100) : 0;
  return found > 0 ? found : null;
};

/** `bar.total=12`: which rule, and how it is read. */
function policyIn(chosen: string): Otherwise['policy'] {
  const [path, value] = chosen.split('=');
  if (path === undefined || value === undefined) return undefined;
  return { path, value: /^\d+$/.test(value) ? Number(value) : value };
}

function otherwiseOf(chosen: Chosen, dice: Dice): Otherwise {
  const read: Dice = [Number(chosen.first), Number(chosen.second)] as unknown as Dice;
  const policy = policyIn(chosen.policy);
  const [stake, counts] = [cents(chosen.stake), cents(chosen.counts)];
  return {
    ...(read[0] === dice[0] && read[1] === dice[1] ? {} : { dice: read }),
    ...(chosen.called === AS_IT_WAS ? {} : { called: chosen.called as 'on' | 'off' }),
    ...(stake === null ? {} : { stake }),
    ...(counts === null ? {} : { counts }),
    ...(policy ? { policy } : {}),
  };
}

/** Other faces, another call, another stake, another maximum, a rule read the other way: the engine says what follows. */
export function OtherReading({ played, dice, lines, line, keep, onRead }: OtherReadingProps) {
  const start: Chosen = {
    line: line ?? lines[0]?.line ?? '',
    first: String(dice[0]),
    second: String(dice[1]),
    called: AS_IT_WAS,
    stake: '',
    counts: '',
    policy: AS_IT_WAS,
  };
  const [chosen, setChosen] = useState(start);
  const [fault, setFault] = useState<string | null>(null);
  const otherwise = otherwiseOf(chosen, dice);
  const isOther = Object.keys(otherwise).length > 0;
  const change = (more: Partial<Chosen>): void => {
    const next = { ...chosen, ...more };
    setChosen(next);
    const read = otherwiseOf(next, dice);
    const found = Object.keys(read).length > 0 ? readingOf(played, next.line, read, dice) : null;
    setFault(typeof found === 'string' ? found : null);
    onRead(typeof found === 'string' ? null : found);
  };
  return (
    <fieldset className="replay-other">
      <legend>Read it otherwise</legend>
      <p className="quiet">What would have been paid is the engine’s answer: nobody types it.</p>
      <div className="replay-asks">
        <Faces chosen={chosen} change={change} />
        <Line
          book={played.table.game.rulebook.id}
          lines={lines}
          chosen={chosen}
          change={change}
          isFixed={line !== undefined}
        />
        <Rule played={played} chosen={chosen} change={change} />
      </div>
      {fault !== null && <p role="alert">{fault}</p>}
      <div className="replay-acts">
        <button type="button" disabled={!isOther} onClick={() => change(start)}>
          As it was
        </button>
        {keep && isOther && fault === null && (
          <Link className="button-link" href={keep(otherwise)}>
            Keep this reading in the case
          </Link>
        )}
      </div>
    </fieldset>
  );
}

interface AskProps {
  readonly chosen: Chosen;
  readonly change: (more: Partial<Chosen>) => void;
}

const Ask = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is what stands in it
  <label>
    {name}
    {children}
  </label>
);

const Faces = ({ chosen, change }: AskProps) => (
  <>
    {(['first', 'second'] as const).map((which) => (
      <Ask key={which} name={which === 'first' ? 'One die' : 'The other die'}>
        <select value={chosen[which]} onChange={({ target }) => change({ [which]: target.value })}>
          {FACES.map((face) => (
            <option key={face}>{face}</option>
          ))}
        </select>
      </Ask>
    ))}
  </>
);

interface LineProps extends AskProps {
  readonly book: RulebookId;
  readonly lines: readonly MomentLine[];
  readonly isFixed: boolean;
}

const counted = (): string => (moneySign() === '' ? 'chips' : 'dollars');

function Line({ book, lines, chosen, change, isFixed }: LineProps) {
  return (
    <>
      {!isFixed && (
        <Ask name="Of the line">
          <select value={chosen.line} onChange={({ target }) => change({ line: target.value })}>
            {lines.map(({ line, player, wager }) => (
              <option key={line} value={line}>
                {player}: {spotName(book, wager)}
              </option>
            ))}
          </select>
        </Ask>
      )}
      <Ask name="The wager was">
        <select value={chosen.called} onChange={({ target }) => change({ called: target.value })}>
          <option value={AS_IT_WAS}>as it was</option>
          <option value="on">called on</option>
          <option value="off">called off</option>
        </select>
      </Ask>
      <Ask name={`Stake, in ${counted()}`}>
        <input
          inputMode="decimal"
          value={chosen.stake}
          onChange={({ target }) => change({ stake: target.value })}
        />
      </Ask>
      <Ask name={`Counts to, in ${counted()}`}>
        <input
          inputMode="decimal"
          value={chosen.counts}
          onChange={({ target }) => change({ counts: target.value })}
        />
      </Ask>
    </>
  );
}

function Rule({ played, chosen, change }: AskProps & { played: Replayed }) {
  const book = played.table.game.rulebook;
  return (
    <Ask name="A rule read the other way">
      <select value={chosen.policy} onChange={({ target }) => change({ policy: target.value })}>
        <option value={AS_IT_WAS}>as the book is read here</option>
        {readingsOf(book).flatMap(({ path, label, others, read }) =>
          others.map((value) => (
            <option key={`${path}=${String(value)}`} value={`${path}=${String(value)}`}>
              {label}: {wordsOf(String(value))}
              {read(book)?.clause ? ` (§ ${read(book)?.clause})` : ''}
            </option>
          )),
        )}
      </select>
    </Ask>
  );
}
