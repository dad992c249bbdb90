import { LIBRARY, type StrategyFile, usualTable } from '@boxperson/odds';
import { RULEBOOK_IDS, type RulebookId, rulebook } from '@boxperson/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import { SHORT } from '../reading/facts.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { useHash } from '../ui/address.js';
import { CompareStrategies } from './CompareStrategies.js';
import { type Asked, useAsk } from './desk.js';
import type { FiguresAnswer, Play } from './desk-asks.js';
import { copy, save } from './files.js';
import { LongRunFigures } from './LongRun.js';
import {
  COMPARED_MAX,
  type Comparison,
  makeLink,
  NOTHING_COMPARED,
  readEntry,
  readLink,
  type Setup,
  START,
} from './link.js';
import { SessionFiguresView } from './Session.js';
import { Simulator } from './Simulator.js';
import { Sources } from './Sources.js';
import { Steps } from './Steps.js';
import { StrategyForm } from './StrategyForm.js';
import { readCount } from './say.js';
import { isJson, libraryText, readJson, readSignText, readText, write } from './strategy-text.js';

const linkedIn = (hash: string): string | null => /^s=(.+)$/.exec(hash)?.[1] ?? null;

interface EditorProps {
  readonly text: string;
  readonly faults: readonly string[];
  /** What the table says to a strategy that can be read; told with the figures, and beside its field. */
  readonly refused: string | null;
  readonly change: (text: string) => void;
}

/** The form and the text are the same strategy: one writes the other. */
function Editor({ text, faults, refused, change }: EditorProps) {
  const [side, setSide] = useState<'form' | 'text'>('form');
  const read = readJson(text);
  const value = read.ok && isJson(read.value) ? read.value : null;
  return (
    <div className="editor">
      <fieldset className="choices">
        <legend>Edit as</legend>
        {(['form', 'text'] as const).map((id) => (
          <label key={id}>
            <input type="radio" name="side" checked={side === id} onChange={() => setSide(id)} />
            <span>{id === 'form' ? 'Form' : 'JSON'}</span>
          </label>
        ))}
      </fieldset>
      {faults.length > 0 && (
        <ul className="faults" role="alert">
          {faults.map((fault) => (
            <li key={fault} className="fault">
              {fault}
            </li>
          ))}
        </ul>
      )}
      {side === 'form' &&
        (value ? (
          <StrategyForm
            value={value}
            faults={refused === null ? faults : [...faults, refused]}
            change={(next) => change(write(next))}
          />
        ) : (
          <p>
            The text cannot be read as an object, so there is no form for it. It is kept as it is under JSON.
          </p>
        ))}
      {side === 'text' && (
        <label className="field">
          Strategy, money in cents
          <textarea
            className="code"
            rows={22}
            spellCheck={false}
            value={text}
            aria-invalid={faults.length > 0}
            onChange={(event) => change(event.target.value)}
          />
        </label>
      )}
    </div>
  );
}

interface ResultsProps {
  readonly play: Play;
  readonly asked: Asked<FiguresAnswer>;
  readonly seed: number;
  readonly rolls: number;
}

