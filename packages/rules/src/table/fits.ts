import type { Refusal } from '../result.js';
import { makeList } from '../words.js';
import { PHASE_WORDS, type Phase, type Table } from './state.js';
import { type Authority, no, under, type Verb } from './verb.js';

/** When a phase is, for somebody who is told to wait for it. */
const WHEN_WORDS: Readonly<Record<Phase, string>> = {
  offering: 'while nobody has the dice',
  betting: 'while the shooter has the dice, before the throw',
  thrown: 'between the throw and the call of the total',
  settling: 'once the total is called, until it is settled',
  wagering: 'during the wagering period',
  shooting: 'after the wagering period, until the dice are shot',
  rolling: 'while the dice roll',
  stopped: 'while the game system is stopped',
  closed: 'at a closed table',
};

const PHASES_OF = {
  staffed: ['offering', 'betting', 'thrown', 'settling'],
  electronic: ['wagering', 'shooting', 'rolling', 'stopped'],
} as const satisfies Record<string, readonly Phase[]>;

/** The rule that gives an act its time, where the act is no power of somebody's. */
const TIMES: Readonly<Record<string, (table: Table) => Authority | undefined>> = {
  accept: ({ game }) => game.rulebook.conduct.shooter.laterOffer,
  decline: ({ game }) => game.rulebook.conduct.shooter.laterOffer,
  choose: ({ game }) => game.rulebook.conduct.dice.choice,
  authorise: ({ game }) => game.rulebook.conduct.shooter.mayAuthorise,
  pass: ({ game: { rulebook } }) => {
    const { passMidPoint, laterOffer } = rulebook.conduct.shooter;
    return passMidPoint.value === 'never' ? laterOffer : passMidPoint;
  },
  'refuse-line': ({ game }) => game.rulebook.conduct.shooter.withoutLine,
  'ask-line': ({ game }) => game.rulebook.conduct.shooter.withoutLine,
  relieve: ({ game }) => game.rulebook.conduct.shooter.toKeepThrowing,
  throw: ({ game, phase }) =>
    phase === 'settling' ? game.rulebook.conduct.wagers.settleFirst : game.rulebook.conduct.shooter.toThrow,
  roll: ({ game, phase }) =>
    phase === 'settling'
      ? game.rulebook.conduct.wagers.settleFirst
      : (game.rulebook.powers['call-total'] ?? game.rulebook.conduct.face),
  // R55: by whoever called it, as long as it is being settled.
  'correct-call': ({ game: { rulebook } }) =>
    rulebook.conduct.round
      ? undefined
      : { clause: rulebook.powers['call-total']?.clause ?? null, ruling: 'R55' },
  leave: ({ game, phase }) => (phase === 'settling' ? game.rulebook.conduct.wagers.handsOff : undefined),
  ready: ({ game }) => (game.rulebook.conduct.round ? undefined : { clause: null, ruling: 'R57' }),
  'put-sealed': () => ({ clause: null, ruling: 'R111' }),
  'open-turns': () => ({ clause: null, ruling: 'R110' }),
  'pass-turn': () => ({ clause: null, ruling: 'R110' }),
  'no-answer': () => ({ clause: null, ruling: 'R58' }),
  release: () => ({ clause: null, ruling: 'R59' }),
  'raise-pays': ({ game }) => game.rulebook.money.higherPays,
  collect: ({ game }) => (game.rulebook.conduct.round ? { clause: '3.7' } : undefined),
  'find-invalid': ({ game }) => game.rulebook.conduct.invalidWagers,
  'close-wagering': ({ game }) => game.rulebook.conduct.wagers.lateUntil,
  shoot: ({ game }) => game.rulebook.conduct.round?.shootSeconds,
  'system-malfunction': ({ game }) => (game.rulebook.conduct.round ? { clause: '6.6' } : undefined),
  'restore-system': ({ game }) => (game.rulebook.conduct.round ? { clause: '6.6' } : undefined),
};

function timeOf(table: Table, name: string, { power }: Pick<Verb, 'power'>): Authority {
  const { powers, conduct } = table.game.rulebook;
  const own = () => TIMES[name]?.(table) ?? (power ? powers[power] : null);
  return under(table.phase === 'closed' ? conduct.notices.closing : own());
}

/** What somebody has the power to do is told as the power is: `To close the table`. Else it is the verb that was said. */
const actOf = (
  name: string,
  { power, act = name.replaceAll('-', ' ') }: Pick<Verb, 'power' | 'act'>,
): string => (power ? `To ${act}` : name);

/** Why an act does not fit the phase: when it would, or that this game has no such moment. */
export function whyOutOfPhase(
  table: Table,
  name: string,
  verb: Pick<Verb, 'power' | 'phases' | 'act'>,
): Refusal | null {
  const fits = verb.phases ? verb.phases.includes(table.phase) : table.phase !== 'closed';
  if (fits) return null;
  const here: readonly Phase[] = PHASES_OF[table.game.rulebook.conduct.run.value];
  const times = (verb.phases ?? here).filter((phase) => here.includes(phase));
  const rule = timeOf(table, name, verb);
  const act = actOf(name, verb);
  if (times.length === 0) return { ...no('not-allowed', rule, `${act} ${elsewhere(table)}`), ...rule };
  const message =
    table.phase === 'closed'
      ? `${act} does not fit now: the table is closed.`
      : `${act} does not fit now: ${PHASE_WORDS[table.phase]}. It fits ${makeList(
          times.map((phase) => WHEN_WORDS[phase]),
          'or',
        )}.`;
  return { ...no('out-of-phase', rule, message), ...rule };
}

const elsewhere = ({ game }: Table): string =>
  game.rulebook.conduct.run.value === 'staffed'
    ? 'belongs to electronic tables: this one has a crew and dice on a felt.'
    : 'belongs to tables with a crew: here terminals and a tumbler do it.';
