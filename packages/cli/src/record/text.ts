import type { Fault, Report } from '@boxperson/house';
import type { coloursFor } from '../colours.js';
import { PAGE_WIDTH, plain, wrap } from '../pretty/text.js';

type Colours = ReturnType<typeof coloursFor>;

const number = (value: number): string => value.toLocaleString('en');

const COUNTS: readonly (readonly [string, string])[] = [
  ['entries', 'entries of the log'],
  ['streams', 'streams without a gap'],
  ['tables', 'tables replayed by the rules'],
  ['terminals', 'terminals whose meters were rebuilt'],
  ['ledger', 'ledger entries rebuilt and compared'],
  ['accounts', 'balances rebuilt and compared'],
  ['checkpoints', 'checkpoints signed for this very log'],
  ['tiles', 'tiles of the kept tree compared'],
  ['snapshots', 'snapshots compared with a replay'],
];

const placeOf = ({ seq, stream, position, from, to }: Fault): string => {
  if (seq !== undefined)
    return `entry ${seq}${stream === undefined ? '' : ` (${stream}, event ${position})`}: `;
  return from === undefined ? '' : `entries ${from} to ${to}: `;
};

const told = (fault: Fault): string => plain(`${placeOf(fault)}${fault.message}`);

const INDENT = 13;

const beside = (label: string, text: string): string =>
  wrap(text, PAGE_WIDTH - INDENT)
    .map((line, n) => `${(n === 0 ? `  ${label}` : '').padEnd(INDENT)}${line}`)
    .join('\n');

/** What a person reads after a verification. */
export function reportText(report: Report, what: string, colours: Colours): string {
  const { ok, first, faults, more, notes, counts, size, root, milliseconds } = report;
  const verdict = ok ? colours.green(`${what} is sound.`) : colours.red(`${what} is NOT sound.`);
  const lines = ['', `  ${colours.bold(verdict)}`, ''];
  if (first) lines.push(beside('first', told(first)), '');
  for (const fault of faults) if (fault !== first) lines.push(beside(fault.area, told(fault)));
  if (more > 0) lines.push(beside('', `and ${number(more)} more`));
  if (faults.length > (first ? 1 : 0)) lines.push('');
  const shown = COUNTS.filter(([name]) => counts[name] !== undefined);
  const width = Math.max(...shown.map(([name]) => number(counts[name] as number).length));
  for (const [name, text] of shown) lines.push(`  ${number(counts[name] as number).padStart(width)} ${text}`);
  lines.push('', `  tree of ${number(size)}: ${root}`, `  in ${(milliseconds / 1000).toFixed(1)} s`, '');
  for (const note of notes) lines.push(colours.dim(beside('note', plain(note))));
  if (notes.length > 0) lines.push('');
  return lines.join('\n');
}
