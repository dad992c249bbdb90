import type { SpotOptions, Table } from '@boxperson/rules';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { TableActions } from '../../felt/actions.js';
import { isRolled, type TableState } from '../../model.js';
import { dollars } from '../../ui/money.js';
import { whyHeld } from '../held.js';
import { sayOwn, sayPhase, sayRoll } from '../words.js';
import { parse } from './parse.js';
import { helpFor, type Outcome, run } from './run.js';
import { sayOpen, sayOthers, sayWagers } from './words.js';
import './text.css';

export interface TextViewProps {
  readonly table: Table;
  readonly state: TableState;
  readonly options: readonly SpotOptions[] | null;
  readonly actions: TableActions;
  readonly player: string | null;
}

interface Entry {
  readonly key: number;
  readonly kind: 'said' | 'done' | 'no' | 'roll';
  readonly text: string;
  readonly instead?: string | undefined;
}

const ENTRIES_MOST = 60;

/** The table in words, with a box for commands: everything that can be done on the felt can be done here. */
export function TextView({ table, state, options, actions, player }: TextViewProps) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [help, setHelp] = useState(false);
  const count = useRef(0);
  const add = (kind: Entry['kind'], text: string, instead?: string) => {
    count.current += 1;
    const entry = { key: count.current, kind, text, instead };
    setEntries((before) => [...before, entry].slice(-ENTRIES_MOST));
  };
  useRolls(table, state, player, (text) => add('roll', text));

  const give = async (line: string): Promise<void> => {
    add('said', line);
    const parsed = parse(
      line,
      table.game.rulebook,
      actions.patterns().map(({ name }) => name),
    );
    if (!parsed.ok) return add('no', parsed.message, parsed.nearest);
    if (parsed.order.kind === 'help') {
      setHelp(true);
      return add('done', 'What you can type is listed below the box.');
    }
    if (parsed.order.kind === 'table') return add('done', sayTable(table, state, player));
    if (parsed.order.kind === 'wagers') return add('done', sayMine(table, player, options));
    const outcome: Outcome = await run(parsed.order, actions, table, player);
    add(outcome.ok ? 'done' : 'no', outcome.says, outcome.instead);
  };

  return (
    <section className="text-view" aria-label="The table in words">
      <Summary table={table} state={state} player={player} />
      <CommandBox onLine={give} />
      <Log entries={entries} onInstead={(line) => void give(line)} />
      {help && <Help table={table} onClose={() => setHelp(false)} />}
      <OwnWagers table={table} player={player} options={options} />
      <p className="text-others">
        <b>At the table:</b> {sayOthers(table, player)}
      </p>
      {player !== null && options && <OpenBets table={table} options={options} />}
    </section>
  );
}

