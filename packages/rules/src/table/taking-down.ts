import { type Result, refuse } from '../result.js';
import type { Happened } from './event.js';
import { isOneOf, NOTICE_KINDS, type NoticeKind } from './fields.js';
import type { Table } from './state.js';
import { bad, type Evolvers, happened, need, refused, under, verb, whyNotAllowed } from './verb.js';

/** R51: whoever may put a notice up may take it down. */
const POWERS = { sign: 'show-sign', closing: 'close-table' } as const;
const hangs = ({ posted, closing }: Table, notice: NoticeKind): boolean =>
  (notice === 'sign' ? posted : closing) !== null;

const takesDown = verb({
  fields: { notice: 'notice' },
  run: (table, asked) => {
    const { notice } = asked.fields;
    if (!isOneOf(NOTICE_KINDS, notice)) return bad(`notice must be one of ${NOTICE_KINDS.join(', ')}`);
    const why = whyNotAllowed(table, POWERS[notice], asked.by, 'take down a notice');
    return why ? refuse(why) : takenDown(table, notice);
  },
});

function takenDown(table: Table, notice: NoticeKind): Result<readonly Happened[]> {
  const { raiseMinimum, closing } = table.game.rulebook.conduct.notices;
  const rule = notice === 'sign' ? raiseMinimum : closing;
  return hangs(table, notice)
    ? happened({ event: 'notice-taken-down', notice, ...under(rule), ruling: 'R51' })
    : refused('nothing-to-do', rule, notice === 'sign' ? 'No sign is up.' : 'No closing has been announced.');
}

export const takingDownVerbs = { 'take-down': takesDown } as const;

export const takingDownEvents: Evolvers<'notice-taken-down'> = {
  'notice-taken-down': (table, { notice }) => {
    need(isOneOf(NOTICE_KINDS, notice) && hangs(table, notice), 'a notice taken down that was not up');
    return notice === 'sign' ? { ...table, posted: null } : { ...table, closing: null };
  },
};
