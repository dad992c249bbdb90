import type { Replay } from '@boxperson/offices';
import { nameOf } from '@boxperson/rules';
import type { Otherwise } from '@boxperson/rules/dealing';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Tell } from '../../felt/Felt.js';
import { Pair } from '../../ui/Dice.js';
import { wordsOf } from '../../ui/form/shape.js';
import { dollars, useCountAt } from '../../ui/money.js';
import { When } from '../../ui/staff/When.js';
import { api } from '../session.js';
import { OtherReading } from './OtherReading.js';
import { ReplayFelt } from './ReplayFelt.js';
import { type PlayedRoll, type Replayed, replayed, saySum, sumOf, tellsOf } from './reading.js';
import './replay.css';

export interface ReplayProps {
  readonly table: string;
  /** The place of the roll in the table's record. */
  readonly roll: number;
  /** The line that it is about, if one is. */
  readonly line?: string | undefined;
  /** Where a reading can be kept; null where there is no case, or it is not theirs. */
  readonly keep?: ((otherwise: Otherwise) => string) | undefined;
  /** What a tape showed to have been paid on that line, where it differs from the sheet. */
  readonly seen?: number | undefined;
}

type Found = { readonly replay: Replay } | { readonly fault: string } | null;

function useReplay(table: string, roll: number): Found {
  const [found, setFound] = useState<Found>(null);
  useEffect(() => {
    let wanted = true;
    api.get<Replay>(`/api/moments/${encodeURIComponent(table)}/${roll}`).then(
      (replay) => wanted && setFound({ replay }),
      (error: Error) => wanted && setFound({ fault: error.message }),
    );
    return () => {
      wanted = false;
    };
  }, [table, roll]);
  return found;
}

/** A roll on the felt, from the record: as it was, as it was paid, as it should have been, and read otherwise. */
export function ReplayView({ table, roll, line, keep, seen }: ReplayProps) {
  const [at, setAt] = useState(roll);
  const found = useReplay(table, at);
  if (found === null) return <p className="quiet">Reading the record…</p>;
  if ('fault' in found) return <p role="alert">{found.fault}</p>;
  const isItself = found.replay.moment.n === roll;
  return (
    <div className="replay">
      <Steps replay={found.replay} onStep={setAt} home={isItself ? null : roll} />
      <Played
        key={found.replay.moment.n}
        replay={found.replay}
        line={isItself ? line : undefined}
        keep={isItself ? keep : undefined}
        seen={isItself ? seen : undefined}
      />
    </div>
  );
}

interface StepsProps {
  readonly replay: Replay;
  readonly home: number | null;
  readonly onStep: (roll: number) => void;
}

/** Roll by roll, before and after. */
function Steps({ replay: { moment, previous, next }, home, onStep }: StepsProps) {
  return (
    <div className="replay-steps">
      <button
        type="button"
        disabled={previous === null}
        onClick={() => previous !== null && onStep(previous)}
      >
        ◀ Roll before
      </button>
      <p>
        {moment.dice && <Pair dice={moment.dice} />} <When at={moment.at} />{' '}
        <span className="quiet">entry {moment.seq}</span>
        {home !== null && (
          <button type="button" onClick={() => onStep(home)}>
            Back to the roll in question
          </button>
        )}
      </p>
      <button type="button" disabled={next === null} onClick={() => next !== null && onStep(next)}>
        Roll after ▶
      </button>
    </div>
  );
}

type PlayedProps = Pick<ReplayProps, 'line' | 'keep' | 'seen'> & { readonly replay: Replay };

const withSeen = (played: Replayed, line: string | undefined, seen: number | undefined): Replayed =>
  seen === undefined
    ? played
    : {
        ...played,
        paid: {
          ...played.paid,
          lines: played.paid.lines.map((one) => (one.line === line ? { ...one, amount: seen } : one)),
        },
      };