/** Tells of each roll once, from the moment the view is open. */
function useRolls(
  table: Table,
  { told }: TableState,
  player: string | null,
  tell: (text: string) => void,
): void {
  const last = told.at(-1)?.n ?? 0;
  const heard = useRef(last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each new event
  useEffect(() => {
    for (const { n, event } of told) {
      if (n <= heard.current || !isRolled(event)) continue;
      const lines = player === null ? [] : sayOwn(table.game.rulebook, event, player);
      const own = lines.map(({ text, amount }) => `${text}: ${amount}`);
      tell([`${event.dice.join(' and ')}: ${sayRoll(event)}.`, ...own.map((line) => `${line}.`)].join(' '));
    }
    heard.current = Math.max(heard.current, last);
  }, [last]);
}

/** What the table waits for, or why this player cannot play. */
const sayNow = (table: Table, state: TableState, player: string | null): string =>
  whyHeld(table, state, player) ?? sayPhase(table, player);

const sayTable = (table: Table, state: TableState, player: string | null): string =>
  [
    `${sayNow(table, state, player)}.`,
    ...(state.own
      ? [`Credit ${dollars(state.own.balance)}, at risk ${dollars(state.own.onLayout)}.`]
      : ['You are watching.']),
    sayOthers(table, player),
  ].join(' ');

function sayMine(table: Table, player: string | null, options: readonly SpotOptions[] | null): string {
  const mine = table.game.players.find(({ name }) => name === player);
  if (!mine || !options || mine.wagers.length === 0) return 'You have no wagers.';
  return sayWagers(table, mine, options)
    .map(({ name, amount, state, may }) => {
      const said = may.startsWith('it stays') ? may : `you may ${may}`;
      return `${name} ${amount}, ${state}; ${said}.`;
    })
    .join(' ');
}

function Summary({ table, state, player }: Pick<TextViewProps, 'table' | 'state' | 'player'>) {
  const { point } = table.game;
  return (
    <div className="text-summary">
      <h2>
        {point === null ? 'Come out roll' : `The point is ${point}`}: {sayNow(table, state, player)}
      </h2>
      <dl>
        <div>
          <dt>Puck</dt>
          <dd>{point === null ? 'off' : `on, the point is ${point}`}</dd>
        </div>
        {state.own && (
          <>
            <div>
              <dt>Credit</dt>
              <dd>{dollars(state.own.balance)}</dd>
            </div>
            <div>
              <dt>At risk</dt>
              <dd>{dollars(state.own.onLayout)}</dd>
            </div>
          </>
        )}
      </dl>
    </div>
  );
}

function CommandBox({ onLine }: { onLine: (line: string) => Promise<void> }) {
  const id = useId();
  const [line, setLine] = useState('');
  const past = useRef<string[]>([]);
  const at = useRef(0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = line.trim();
    if (said === '') return;
    past.current.push(said);
    at.current = past.current.length;
    setLine('');
    void onLine(said);
  };
  /** Up and down bring back what was typed before. */
  const recall = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || past.current.length === 0) return;
    event.preventDefault();
    at.current = Math.max(0, Math.min(past.current.length, at.current + step));
    setLine(past.current[at.current] ?? '');
  };
  return (
    <form className="text-box" onSubmit={submit}>
      <label htmlFor={id}>Command</label>
      <input
        id={id}
        value={line}
        onChange={(event) => setLine(event.target.value)}
        onKeyDown={recall}
        placeholder="10 pass · odds max · shoot · help"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="send"
      />
      <button type="submit" className="main">
        Do it
      </button>
    </form>
  );
}

const MARKS: Readonly<Record<Entry['kind'], string>> = { said: '›', done: '✓', no: '✕', roll: '⚄' };

function Log({ entries, onInstead }: { entries: readonly Entry[]; onInstead: (line: string) => void }) {
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest line is kept in sight
  useEffect(() => {
    const log = end.current;
    if (log) log.scrollTop = log.scrollHeight;
  }, [entries.length]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="text-log" role="log" aria-label="What happened" ref={end} tabIndex={0}>
      {entries.length === 0 && <p className="quiet">What you do and what is rolled is told here.</p>}
      {entries.map(({ key, kind, text, instead }) => (
        <p key={key} className={`text-${kind}`}>
          <span aria-hidden="true">{MARKS[kind]} </span>
          {text}
          {instead !== undefined && (
            <button type="button" onClick={() => onInstead(instead)}>
              Do instead: {instead}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

function Help({ table, onClose }: { table: Table; onClose: () => void }) {
  return (
    <div className="text-help">
      <h3>What you can type</h3>
      <dl>
        {helpFor(table.game.rulebook).map(([line, does]) => (
          <div key={line}>
            <dt>
              <code>{line}</code>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={onClose}>
        Close help
      </button>
    </div>
  );
}

function OwnWagers({ table, player, options }: Pick<TextViewProps, 'table' | 'player' | 'options'>) {
  const mine = table.game.players.find(({ name }) => name === player);
  const rows = useMemo(
    () => (mine && options ? sayWagers(table, mine, options) : []),
    [table, mine, options],
  );
  if (!mine) return null;
  if (rows.length === 0) return <p className="quiet">You have no wagers.</p>;
  return (
    <table className="text-wagers">
      <caption>Your wagers</caption>
      <thead>
        <tr>
          <th scope="col">Wager</th>
          <th scope="col">Amount</th>
          <th scope="col">State</th>
          <th scope="col">You may</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, amount, state, may }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{amount}</td>
            <td>{state}</td>
            <td>{may}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OpenBets({ table, options }: { table: Table; options: readonly SpotOptions[] }) {
  const open = useMemo(() => sayOpen(table, options), [table, options]);
  return (
    <details className="text-open">
      <summary>
        {open.length === 0 ? 'No wager is accepted now' : `${open.length} wagers may be placed now`}
      </summary>
      <ul>
        {open.map(({ key, name, pays, amounts }) => (
          <li key={key}>
            <b>{name}</b>: {amounts}, pays {pays}
          </li>
        ))}
      </ul>
    </details>
  );
}
