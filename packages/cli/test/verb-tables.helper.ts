import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  aboutVerb,
  idsOf,
  isVerbName,
  type Power,
  RULEBOOK_IDS,
  RULEBOOKS,
  type Rulebook,
  type RulebookId,
  runScript,
  type TableEvent,
  VERB_HELP,
} from '@boxperson/rules';
import { examplesFolder, project, tableExampleNames } from './run.helper.js';

/** The parts of the page, and the verbs that each explains. */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  people: [
    'staff',
    'staff-leave',
    'sit',
    'leave',
    'away',
    'back',
    'ready',
    'release',
    'chips',
    'colour-up',
    'collect',
    'card',
    'limit-players',
    'limit-terminals',
    'vacate',
    'clear-area',
    'order-betting',
    'put-sealed',
    'open-turns',
    'pass-turn',
    'take-chips',
  ],
  dice: [
    'offer',
    'accept',
    'decline',
    'no-answer',
    'choose',
    'authorise',
    'pass',
    'order-pass',
    'ask-line',
    'refuse-line',
    'relieve',
    'find-die',
    'check-die',
    'lose-die',
  ],
  wagers: ['exchange', 'bet', 'take', 'move', 'call'],
  throw: [
    'no-more-bets',
    'throw',
    'roll',
    'no-roll',
    'decide-face',
    'correct-call',
    'settle',
    'deal-lines',
    'deal-differently',
    'wave-through',
  ],
  notices: [
    'post-sign',
    'change-limits',
    'personal-limits',
    'announce-closing',
    'take-down',
    'close',
    'post-pays',
    'raise-pays',
    'run-cashless',
  ],
  powers: [
    'refuse-wager',
    'bar-wagers',
    'void-wagers',
    'find-invalid',
    'invalidate',
    'exclude',
    'readmit',
    'keep-out',
    'let-in',
    'record-measure',
  ],
  rounds: [
    'close-wagering',
    'shoot',
    'void-round',
    'report-fault',
    'answer-report',
    'malfunction',
    'resolve-malfunction',
    'system-malfunction',
    'restore-system',
  ],
};

/** Scripts in which every verb is used: what each brings is read off them. */
export function eventsByVerb(): ReadonlyMap<string, ReadonlySet<string>> {
  const golden = join(project, 'packages', 'rules', 'test', 'table', 'golden');
  const scripts = [
    ...readdirSync(golden).flatMap((file) => (file.endsWith('.script.jsonl') ? [join(golden, file)] : [])),
    ...tableExampleNames.map((name) => join(examplesFolder, `${name}.jsonl`)),
  ];
  const found = new Map<string, Set<string>>();
  for (const script of scripts) {
    const runner = runScript();
    for (const line of readFileSync(script, 'utf8').trimEnd().split('\n')) {
      const answer = runner.play(line)?.answer ?? {};
      const verb = JSON.parse(line).do;
      const events = ((answer['events'] ?? []) as readonly TableEvent[]).map(({ event }) => event);
      found.set(verb, new Set([...(found.get(verb) ?? []), ...events]));
    }
  }
  return found;
}

/** Everything that the golden records hold: every kind of event, with the fields it has. */
export function goldenEvents(): readonly TableEvent[] {
  const golden = join(project, 'packages', 'rules', 'test', 'table', 'golden');
  const records = readdirSync(golden).filter((file) => /\.v\d+\.jsonl$/.test(file));
  return records.flatMap((file) =>
    readFileSync(join(golden, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): TableEvent => JSON.parse(line)),
  );
}

export const code = (text: string): string => `\`${text}\``;
const fieldsOf = (verb: string): string =>
  Object.entries(aboutVerb(verb)?.fields ?? {})
    .map(([name, kind]) => (kind.endsWith('?') ? `[${code(name)}]` : code(name)))
    .join(' ');

/** The lowest role that may, book by book; books that agree share a word. */
function holders(power: Power, isKnown: (book: Rulebook) => boolean = () => true): string {
  const books = new Map<string, RulebookId[]>();
  for (const id of RULEBOOK_IDS) {
    const role = isKnown(RULEBOOKS[id]) ? RULEBOOKS[id].powers[power]?.role : undefined;
    if (role !== undefined) books.set(role, [...(books.get(role) ?? []), id]);
  }
  return [...books].map(([role, ids]) => `${role} (${ids.map(code).join(', ')})`).join('; ');
}

const isElectronic = ({ conduct }: Rulebook): boolean => conduct.run.value === 'electronic';
const isStaffed = (book: Rulebook): boolean => !isElectronic(book);
/** Acts whose power is wider than the act: the books that know it. */
const KNOWN: Readonly<Record<string, (book: Rulebook) => boolean>> = {
  'ask-line': ({ conduct }) => conduct.shooter.withoutLine.value === 'rescue-wager',
  'refuse-line': ({ conduct }) => conduct.shooter.withoutLine.value === 'rescue-wager',
  'no-more-bets': ({ conduct }) => conduct.wagers.noMoreBets.value === 'announced',
  'bar-wagers': ({ conduct }) => conduct.people.breaches.some(({ bars }) => bars),
  'find-invalid': ({ conduct }) => conduct.invalidWagers.value !== 'none',
  authorise: ({ conduct }) => conduct.shooter.mayAuthorise.value === 'anybody',
  call: ({ calls }) => calls.covers.value !== 'nothing',
  accept: isStaffed,
  decline: isStaffed,
  choose: isStaffed,
  pass: isStaffed,
  'find-die': isStaffed,
  'colour-up': isStaffed,
  exchange: ({ conduct }) => conduct.wagers.tokens.value === 'as-chips',
  collect: isElectronic,
  move: isElectronic,
  'report-fault': isElectronic,
  'clear-area': isElectronic,
};
const booksOf = (verb: string): string => {
  const isKnown = KNOWN[verb];
  const ids = isKnown ? RULEBOOK_IDS.filter((id) => isKnown(RULEBOOKS[id])) : [];
  return ids.length === 0 ? '' : ` (${ids.map(code).join(', ')})`;
};

