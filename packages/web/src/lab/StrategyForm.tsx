import {
  HORN_TOTALS,
  type HornTotal,
  isFlatId,
  isOddsId,
  type PointNumber,
  STAY_IDS,
  spotsOf,
  WAGER_IDS,
  type WagerId,
} from '@boxperson/rules';
import { useEffect, useState } from 'react';
import { GENERAL } from '../rules/facts.js';
import { readDollars } from '../rules/typed.js';
import { readCount } from './say.js';
import { isJson, type Json } from './strategy-text.js';

// The form that writes a strategy's JSON. Fields that it does not know stay in the text as they are.

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
  'skipPoint',
  'stay',
  'working',
];

/** The object with one field changed, or without it. */
const withField = (object: Json, field: string, value: unknown): Json => {
  const { [field]: _, ...rest } = object;
  if (value === undefined) return rest;
  return field in object ? { ...object, [field]: value } : { ...rest, [field]: value };
};

interface TypedProps {
  readonly name: string;
  readonly value: unknown;
  readonly kind: 'dollars' | 'count';
  readonly placeholder?: string;
  readonly optional?: 'yes';
  readonly change: (value: number | undefined) => void;
}

const shownOf = (value: unknown, kind: TypedProps['kind']): string =>
  typeof value !== 'number' ? '' : kind === 'dollars' ? String(value / 100) : String(value);

/** A field for a number that keeps what was typed until it can be read. */
export function Typed({ name, value, kind, placeholder, optional, change }: TypedProps) {
  const [text, setText] = useState(shownOf(value, kind));
  const read = kind === 'dollars' ? readDollars(text) : readCount(text, 1, 1e9);
  const empty = text.trim() === '';
  const wrong = empty ? optional === undefined : read === null || read === 0;
  useEffect(() => {
    // Changed elsewhere, in the text or by another strategy.
    setText((before) => {
      const now = kind === 'dollars' ? readDollars(before) : readCount(before, 1, 1e9);
      return now === (value ?? null) || typeof value === 'object' ? before : shownOf(value, kind);
    });
  }, [value, kind]);
  return (
    <label className="field">
      {name}
      <input
        value={text}
        inputMode="decimal"
        placeholder={placeholder}
        aria-invalid={wrong}
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          const found = kind === 'dollars' ? readDollars(typed) : readCount(typed, 1, 1e9);
          if (typed.trim() === '' && optional) change(undefined);
          else if (found !== null && found > 0) change(found);
        }}
      />
      {wrong && (
        <span className="field-fault">
          {empty
            ? 'Type a number.'
            : `“${text}” is not ${kind === 'dollars' ? 'an amount of dollars, like 10 or 2.50' : 'a whole number from 1'}.`}
        </span>
      )}
    </label>
  );
}

interface RuleProps {
  readonly rule: Json;
  readonly at: number;
  readonly change: (rule: Json) => void;
  readonly remove: () => void;
}

