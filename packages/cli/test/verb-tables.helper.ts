import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  aboutVerb,
  type Power,
  RULEBOOK_IDS,
  RULEBOOKS,
  type RulebookId,
  runScript,
  type TableEvent,
} from '@boxperson/rules';
import { examplesFolder, project, tableExampleNames } from './run.helper.js';

/** The parts of the page, and the verbs that each explains. */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  people: [
    'staff',
    'staff-leave',
    'sit',
    'leave',
    'chips',
    'collect',
    'card',
    'limit-players',
    'limit-terminals',
    'vacate',
  ],
  dice: [
    'offer',
    'accept',
    'decline',
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
  wagers: ['bet', 'take', 'call'],
  throw: ['no-more-bets', 'throw', 'roll', 'no-roll', 'decide-face', 'settle'],
  notices: ['post-sign', 'change-limits', 'personal-limits', 'announce-closing', 'close'],
  powers: [
    'refuse-wager',
    'bar-wagers',
    'void-wagers',
    'find-invalid',
    'invalidate',
    'exclude',
    'readmit',
    'record-measure',
  ],
  rounds: [
    'close-wagering',
    'shoot',
    'void-round',
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

export const code = (text: string): string => `\`${text}\``;
const fieldsOf = (verb: string): string =>
  Object.entries(aboutVerb(verb)?.fields ?? {})
    .map(([name, kind]) => (kind.endsWith('?') ? `[${code(name)}]` : code(name)))
    .join(' ');

/** The lowest role that may, book by book; books that agree share a word. */
function holders(power: Power): string {
  const books = new Map<string, RulebookId[]>();
  for (const id of RULEBOOK_IDS) {
    const role = RULEBOOKS[id].powers[power]?.role;
    if (role !== undefined) books.set(role, [...(books.get(role) ?? []), id]);
  }
  return [...books].map(([role, ids]) => `${role} (${ids.map(code).join(', ')})`).join('; ');
}

const PLAYER = 'the player';
/** Verbs without a power of their own: whose they are, and what else they take. */
const WHO: Readonly<Record<string, string>> = {
  staff: `anybody; a stickperson takes ${holders('add-stickperson')}`,
  'staff-leave': 'anybody',
  'find-die': 'anybody',
  bet: `${PLAYER}; late, spoken or found it takes the crew: ${holders('confirm-late-wager')}; after the period ${holders('relax-close')}`,
  call: `${PLAYER}; confirmed by ${holders('confirm-call')}`,
  throw: `the shooter; for nobody ${holders('throw-for-nobody')}`,
  roll: `${holders('call-total')}; the sensors (\`aruze\`)`,
  'find-invalid': 'boxperson (`star-2024`)',
  readmit: `${holders('exclude-player')}; house (\`adelaide\`)`,
  'record-measure': `to detain, for one: ${holders('detain')}`,
  'close-wagering': 'the clock',
  shoot: 'the shooter, or the clock',
  'system-malfunction': holders('confirm-malfunction'),
  'restore-system': holders('confirm-malfunction'),
};

function whoMay(verb: string): string {
  const power = aboutVerb(verb)?.power;
  return power ? holders(power) : (WHO[verb] ?? PLAYER);
}

const phasesOf = (verb: string): string => aboutVerb(verb)?.phases?.map(code).join(', ') ?? 'any';

export function tableOf(family: string, events: ReadonlyMap<string, ReadonlySet<string>>): string {
  const rows = (FAMILIES[family] ?? []).map((verb) => {
    const brought = [...(events.get(verb) ?? [])].map(code).join(', ');
    const help = aboutVerb(verb)?.help.replaceAll('|', '\\|');
    return `| ${code(verb)} | ${help} | ${fieldsOf(verb)} | ${whoMay(verb)} | ${phasesOf(verb)} | ${brought} |\n`;
  });
  return ['| verb | what | fields | who | when | events |\n', '|---|---|---|---|---|---|\n', ...rows].join(
    '',
  );
}

export const PART = /(<!-- verbs: (\w+) -->\n)([\s\S]*?)(<!-- end -->)/g;

/** The page with the tables of its verbs made anew. */
export function withVerbTables(page: string): string {
  const events = eventsByVerb();
  return page.replace(PART, (_all, start, family, _old, end) => start + tableOf(family, events) + end);
}