const PLAYER = 'the player';
/** Verbs without a power of their own: whose they are, and what else they take. */
const WHO: Readonly<Record<string, string>> = {
  staff: `anybody; a stickperson takes ${holders('add-stickperson')}`,
  'staff-leave': 'anybody',
  'find-die': `anybody${booksOf('find-die')}`,
  'colour-up': `anybody of the crew${booksOf('colour-up')}`,
  exchange: `anybody of the crew${booksOf('exchange')}`,
  choose: `the shooter${booksOf('choose')}`,
  authorise: `the shooter${booksOf('authorise')}`,
  pass: `the shooter${booksOf('pass')}`,
  'refuse-line': `the shooter${booksOf('refuse-line')}`,
  bet: `${PLAYER}; late, spoken or found it takes the crew: ${holders('confirm-late-wager')}; after the period ${holders('relax-close')}`,
  take: `${PLAYER}; after the period ${holders('relax-close')}`,
  call: `${PLAYER}; on is confirmed by ${holders('confirm-call')}; off by ${holders('confirm-call-off')}`,
  throw: `the shooter; for nobody ${holders('throw-for-nobody')}`,
  roll: `${holders('call-total')}; the sensors (\`aruze\`)`,
  'correct-call': `${holders('call-total')}; once a line is dealt ${holders('decide-face')}`,
  'find-invalid': holders('void-wagers', KNOWN['find-invalid']),
  readmit: `${holders('exclude-player')}; house (\`adelaide\`)`,
  'take-down': `the sign: ${holders('show-sign')}; the closing: ${holders('close-table')}`,
  'record-measure': (['seize-winnings', 'confiscate-device', 'detain', 'recommend-exclusion'] as const)
    .map((measure) => `${code(measure)}: ${holders(measure)}`)
    .join('; '),
  away: 'the house',
  'order-betting': 'the house',
  'put-sealed': 'the house',
  'open-turns': 'the house',
  'pass-turn': 'the clock',
  'take-chips': 'the house',
  back: 'the house',
  'keep-out': 'the house',
  'let-in': 'the house',
  'post-pays': 'the house',
  'raise-pays': 'the clock',
  'run-cashless': 'the house',
  release: `the clock, or ${holders('decide-face')}`,
  'close-wagering': 'the clock',
  shoot: 'the shooter, or the clock (`aruze`)',
  'system-malfunction': holders('confirm-malfunction'),
  'restore-system': holders('confirm-malfunction'),
};

function whoMay(verb: string): string {
  const power = aboutVerb(verb)?.power;
  return power ? holders(power, KNOWN[verb]) : (WHO[verb] ?? `${PLAYER}${booksOf(verb)}`);
}

const phasesOf = (verb: string): string => aboutVerb(verb)?.phases?.map(code).join(', ') ?? 'any';

export function tableOf(family: string, events: ReadonlyMap<string, ReadonlySet<string>>): string {
  const rows = (FAMILIES[family] ?? []).map((verb) => {
    const brought = [...(events.get(verb) ?? [])].map(code).join(', ');
    const help = (isVerbName(verb) ? VERB_HELP[verb] : undefined)?.replaceAll('|', '\\|');
    return `| ${code(verb)} | ${help} | ${fieldsOf(verb)} | ${whoMay(verb)} | ${phasesOf(verb)} | ${brought} |\n`;
  });
  return ['| verb | what | fields | who | when | events |\n', '|---|---|---|---|---|---|\n', ...rows].join(
    '',
  );
}

export const PART = /(<!-- verbs: (\w+) -->\n)([\s\S]*?)(<!-- end -->)/g;

export const IDS = /(<!-- ids: ([\w-]+) -->\n)([\s\S]*?)(<!-- end -->)/g;

/** The roles, grounds and measures of one book. */
export function idsTable(id: RulebookId): string {
  const rows = idsOf(RULEBOOKS[id]).map(({ what, field, verbs, ids }) => {
    const takes = `${code(field)} of ${verbs.map(code).join(', ')}`;
    return `| ${what} | ${takes} | ${ids.map(({ id: word, clause }) => `${code(word)}${clause ? ` (${clause})` : ''}`).join(', ')} |\n`;
  });
  return ['| what | where | ids |\n', '|---|---|---|\n', ...rows].join('');
}

/** The page with the tables of its verbs and ids made anew. */
export function withVerbTables(page: string): string {
  const events = eventsByVerb();
  return page
    .replace(PART, (_all, start, family, _old, end) => start + tableOf(family, events) + end)
    .replace(IDS, (_all, start, id, _old, end) => start + idsTable(id as RulebookId) + end);
}
