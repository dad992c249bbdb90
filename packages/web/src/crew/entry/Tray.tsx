import type { ReactNode } from 'react';
import { Tokens } from '../../felt/Tokens.js';
import { ChipFace, chipText } from '../../ui/Chip.js';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import type { Entry, MannerName } from './use-entry.js';

/** Chips to make an amount of, what is in hand, and how it comes to the layout. */
export function Tray({ entry, children }: { entry: Entry; children?: ReactNode }) {
  const { values, hand, addChip, clearHand, taking, turnTaking, actions } = entry;
  const undoes = actions?.nextUndo ?? null;
  return (
    <section className="entry-tray" aria-label="Chips">
      <TrayChips values={values} hand={hand} says={taking ? 'takes' : 'in hand'} addChip={addChip} />
      {actions && <Tokens actions={actions} />}
      <button type="button" onClick={clearHand}>
        Clear
      </button>
      <button type="button" aria-pressed={taking} onClick={turnTaking}>
        Take off
      </button>
      <Manners entry={entry} />
      {children}
      <button
        type="button"
        className="tray-undo"
        disabled={undoes === null}
        onClick={() => void actions?.undo()}
      >
        Undo
        {undoes !== null && <small>{undoes}</small>}
      </button>
    </section>
  );
}

interface TrayChipsProps extends Pick<Entry, 'values' | 'hand' | 'addChip'> {
  /** What becomes of what is in hand. */
  readonly says: string;
}

/** What is in hand, and the chips that make it. */
export const TrayChips = ({ values, hand, says, addChip }: TrayChipsProps) => (
  <>
    <output className="tray-hand" aria-label="In hand">
      <small>{says}</small>
      <b>{dollars(hand)}</b>
    </output>
    <div className="tray-chips">
      {values.map((value) => (
        <button
          type="button"
          key={value}
          className="tray-chip"
          aria-label={`Chip of ${dollars(value)}`}
          onClick={() => addChip(value)}
        >
          <ChipFace value={value} text={chipText(value)} />
        </button>
      ))}
    </div>
  </>
);

const SAYS: Readonly<Record<MannerName, string>> = { plain: 'Late', oral: 'Spoken', found: 'Found' };

/** Only what the book knows: spoken wagers, and with the dice out what is late or found (R19, R21, R11). */
function Manners({ entry: { manner, setManner } }: { entry: Entry }) {
  const { table } = useCrew();
  const { conduct, found } = table.game.rulebook;
  const isOut = table.phase === 'thrown';
  const isLate = isOut && ['dice-at-rest', 'result-called'].includes(conduct.wagers.lateUntil.value);
  const names: readonly MannerName[] = [
    ...(isLate ? (['plain'] as const) : []),
    ...(conduct.wagers.oral.value === 'no' ? [] : (['oral'] as const)),
    ...(isOut && found.underMinimum.value !== 'refused' ? (['found'] as const) : []),
  ];
  return names.map((name) => (
    <button
      type="button"
      key={name}
      aria-pressed={manner === name && (name !== 'plain' || isLate)}
      onClick={() => setManner(manner === name ? 'plain' : name)}
    >
      {SAYS[name]}
    </button>
  ));
}
