import { type By, decide, type Table } from '@boxperson/rules';
import { useCrew } from '../crew.js';
import { isAbove, titleOf } from '../stations.js';
import { actsIn, type BoxAct } from './acts.js';
import type { InHand } from './BoxConsole.js';
import { NowActs } from './NowActs.js';

interface PowersProps {
  readonly inHand: InHand | null;
  readonly onOpen: (inHand: InHand) => void;
}

/** Everything that the book lets somebody decide here; what is not the box's is shown as whose it is. */
export function Powers({ inHand, onOpen }: PowersProps) {
  const { table, by } = useCrew();
  const current = inHand?.kind === 'act' ? inHand : null;
  const [own, others] = sorted(table, by);
  return (
    <aside className="panel box-powers" aria-label="What may be decided">
      <NowActs onOpen={onOpen} />
      {own.length > 0 && <h2>You may</h2>}
      <ul>
        {own.map(({ id, says }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={current?.act === id}
              data-power={id}
              onClick={() => onOpen({ kind: 'act', act: id, player: current?.player ?? null })}
            >
              {says}
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && <h2>Others may</h2>}
      <dl>
        {others.map((act) => (
          <div key={act.id} data-power={act.id}>
            <dt>{act.says}</dt>
            <dd>{sayWhose(table, act)}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

const sayWhose = ({ game: { rulebook } }: Table, { power }: BoxAct): string => {
  const rule = rulebook.powers[power];
  return rule ? `${titleOf(rulebook, rule.role)}, § ${rule.clause}` : '';
};

/** What a touch on a seat is about: the first decision on a player that is one's own. */
export const firstOnPlayer = (table: Table, by: By): string | null =>
  sorted(table, by)[0].find(({ about }) => about === 'player')?.id ?? null;

/** One's own first. */
function sorted(table: Table, by: By): readonly [readonly BoxAct[], readonly BoxAct[]] {
  const { rulebook } = table.game;
  const isOthers = ({ power }: BoxAct): boolean => {
    const role = rulebook.powers[power]?.role;
    return role !== undefined && isAbove(rulebook, role, by.role);
  };
  const acts = actsIn(table).filter((act) => isOthers(act) || fitsNow(table, by, act));
  return [acts.filter((act) => !isOthers(act)), acts.filter(isOthers)];
}

/** What the phase rules out altogether is not offered. */
function fitsNow(table: Table, by: By, act: BoxAct): boolean {
  if (act.about === 'player' || act.choices) return table.phase !== 'closed' && fitsPhase(table, act);
  const decided = decide(table, {
    ...act.command({ player: null, choice: null, extra: null, note: '', amount: null }, table),
    by,
  });
  return decided.ok;
}

const PHASES: Readonly<Record<string, readonly Table['phase'][]>> = {
  'order-pass': ['betting'],
  'refuse-wager': ['offering', 'betting'],
  vacate: ['offering', 'betting'],
  release: ['offering', 'betting'],
};
const fitsPhase = ({ phase }: Table, { id }: BoxAct): boolean => PHASES[id]?.includes(phase) ?? true;
