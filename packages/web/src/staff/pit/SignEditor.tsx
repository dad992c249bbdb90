import {
  type Power,
  type Rulebook,
  type SignChange,
  type SignVerdict,
  signChanges,
  type TableSign,
  type WagerId,
  wagerName,
  whenSignCounts,
} from '@boxperson/rules';
import { useMemo, useState } from 'react';
import { ClauseButton } from '../../felt/Clause.js';
import { dollars } from '../../ui/money.js';
import { Line, Pick } from '../../ui/Pick.js';
import { sayTime } from '../../ui/words.js';
import { Act, Whose } from './Act.js';
import { ALL, type Faults, NO_LIMIT, readSign, type SignTyped, typedSign, wagersLeft } from './draft.js';
import { type AtPit, useRole } from './table.js';

const CHANGE: Power = 'change-limits';

/** A new sign, field by field, with what each change comes to by the book before anybody puts it up. */
export function SignEditor({ here }: { here: AtPit }) {
  const { table } = here;
  const [typed, setTyped] = useState(() => typedSign(table.posted?.sign ?? table.sign));
  const { sign, faults } = readSign(typed, table.sign);
  const reset = (): void => setTyped(typedSign(table.sign));
  return (
    <section className="panel pit-editor" aria-labelledby="editor">
      <header>
        <h2 id="editor">Change the sign</h2>
        <button type="button" onClick={reset}>
          As it hangs now
        </button>
      </header>
      <Limits here={here} typed={typed} faults={faults} change={setTyped} />
      <More here={here} typed={typed} faults={faults} change={setTyped} />
      {Object.keys(faults).length === 0 && <Outcome here={here} sign={sign} onDone={reset} />}
    </section>
  );
}

interface PartProps {
  readonly here: AtPit;
  readonly typed: SignTyped;
  readonly faults: Faults;
  readonly change: (typed: SignTyped) => void;
}

const nameOf = (book: Rulebook, id: string): string =>
  id === ALL ? 'All wagers' : wagerName(book, id as WagerId);

function Limits({ here: { table }, typed, faults, change }: PartProps) {
  const { rulebook } = table.game;
  const left = wagersLeft(typed, (id) => rulebook.wagers[id] !== undefined);
  const put = (id: string, more: Partial<typeof NO_LIMIT>): void =>
    change({ ...typed, limits: { ...typed.limits, [id]: { ...(typed.limits[id] ?? NO_LIMIT), ...more } } });
  const drop = (id: string): void => {
    const { [id]: _gone, ...limits } = typed.limits;
    change({ ...typed, limits });
  };
  return (
    <div className="pit-limits">
      {Object.entries(typed.limits).map(([id, limit]) => {
        const name = nameOf(rulebook, id);
        return (
          <fieldset key={id}>
            <legend>{name}</legend>
            {(['min', 'max', 'unit'] as const).map((field) => (
              <Typed
                key={field}
                label={`${FIELD_WORDS[field]}, $`}
                value={limit[field]}
                fault={faults[`limits.${id}.${field}`]}
                change={(text) => put(id, { [field]: text })}
              />
            ))}
            {id !== ALL && (
              <button type="button" onClick={() => drop(id)} aria-label={`${name}: as all wagers`}>
                As all wagers
              </button>
            )}
          </fieldset>
        );
      })}
      <Pick
        label="Limits of its own for"
        value=""
        options={[['', 'choose a wager'], ...left.map((id) => [id as string, nameOf(rulebook, id)] as const)]}
        change={(id) => id !== '' && put(id, typed.limits[ALL] ?? NO_LIMIT)}
      />
    </div>
  );
}

const FIELD_WORDS = { min: 'Minimum', max: 'Maximum', unit: 'In steps of' } as const;

interface TypedProps {
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly change: (text: string) => void;
}

/** A line with what is wrong with it beside it. */
const Typed = ({ label, value, fault, change }: TypedProps) => (
  <div className="pit-typed">
    <Line label={label} value={value} mode="decimal" wrong={fault !== undefined} change={change} />
    {fault !== undefined && <span className="form-fault">{fault}</span>}
  </div>
);

/** What the sign of some books says beyond single wagers: shown where the book has it. */
function More({ here: { table }, typed, faults, change }: PartProps) {
  const { limits, oddsMultiple, big68 } = table.game.rulebook;
  const hasPlayer = limits.sign.value.includes('player');
  return (
    <div className="pit-more">
      {oddsMultiple.value.from !== 'book' && (
        <Typed
          label="Odds, times the flat wager"
          value={typed.odds}
          fault={faults['oddsMultiple']}
          change={(odds) => change({ ...typed, odds })}
        />
      )}
      {hasPlayer && (
        <>
          <Typed
            label="One player in all, at least $"
            value={typed.playerMin}
            fault={faults['perPlayer.min']}
            change={(playerMin) => change({ ...typed, playerMin })}
          />
          <Typed
            label="One player in all, at most $"
            value={typed.playerMax}
            fault={faults['perPlayer.max']}
            change={(playerMax) => change({ ...typed, playerMax })}
          />
        </>
      )}
      {limits.sign.value.includes('area') && (
        <Typed
          label="One area, all players, at most $"
          value={typed.areaMax}
          fault={faults['perArea.max']}
          change={(areaMax) => change({ ...typed, areaMax })}
        />
      )}
      <Flag
        label="In multiples of the minimum"
        value={typed.multiples}
        change={(multiples) => change({ ...typed, multiples })}
      />
      {big68.value !== 'always' && (
        <Flag
          label="Big 6 and Big 8 on the layout"
          value={typed.big68}
          change={(next) => change({ ...typed, big68: next })}
        />
      )}
    </div>
  );
}

