import { useState } from 'react';
import { ClauseButton } from '../../felt/Clause.js';
import { readDollars } from '../../ui/money.js';
import { Line } from '../../ui/Pick.js';
import { BookStrip } from '../book/BookStrip.js';
import { useCrew } from '../crew.js';
import { type BoxAct, type Choice, type Filled, isOfBreach, NOTHING_FILLED } from './acts.js';
import { type Effect, effectOf } from './effect.js';

interface ActPanelProps {
  readonly act: BoxAct;
  readonly player: string | null;
  readonly onDone: () => void;
}

/** One decision: about whom, on which ground, what it does, and only then that it counts. */
export function ActPanel({ act, player, onDone }: ActPanelProps) {
  const { table, by, act: send } = useCrew();
  const [filled, setFilled] = useState<Filled>({ ...NOTHING_FILLED, player });
  const [dollars, setDollars] = useState('');
  const change = (more: Partial<Filled>): void => setFilled({ ...filled, ...more });
  const choices = act.choices?.(table, filled.player) ?? [];
  const extras = filled.choice === null ? [] : (act.extras?.(table, filled) ?? []);
  const effect = isWhole(act, filled, choices, extras)
    ? effectOf(table, { ...act.command(filled, table), by })
    : null;
  const decide = async (): Promise<void> => {
    const done = await send(act.command(filled, table));
    if (done.ok || done.refused.message.startsWith('It takes a second')) onDone();
  };
  return (
    <section className="panel box-act" aria-label={act.says} data-act={act.id}>
      <header>
        <h2>{act.says}</h2>
        <ClauseButton
          book={table.game.rulebook}
          cited={{ clause: table.game.rulebook.powers[act.power]?.clause ?? null }}
        />
      </header>
      {act.about === 'player' && (
        <Players chosen={filled.player} onChoose={(name) => change({ player: name, choice: null })} />
      )}
      <Choices
        says={act.choosing ?? ''}
        list={choices}
        chosen={filled.choice}
        onChoose={(choice) => change({ choice, extra: null })}
      />
      <Choices says="The money" list={extras} chosen={filled.extra} onChoose={(extra) => change({ extra })} />
      {act.note && <Note notes={act.notes ?? []} value={filled.note} onChange={(note) => change({ note })} />}
      {act.amount?.(filled) && (
        <Line
          label="How much"
          mode="decimal"
          value={dollars}
          wrong={dollars !== '' && filled.amount === null}
          change={(text) => {
            setDollars(text);
            change({ amount: readDollars(text) });
          }}
        />
      )}
      {isOfBreach(act) && <BookStrip when="breach" />}
      <End act={act} effect={effect} onDone={onDone} onDecide={() => void decide()} />
    </section>
  );
}

function isWhole(
  { about, note, amount, choices }: BoxAct,
  filled: Filled,
  list: readonly Choice[],
  extras: readonly Choice[],
): boolean {
  if (about === 'player' && filled.player === null) return false;
  if (choices && !list.some(({ id }) => id === filled.choice)) return false;
  if (extras.length > 1 && filled.extra === null) return false;
  if (note && filled.note.trim() === '') return false;
  return !amount?.(filled) || filled.amount !== null;
}

function Players({ chosen, onChoose }: { chosen: string | null; onChoose: (name: string) => void }) {
  const { table } = useCrew();
  return (
    <fieldset className="box-choices" aria-label="Whose?">
      {table.game.players.map(({ name, seat }) => (
        <button type="button" key={name} aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          <span className="crew-seat">{seat}</span> {name}
        </button>
      ))}
      {table.game.players.length === 0 && <p className="quiet">Nobody sits at the table.</p>}
    </fieldset>
  );
}

interface ChoicesProps {
  readonly says: string;
  readonly list: readonly Choice[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

function Choices({ says, list, chosen, onChoose }: ChoicesProps) {
  const { table } = useCrew();
  if (list.length === 0) return null;
  return (
    <fieldset className="box-choices">
      <legend>{says}</legend>
      {list.map(({ id, says: text, clause }) => (
        <span key={id} className="box-choice">
          <button type="button" aria-pressed={id === chosen} data-choice={id} onClick={() => onChoose(id)}>
            {text}
          </button>
          {clause && <ClauseButton book={table.game.rulebook} cited={{ clause }} short="short" />}
        </span>
      ))}
    </fieldset>
  );
}

interface NoteProps {
  readonly notes: readonly string[];
  readonly value: string;
  readonly onChange: (note: string) => void;
}

/** Why, in a word of one's own or with one tap. */
export function Note({ notes, value, onChange }: NoteProps) {
  return (
    <div className="box-note">
      <Line label="Reason, for the record" value={value} change={onChange} />
      <div className="crew-reasons">
        {notes.map((note) => (
          <button type="button" key={note} aria-pressed={note === value} onClick={() => onChange(note)}>
            {note}
          </button>
        ))}
      </div>
    </div>
  );
}

interface EndProps {
  readonly act: BoxAct;
  readonly effect: Effect | null;
  readonly onDone: () => void;
  readonly onDecide: () => void;
}

/** What it would do, and the way on and back. */
function End({ act, effect, onDone, onDecide }: EndProps) {
  const { table } = useCrew();
  return (
    <div className="no-roll-end">
      <p role="status" className="no-roll-effect">
        {effect?.says ?? 'What it does is shown here before it counts.'}
        {effect?.ok && effect.takesTwo && ' A second person confirms it first.'}
        {effect && !effect.ok && (
          <ClauseButton book={table.game.rulebook} cited={{ clause: effect.clause }} />
        )}
      </p>
      <button type="button" onClick={onDone}>
        Not so
      </button>
      <button type="button" className="main" disabled={!effect?.ok} onClick={onDecide}>
        {act.says}
      </button>
    </div>
  );
}
