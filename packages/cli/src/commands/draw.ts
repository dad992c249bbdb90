import { type DrawFile, faultsInDraw, hashResult, readDrawFile } from '@boxperson/offices';
import { coloursFor } from '../colours.js';
import { BadInput, gather, readBundle, readKeys } from '../record/input.js';
import type { Register } from './command.js';

interface DrawOptions {
  readonly key: readonly string[];
  readonly entry?: string;
  readonly json?: boolean;
}

const EXIT_BAD = 1;
const EXIT_USAGE = 2;

function readDraw(path: string): DrawFile {
  let said: unknown;
  try {
    said = JSON.parse(readBundle(path));
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput(`${path} is not JSON`);
  }
  const read = readDrawFile(said);
  if (typeof read === 'string')
    throw new BadInput(`${path} is not a draw as GET /api/matters/promotions/… answers it: ${read}`);
  return read;
}

/** Whether the house really signed what the draw was decided by. */
async function faultsInSignature(
  { checkpoint }: DrawFile,
  given: readonly string[],
): Promise<readonly string[]> {
  if (given.length === 0) return [];
  const { readCheckpoint, tidyNote } = await import('@boxperson/house');
  const signed = readCheckpoint(tidyNote(checkpoint), await readKeys(given));
  return signed.ok ? [] : [`checkpoint: it ${signed.why}`];
}

/** What somebody who entered wants to know: is my line in the list, and was it drawn? */
function tellEntry({ list, picked }: DrawFile, entry: string): string {
  const line = list.findIndex(([one]) => one === entry);
  if (line < 0) return `${entry} is not in the list.`;
  const drawn = picked.findIndex((one) => one.entry === entry);
  const won = picked[drawn];
  const what = won ? (won.prize === null ? 'drawn as a reserve' : `drawn for ${won.prize}`) : 'not drawn';
  return `${entry} is line ${line + 1} of ${list.length}: ${what}.`;
}

function textOf(draw: DrawFile, faults: readonly string[], { key, entry }: DrawOptions): string {
  const colours = coloursFor(process.stdout);
  const verdict =
    faults.length === 0 ? colours.green('The draw is sound.') : colours.red('The draw is NOT sound.');
  const drawn = draw.picked.map(
    ({ prize, entry: one }, n) => `  ${String(n + 1).padStart(4)}  ${(prize ?? 'reserve').padEnd(16)} ${one}`,
  );
  return [
    '',
    `  ${colours.bold(verdict)}`,
    '',
    `  ${draw.title}: ${draw.list.length} entries`,
    ...faults.map((fault) => `  ${colours.red('wrong')}  ${fault}`),
    ...(entry === undefined ? [] : [`  ${tellEntry(draw, entry)}`]),
    '',
    ...drawn,
    '',
    `  list    ${draw.listHash}`,
    `  seed    ${draw.seed}`,
    `  result  ${hashResult(draw)}`,
    ...(key.length > 0
      ? []
      : ['', colours.dim('  The signature was not looked at: give the key with --key.')]),
    '',
    '',
  ].join('\n');
}

async function verifyDraw(path: string, options: DrawOptions): Promise<void> {
  try {
    const draw = readDraw(path);
    const faults = [...faultsInDraw(draw), ...(await faultsInSignature(draw, options.key))];
    const report = { ok: faults.length === 0, faults, result: hashResult(draw), picked: draw.picked };
    process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : textOf(draw, faults, options));
    if (faults.length > 0) process.exitCode = EXIT_BAD;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    process.stderr.write(`boxperson draw verify: ${error.message}\n`);
    process.exitCode = EXIT_USAGE;
  }
}

const HELP = `
Draws again from the published file alone: the list and its hash, the checkpoint that was signed after the list lay
open, and the words that those present had sealed. With the house's key it also finds whether the house signed that
checkpoint. How it is done in twenty lines of any language: docs/promotions.md.

Examples:
  $ boxperson draw verify draw.json                     draw again
  $ boxperson draw verify draw.json --key house.pub     and check the signature
  $ boxperson draw verify draw.json --entry E-17        and look for one's own line

Exit code: 0 when the right entries were drawn, 1 when not, 2 when it could not be checked.`;

export const registerDraw: Register = (program) => {
  const draw = program
    .command('draw')
    .description('prize draws: draw again what a house has published')
    .addHelpText('after', HELP);
  draw
    .command('verify')
    .description('find whether the right entries were drawn')
    .argument('<file>', 'a draw as the house publishes it; - reads standard input')
    .option(
      '--key <file>',
      "the house's key, a file or the line itself; may be given several times",
      gather,
      [],
    )
    .option('--entry <entry>', 'an entry to look for, like E-17')
    .option('--json', 'the report as JSON')
    .addHelpText('after', HELP)
    .action(verifyDraw);
};