const Flag = ({
  label,
  value,
  change,
}: {
  label: string;
  value: boolean;
  change: (value: boolean) => void;
}) => (
  <label className="pit-flag">
    <input type="checkbox" checked={value} onChange={(event) => change(event.target.checked)} />
    {label}
  </label>
);

/** What the whole of it comes to, and each change by itself: asked of the engine as the table stands. */
function Outcome({ here, sign, onDone }: { here: AtPit; sign: TableSign; onDone: () => void }) {
  const { table, at } = here;
  const by = useRole(here, CHANGE);
  const minute = Math.floor(at / 10_000) * 10_000;
  const found = useMemo(() => {
    if (!by) return null;
    const asking = { at: Math.max(minute, table.at), by };
    return { changes: signChanges(table, sign, asking), whole: whenSignCounts(table, sign, asking) };
  }, [table, sign, by, minute]);
  if (!found) return <Whose here={here} power={CHANGE} />;
  if (found.changes.length === 0) return <p className="quiet">Nothing is changed yet.</p>;
  return (
    <div className="pit-outcome" role="status">
      <h3>What that comes to</h3>
      <ul>
        {found.changes.map((change) => (
          <Change key={change.path} here={here} change={change} sign={sign} />
        ))}
      </ul>
      <PutUp here={here} sign={sign} whole={found.whole} onDone={onDone} />
    </div>
  );
}

const at = (sign: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((one, key) => (one as Readonly<Record<string, unknown>> | undefined)?.[key], sign);

function sayValue(path: string, value: unknown): string {
  if (value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object')
    return Object.entries(value as object)
      .map(([key, one]) => `${FIELD_WORDS[key as 'min'] ?? key} ${sayValue(key, one)}`)
      .join(', ');
  return path.startsWith('oddsMultiple') ? `${String(value)}×` : dollars(Number(value));
}

function sayPath(book: Rulebook, path: string): string {
  const [head = '', id = '', field = ''] = path.split('.');
  if (head === 'limits')
    return `${nameOf(book, id)}${field ? `, ${FIELD_WORDS[field as 'min'].toLowerCase()}` : ''}`;
  return `${PATH_WORDS[head] ?? head}${id ? `, ${(FIELD_WORDS[id as 'min'] ?? id).toLowerCase()}` : ''}`;
}

const PATH_WORDS: Readonly<Record<string, string>> = {
  oddsMultiple: 'Odds',
  perPlayer: 'One player in all',
  perArea: 'One area',
  multiplesOfMinimum: 'In multiples of the minimum',
  big68: 'Big 6 and Big 8',
};

function Change({
  here,
  change: { path, verdict },
  sign,
}: {
  here: AtPit;
  change: SignChange;
  sign: TableSign;
}) {
  const { table } = here;
  const { rulebook } = table.game;
  const cited = verdict.counts === 'never' ? verdict.why : verdict;
  return (
    <li data-path={path} data-counts={verdict.counts}>
      <span>
        <b>{sayPath(rulebook, path)}</b> {sayValue(path, at(table.sign, path))} →{' '}
        {sayValue(path, at(sign, path))}
      </span>
      <span className="pit-verdict">{sayVerdict(verdict)}</span>
      <ClauseButton book={rulebook} cited={{ clause: cited.clause, ruling: cited.ruling }} />
    </li>
  );
}

const sayVerdict = (verdict: SignVerdict): string => {
  if (verdict.counts === 'now') return 'counts at once';
  return verdict.counts === 'later'
    ? `counts from ${sayTime(verdict.from)}`
    : `cannot be: ${verdict.why.message}`;
};

interface PutUpProps {
  readonly here: AtPit;
  readonly sign: TableSign;
  readonly whole: SignVerdict;
  readonly onDone: () => void;
}

/** A sign is put up for a whole minute, so that everybody reads the same. */
const MINUTE = 60_000;

function PutUp({ here, sign, whole, onDone }: PutUpProps) {
  const [extra, setExtra] = useState('0');
  if (whole.counts === 'never') return null;
  if (whole.counts === 'now')
    return (
      <Act
        here={here}
        power={CHANGE}
        says="Change the limits now"
        look="main"
        done="The limits are changed."
        command={{ do: 'change-limits', ...sign }}
        onDone={onDone}
      />
    );
  const isUp = here.table.posted?.from === whole.from;
  if (isUp) return <p className="quiet">That sign is up, and counts from {sayTime(whole.from)}.</p>;
  // A few seconds pass until it is said.
  const earliest = Math.ceil((whole.from + SAID_MS) / MINUTE) * MINUTE;
  const from = earliest + Number(extra) * MINUTE;
  return (
    <div className="pit-post">
      <Pick
        label="The sign says, from"
        value={extra}
        options={LATER.map((more) => [more, sayTime(earliest + Number(more) * MINUTE)] as const)}
        change={setExtra}
      />
      <Act
        here={here}
        power="show-sign"
        says={`Put up the sign for ${sayTime(from)}`}
        look="main"
        done={`The sign is up: it counts from ${sayTime(from)}.`}
        command={{ do: 'post-sign', ...sign, from }}
      />
    </div>
  );
}
const SAID_MS = 15_000;
const LATER: readonly string[] = ['0', '5', '10', '25', '40', '70', '100'];