function NumberChoice({ rule, wager, change }: { rule: Json; wager: WagerId; change: (rule: Json) => void }) {
  const all = numbersOf(wager);
  if (all.length === 0) return null;
  const given = Array.isArray(rule['numbers'])
    ? (rule['numbers'] as number[])
    : rule['number'] === undefined
      ? []
      : [rule['number'] as number];
  return (
    <fieldset className="choices small-choices">
      <legend>Numbers</legend>
      {all.map((number) => (
        <label key={number}>
          <input
            type="checkbox"
            checked={given.includes(number)}
            onChange={() => {
              const next = given.includes(number)
                ? given.filter((one) => one !== number)
                : [...given, number].sort((a, b) => a - b);
              change(withField(withField(rule, 'number', undefined), 'numbers', next));
            }}
          />
          <span>{number}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Select({
  name,
  value,
  options,
  change,
}: {
  name: string;
  value: string;
  options: readonly (readonly [string, string])[];
  change: (value: string) => void;
}) {
  return (
    <label className="field">
      {name}
      <select value={value} onChange={(event) => change(event.target.value)}>
        {options.map(([id, says]) => (
          <option key={id} value={id}>
            {says}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Another wager keeps what goes with it and gets what it needs. */
function changedWager(rule: Json, wager: WagerId): Json {
  const numbers = numbersOf(wager);
  const keep = ['amount', 'when', 'working', 'progression', 'press', 'regress', 'shooter', 'points'].filter(
    (field) => field in rule,
  );
  const amount = typeof rule['amount'] === 'number' ? rule['amount'] : 1000;
  const kept = Object.fromEntries(keep.map((field) => [field, rule[field]]));
  return {
    wager,
    ...kept,
    amount,
    ...(numbers.length > 0 ? { numbers: numbers.includes(6) ? [6, 8] : [numbers[0]] } : {}),
    ...(wager === 'horn-high' ? { high: 12 } : {}),
    ...(wager === 'hop' ? { dice: [3, 4] } : {}),
  };
}

const ODDS = [
  ['', 'no odds'],
  ['1', '1 time'],
  ['2', '2 times'],
  ['3', '3 times'],
  ['5', '5 times'],
  ['10', '10 times'],
  ['max', 'the most allowed'],
] as const;
const WHEN = [
  ['', 'at once'],
  ['come-out', 'on come outs'],
  ['point-on', 'with a point on'],
  ['always', 'always'],
] as const;
const WORKING = [
  ['', 'as usual'],
  ['on', 'called on'],
  ['off', 'called off'],
] as const;

function Rule({ rule, at, change, remove }: RuleProps) {
  const wager = rule['wager'] as WagerId;
  const known = BETTABLE.includes(wager);
  const others = Object.keys(rule).filter((field) => !FORM_FIELDS.includes(field));
  const set = (field: string, value: unknown) => change(withField(rule, field, value));
  const odds = rule['odds'];
  return (
    <fieldset className="rule">
      <legend>Wager {at + 1}</legend>
      <Select
        name="Wager"
        value={known ? wager : ''}
        options={[
          ...(known ? [] : [['', String(wager)] as const]),
          ...BETTABLE.map((id) => [id, GENERAL[id]] as const),
        ]}
        change={(id) => change(changedWager(rule, id as WagerId))}
      />
      {typeof rule['amount'] === 'object' ? (
        <p className="quiet">Its amounts differ by number: change them in the text.</p>
      ) : (
        <Typed
          name="Amount $"
          kind="dollars"
          value={rule['amount']}
          change={(cents) => set('amount', cents)}
        />
      )}
      {known && <NumberChoice rule={rule} wager={wager} change={change} />}
      {wager === 'horn-high' && (
        <Select
          name="High"
          value={String(rule['high'] ?? 12)}
          options={HORN_TOTALS.map((total) => [String(total), String(total)] as const)}
          change={(value) => set('high', Number(value) as HornTotal)}
        />
      )}
      {known && isFlatId(wager) && typeof odds !== 'object' && (
        <Select
          name="Odds behind it"
          value={odds === undefined ? '' : String(odds)}
          options={ODDS}
          change={(value) => set('odds', value === '' ? undefined : value === 'max' ? 'max' : Number(value))}
        />
      )}
      {known && isCome(wager) && (
        <Typed
          name="At a time"
          kind="count"
          optional="yes"
          placeholder="1"
          value={rule['upTo']}
          change={(value) => set('upTo', value)}
        />
      )}
      <Select
        name="Put down"
        value={String(rule['when'] ?? '')}
        options={WHEN}
        change={(value) => set('when', value === '' ? undefined : value)}
      />
      {known && STAY_IDS.includes(wager) && (
        <label className="tick">
          <input
            type="checkbox"
            checked={rule['stay'] === true}
            onChange={(event) => set('stay', event.target.checked ? true : undefined)}
          />
          Stays up when it wins
        </label>
      )}
      <Select
        name="Works"
        value={String(rule['working'] ?? '')}
        options={WORKING}
        change={(value) => set('working', value === '' ? undefined : value)}
      />
      {others.length > 0 && <p className="quiet">In the text only: {others.join(', ')}.</p>}
      <button type="button" className="small" onClick={remove}>
        Remove wager {at + 1}
      </button>
    </fieldset>
  );
}

const PLAN = [
  ['bankroll', 'Bankroll $', 'dollars'],
  ['stopWin', 'Stop when ahead $', 'dollars'],
  ['stopLoss', 'Stop when behind $', 'dollars'],
  ['rolls', 'Rolls at most', 'count'],
  ['shooters', 'Shooters at most', 'count'],
] as const;

/** The strategy as fields. */
export function StrategyForm({ value, change }: { value: Json; change: (value: Json) => void }) {
  const wagers = Array.isArray(value['wagers']) ? (value['wagers'] as unknown[]) : [];
  const session = isJson(value['session']) ? value['session'] : {};
  const setWagers = (next: readonly unknown[]) => change({ ...value, wagers: next });
  return (
    <div className="strategy-form">
      <label className="field">
        Name
        <input
          value={String(value['name'] ?? '')}
          onChange={(event) => change({ ...value, name: event.target.value })}
        />
      </label>
      {wagers.map((rule, at) =>
        isJson(rule) ? (
          <Rule
            // biome-ignore lint/suspicious/noArrayIndexKey: wagers of a strategy are told apart by their place
            key={at}
            rule={rule}
            at={at}
            change={(next) => setWagers(wagers.map((one, index) => (index === at ? next : one)))}
            remove={() => setWagers(wagers.filter((_, index) => index !== at))}
          />
        ) : null,
      )}
      <button
        type="button"
        onClick={() =>
          setWagers([...wagers, { wager: 'place', numbers: [6, 8], amount: 1200, when: 'point-on' }])
        }
      >
        Add a wager
      </button>
      <fieldset className="rule">
        <legend>When to get up</legend>
        {PLAN.map(([field, name, kind]) => (
          <Typed
            key={field}
            name={name}
            kind={kind}
            optional="yes"
            placeholder="no limit"
            value={session[field]}
            change={(found) => {
              const next = withField(session, field, found);
              change(withField(value, 'session', Object.keys(next).length === 0 ? undefined : next));
            }}
          />
        ))}
      </fieldset>
    </div>
  );
}
