import { impossible } from '../game/apply.js';
import { type Fields, isObject, show, unknownField } from '../game/input.js';
import { checkSign, faultInLimit, SIGN_FIELDS, type SignCheck } from '../game/sign.js';
import { findPlayer, type Player, withPlayer } from '../game/state.js';
import { isStake, makeDollars } from '../money.js';
import type { Result } from '../result.js';
import { WAGER_IDS, type WagerId } from '../wager.js';
import { allOnLayout, clearedBy } from './returning.js';
import { isLastHandOver, nextToOffer } from './shooter.js';
import { guestOf, isInstant, makeWait, type Table, type TableSign, withGuest } from './state.js';
import { bad, type Evolvers, happened, type Moment, need, refused, ruleOf, under, verb } from './verb.js';

const MINUTE = 60_000;
export const TABLE_SIGN_FIELDS = [...SIGN_FIELDS, 'perPlayer', 'perArea'] as const;
const SIGN_SPEC = {
  chips: 'chips?',
  limits: 'limits',
  oddsMultiple: 'multiple?',
  multiplesOfMinimum: 'shown?',
  big68: 'shown?',
  perPlayer: 'perPlayer?',
  perArea: 'perArea?',
} as const satisfies { readonly [Field in (typeof TABLE_SIGN_FIELDS)[number]]: string };

/** The sign that the fields describe, checked against the book; a fault in words otherwise. */
export function readSign(book: Table['game']['rulebook'], fields: Fields): SignCheck {
  const { perPlayer, perArea, ...rest } = fields;
  const fault =
    faultInScope(book, 'player', 'perPlayer', perPlayer) ?? faultInScope(book, 'area', 'perArea', perArea);
  return fault === null ? checkSign(book, rest) : { fault };
}

function faultInScope(
  book: Table['game']['rulebook'],
  scope: 'player' | 'area',
  path: string,
  limit: unknown,
): string | null {
  if (limit === undefined) return null;
  if (!book.limits.sign.value.includes(scope))
    return `${path}: the sign at ${book.id} gives no limit per ${scope}`;
  if (!isObject(limit)) return `${path} must be an object with max`;
  const stranger = unknownField(limit, scope === 'player' ? ['min', 'max'] : ['max']);
  if (stranger !== null) return `${path} has an unknown field ${show(stranger)}`;
  if (!isStake(limit['max'])) return `${path}.max must be a positive whole number of cents`;
  if (limit['min'] === undefined) return null;
  if (!isStake(limit['min'])) return `${path}.min must be a positive whole number of cents`;
  return (limit['min'] as number) > (limit['max'] as number)
    ? `${path}.min must not be above ${path}.max`
    : null;
}

/** Which minimum a new sign would raise; null when it raises none. */
function raisedMinimum(table: Table, sign: TableSign): WagerId | 'player' | null {
  const minimum = (limits: TableSign['limits'], id: WagerId) => (limits[id] ?? limits.default).min;
  const raised = WAGER_IDS.find((id) => minimum(sign.limits, id) > minimum(table.sign.limits, id));
  if (raised) return raised;
  return (sign.perPlayer?.min ?? 0) > (table.sign.perPlayer?.min ?? 0) ? 'player' : null;
}

const noticeMs = (table: Table): number =>
  table.game.rulebook.conduct.notices.raiseMinimum.value.minutes * MINUTE;

const posts = verb({
  fields: { ...SIGN_SPEC, from: 'instant' },
  power: 'show-sign',
  act: 'put up a sign',
  run: (table, asked) => {
    const { from, ...sign } = asked.fields;
    const checked = readSign(table.game.rulebook, sign);
    if ('fault' in checked) return bad(checked.fault);
    const { raiseMinimum } = table.game.rulebook.conduct.notices;
    const raises = raisedMinimum(table, sign as unknown as TableSign) !== null;
    const least = asked.at + (raises ? noticeMs(table) : 0);
    if (from < least) {
      return refused(
        'too-early',
        raiseMinimum,
        `A higher minimum takes ${raiseMinimum.value.minutes} minutes' notice: the time is ${makeWait(from, least)} too soon.`,
      );
    }
    if (table.posted?.from === from && canonical(table.posted?.sign) === canonical(sign))
      return refused('nothing-to-do', raiseMinimum, 'That sign is up.');
    return happened({
      event: 'sign-posted',
      sign: sign as unknown as TableSign,
      from,
      ...under(raiseMinimum),
    });
  },
});

