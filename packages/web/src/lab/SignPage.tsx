import { useMemo, useState } from 'react';
import { SHORT } from '../reading/names.js';
import { ReadingPage } from '../reading/ReadingPage.js';
import { useQuery } from '../ui/address.js';
import { Fault } from '../ui/Fault.js';
import { type Asked, useAsk } from './desk.js';
import type { SignAnswer } from './desk-asks.js';
import { copy, pack, save, unpack } from './files.js';
import { SignFields } from './SignFields.js';
import { Leaks, Lines, type ReportLine } from './SignReport.js';
import { Sources } from './Sources.js';
import { StakeEdges } from './StakeEdges.js';
import { asForm, formOf, readForm, type SignForm, usualForm } from './sign-form.js';

type ReadSign = ReturnType<typeof readForm>;

const saveJson = (name: string, value: unknown): void =>
  save(name, `${JSON.stringify(value, null, 2)}\n`, 'application/json');

interface ActsProps {
  readonly read: ReadSign;
  readonly answer: SignAnswer | null;
  readonly share: () => Promise<string>;
}

function Acts({ read, answer, share }: ActsProps) {
  const [copied, setCopied] = useState('');
  return (
    <div className="lab-acts">
      <button type="button" onClick={() => void share().then(setCopied)}>
        Share by link
      </button>
      <button
        type="button"
        disabled={!read.ok}
        onClick={() => read.ok && saveJson('sign.json', read.settings)}
      >
        Sign as JSON
      </button>
      <button
        type="button"
        disabled={!answer?.ok}
        onClick={() => answer?.ok && saveJson('sign-report.json', answer.report)}
      >
        Report as JSON
      </button>
      <span role="status">{copied}</span>
    </div>
  );
}

interface VerdictProps {
  readonly form: SignForm;
  readonly read: ReadSign;
  readonly asked: Asked<SignAnswer>;
  readonly apply: (form: SignForm) => void;
}

/** What is wrong with the sign, or whether it leaks. */
function Verdict({ form, read, asked: { answer, busy, fault }, apply }: VerdictProps) {
  return (
    <div className="sign-result" aria-busy={busy}>
      {!read.ok &&
        read.faults.map(({ field, message }) => <Fault key={`${field} ${message}`}>{message}</Fault>)}
      {fault && <Fault>{fault}</Fault>}
      {busy && <p className="quiet">Playing every stake…</p>}
      {answer && !answer.ok && (
        <Fault>
          {answer.message}. <Sources book={form.book} source={answer.source} />
        </Fault>
      )}
      {answer?.ok && read.ok && (
        <div data-checked={busy ? '' : 'yes'}>
          <Leaks
            report={answer.report}
            book={form.book}
            apply={() => apply(formOf(answer.report.fixed, form.book))}
          />
        </div>
      )}
    </div>
  );
}

/** The sign that the address holds, or the usual one; and a link to the one that is made of it. */
function useSign() {
  const [query, change] = useQuery();
  const linked = query.get('sign');
  const fromLink = useMemo(() => (linked === null ? null : asForm(unpack(linked))), [linked]);
  const [form, setForm] = useState<SignForm>(() => fromLink ?? usualForm('star'));
  const share = async (): Promise<string> => {
    change({ sign: pack(form) });
    const where = (await copy(location.href)) ? 'clipboard' : 'address bar';
    return `The link is in the ${where}.`;
  };
  return { form, setForm, share, isBroken: linked !== null && fromLink === null };
}

export function SignPage() {
  const { form, setForm, share, isBroken } = useSign();
  const [shown, setShown] = useState<ReportLine | null>(null);
  const read = useMemo(() => readForm(form), [form]);
  const asked = useAsk('sign', read.ok ? { settings: read.settings } : null, 250);
  const { answer } = asked;
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
      {isBroken && (
        <Fault>
          This link holds no sign that can be read. Below is the usual one; ask for the link again.
        </Fault>
      )}
      <div className="two-parts">
        <div>
          <SignFields form={form} faults={read.ok ? [] : read.faults} change={setForm} />
          <Acts read={read} answer={answer} share={share} />
        </div>
        <Verdict form={form} read={read} asked={asked} apply={setForm} />
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
