import {
  FACES,
  HORN_TOTALS,
  type HornTotal,
  isFlatId,
  isOddsId,
  NUMBERS,
  type PointNumber,
  STAY_IDS,
  spotsOf,
  WAGER_IDS,
  type WagerId,
} from '@boxperson/rules';
import { GENERAL } from '../reading/names.js';
import { FaultsOf, Numbers, Said, Select, Tick, Typed, useSaid, Words } from './Fields.js';
import { withField, withPart } from './form-values.js';
import { Kept, LimitFields, Odd, StepFields } from './RuleSteps.js';
import { isJson, type Json } from './strategy-text.js';

// The form that writes a strategy's JSON. Fields that it does not know stay in the text as they are, and it says so.

const BETTABLE: readonly WagerId[] = WAGER_IDS.filter((id) => !isOddsId(id));
const isCome = (id: WagerId): boolean => id === 'come' || id === 'dont-come';
const numbersOf = (id: WagerId): readonly PointNumber[] =>
  isCome(id) ? [] : spotsOf(id).flatMap(({ number }) => (number === undefined ? [] : [number]));

const FORM_FIELDS = [
  'wager',
  'amount',
  'number',
  'numbers',
  'high',
  'dice',
  'odds',
  'upTo',
  'when',
  'points',
  'skipPoint',
  'stay',
  'working',
  'progression',
  'press',
  'regress',
  'shooter',
];

interface PartProps {
  readonly rule: Json;
  readonly path: string;
  readonly change: (rule: Json) => void;
}

/** The numbers a rule names, by either of its fields. */
const givenNumbers = ({ number, numbers }: Json): readonly unknown[] =>
  Array.isArray(numbers) ? numbers : number === undefined ? [] : [number];

const setNumbers = (rule: Json, numbers: readonly unknown[]): Json =>
  withField(withField(rule, 'number', undefined), 'numbers', numbers);

/** Fields that go with some wagers only. */
const goesWith = (wager: WagerId): Readonly<Record<string, boolean>> => ({
  number: false,
  numbers: false,
  high: false,
  dice: false,
  odds: isFlatId(wager),
  upTo: isCome(wager),
  stay: STAY_IDS.includes(wager),
  skipPoint: numbersOf(wager).length > 0,
});

/** Another wager keeps what goes with it and gets what it needs. */
function changedWager(rule: Json, wager: WagerId): Json {
  const goes = goesWith(wager);
  const kept = Object.fromEntries(Object.entries(rule).filter(([field]) => goes[field] ?? true));
  const offered: readonly unknown[] = numbersOf(wager);
  const before = givenNumbers(rule);
  const fits = before.length > 0 && before.every((number) => offered.includes(number));
  const numbers = fits ? before : offered.includes(6) ? [6, 8] : offered.slice(0, 1);
  const { amount } = rule;
  return {
    ...kept,
    wager,
    amount: (isJson(amount) && !fits ? Object.values(amount)[0] : amount) ?? 1000,
    ...(numbers.length > 0 ? { numbers } : {}),
    ...(wager === 'horn-high' ? { high: HORN_TOTALS.at(-1) } : {}),
    ...(wager === 'hop' ? { dice: [3, 4] } : {}),
  };
}

/** One amount, or one for each number. */
function Amounts({ rule, path, change, wager }: PartProps & { wager: WagerId | null }) {
  const { amount } = rule;
  const bet = givenNumbers(rule).map(String);
  const said = useSaid(`${path}.amount`);
  const hasNumbers = wager !== null && numbersOf(wager).length > 0;
  if (!isJson(amount))
    return (
      <>
        <Typed
          name="Amount $"
          path={`${path}.amount`}
          kind="dollars"
          value={amount}
          change={(value) => change(withField(rule, 'amount', value))}
        />
        {hasNumbers && (
          <EachTick
            value={false}
            change={() => change({ ...rule, amount: Object.fromEntries(bet.map((one) => [one, amount])) })}
          />
        )}
      </>
    );
  const shown = bet.length > 0 ? bet : Object.keys(amount);
  return (
    <fieldset className="by-number">
      <legend>Amount $</legend>
      {shown.map((number) => (
        <Typed
          key={number}
          name={`On ${number}`}
          path={`${path}.amount.${number}`}
          kind="dollars"
          value={amount[number]}
          change={(value) => change({ ...rule, amount: withField(amount, number, value) })}
        />
      ))}
      <Said name="Amount" said={said} />
      <Kept object={amount} path={`${path}.amount`} known={shown} />
      <EachTick value={true} change={() => change(withField(rule, 'amount', amount[shown[0] ?? '']))} />
    </fieldset>
  );
}

const EachTick = ({ value, change }: { value: unknown; change: () => void }) => (
  <Tick name="A different amount on each number" path="" value={value} change={change} />
);

const ODDS = [
  ['', 'no odds'],
  ['1', '1 time'],
  ['2', '2 times'],
  ['3', '3 times'],
  ['5', '5 times'],
  ['10', '10 times'],
  ['max', 'the most'],
  ['each', 'by number'],
] as const;

