import { type Result, refuse } from '../result.js';
import { type Happened, NOTICE_KINDS, type NoticeKind } from './event.js';
import type { Table } from './state.js';
import {
  bad,
  type Evolvers,
  happened,
  need,
  refused,
  under,
  type Verb,
  type Verbs,
  whyNotAllowed,
} from './verb.js';

/** R86: whoever may put a notice up may take it down. */
const POWERS = { sign: 'show-sign', closing: 'close-table' } as const;
const isNotice = (value: unknown): value is NoticeKind =>
  (NOTICE_KINDS as readonly unknown[]).includes(value);
const hangs = ({ posted, closing }: Table, notice: NoticeKind): boolean =>
  (notice === 'sign' ? posted : closing) !== null;

const takesDown: Verb = {
  help: 'take down a notice before its time: the `sign` with new limits, or the notice of `closing`',
  fields: { notice: 'name' },
  run: (table, asked) => {
    const { notice } = asked.fields;
    if (!isNotice(notice)) return bad(`notice must be one of ${NOTICE_KINDS.join(', ')}`);
    const why = whyNotAllowed(table, POWERS[notice], asked.by, 'take down a notice');
    return why ? refuse(why) : takenDown(table, notice);
  },
};

function takenDown(table: Table, notice: NoticeKind): Result<readonly Happened[]> {
  const { raiseMinimum, closing } = table.game.rulebook.conduct.notices;
  const rule = notice === 'sign' ? raiseMinimum : closing;
  return hangs(table, notice)
    ? happened({ event: 'notice-taken-down', notice, ...under(rule), ruling: 'R86' })
    : refused('nothing-to-do', rule, notice === 'sign' ? 'No sign is up.' : 'No closing has been announced.');
}

export const takingDownVerbs: Verbs = { 'take-down': takesDown };

export const takingDownEvents: Evolvers<'notice-taken-down'> = {
  'notice-taken-down': (table, { notice }) => {
    need(isNotice(notice) && hangs(table, notice), 'a notice taken down that was not up');
    return notice === 'sign' ? { ...table, posted: null } : { ...table, closing: null };
  },
};
