import { readStrategy } from '@boxperson/odds';
import { NUMBERS } from '@boxperson/rules';
import { type ReactNode, useEffect, useState } from 'react';
import { Numbers, Said, Select, Tick, Typed, TypedRow, useSaid, useSaidAll, useWrong } from './Fields.js';
import { withField, withPart } from './form-values.js';
import { isJson, type Json } from './strategy-text.js';

// How a wager's amount changes with results, and what holds for one shooter only.

interface PartProps {
  readonly rule: Json;
  readonly path: string;
  readonly change: (rule: Json) => void;
}

/** Fields that few need: closed until one of them is set, or wrong. */
function More({
  name,
  says,
  paths,
  children,
}: {
  name: string;
  says: string;
  paths: readonly string[];
  children: ReactNode;
}) {
  const wrong = useWrong(...paths);
  const [open, setOpen] = useState(says !== '');
  useEffect(() => {
    if (says !== '') setOpen(true);
  }, [says]);
  return (
    <details
      className="rule-more"
      open={open || wrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {name}
        {says !== '' && <small>{says}</small>}
      </summary>
      <div className="rule-fields">{children}</div>
    </details>
  );
}

const STEPS = ['press', 'regress', 'progression'] as const;
type Steps = (typeof STEPS)[number];

const STEP_WORDS = [
  ['', 'bet the same every time'],
  ['press', 'press: more after a win'],
  ['regress', 'regress: less after wins'],
  ['progression', 'go along a row of bets'],
] as const;
const MOVES = [
  ['first', 'first bet'],
  ['next', 'next bet'],
  ['previous', 'bet before'],
  ['stay', 'same bet'],
] as const;
const PAST = [
  ['stay', 'stay on it'],
  ['first', 'first bet'],
] as const;
const SHARE = [
  ['each', 'each by itself'],
  ['all', 'all together'],
] as const;
const RESET = [
  ['never', 'goes on'],
  ['shooter', 'starts again'],
] as const;

/** What a progression means that says nothing more than its row: the reader of strategies tells. */
const USUAL: Json = (() => {
  const read = readStrategy({
    name: 'usual',
    wagers: [{ wager: 'field', amount: 100, progression: { times: [1] } }],
  });
  return read.ok ? ((read.file.wagers[0]?.progression ?? {}) as unknown as Json) : {};
})();

/** Something to start from, of the amount that is there. */
function startOf(steps: Steps, amount: unknown): Json {
  const cents = typeof amount === 'number' ? amount : 1000;
  if (steps === 'press') return { by: cents, most: 4 * cents };
  if (steps === 'regress') return { to: Math.max(100, Math.floor(cents / 200) * 100) };
  return { times: [1, 2, 4], onWin: 'next', onLoss: 'first' };
}

function changedSteps(rule: Json, steps: Steps | ''): Json {
  const kept = STEPS.filter((one) => one !== steps).reduce<Json>(
    (left, one) => withField(left, one, undefined),
    rule,
  );
  return steps === '' || steps in kept ? kept : { ...kept, [steps]: startOf(steps, rule['amount']) };
}

function PressFields({ rule, path, change }: PartProps) {
  const press = rule['press'] as Json;
  const set = (field: string) => (value: unknown) =>
    change(withField(rule, 'press', withField(press, field, value)));
  return (
    <>
      <Typed
        name="Press by $"
        path={`${path}.press.by`}
        kind="dollars"
        value={press['by']}
        change={set('by')}
      />
      <Typed
        name="Up to $"
        path={`${path}.press.most`}
        kind="dollars"
        value={press['most']}
        change={set('most')}
      />
      <p className="quiet">Back to the amount above with a loss or a new shooter.</p>
    </>
  );
}

function RegressFields({ rule, path, change }: PartProps) {
  const regress = rule['regress'] as Json;
  const set = (field: string) => (value: unknown) =>
    change(withField(rule, 'regress', withField(regress, field, value)));
  return (
    <>
      <Typed
        name="Down to $"
        path={`${path}.regress.to`}
        kind="dollars"
        value={regress['to']}
        change={set('to')}
      />
      <Typed
        name="After wins"
        path={`${path}.regress.after`}
        kind="count"
        placeholder="1"
        value={regress['after']}
        change={set('after')}
      />
      <p className="quiet">Back to the amount above with a loss or a new shooter.</p>
    </>
  );
}

const ROWS = [
  ['times', 'multiples'],
  ['amounts', 'dollars'],
] as const;

/** The same bets in the other measure: times the amount, or dollars. There and back nothing is lost. */
export function otherRow(steps: Json, measure: 'times' | 'amounts', amount: unknown): Json {
  const from = measure === 'times' ? 'amounts' : 'times';
  const { [from]: row, ...rest } = steps;
  const base = typeof amount === 'number' && amount > 0 ? amount : 100;
  const scaled = (item: unknown): unknown => {
    if (typeof item !== 'number') return item;
    return measure === 'amounts' ? Math.round(item * base) : item / base;
  };
  return { [measure]: Array.isArray(row) ? row.map(scaled) : row, ...rest };
}

const CHOICES = [
  ['onWin', 'After a win', MOVES],
  ['onLoss', 'After a loss', MOVES],
  ['past', 'After the last bet', PAST],
  ['reset', 'With a new shooter', RESET],
] as const;

function ProgressionFields({ rule, path, change }: PartProps) {
  const steps = rule['progression'] as Json;
  const at = `${path}.progression`;
  const measure = steps['times'] === undefined && steps['amounts'] !== undefined ? 'amounts' : 'times';
  const put = (next: Json) => change(withField(rule, 'progression', next));
  const set = (field: string) => (value: unknown) => put(withField(steps, field, value));
  const choice = (field: string): string => String(steps[field] ?? USUAL[field]);
  const numbers = rule['numbers'];
  const several = (Array.isArray(numbers) && numbers.length > 1) || steps['share'] !== undefined;
  const both = steps['times'] !== undefined && steps['amounts'] !== undefined;
  return (
    <>
      <Select
        name="The row is in"
        path=""
        value={measure}
        options={ROWS}
        change={(next) => put(otherRow(steps, next as 'times' | 'amounts', rule['amount']))}
      />
      <TypedRow
        name="Bets in the row"
        path={`${at}.${measure}`}
        kind={measure === 'times' ? 'count' : 'dollars'}
        placeholder={measure === 'times' ? '1, 2, 4' : '10, 15, 20'}
        value={steps[measure]}
        change={set(measure)}
      />
      {both && <p className="quiet">Kept in the text, not shown here: amounts.</p>}
      {CHOICES.map(([field, name, options]) => (
        <Select
          key={field}
          name={name}
          path={`${at}.${field}`}
          value={choice(field)}
          options={options}
          change={set(field)}
        />
      ))}
      {several && (
        <Select
          name="Numbers go"
          path={`${at}.share`}
          value={choice('share')}
          options={SHARE}
          change={set('share')}
        />
      )}
      <Kept
        object={steps}
        path={at}
        known={['times', 'amounts', 'onWin', 'onLoss', 'past', 'share', 'reset']}
      />
    </>
  );
}

interface KeptProps {
  readonly object: Json;
  readonly known: readonly string[];
  readonly path: string;
}

/** Fields of an object that the form has none for: they stay, with what is said against them. */
export function Kept({ object, known, path }: KeptProps) {
  const others = Object.keys(object).filter((field) => !known.includes(field));
  const said = useSaidAll(others.map((field) => (path === '' ? field : `${path}.${field}`)));
  if (others.length === 0) return null;
  return (
    <p className="quiet">
      Kept in the text, not shown here: {others.join(', ')}. <Said said={said} />
    </p>
  );
}

/** A part of a rule that is no object: it is named, and stays until somebody chooses anew. */
export function Odd({ name, path, value }: { name: string; path: string; value: unknown }) {
  const said = useSaid(path);
  return (
    <p className="quiet">
      Kept in the text, not shown here: {name}, {JSON.stringify(value)}. <Said name={name} said={said} />
    </p>
  );
}

const FIELDS_OF: Readonly<Record<Steps, (props: PartProps) => ReactNode>> = {
  press: PressFields,
  regress: RegressFields,
  progression: ProgressionFields,
};
const KNOWN_OF: Readonly<Record<'press' | 'regress', readonly string[]>> = {
  press: ['by', 'most'],
  regress: ['to', 'after'],
};

export function StepFields({ rule, path, change }: PartProps) {
  const given = STEPS.filter((steps) => rule[steps] !== undefined);
  const says = STEP_WORDS.filter(([id]) => id !== '' && given.includes(id)).map(([, words]) => words);
  return (
    <More name="Progression" says={says.join(', ')} paths={STEPS.map((steps) => `${path}.${steps}`)}>
      <div className="whole-row">
        <Select
          name="How the bet changes"
          path={`${path}.${given[0] ?? 'progression'}`}
          value={given[0] ?? ''}
          options={STEP_WORDS}
          change={(next) => change(changedSteps(rule, next as Steps | ''))}
        />
      </div>
      {given.map((steps) => {
        const Fields = FIELDS_OF[steps];
        const part = rule[steps];
        if (!isJson(part)) return <Odd key={steps} name={steps} path="" value={part} />;
        return (
          <div key={steps} className="rule-fields whole-row">
            <Fields rule={rule} path={path} change={change} />
            {steps !== 'progression' && (
              <Kept object={part} path={`${path}.${steps}`} known={KNOWN_OF[steps]} />
            )}
          </div>
        );
      })}
    </More>
  );
}

const LIMITS = [
  ['bets', 'Bets at most', 'no limit'],
  ['wins', 'Down after wins', 'stays up'],
  ['losses', 'Down after losses', 'stays up'],
  ['fromRoll', 'Not before roll', '1'],
] as const;

/** What holds for one shooter, and for some points only. */
export function LimitFields({ rule, path, change, hasNumbers }: PartProps & { hasNumbers: 'yes' | 'no' }) {
  const { shooter, points, skipPoint } = rule;
  const limits = isJson(shooter) ? shooter : {};
  const shown = Array.isArray(points) ? points : [];
  const says = [
    shooter === undefined ? '' : 'shooter',
    points === undefined && skipPoint === undefined ? '' : 'point',
  ].filter((word) => word !== '');
  const paths = ['shooter', 'points', 'skipPoint'].map((field) => `${path}.${field}`);
  return (
    <More name="Shooter and point limits" says={says.join(', ')} paths={paths}>
      {shooter !== undefined && !isJson(shooter) ? (
        <Odd name="shooter" path={`${path}.shooter`} value={shooter} />
      ) : (
        <>
          <p className="quiet">For each shooter:</p>
          {LIMITS.map(([field, name, placeholder]) => (
            <Typed
              key={field}
              name={name}
              path={`${path}.shooter.${field}`}
              kind="count"
              placeholder={placeholder}
              value={limits[field]}
              change={(value) => change(withPart(rule, 'shooter', field, value))}
            />
          ))}
          <Kept object={limits} path={`${path}.shooter`} known={LIMITS.map(([field]) => field)} />
        </>
      )}
      {points !== undefined && !Array.isArray(points) ? (
        <Odd name="points" path={`${path}.points`} value={points} />
      ) : (
        <Numbers
          name="Only while the point is"
          path={`${path}.points`}
          all={NUMBERS}
          given={shown}
          change={(next) => change(withField(rule, 'points', next.length === 0 ? undefined : next))}
        />
      )}
      {(hasNumbers === 'yes' || skipPoint !== undefined) && (
        <Tick
          name="Not on the number that is the point"
          path={`${path}.skipPoint`}
          value={skipPoint}
          change={(ticked) => change(withField(rule, 'skipPoint', ticked === 'yes' ? true : undefined))}
        />
      )}
    </More>
  );
}
