import { RULEBOOK_IDS, rulebook, WAGER_IDS, type WagerId } from '@boxperson/rules';
import { Line, Pick } from '../ui/Pick.js';
import { nameIn } from './say.js';
import type { FieldFault, LimitFields, SignForm } from './sign-form.js';

interface LimitProps {
  readonly path: string;
  readonly name: string;
  readonly fields: LimitFields;
  readonly faults: readonly FieldFault[];
  readonly change: (fields: LimitFields) => void;
}

function LimitInputs({ path, name, fields, faults, change }: LimitProps) {
  return (
    <>
      {(['min', 'max', 'unit'] as const).map((field) => (
        <label key={field} className="field">
          {{ min: 'Minimum $', max: 'Maximum $', unit: 'Unit $' }[field]}
          <input
            value={fields[field]}
            inputMode="decimal"
            aria-label={`${name}: ${{ min: 'minimum', max: 'maximum', unit: 'unit' }[field]} in dollars`}
            aria-invalid={faults.some((fault) => fault.field === `${path}.${field}`)}
            placeholder={field === 'unit' ? 'none' : ''}
            onChange={(event) => change({ ...fields, [field]: event.target.value })}
          />
        </label>
      ))}
    </>
  );
}

interface FieldsProps {
  readonly form: SignForm;
  readonly faults: readonly FieldFault[];
  readonly change: (form: SignForm) => void;
}

const BOOKS = RULEBOOK_IDS.map((id) => [id, rulebook(id).title] as const);

/** A sign as it is put up: chips, limits, odds. */
export function SignFields({ form, faults, change }: FieldsProps) {
  const inCents = rulebook(form.book).money.counts.value === 'cents';
  const isWrong = (name: string): boolean => faults.some(({ field }) => field === name);
  return (
    <form className="sign-form panel" onSubmit={(event) => event.preventDefault()}>
      <Pick label="Rulebook" value={form.book} options={BOOKS} change={(book) => change({ ...form, book })} />
      <Line
        label="Chips, in dollars"
        value={form.chips}
        disabled={inCents}
        wrong={isWrong('chips')}
        change={(chips) => change({ ...form, chips })}
      />
      {inCents && <p className="quiet">Here wagers are cents on a meter: no chips.</p>}
      <Limits form={form} faults={faults} change={change} />
      <Line
        label="Odds, times the flat wager"
        value={form.oddsMultiple}
        mode="numeric"
        placeholder="as the book says, or 2"
        wrong={isWrong('oddsMultiple')}
        change={(oddsMultiple) => change({ ...form, oddsMultiple })}
      />
      <Ticks form={form} change={change} />
    </form>
  );
}

/** What holds for all wagers, then for those that have a limit of their own. */
function Limits({ form, faults, change }: FieldsProps) {
  const put = (wagers: SignForm['wagers']) => change({ ...form, wagers });
  const others = (wager: WagerId) => form.wagers.filter((one) => one.wager !== wager);
  return (
    <>
      <fieldset className="limit-row">
        <legend>All wagers</legend>
        <LimitInputs
          path="default"
          name="All wagers"
          fields={form.usual}
          faults={faults}
          change={(usual) => change({ ...form, usual })}
        />
      </fieldset>
      {form.wagers.map((each) => (
        <fieldset key={each.wager} className="limit-row">
          <legend>{nameIn(form.book, each)}</legend>
          <LimitInputs
            path={each.wager}
            name={nameIn(form.book, each)}
            fields={each}
            faults={faults}
            change={(fields) =>
              put(form.wagers.map((one) => (one === each ? { ...fields, wager: one.wager } : one)))
            }
          />
          <button
            type="button"
            className="small"
            aria-label={`Take the limit of ${nameIn(form.book, each)} off the sign`}
            onClick={() => put(others(each.wager))}
          >
            ✕
          </button>
        </fieldset>
      ))}
      <OwnLimit form={form} add={(wager) => put([...form.wagers, { wager, ...form.usual }])} />
    </>
  );
}

function OwnLimit({ form, add }: { form: SignForm; add: (wager: WagerId) => void }) {
  const { wagers } = rulebook(form.book);
  const free = WAGER_IDS.filter(
    (id) => wagers[id] !== null && !form.wagers.some(({ wager }) => wager === id),
  );
  return (
    <Pick
      label="A limit of its own for"
      value=""
      options={[
        ['', 'choose a wager …'],
        ...free.map((id) => [id, nameIn(form.book, { wager: id })] as const),
      ]}
      change={(wager: WagerId | '') => wager !== '' && add(wager)}
    />
  );
}

const Ticks = ({ form, change }: Omit<FieldsProps, 'faults'>) => (
  <>
    <label className="tick">
      <input
        type="checkbox"
        checked={form.multiplesOfMinimum}
        onChange={(event) => change({ ...form, multiplesOfMinimum: event.target.checked })}
      />
      Multiples of the minimum only
    </label>
    {rulebook(form.book).big68.value !== 'always' && (
      <label className="tick">
        <input
          type="checkbox"
          checked={form.big68}
          onChange={(event) => change({ ...form, big68: event.target.checked })}
        />
        Big 6 and Big 8 are on the layout
      </label>
    )}
  </>
);
