import { barChart, type Selection } from '@boxperson/odds';
import {
  makeDollars,
  type OpenSettings,
  RULEBOOK_IDS,
  type RulebookId,
  rulebook,
  WAGER_IDS,
  type WagerId,
} from '@boxperson/rules';
import { useMemo, useState } from 'react';
import { SHORT } from '../reading/facts.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { useQuery } from '../ui/address.js';
import { Dialog } from '../ui/Dialog.js';
import { Wide } from '../ui/Wide.js';
import { useAsk } from './desk.js';
import type { SignAnswer } from './desk-asks.js';
import { copy, pack, save, unpack } from './files.js';
import { Picture } from './Picture.js';
import { Sources } from './Sources.js';
import { count, nameIn, percent } from './say.js';
import {
  asForm,
  type FieldFault,
  formOf,
  type LimitFields,
  readForm,
  type SignForm,
  usualForm,
} from './sign-form.js';

type Report = Extract<SignAnswer, { ok: true }>['report'];
type ReportLine = Report['lines'][number];

const fractionValue = (text: string): number => {
  const [n = 0, d = 1] = text.split('/').map(Number);
  return n / d;
};

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

function Form({
  form,
  faults,
  change,
}: {
  form: SignForm;
  faults: readonly FieldFault[];
  change: (form: SignForm) => void;
}) {
  const book = rulebook(form.book);
  const free = WAGER_IDS.filter(
    (id) => book.wagers[id] !== null && !form.wagers.some(({ wager }) => wager === id),
  );
  return (
    <form className="sign-form panel" onSubmit={(event) => event.preventDefault()}>
      <label className="field">
        Rulebook
        <select
          value={form.book}
          onChange={(event) => change({ ...form, book: event.target.value as RulebookId })}
        >
          {RULEBOOK_IDS.map((id) => (
            <option key={id} value={id}>
              {rulebook(id).title}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        Chips, in dollars
        <input
          value={form.chips}
          disabled={book.money.counts.value === 'cents'}
          aria-invalid={faults.some(({ field }) => field === 'chips')}
          onChange={(event) => change({ ...form, chips: event.target.value })}
        />
      </label>
      {book.money.counts.value === 'cents' && (
        <p className="quiet">Here wagers are cents on a meter: no chips.</p>
      )}
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
              change({
                ...form,
                wagers: form.wagers.map((one) =>
                  one.wager === each.wager ? { ...fields, wager: one.wager } : one,
                ),
              })
            }
          />
          <button
            type="button"
            className="small"
            aria-label={`Take the limit of ${nameIn(form.book, each)} off the sign`}
            onClick={() => change({ ...form, wagers: form.wagers.filter((one) => one.wager !== each.wager) })}
          >
            ✕
          </button>
        </fieldset>
      ))}
      <label className="field">
        A limit of its own for
        <select
          value=""
          onChange={(event) =>
            change({
              ...form,
              wagers: [...form.wagers, { wager: event.target.value as WagerId, ...form.usual }],
            })
          }
        >
          <option value="">choose a wager …</option>
          {free.map((id) => (
            <option key={id} value={id}>
              {nameIn(form.book, { wager: id })}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        Odds, times the flat wager
        <input
          value={form.oddsMultiple}
          inputMode="numeric"
          placeholder="as the book says, or 2"
          aria-invalid={faults.some(({ field }) => field === 'oddsMultiple')}
          onChange={(event) => change({ ...form, oddsMultiple: event.target.value })}
        />
      </label>
      <label className="tick">
        <input
          type="checkbox"
          checked={form.multiplesOfMinimum}
          onChange={(event) => change({ ...form, multiplesOfMinimum: event.target.checked })}
        />
        Multiples of the minimum only
      </label>
      {book.big68.value !== 'always' && (
        <label className="tick">
          <input
            type="checkbox"
            checked={form.big68}
            onChange={(event) => change({ ...form, big68: event.target.checked })}
          />
          Big 6 and Big 8 are on the layout
        </label>
      )}
    </form>
  );
}

function sayLeaks({ leaks, leakCount, lastLeak }: ReportLine): string {
  const shown = leaks.slice(0, 8).map(makeDollars).join(', ');
  if (leakCount <= 8) return shown;
  const end = lastLeak === null ? 'and so on to the maximum' : `… ${makeDollars(lastLeak)}`;
  return `${shown} ${end}`;
}

/** Numbers of a wager that leak alike are told together. */
function grouped(lines: readonly ReportLine[]): readonly (readonly [string, ReportLine])[] {
  const groups = new Map<string, ReportLine[]>();
  for (const line of lines) {
    const key = `${line.wager} ${sayLeaks(line)}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((group) => {
    const [first, ...more] = group as [ReportLine, ...ReportLine[]];
    return [[first.name, ...more.map(({ number }) => number)].join(', '), first] as const;
  });
}

interface LeaksProps {
  readonly report: Report;
  readonly book: RulebookId;
  readonly apply: () => void;
}

function Leaks({ report, book, apply }: LeaksProps) {
  const leaking = report.lines.filter(({ leakCount }) => leakCount > 0);
  if (leaking.length === 0)
    return (
      <div className="verdict good" role="status">
        <p>
          <b>✓ No leak.</b> The house loses on no stake that this sign allows.
        </p>
      </div>
    );
  return (
    <div className="verdict bad" role="status">
      <p>
        <b>▲ {leaking.length} wagers leak.</b> On these stakes the house loses on average, because winnings
        are rounded up to chips:
      </p>
      <ul className="leak-list">
        {grouped(leaking).map(([name, line]) => (
          <li key={name}>
            <b>{name}</b> {sayLeaks(line)} <span className="quiet">({count(line.leakCount)} stakes)</span>
          </li>
        ))}
      </ul>
      <h2>The smallest fix</h2>
      <ul className="fix-list">
        {report.changes.map(({ wager, limit, keeps, chip }) => (
          <li key={wager}>
            <b>{nameIn(book, { wager })}</b>{' '}
            {limit === null
              ? 'no minimum and no unit stops it'
              : `${makeDollars(limit.min)} to ${makeDollars(limit.max)}${limit.unit === undefined ? '' : ` in steps of ${makeDollars(limit.unit)}`}; ${percent(keeps, 1)} of the stakes are left`}
            {chip !== null && `, or a chip of ${makeDollars(chip)}`}
          </li>
        ))}
      </ul>
      {report.changes.some(({ limit }) => limit !== null) && (
        <button type="button" className="main" onClick={apply}>
          Put these on the sign
        </button>
      )}
    </div>
  );
}

function Lines({ lines, onShow }: { lines: readonly ReportLine[]; onShow: (line: ReportLine) => void }) {
  return (
    <Wide name="Every wager under this sign">
      <table className="figures sign-lines">
        <thead>
          <tr>
            {[
              'Wager',
              'Edge, unrounded',
              'Best stake for the player',
              'Its edge',
              'Rounding costs',
              'At most',
              'Leaks',
            ].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const best = fractionValue(line.best.edge);
            return (
              <tr key={line.name} className={line.leakCount > 0 ? 'leaks' : ''}>
                <th scope="row">
                  <button type="button" className="row-name" onClick={() => onShow(line)}>
                    {line.name}
                  </button>
                </th>
                <td>
                  <span className="fraction">{line.edge}</span>{' '}
                  <span className="percent">{percent(fractionValue(line.edge), 2)}</span>
                </td>
                <td>{makeDollars(line.best.stake)}</td>
                <td className="strong">
                  <span className="fraction">{line.best.edge}</span>{' '}
                  <span className="percent">{percent(best, 2)}</span>
                </td>
                <td>{line.breakage.average.toFixed(1)}¢</td>
                <td>
                  {line.breakage.most.toFixed(1)}¢ at {makeDollars(line.breakage.at)}
                </td>
                <td>{line.leakCount === 0 ? 'none' : `▲ ${count(line.leakCount)}`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Wide>
  );
}

const STAKES = 40;

function StakeEdges({
  settings,
  line,
  onClose,
}: {
  settings: OpenSettings;
  line: ReportLine;
  onClose: () => void;
}) {
  const { wager, number, high, dice } = line;
  const selection: Selection = {
    wager,
    ...(number && { number }),
    ...(high && { high }),
    ...(dice && { dice }),
  };
  const { answer, busy } = useAsk('stakes', { settings, selection, count: STAKES });
  return (
    <Dialog title={`${line.name}, stake by stake`} onClose={onClose}>
      {busy && <p className="quiet">Playing every stake…</p>}
      {answer && (
        <div className="derivation">
          <p>
            The first {answer.length} stakes that the sign allows, with all rounding. Below nothing the house
            loses.
          </p>
          <Picture
            name={`stakes-${wager}`}
            caption="The edge at each stake"
            height={0}
            draw={(frame) =>
              barChart(
                answer.map(({ stake, value }) => ({ name: makeDollars(stake), value: 100 * value })),
                {
                  title: `${line.name}: the edge at each stake`,
                  across: 'per cent of what is put up',
                  up: '',
                  ...frame,
                },
                (value) => `${value.toFixed(2)} %`,
              )
            }
          />
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">Stake</th>
                <th scope="col">Edge</th>
                <th scope="col">House</th>
              </tr>
            </thead>
            <tbody>
              {answer.map(({ stake, edge, value }) => (
                <tr key={stake} className={value < 0 ? 'leaks' : ''}>
                  <th scope="row">{makeDollars(stake)}</th>
                  <td>
                    <span className="fraction">{edge}</span> <span className="percent">{percent(value)}</span>
                  </td>
                  <td>{value < 0 ? '▲ loses' : value === 0 ? 'even' : 'wins'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}

export function SignPage() {
  const [query, change] = useQuery();
  const linked = query.get('sign');
  const fromLink = useMemo(() => (linked === null ? null : asForm(unpack(linked))), [linked]);
  const [form, setForm] = useState<SignForm>(() => fromLink ?? usualForm('star'));
  const [shown, setShown] = useState<ReportLine | null>(null);
  const [copied, setCopied] = useState('');
  const read = useMemo(() => readForm(form), [form]);
  const faults = read.ok ? [] : read.faults;
  const { answer, busy, fault } = useAsk('sign', read.ok ? { settings: read.settings } : null, 250);
  const share = async () => {
    change({ sign: pack(form) });
    setCopied(
      (await copy(location.href)) ? 'The link is in the clipboard.' : 'The link is in the address bar.',
    );
  };
  return (
    <ReadingPage
      title="Sign checker"
      here="/lab/sign"
      lead={
        <p>
          Winnings are rounded up to what the chips can make, so a sign can allow stakes on which the house
          loses. Change the sign: every stake on every wager is played anew.
        </p>
      }
    >
      {linked !== null && fromLink === null && (
        <p role="alert" className="fault">
          This link holds no sign that can be read. Below is the usual one; ask for the link again.
        </p>
      )}
      <div className="two-parts">
        <div>
          <Form form={form} faults={faults} change={setForm} />
          <div className="lab-acts">
            <button type="button" onClick={() => void share()}>
              Share by link
            </button>
            <button
              type="button"
              disabled={!read.ok}
              onClick={() =>
                read.ok &&
                save('sign.json', `${JSON.stringify(read.settings, null, 2)}\n`, 'application/json')
              }
            >
              Sign as JSON
            </button>
            <button
              type="button"
              disabled={!answer?.ok}
              onClick={() =>
                answer?.ok &&
                save('sign-report.json', `${JSON.stringify(answer.report, null, 2)}\n`, 'application/json')
              }
            >
              Report as JSON
            </button>
            <span role="status">{copied}</span>
          </div>
        </div>
        <div className="sign-result" aria-busy={busy}>
          {faults.map(({ field, message }) => (
            <p key={`${field} ${message}`} role="alert" className="fault">
              {message}
            </p>
          ))}
          {fault && (
            <p role="alert" className="fault">
              {fault}
            </p>
          )}
          {busy && <p className="quiet">Playing every stake…</p>}
          {answer && !answer.ok && (
            <p role="alert" className="fault">
              {answer.message}. <Sources book={form.book} source={answer.source} />
            </p>
          )}
          {answer?.ok && read.ok && (
            <div data-checked={busy ? '' : 'yes'}>
              <Leaks
                report={answer.report}
                book={form.book}
                apply={() => setForm(formOf(answer.report.fixed, form.book))}
              />
            </div>
          )}
        </div>
      </div>
      {answer?.ok && (
        <section className="block">
          <h2>Every wager under this sign at {SHORT[form.book]}</h2>
          <p className="quiet">Choose a wager to see stake by stake what it is worth.</p>
          <Lines lines={answer.report.lines} onShow={setShown} />
        </section>
      )}
      {shown && read.ok && (
        <StakeEdges settings={read.settings} line={shown} onClose={() => setShown(null)} />
      )}
    </ReadingPage>
  );
}