function Played({ replay, line, keep, seen }: PlayedProps) {
  const played = useMemo(() => withSeen(replayed(replay), line, seen), [replay, line, seen]);
  useCountAt(played.table);
  const { players } = played.table.game;
  const about = replay.moment.lines.find((one) => one.line === line)?.player;
  const [player, setPlayer] = useState<string | null>(
    about ?? players.find(({ wagers }) => wagers.length > 0)?.name ?? null,
  );
  const [other, setOther] = useState<PlayedRoll | null>(null);
  return (
    <>
      <label className="replay-whose">
        Whose chips
        <select value={player ?? ''} onChange={({ target }) => setPlayer(target.value || null)}>
          <option value="">nobody’s in particular</option>
          {players.map(({ name, seat }) => (
            <option key={name} value={name}>
              {name}, place {seat}
            </option>
          ))}
        </select>
      </label>
      {!played.agrees && (
        <p role="alert">The engine of this version makes something else of this roll than the record says.</p>
      )}
      <div className="replay-felts">
        <Column title="As it was" played={played} player={player} tells={NO_TELLS}>
          {replay.moment.point === null ? 'Come out' : `Point ${replay.moment.point}`}
          {replay.moment.before?.shooter ? `, ${replay.moment.before.shooter} shoots` : ''}
        </Column>
        <Column
          title="As it was paid"
          played={played}
          player={player}
          tells={tellsOf(played.paid, player, played.owed)}
        >
          <Sum roll={played.paid} player={player} />
        </Column>
        <Column
          title="As it should have been"
          played={played}
          player={player}
          tells={tellsOf(played.owed, player)}
        >
          <Sum roll={played.owed} player={player} />
        </Column>
        {other && (
          <Column title="Read otherwise" played={played} player={player} tells={tellsOf(other, player)}>
            <Pair dice={other.outcome.dice} /> <Sum roll={other} player={player} />
          </Column>
        )}
      </div>
      <Lines played={played} other={other} player={player} />
      <OtherReading
        played={played}
        dice={replay.outcome.dice}
        lines={replay.moment.lines}
        line={line}
        keep={keep}
        onRead={setOther}
      />
    </>
  );
}

const NO_TELLS: readonly Tell[] = [];

const Sum = ({ roll, player }: { roll: PlayedRoll; player: string | null }) => (
  <>
    {wordsOf(roll.outcome.call)} · {player ?? 'everybody'} <b>{saySum(sumOf(roll, player))}</b>
    {roll.outcome.point === null ? '' : ` · then the point is ${roll.outcome.point}`}
  </>
);

interface ColumnProps {
  readonly title: string;
  readonly played: Replayed;
  readonly player: string | null;
  readonly tells: readonly Tell[];
  readonly children: ReactNode;
}

const Column = ({ title, played, player, tells, children }: ColumnProps) => (
  <figure className="replay-column" aria-label={title}>
    <h4>{title}</h4>
    <ReplayFelt table={played.table} player={player} tells={tells} />
    <figcaption>{children}</figcaption>
  </figure>
);

interface LinesProps {
  readonly played: Replayed;
  readonly other: PlayedRoll | null;
  readonly player: string | null;
}

/** The same in figures: every wager of the roll, what it was paid, what it is owed, and what another reading makes of it. */
function Lines({ played, other, player }: LinesProps) {
  const book = played.table.game.rulebook;
  const all = [...played.owed.lines, ...(other?.lines ?? [])];
  const ids = [...new Set(all.map(({ line }) => line))];
  const find = (roll: PlayedRoll | null, line: string) => roll?.lines.find((one) => one.line === line);
  const say = (roll: PlayedRoll | null, line: string): string => {
    const one = find(roll, line);
    return one
      ? one.how === 'back' && one.amount === 0
        ? `${dollars(one.stake)} back`
        : saySum(one.amount)
      : 'stands';
  };
  return (
    <div className="wide">
      <table className="case-lines">
        <thead>
          <tr>
            <th scope="col">Wager</th>
            <th scope="col">Player</th>
            <th scope="col">Stake</th>
            <th scope="col">As paid</th>
            <th scope="col">As it should be</th>
            {other && <th scope="col">Read otherwise</th>}
            <th scope="col">Clause</th>
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => {
            const one = all.find(({ line }) => line === id);
            const isWrong = say(played.paid, id) !== say(played.owed, id);
            return one ? (
              <tr key={id} className={one.player === player ? 'case-about' : undefined}>
                <th scope="row">{nameOf(book, one.spot)}</th>
                <td>{one.player}</td>
                <td>{dollars(one.stake)}</td>
                <td className={isWrong ? 'overdue' : undefined}>
                  {isWrong ? '! ' : ''}
                  {say(played.paid, id)}
                </td>
                <td>{say(played.owed, id)}</td>
                {other && <td>{say(other, id)}</td>}
                <td>{one.clause ?? ''}</td>
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  );
}
