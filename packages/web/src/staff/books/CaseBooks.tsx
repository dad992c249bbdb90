import {
  type Case,
  type CaseDuty,
  dutiesOf,
  isOpened,
  KINDS,
  ladderIn,
  letterOf,
  lineIn,
  type Moment,
  nextRung,
  type OpenedCase,
  owing,
  sayAmount,
  sayOtherwise,
  unitIn,
} from '@boxperson/offices';
import { RULEBOOKS, type Unit } from '@boxperson/rules';
import type { Otherwise } from '@boxperson/rules/dealing';
import { sayClause } from '../../reading/names.js';
import { spotName } from '../../reading/spot-name.js';
import { Pair as DicePair } from '../../ui/Dice.js';
import { wordsOf } from '../../ui/form/shape.js';
import { Link } from '../../ui/Link.js';
import { Print } from '../../ui/Print.js';
import { Money } from '../../ui/staff/Money.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { When } from '../../ui/staff/When.js';
import { ReplayView } from '../replay/ReplayView.js';
import { saySum } from '../replay/reading.js';
import { SaveButton } from '../SaveButton.js';
import { useNames, useTableNames } from '../staff.js';
import { BundleButton } from '../TheRecord.js';
import { Pair } from '../Thing.js';
import { addressOf, verbsAt } from '../workplace.js';
import { AddExhibit, Exhibit } from './Exhibits.js';
import type { BooksProps } from './index.js';
import '../../ui/styles/faces.css';

/** A case: what it is about by the record, how far up the ladder it is, what is owed, and the letter. */
export function CaseBooks({ books, place, office }: BooksProps) {
  const state = books as Case;
  if (!isOpened(state)) return <p className="quiet">Nobody has opened this case yet.</p>;
  return (
    <div className="case">
      <Head state={state} />
      <NextSteps state={state} place={place} office={office} />
      <Ladder state={state} />
      <Owed duties={dutiesOf(state)} />
      {state.opened.moment && <Roll moment={state.opened.moment} state={state} />}
      {state.opened.moment && (
        <OnFelt moment={state.opened.moment} state={state} place={place} office={office} />
      )}
      <Evidence state={state} place={place} office={office} />
      <TakeAway state={state} />
      <Letter state={state} />
    </div>
  );
}

function Head({ state }: { state: OpenedCase }) {
  const nameOf = useNames();
  const tableName = useTableNames();
  const { opened, patron, closed } = state;
  const left = owing(state);
  return (
    <>
      <p className="case-says">{opened.says}</p>
      <dl className="thing">
        <Pair name="Kind">{KINDS[opened.kind].title}</Pair>
        <Pair name="Rules">{RULEBOOKS[opened.rulebook].title}</Pair>
        <Pair name="Table">{opened.table === null ? 'none' : tableName(opened.table)}</Pair>
        <Pair name="Patron">
          {patron === null ? 'not known' : (nameOf(patron) ?? opened.subject.player ?? patron)}
        </Pair>
        <Pair name="Opened">
          <When at={opened.at} /> by{' '}
          {opened.by === null ? 'the house itself' : (nameOf(opened.by) ?? opened.by)}
        </Pair>
        {left !== null && (
          <Pair name={left < 0 ? 'To ask back' : 'Still owed'}>
            <Money cents={Math.abs(left)} unit={unitIn(state)} />
          </Pair>
        )}
        <Pair name="Stands">{closed ? <When at={closed.at} /> : 'open'}</Pair>
      </dl>
    </>
  );
}

/** By which act a duty is done. */
const ACT_OF: readonly (readonly [RegExp, string])[] = [
  [/^(decide|review-)/, 'decide'],
  [/^advise-/, 'advise'],
  [/^enquire$/, 'enquire'],
  [/^rectify/, 'put-right'],
  [/^tell-/, 'tell'],
  [/^end$/, 'close'],
];

