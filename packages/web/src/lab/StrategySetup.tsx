import { LIBRARY, usualTable } from '@boxperson/odds';
import { RULEBOOK_IDS, rulebook } from '@boxperson/rules';
import { Fault } from '../ui/Fault.js';
import { Line, Pick } from '../ui/Pick.js';
import type { Setup } from './link.js';
import { Sources } from './Sources.js';
import { strategyName } from './say.js';
import type { ReadSetup } from './setup.js';
import { libraryText, write } from './strategy-text.js';

interface PartProps {
  readonly setup: Setup;
  readonly read: ReadSetup;
  readonly change: (changes: Partial<Setup>) => void;
}

/** The name in the library that a text is, to the letter; `own` otherwise. */
const libraryName = (text: string): string =>
  LIBRARY.find(({ name }) => libraryText(name) === text)?.name ?? 'own';

const BOOKS = RULEBOOK_IDS.map((id) => [id, rulebook(id).title] as const);

/** Which strategy is played, by which book, and how often. */
export function SetupFields({ setup, read, change }: PartProps) {
  const chosen = libraryName(setup.text);
  const library = LIBRARY.map((file) => [file.name, strategyName(file)] as const);
  return (
    <>
      <Pick
        label="Start from"
        value={chosen}
        options={chosen === 'own' ? [['own', 'my own'], ...library] : library}
        change={(name) => change({ text: libraryText(name) })}
      />
      <Pick label="Rulebook" value={setup.book} options={BOOKS} change={(book) => change({ book })} />
      <div className="pair-fields">
        <Line
          label="Seed"
          value={setup.seed}
          mode="numeric"
          wrong={read.seed === null}
          change={(seed) => change({ seed })}
        />
        <Line
          label="Rolls to simulate"
          value={setup.rolls}
          mode="numeric"
          wrong={read.rolls === null}
          change={(rolls) => change({ rolls })}
        />
      </div>
      {read.seed === null && (
        <Fault>Seed: “{setup.seed}” is not a whole number from 0; the nearest is 1.</Fault>
      )}
      {read.rolls === null && (
        <Fault>Rolls: “{setup.rolls}” is not a whole number from 1 to 10¹²; type it like 1e9.</Fault>
      )}
    </>
  );
}

/** The sign of the table, as text: most leave it as it is. */
export function SignText({ setup: { sign, book }, read: { table }, change }: PartProps) {
  return (
    <>
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
        <Fault>
          Sign: {table.fault} <Sources book={book} source={table.source} />
        </Fault>
      )}
    </>
  );
}