/** Odds behind a flat wager: so many times it, or so many times by number. */
function OddsFields({ rule, path, change }: PartProps) {
  const { odds } = rule;
  const set = (value: unknown) => change(withField(rule, 'odds', value));
  const choose = (value: string) => {
    const all = typeof odds === 'number' ? odds : 1;
    if (value === 'each') set(Object.fromEntries(NUMBERS.map((number) => [number, all])));
    else set(value === '' ? undefined : value === 'max' ? 'max' : Number(value));
  };
  const each = isJson(odds) ? odds : null;
  return (
    <>
      <Select
        name="Odds behind it"
        path={`${path}.odds`}
        value={each ? 'each' : odds === undefined ? '' : String(odds)}
        options={ODDS}
        change={choose}
      />
      {each && (
        <fieldset className="by-number">
          <legend>Odds, times the wager</legend>
          {NUMBERS.map((number) => (
            <Typed
              key={number}
              name={`On ${number}`}
              path={`${path}.odds.${number}`}
              kind="count"
              value={each[number]}
              change={(value) => set(withField(each, String(number), value))}
            />
          ))}
          <Kept object={each} path={`${path}.odds`} known={NUMBERS.map(String)} />
        </fieldset>
      )}
    </>
  );
}

/** The two dice of a hop wager. */
function HopFields({ rule, path, change }: PartProps) {
  const dice = Array.isArray(rule['dice']) ? (rule['dice'] as unknown[]) : [];
  const said = useSaid(`${path}.dice`);
  const options = FACES.map((face) => [String(face), String(face)] as const);
  return (
    <>
      {['First die', 'Second die'].map((name, at) => (
        <Select
          key={name}
          name={name}
          path=""
          value={String(dice[at] ?? '')}
          options={options}
          change={(face) =>
            change({ ...rule, dice: [0, 1].map((which) => (which === at ? Number(face) : dice[which])) })
          }
        />
      ))}
      <Said name="Dice" said={said} />
    </>
  );
}

const WHEN = [
  ['', 'at once'],
  ['come-out', 'on come outs'],
  ['point-on', 'with a point'],
  ['always', 'always'],
] as const;
const WORKING = [
  ['', 'as usual'],
  ['on', 'called on'],
  ['off', 'called off'],
] as const;

const orNothing = (value: string): string | undefined => (value === '' ? undefined : value);

interface RuleProps extends PartProps {
  readonly at: number;
  readonly remove: () => void;
}

type SpecialProps = PartProps & { readonly wager: WagerId | null };

/** Fields that only some wagers have, and those that the text gives to others. */
function SpecialFields({ wager, ...part }: SpecialProps) {
  const { rule, path, change } = part;
  const has = (field: string): boolean => rule[field] !== undefined;
  return (
    <>
      {(wager === 'horn-high' || has('high')) && (
        <Select
          name="High"
          path={`${path}.high`}
          value={String(rule['high'] ?? '')}
          options={HORN_TOTALS.map((total) => [String(total), String(total)] as const)}
          change={(value) => change(withField(rule, 'high', Number(value) as HornTotal))}
        />
      )}
      {(wager === 'hop' || has('dice')) && <HopFields {...part} />}
      {((wager !== null && isFlatId(wager)) || has('odds')) && <OddsFields {...part} />}
      {((wager !== null && isCome(wager)) || has('upTo')) && (
        <Typed
          name="At a time"
          path={`${path}.upTo`}
          kind="count"
          placeholder="1"
          value={rule['upTo']}
          change={(value) => change(withField(rule, 'upTo', value))}
        />
      )}
    </>
  );
}

/** The numbers it is made on; a wager without numbers keeps those that the text gives it. */
function NumberFields({ wager, rule, path, change }: SpecialProps) {
  const offered = wager === null ? [] : numbersOf(wager);
  if (offered.length === 0 && rule['numbers'] === undefined && rule['number'] === undefined) return null;
  const put = (next: readonly unknown[]) => {
    const set = setNumbers(rule, next);
    change(offered.length === 0 && next.length === 0 ? withField(set, 'numbers', undefined) : set);
  };
  return (
    <Numbers
      name="Numbers"
      path={`${path}.numbers`}
      all={offered.length > 0 ? offered : NUMBERS}
      given={givenNumbers(rule)}
      change={put}
    />
  );
}

/** When it is put down, and when it works. */
function TimingFields({ wager, rule, path, change }: SpecialProps) {
  const set = (field: string, value: unknown) => change(withField(rule, field, value));
  return (
    <>
      <Select
        name="Put down"
        path={`${path}.when`}
        value={String(rule['when'] ?? '')}
        options={WHEN}
        change={(value) => set('when', orNothing(value))}
      />
      <Select
        name="Works"
        path={`${path}.working`}
        value={String(rule['working'] ?? '')}
        options={WORKING}
        change={(value) => set('working', orNothing(value))}
      />
      {((wager !== null && STAY_IDS.includes(wager)) || rule['stay'] !== undefined) && (
        <Tick
          name="Stays up when it wins"
          path={`${path}.stay`}
          value={rule['stay']}
          change={(ticked) => set('stay', ticked === 'yes' ? true : undefined)}
        />
      )}
    </>
  );
}