/** What the case waits for, the earliest first, each with its form where it is this person's to do. */
function NextSteps({ state, place, office }: Pick<BooksProps, 'place' | 'office'> & { state: OpenedCase }) {
  const may = new Set(verbsAt(place, office).map(([name]) => name));
  const open = dutiesOf(state)
    .filter(({ doneAt }) => doneAt === null)
    .sort((one, other) => one.by - other.by);
  if (state.closed || open.length === 0) return null;
  return (
    <section aria-labelledby="case-next">
      <h3 id="case-next">What comes next</h3>
      <ul className="case-next">
        {open.map((duty) => {
          const verb = ACT_OF.find(([what]) => what.test(duty.what))?.[1] ?? '';
          return (
            <li key={duty.what} className={isOverdue(duty) ? 'overdue' : undefined}>
              <span>
                {isOverdue(duty) ? '! ' : ''}
                {duty.says}, by <When at={duty.by} />
              </span>
              {may.has(verb) && (
                <Link className="button-link" href={addressOf(place, office, state.opened.case, verb)}>
                  {wordsOf(verb)}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Standing = 'done' | 'next' | 'later';
const MARKS: Readonly<Record<Standing, string>> = { done: '✓', next: '▶', later: '·' };

/** The rungs of the book, with the one whose turn it is. */
function Ladder({ state }: { state: OpenedCase }) {
  const nameOf = useNames();
  const next = nextRung(state);
  const { rungs, rights } = ladderIn(state);
  const { isDecided } = KINDS[state.opened.kind];
  const isWaiting = (isDecided && state.decisions.length === 0) || state.reviewAsked !== null;
  return (
    <section aria-labelledby="case-ladder">
      <h3 id="case-ladder">Who decides</h3>
      <ol className="case-ladder">
        {rungs.map((rung) => {
          const made = state.decisions.find((one) => one.rung === rung.id);
          const stands: Standing = made ? 'done' : rung === next && isWaiting ? 'next' : 'later';
          return (
            <li
              key={rung.id}
              className={`case-rung case-rung-${stands}`}
              aria-current={stands === 'next' ? 'step' : undefined}
            >
              <span aria-hidden="true">{MARKS[stands]}</span>
              <div>
                <b>{rung.title}</b> <span className="quiet">§ {rung.clause}</span>
                {stands === 'next' && <strong className="case-turn">decides now</strong>}
                {stands === 'later' && (
                  <p className="quiet">
                    {rung === rungs[0] ? 'should the patron dispute it' : 'when a review is asked for'}
                  </p>
                )}
                {made && (
                  <p>
                    {wordsOf(made.finds)} by {nameOf(made.by) ?? made.by}, <When at={made.at} />:{' '}
                    {made.reasons}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      <p className="quiet">
        Rights to be told before it ends (§ {rights.clause}): {rights.says}
      </p>
    </section>
  );
}

const isOverdue = ({ by, doneAt }: CaseDuty): boolean => doneAt === null && by <= Date.now();

const DUTY_COLUMNS: readonly TableColumn<CaseDuty>[] = [
  { id: 'says', name: 'Duty', show: ({ says }) => says },
  {
    id: 'clause',
    name: 'By',
    show: ({ clause, ruling }) => [clause && sayClause(clause), ruling].filter(Boolean).join(' '),
  },
  { id: 'owner', name: 'Whose', show: ({ owner }) => wordsOf(owner) },
  { id: 'by', name: 'Due', show: ({ by }) => <When at={by} />, by: ({ by }) => by },
  { id: 'stands', name: 'Stands', show: (duty) => <DutyMark duty={duty} />, by: ({ doneAt }) => doneAt ?? 0 },
];

function DutyMark({ duty }: { duty: CaseDuty }) {
  if (isOverdue(duty)) return <strong className="overdue">! overdue</strong>;
  return duty.doneAt === null ? (
    'owed'
  ) : (
    <>
      ✓ <When at={duty.doneAt} />
    </>
  );
}

const Owed = ({ duties }: { duties: readonly CaseDuty[] }) => (
  <section aria-labelledby="case-duties">
    <h3 id="case-duties">What is owed</h3>
    <Table
      name="Duties of this case"
      rows={duties}
      columns={DUTY_COLUMNS}
      keyOf={({ what }) => what}
      nothing="This case owes nothing by a time."
    />
  </section>
);

/** A reading that was tried on the felt, as the form of the verb takes it. */
function askedOf({ dice, called, stake, counts, policy }: Otherwise): string {
  const fields = {
    ...(dice ? { first: String(dice[0]), second: String(dice[1]) } : {}),
    ...(called ? { called } : {}),
    ...(stake === undefined ? {} : { stake: String(stake) }),
    ...(counts === undefined ? {} : { counts: String(counts) }),
    ...(policy ? { policy: policy.path, value: String(policy.value) } : {}),
  };
  return String(new URLSearchParams(fields));
}

interface OnFeltProps extends Pick<BooksProps, 'place' | 'office'> {
  readonly moment: Moment;
  readonly state: OpenedCase;
}

/** The roll drawn again from the record, and the readings that were tried. */
function OnFelt({ moment, state, place, office }: OnFeltProps) {
  const may = state.closed === null && verbsAt(place, office).some(([name]) => name === 'try-reading');
  const keep = (otherwise: Otherwise): string =>
    `${addressOf(place, office, state.opened.case, 'try-reading')}?${askedOf(otherwise)}`;
  return (
    <section aria-labelledby="case-felt">
      <h3 id="case-felt">The roll on the felt</h3>
      <ReplayView
        table={moment.table}
        roll={moment.n}
        line={state.opened.subject.line}
        seen={state.seen?.paid}
        keep={may ? keep : undefined}
      />
      <Readings state={state} />
    </section>
  );
}

/** Readings that were kept, by the number under which a decision goes by them. */
function Readings({ state }: { state: OpenedCase }) {
  const nameOf = useNames();
  if (state.readings.length === 0) return null;
  return (
    <ol className="case-readings" aria-label="Readings that were tried">
      {state.readings.map((one) => (
        <li key={one.at}>
          <b>{sayOtherwise(one.otherwise, (cents) => sayAmount(state, cents))}</b>: by the engine{' '}
          {saySum(one.would, unitIn(state))} instead of {saySum(one.was, unitIn(state))} for the line.{' '}
          {one.says}{' '}
          <span className="quiet">
            {nameOf(one.by) ?? one.by}, <When at={one.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** As it was, as it was paid, as it should have been: by the record and the engine, line by line. */
function Roll({ moment, state }: { moment: Moment; state: OpenedCase }) {
  const about = lineIn(state);
  const { seen } = state;
  const unit = unitIn(state);
  return (
    <section aria-labelledby="case-roll">
      <h3 id="case-roll">{moment.dice && <DicePair dice={moment.dice} />} The roll, by the record</h3>
      <dl className="thing">
        <Pair name="When">
          <When at={moment.at} />
        </Pair>
        <Pair name="Point before">{moment.point ?? 'none: come out'}</Pair>
        <Pair name="Called">{moment.call ? wordsOf(moment.call) : 'nothing'}</Pair>
        <Pair name="Sign">{moment.sign}</Pair>
        <Pair name="Crew">
          {moment.crew.map(({ name, role }) => `${name} (${wordsOf(role)})`).join(', ')}
        </Pair>
        <Pair name="Place in the record">
          {moment.n} to {moment.to}, entry {moment.seq}
        </Pair>
      </dl>
      <div className="wide">
        <table className="case-lines">
          <thead>
            <tr>
              <th scope="col">Wager</th>
              <th scope="col">Player</th>
              <th scope="col">Stake</th>
              <th scope="col">As paid</th>
              <th scope="col">As it should be</th>
              <th scope="col">Differs</th>
            </tr>
          </thead>
          <tbody>
            {moment.lines.map((line) => {
              const paid = line === about && seen ? seen.paid : line.paid;
              return (
                <tr key={line.line} className={line === about ? 'case-about' : undefined}>
                  <th scope="row">{spotName(moment.rulebook, line.wager)}</th>
                  <td>{line.player}</td>
                  <td>
                    <Money cents={line.stake} unit={unit} />
                  </td>
                  <td>
                    <Money cents={paid} unit={unit} />
                  </td>
                  <td>
                    <Money cents={line.owed} unit={unit} />
                  </td>
                  <td>{paid === line.owed ? '' : <Differs cents={paid - line.owed} unit={unit} />}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="quiet">
        Digest of the entry: <code className="case-digest">{moment.digest}</code>
      </p>
    </section>
  );
}

const Differs = ({ cents, unit }: { cents: number; unit: Unit }) => (
  <strong className="overdue">
    <Money cents={Math.abs(cents)} unit={unit} /> {cents > 0 ? 'too much' : 'too little'}
  </strong>
);

interface Told {
  readonly at: number;
  readonly what: string;
  readonly says: string;
  readonly by: string;
  readonly piece?: Piece;
}
type Piece = OpenedCase['evidence'][number];

/** Everything that was entered, in its order. */
function timelineOf(state: OpenedCase): readonly Told[] {
  const entry = (what: string) => (one: { readonly at: number; readonly by: string }, says: string) => ({
    at: one.at,
    what,
    says,
    by: one.by,
  });
  return [
    ...state.evidence.map((one) => ({
      ...entry(wordsOf(one.kind))(one, `${one.says} (${one.source})`),
      piece: one,
    })),
    ...state.enquiries.map((one) => entry('Enquiry')(one, `${wordsOf(one.finds)}: ${one.says}`)),
    ...state.attempts.map((one) => entry(`Attempt to ${one.what}`)(one, one.says)),
    ...state.told.map((one) => entry('Told')(one, `${one.whom}: ${one.how}`)),
    ...state.acknowledged.map((one) => entry('Acknowledged')(one, 'by an inspector')),
    ...state.advised.map((one) => entry('Rights told')(one, `${one.how} (§ ${one.clause})`)),
    ...state.measures.map((one) => entry(wordsOf(one.measure))(one, `${one.says} (§ ${one.clause})`)),
    ...state.moved.map((one) => entry('Put right')(one, one.reason)),
    ...state.elsewhere.map((one) => entry('Put right elsewhere')(one, `in case ${one.case}`)),
    ...state.directions.map((one) => entry('Direction')(one, one.says)),
  ].sort((one, other) => one.at - other.at);
}

function Evidence({ state, place, office }: Pick<BooksProps, 'place' | 'office'> & { state: OpenedCase }) {
  const nameOf = useNames();
  const entries = timelineOf(state);
  const mayAdd = verbsAt(place, office).some(([name]) => name === 'add-evidence');
  return (
    <section aria-labelledby="case-entries">
      <h3 id="case-entries">What was done and said</h3>
      {entries.length === 0 && <p className="quiet">Nothing has been added to what the record says.</p>}
      <ol className="case-timeline">
        {entries.map(({ at, what, says, by, piece }) => (
          <li key={`${at}${what}${says}`}>
            <b>{what}</b> <When at={at} /> <span className="quiet">{nameOf(by) ?? by}</span>
            <p>{says}</p>
            {piece?.sha256 && <PieceView name={state.opened.case} piece={piece} sha256={piece.sha256} />}
          </li>
        ))}
      </ol>
      {mayAdd && <AddExhibit state={state} />}
    </section>
  );
}

/** What is kept can be seen; of what is kept elsewhere there is the digest alone. */
const PieceView = ({ name, piece, sha256 }: { name: string; piece: Piece; sha256: string }) =>
  piece.kept ? (
    <Exhibit name={name} sha256={sha256} type={piece.kept.type} />
  ) : (
    <p className="quiet">
      Kept elsewhere: <code className="case-digest">{sha256}</code>
    </p>
  );

/** The case as a file for elsewhere: what was entered in it and the roll it is about, with their proofs. */
const TakeAway = ({ state: { opened } }: { state: OpenedCase }) => (
  <section aria-label="Evidence to take away">
    <BundleButton
      path={`/api/cases/${encodeURIComponent(opened.case)}/bundle`}
      name={`${opened.case}.jsonl`}
    />
  </section>
);

function Letter({ state }: { state: OpenedCase }) {
  const letter = letterOf(state);
  if (letter === null) return null;
  return (
    <section aria-label="Letter">
      <Print title={`Letter: case ${state.opened.case}`} act="Print the letter">
        <pre className="case-letter">{letter}</pre>
      </Print>
      <SaveButton
        path={`/api/cases/${encodeURIComponent(state.opened.case)}/letter`}
        name={`letter-${state.opened.case}.pdf`}
      >
        Letter as PDF
      </SaveButton>
    </section>
  );
}