function Results({ play, asked: { answer, busy, fault }, seed, rolls }: ResultsProps) {
  const plan = play.file.session ?? {};
  const [open, setOpen] = useState<'session' | 'simulate' | 'step'>('session');
  if (fault)
    return (
      <p role="alert" className="fault">
        {fault}
      </p>
    );
  if (!answer) return <p className="quiet">Working it out…</p>;
  if (!answer.ok)
    return (
      <p role="alert" className="fault">
        {play.file.name}: {answer.message} <Sources book={play.book} source={answer.source} />
      </p>
    );
  return (
    <div aria-busy={busy} data-figures={busy ? '' : play.book}>
      <h2>
        {play.file.name} <small>at {SHORT[play.book]}</small>
      </h2>
      {play.file.about !== '' && <p className="quiet">{play.file.about}</p>}
      <LongRunFigures figures={answer.figures} book={play.book} />
      <fieldset className="choices">
        <legend>Look closer</legend>
        {(
          [
            ['session', 'A session'],
            ['simulate', 'Simulate'],
            ['step', 'Roll by roll'],
          ] as const
        ).map(([id, name]) => (
          <label key={id}>
            <input type="radio" name="closer" checked={open === id} onChange={() => setOpen(id)} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {open === 'session' && <SessionFiguresView play={play} plan={plan} seed={seed} />}
      {open === 'simulate' && <Simulator play={play} plan={plan} seed={seed} rolls={rolls} pace={100} />}
      {open === 'step' && <Steps play={play} />}
    </div>
  );
}

/** The name in the library that a text is, to the letter; `own` otherwise. */
const libraryName = (text: string): string =>
  LIBRARY.find(({ name }) => libraryText(name) === text)?.name ?? 'own';

/** What the page shows, from the link it was opened with, and from any other that is opened on it. */
function useLinked() {
  const linked = linkedIn(useHash());
  const link = useMemo(() => (linked === null ? null : readLink(linked)), [linked]);
  const [setup, setSetup] = useState<Setup>(link?.setup ?? START);
  const [comparison, setComparison] = useState<Comparison>(link?.comparison ?? NOTHING_COMPARED);
  const first = useRef(linked);
  const shown = useRef(linked);
  useEffect(() => {
    if (shown.current === linked) return;
    shown.current = linked;
    if (!link?.setup) return;
    setSetup(link.setup);
    setComparison(link.comparison);
  }, [linked, link]);
  const instead = first.current === linked ? 'Below is one to start from.' : 'What was here before stays.';
  const faults = link === null ? [] : link.setup ? link.faults : [...link.faults, instead];
  return { setup, setSetup, comparison, setComparison, faults };
}

export function StrategiesPage() {
  const { setup, setSetup, comparison, setComparison, faults: linkFaults } = useLinked();
  const [copied, setCopied] = useState('');
  const { text, book, sign, seed: seedText, rolls: rollsText } = setup;
  const change = (changes: Partial<Setup>) => {
    setCopied('');
    setSetup((before) => ({ ...before, ...changes }));
  };
  const read = useMemo(() => readText(text), [text]);
  const table = useMemo(() => readSignText(sign, book), [sign, book]);
  const seed = readCount(seedText, 0, Number.MAX_SAFE_INTEGER);
  const rolls = readCount(rollsText, 1, 1e12);
  const file: StrategyFile | null = read.ok ? read.file : null;
  const play = useMemo(
    () => (file && table.ok ? { file, table: table.table, book } : null),
    [file, table, book],
  );
  const asked = useAsk('strategy', play && { ...play, pace: 100 }, 150);
  const refused = asked.answer && !asked.answer.ok && !asked.busy ? asked.answer.message : null;
  const plays = useMemo(
    () =>
      comparison.entries.flatMap((entry) => {
        const found = readEntry(entry);
        return found.ok ? [found.play] : [];
      }),
    [comparison.entries],
  );
  const compare = (changes: Partial<Comparison>) => {
    setCopied('');
    setComparison((before) => ({ ...before, ...changes }));
  };
  const share = async () => {
    const made = makeLink(setup, comparison);
    if (!made.ok) {
      setCopied(made.fault);
      return;
    }
    history.replaceState(null, '', `${location.pathname}#s=${made.packed}`);
    const where = (await copy(location.href)) ? 'clipboard' : 'address bar';
    setCopied(`The link is in the ${where}. ${made.leftOut}`.trim());
  };
  const chosen = libraryName(text);
  return (
    <ReadingPage
      title="Strategies"
      here="/lab/strategies"
      lead={
        <p>
          What a way to play costs in the long run, exactly; what an evening of it may bring; and a billion
          rolls of it.
        </p>
      }
    >
      {linkFaults.length > 0 && (
        <div role="alert" className="fault link-faults">
          {linkFaults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
      )}
      <div className="two-parts strategies">
        <div className="panel setup">
          <label className="field">
            Start from
            <select value={chosen} onChange={(event) => change({ text: libraryText(event.target.value) })}>
              {chosen === 'own' && <option value="own">my own</option>}
              {LIBRARY.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            Rulebook
            <select value={book} onChange={(event) => change({ book: event.target.value as RulebookId })}>
              {RULEBOOK_IDS.map((id) => (
                <option key={id} value={id}>
                  {rulebook(id).title}
                </option>
              ))}
            </select>
          </label>
          <div className="pair-fields">
            <label className="field">
              Seed
              <input
                value={seedText}
                inputMode="numeric"
                aria-invalid={seed === null}
                onChange={(event) => change({ seed: event.target.value })}
              />
            </label>
            <label className="field">
              Rolls to simulate
              <input
                value={rollsText}
                inputMode="numeric"
                aria-invalid={rolls === null}
                onChange={(event) => change({ rolls: event.target.value })}
              />
            </label>
          </div>
          {seed === null && (
            <p role="alert" className="fault">
              Seed: “{seedText}” is not a whole number from 0; the nearest is 1.
            </p>
          )}
          {rolls === null && (
            <p role="alert" className="fault">
              Rolls: “{rollsText}” is not a whole number from 1 to 10¹²; type it like 1e9.
            </p>
          )}
          <Editor
            text={text}
            faults={read.ok ? [] : read.faults}
            refused={refused}
            change={(next) => change({ text: next })}
          />
          <details className="sign-text">
            <summary>The table’s sign</summary>
            <label className="field">
              Sign as JSON, money in cents; empty is the usual one
              <textarea
                className="code"
                rows={8}
                spellCheck={false}
                value={sign}
                placeholder={write({ limits: usualTable(book).limits })}
                aria-invalid={!table.ok}
                onChange={(event) => change({ sign: event.target.value })}
              />
            </label>
          </details>
          {!table.ok && (
            <p role="alert" className="fault">
              Sign: {table.fault} <Sources book={book} source={table.source} />
            </p>
          )}
          <div className="lab-acts">
            <button type="button" onClick={() => void share()}>
              Share by link
            </button>
            <button
              type="button"
              onClick={() => save(`${file?.name ?? 'strategy'}.json`, `${text}\n`, 'application/json')}
            >
              Strategy as JSON
            </button>
            <button
              type="button"
              disabled={play === null || plays.length >= COMPARED_MAX}
              onClick={() => play && compare({ entries: [...comparison.entries, { text, book, sign }] })}
            >
              Add to comparison
            </button>
            <span role="status">{copied}</span>
          </div>
        </div>
        <div className="results">
          {play ? (
            <Results play={play} asked={asked} seed={seed ?? 1} rolls={rolls ?? 10_000_000} />
          ) : (
            <p className="quiet">The figures come back when the strategy can be read.</p>
          )}
        </div>
      </div>
      <section className="block" aria-labelledby="compare">
        <h2 id="compare">On the same dice</h2>
        <CompareStrategies
          plays={plays}
          settings={comparison}
          seed={seed ?? 1}
          change={compare}
          remove={(at) => compare({ entries: comparison.entries.filter((_, index) => index !== at) })}
        />
      </section>
    </ReadingPage>
  );
}