function Rule({ rule, at, path, change, remove }: RuleProps) {
  const wager = BETTABLE.find((id) => id === rule['wager']) ?? null;
  const said = [...useSaid(path), ...useSaid(`${path}.number`)];
  const part = { rule, path, change };
  return (
    <fieldset className="rule">
      <legend>Wager {at + 1}</legend>
      <Select
        name="Wager"
        path={`${path}.wager`}
        value={String(rule['wager'] ?? '')}
        options={BETTABLE.map((id) => [id, GENERAL[id]] as const)}
        change={(id) => change(changedWager(rule, id as WagerId))}
      />
      <Amounts {...part} wager={wager} />
      <NumberFields {...part} wager={wager} />
      {(['numbers', 'dice'] as const).map((field) =>
        rule[field] !== undefined && !Array.isArray(rule[field]) ? (
          <Odd key={field} name={field} path="" value={rule[field]} />
        ) : null,
      )}
      <Said name={`Wager ${at + 1}`} said={said} />
      <SpecialFields {...part} wager={wager} />
      <TimingFields {...part} wager={wager} />
      <StepFields {...part} />
      <LimitFields {...part} hasNumbers={wager !== null && numbersOf(wager).length > 0 ? 'yes' : 'no'} />
      <Kept object={rule} path={path} known={FORM_FIELDS} />
      <button type="button" className="small" onClick={remove}>
        Remove wager {at + 1}
      </button>
    </fieldset>
  );
}

const PLAN = [
  ['bankroll', 'Bankroll $', 'dollars'],
  ['stopWin', 'Stop if ahead $', 'dollars'],
  ['stopLoss', 'Stop if behind $', 'dollars'],
  ['rolls', 'Rolls at most', 'count'],
  ['shooters', 'Shooters at most', 'count'],
] as const;

interface FormProps {
  readonly value: Json;
  readonly change: (value: Json) => void;
}

function Session({ value, change }: FormProps) {
  const said = useSaid('session');
  const { session } = value;
  if (session !== undefined && !isJson(session))
    return (
      <p className="quiet">
        Kept in the text, not shown here: session. <Said name="Session" said={said} />
      </p>
    );
  return (
    <fieldset className="rule">
      <legend>When to get up</legend>
      {PLAN.map(([field, name, kind]) => (
        <Typed
          key={field}
          name={name}
          path={`session.${field}`}
          kind={kind}
          placeholder="no limit"
          value={session?.[field]}
          change={(found) => change(withPart(value, 'session', field, found))}
        />
      ))}
      <Kept object={session ?? {}} path="session" known={PLAN.map(([field]) => field)} />
    </fieldset>
  );
}

function Wagers({ value, change }: FormProps) {
  const said = useSaid('wagers');
  const { wagers } = value;
  if (wagers !== undefined && !Array.isArray(wagers))
    return (
      <p className="quiet">
        Kept in the text, not shown here: wagers. <Said name="Wagers" said={said} />
      </p>
    );
  const rules: readonly unknown[] = wagers ?? [];
  const put = (next: readonly unknown[]) => change({ ...value, wagers: next });
  return (
    <>
      {rules.map((rule, at) =>
        isJson(rule) ? (
          <Rule
            // biome-ignore lint/suspicious/noArrayIndexKey: wagers of a strategy are told apart by their place
            key={at}
            rule={rule}
            at={at}
            path={`wagers[${at}]`}
            change={(next) => put(rules.map((one, index) => (index === at ? next : one)))}
            remove={() => put(rules.filter((_, index) => index !== at))}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: wagers of a strategy are told apart by their place
          <p key={at} className="quiet">
            Kept in the text, not shown here: wager {at + 1}, {JSON.stringify(rule)}.
          </p>
        ),
      )}
      <Said name="Wagers" said={said} />
      <button
        type="button"
        onClick={() => put([...rules, { wager: 'place', numbers: [6, 8], amount: 1200, when: 'point-on' }])}
      >
        Add a wager
      </button>
    </>
  );
}

/** The strategy as fields; what is said against it stands beside the field that is meant. */
export function StrategyForm({ value, faults, change }: FormProps & { faults: readonly string[] }) {
  const part = { value, change };
  return (
    <FaultsOf value={faults}>
      <div className="strategy-form">
        <Words
          name="Name"
          path="name"
          value={value['name']}
          change={(text) => change({ ...value, name: text })}
        />
        <Words
          name="About"
          path="about"
          value={value['about']}
          change={(text) => change(withField(value, 'about', text === '' ? undefined : text))}
        />
        <Wagers {...part} />
        <Session {...part} />
        <Kept object={value} path="" known={['name', 'about', 'wagers', 'session']} />
      </div>
    </FaultsOf>
  );
}
