import { type Cents, type Dice, restoreTable } from '@boxperson/rules';
import { netOf, type Otherwise, readOtherwise } from '@boxperson/rules/dealing';
import { z } from 'zod';
import { no, type Outcome, yes } from '../codes.js';
import * as text from '../text.js';
import { caseVerb, happens, OPENERS, tableOf } from './asking.js';
import { type Replay, replayOf } from './moment.js';
import { type Case, lineIn, type OpenedCase } from './state.js';

// The roll of a case read otherwise: other faces, a wager called on or off, another stake, another maximum, a policy of
// the book taken the other way. What would have been paid then is the engine's word (R100).

const face = z.number().int().min(1).max(6);
const amount = (title: string) => text.cents.optional().meta({ money: true, title });

const readingBody = z.strictObject({
  first: face.optional().meta({ title: 'One die showed' }),
  second: face.optional().meta({ title: 'The other die showed' }),
  called: z.enum(['on', 'off']).optional().meta({ title: 'The wager was called' }),
  stake: amount('So much stood there'),
  counts: amount('Of that no more counts than'),
  policy: text.name.optional().meta({ title: 'Rule that is read otherwise' }),
  value: text.name.optional().meta({ title: 'It is read as' }),
  says: text.reason.meta({ title: 'Who says so, and why' }),
});
type Said = z.infer<typeof readingBody>;

const diceOf = ({ first, second }: Said): Outcome<Dice | null> => {
  if (first === undefined && second === undefined) return yes(null);
  return first === undefined || second === undefined
    ? no(
        'bad-input',
        `${first === undefined ? 'first' : 'second'}: two dice were thrown; say what both showed.`,
      )
    : yes([first, second] as Dice);
};

/** Numbers among the values of a policy come as they are typed. */
const typedValue = (said: string): string | number => (/^\d+$/.test(said) ? Number(said) : said);

/** What was said, as the engine takes it. */
function otherwiseOf(said: Said): Outcome<Otherwise> {
  const { called, stake, counts, policy, value } = said;
  const dice = diceOf(said);
  if (!dice.ok) return dice;
  if ((policy === undefined) !== (value === undefined))
    return no(
      'bad-input',
      `${policy === undefined ? 'policy' : 'value'}: say which rule, and how it is read.`,
    );
  const read: Otherwise = {
    ...(dice.value === null ? {} : { dice: dice.value }),
    ...(called === undefined ? {} : { called }),
    ...(stake === undefined ? {} : { stake }),
    ...(counts === undefined ? {} : { counts }),
    ...(policy === undefined || value === undefined
      ? {}
      : { policy: { path: policy, value: typedValue(value) } }),
  };
  return Object.keys(read).length > 0
    ? yes(read)
    : no('bad-input', 'Say what is read otherwise: the dice, the call, the stake, or a rule of the book.');
}

interface Asked {
  readonly line: string;
  readonly replay: Replay;
}

function rollFor(state: OpenedCase, replay: Replay | null): Outcome<Asked> {
  const line = lineIn(state)?.line;
  return line === undefined || !replay
    ? no('not-eligible', 'The case names no line of a roll: there is nothing to read otherwise.')
    : yes({ line, replay });
}

const figuresOf = ({ line, replay }: Asked, otherwise: Otherwise): Outcome<{ was: Cents; would: Cents }> => {
  const { before, outcome } = replay;
  const read = readOtherwise(restoreTable(before), outcome.dice, line, otherwise);
  return read.ok
    ? yes({ was: netOf(outcome, line), would: netOf(read.value, line) })
    : no('bad-input', `${read.refused.message}.`);
};

const replayFor = ({ opened }: Case): readonly string[] =>
  opened?.moment ? [replayOf(opened.moment.table, opened.moment.n)] : [];

export const tryReading = caseVerb({
  help: 'Read the roll otherwise, and see what the engine would have paid',
  clause: 'star 9.12',
  who: { either: [...OPENERS, { post: 'inspector' }] },
  table: tableOf,
  body: readingBody,
  needs: (state) => ({ books: replayFor(state) }),
  decide: (state, { by, body }, facts) => {
    const otherwise = otherwiseOf(body);
    if (!otherwise.ok) return otherwise;
    const [name] = replayFor(state);
    const asked = rollFor(state, name === undefined ? null : facts.books<Replay>(name));
    if (!asked.ok) return asked;
    const figures = figuresOf(asked.value, otherwise.value);
    if (!figures.ok) return figures;
    const { line } = asked.value;
    return happens({
      event: 'reading-tried',
      line,
      otherwise: otherwise.value,
      ...figures.value,
      says: body.says,
      by: by.id,
    });
  },
  here: { lookersToo: true },
});

/** A reading in words, as it stands in the letter and on the screen. */
export function sayOtherwise(
  { dice, called, stake, counts, policy }: Otherwise,
  dollars: (cents: Cents) => string,
): string {
  const parts = [
    dice && `the dice showed ${dice.join(' and ')}`,
    called && `the wager was called ${called}`,
    stake !== undefined && `${dollars(stake)} stood there`,
    counts !== undefined && `no more than ${dollars(counts)} of it counted`,
    policy && `${policy.path} is read as ${policy.value}`,
  ].filter((part): part is string => typeof part === 'string');
  return parts.join(', ');
}