const changes = verb({
  fields: SIGN_SPEC,
  power: 'change-limits',
  run: (table, asked) => {
    const checked = readSign(table.game.rulebook, asked.fields);
    if ('fault' in checked) return bad(checked.fault);
    const sign = asked.fields as unknown as TableSign;
    const rule = ruleOf(table, 'change-limits');
    if (canonical(sign) === canonical(table.sign))
      return refused('nothing-to-do', rule, 'Those are the limits already.');
    const why = whyNotRaise(table, sign, asked);
    return why ?? happened({ event: 'limits-changed', sign, ...under(rule) });
  },
});

function whyNotRaise(table: Table, sign: TableSign, { at }: Moment): Result<never> | null {
  const raised = raisedMinimum(table, sign);
  if (raised === null) return null;
  const { raiseMinimum } = table.game.rulebook.conduct.notices;
  const { posted } = table;
  if (!posted || canonical(posted.sign) !== canonical(sign)) {
    return refused(
      'too-early',
      raiseMinimum,
      `A sign with these limits must stand ${raiseMinimum.value.minutes} minutes before the minimum rises.`,
    );
  }
  // A sign that raises a minimum is put up for no earlier time than its notice, and comes down with any other change.
  if (at >= posted.from) return null;
  return refused(
    'too-early',
    raiseMinimum,
    `The minimum rises in ${makeWait(at, posted.from)}, as the sign says.`,
  );
}

/** Two signs say the same whatever the order of their fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

const personal = verb({
  fields: { player: 'player', min: 'stake?', max: 'stake?' },
  power: 'set-personal-limits',
  act: 'set personal limits',
  run: (table, asked) => {
    const { player, min, max } = asked.fields;
    const rule = table.game.rulebook.limits.personal;
    if (rule.value === 'none')
      return refused('not-allowed', rule, 'This book has no limits for single players.');
    if (isPersonalLimit(table, player, min, max))
      return refused('nothing-to-do', rule, `Those are ${player}'s limits already.`);
    if (min === undefined && max === undefined)
      return happened({ event: 'personal-limits-set', player, limit: null, ...under(rule) });
    if (min === undefined || max === undefined) return bad('min and max go together');
    const fault = faultInLimit(
      table.game.rulebook,
      'personal limits',
      { min, max },
      () => table.game.sign.chips,
    );
    if (fault !== null) return bad(fault);
    const most = table.sign.limits.default.max;
    if (rule.value === 'above-maximum' && max <= most) {
      return refused(
        'not-allowed',
        rule,
        `A player's own maximum is above the table's ${makeDollars(most)}.`,
      );
    }
    return happened({ event: 'personal-limits-set', player, limit: { min, max }, ...under(rule) });
  },
});

function isPersonalLimit(table: Table, player: string, min?: number, max?: number): boolean {
  const limit = guestOf(table, player)?.personalLimit;
  return limit?.min === min && limit?.max === max;
}

/** A notice given is given: only a sign may name another time. */
const isAnnounced = ({ closing }: Table, from: number | undefined): boolean =>
  closing !== null && (closing.at ?? undefined) === from;

const announces = verb({
  fields: { from: 'instant?' },
  power: 'close-table',
  run: (table, asked) => {
    const { closing, closingMinutes } = table.game.rulebook.conduct.notices;
    const { from } = asked.fields;
    if (isAnnounced(table, from)) return refused('nothing-to-do', closing, 'That notice has been given.');
    if (closing.value !== 'sign') {
      if (from !== undefined) return bad('from goes with a closing sign only');
      return happened({
        event: 'closing-announced',
        kind: closing.value,
        closesAt: null,
        ...under(closing),
      });
    }
    if (from === undefined) return bad('from must say the time of closing in milliseconds');
    const least = asked.at + closingMinutes.value.minutes * MINUTE;
    if (from < least)
      return refused(
        'too-early',
        closing,
        `A closing sign stands ${closingMinutes.value.minutes} minutes: the time is ${makeWait(from, least)} too soon.`,
      );
    return happened({ event: 'closing-announced', kind: 'sign', closesAt: from, ...under(closing) });
  },
});

const closes = verb({
  fields: {},
  power: 'close-table',
  act: 'close the table',
  phases: ['offering', 'betting', 'wagering', 'stopped'],
  run: (table, asked) => {
    const { closing } = table.game.rulebook.conduct.notices;
    return (
      whyNotClose(table, asked) ??
      happened({ event: 'closed', returned: allOnLayout(table.game), ...under(closing), ruling: 'R31' })
    );
  },
});

/** Notice is owed to players who are there; an empty table needs none, but adelaide's inspector is told all the same. */
function whyNotClose(table: Table, { at }: Moment): Result<never> | null {
  const { closing } = table.game.rulebook.conduct.notices;
  const notice = table.closing;
  if (!notice) {
    if (table.guests.length === 0 && closing.value !== 'inspector-told') return null;
    return refused('too-early', closing, 'The notice that closing needs has not been given.');
  }
  if (notice.at !== null && at < notice.at)
    return refused('too-early', closing, `The table closes in ${makeWait(at, notice.at)}, as the sign says.`);
  return notice.kind === 'last-shooter' && !isLastHandOver(table) ? whyNotLastShooter(table) : null;
}

/** crown 9.7: whoever has the dice when it is called, or takes them next, is the last shooter. */
function whyNotLastShooter(table: Table): Result<never> | null {
  const { closing } = table.game.rulebook.conduct.notices;
  if (table.closing?.shooter != null)
    return refused('too-early', closing, 'The last shooter still has the dice.');
  const next = nextToOffer(table);
  return next && refused('too-early', closing, `The dice are still to be offered to ${next.name}.`);
}

export const noticeVerbs = {
  'post-sign': posts,
  'change-limits': changes,
  'personal-limits': personal,
  'announce-closing': announces,
  close: closes,
} as const;

function withSign(table: Table, sign: TableSign): Table {
  need(unknownField(sign, TABLE_SIGN_FIELDS) === null, 'a sign that says what no sign says');
  const checked = readSign(table.game.rulebook, sign as unknown as Fields);
  if ('fault' in checked) return impossible(checked.fault);
  return { ...table, sign, game: { ...table.game, sign: checked.sign } };
}

export const noticeEvents: Evolvers<
  'sign-posted' | 'limits-changed' | 'personal-limits-set' | 'closing-announced' | 'closed'
> = {
  'sign-posted': (table, { sign, from, at }) => {
    withSign(table, sign);
    need(isInstant(from) && from >= at, 'a sign for a time that has passed');
    return { ...table, posted: { sign, from, postedAt: at } };
  },
  'limits-changed': (table, { sign }) => ({ ...withSign(table, sign), posted: null }),
  'personal-limits-set': (table, { player: name, limit }) => {
    need(limit === null || (isStake(limit.min) && isStake(limit.max)), 'limits in no money');
    need(limit === null || limit.min <= limit.max, 'a minimum above its maximum');
    const { limit: _before, ...player } =
      findPlayer(table.game, name) ?? impossible(`${name} is not at the table`);
    const changed: Player = limit ? { ...player, limit } : player;
    return withGuest({ ...table, game: { ...table.game, players: withPlayer(table.game, changed) } }, name, {
      personalLimit: limit,
    });
  },
  'closing-announced': (table, { kind, at, closesAt }) => {
    need(closesAt === null || (isInstant(closesAt) && closesAt >= at), 'closing at a time that has passed');
    need((kind === 'sign') === (closesAt !== null), 'a notice of another kind');
    return { ...table, closing: { kind, givenAt: at, at: closesAt, shooter: table.shooter.shooter } };
  },
  closed: (table, { returned }) => ({
    ...table,
    game: { ...clearedBy(table.game, returned), point: null },
    phase: 'closed',
    deadline: null,
    posted: null,
    last: null,
  }),
};
