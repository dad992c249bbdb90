import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fsyncFolder } from './durable-fs.js';
import { isPaged } from './pages.js';

// Not everything that a database keeps is made of pages with checksums: which transactions were committed, for one, is a
// plain file of bits. So a database that is closed leaves a list: of such files the hash, of the others the size. Whoever
// opens it looks whether that is still so. While it runs there is no list; after a crash the journal sets things right.

const LIST = 'boxperson.sums';
const CONTROL = 'global/pg_control';
/** The journal's records have checksums of their own; the others are thrown away whenever the database starts. */
const LEFT_OUT = ['pg_wal', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_notify', 'postmaster.pid', LIST];

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

const filesIn = (folder: string, below = ''): string[] =>
  readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => below !== '' || !LEFT_OUT.some((other) => name.startsWith(other)))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      return entry.isDirectory() ? filesIn(folder, path) : [path];
    })
    .sort();

const nameOf = (file: string): string => file.split(/[\\/]/).at(-1) as string;

const lineFor = (folder: string, file: string): string => {
  const path = join(folder, file);
  const kept = isPaged(nameOf(file)) && /^(?:base|global)\b/.test(file);
  return `${kept ? statSync(path).size : sha256(readFileSync(path))} ${file.replaceAll('\\', '/')}`;
};

/** What was wrong before, in the list of those that come after. */
const WRONG = '! ';

/** Leaves the list beside the files of a database that was just closed; what was wrong with them goes on in it. */
export const leaveSums = (folder: string, wrong: readonly string[]): void => {
  const lines = [
    ...wrong.map((one) => `${WRONG}${one}`),
    ...filesIn(folder).map((file) => lineFor(folder, file)),
  ];
  const text = lines.map((line) => `${line}\n`).join('');
  const draft = join(folder, `${LIST}.draft`);
  const handle = openSync(draft, 'w', 0o600);
  writeFileSync(handle, `${text}${sha256(text)}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, join(folder, LIST));
  fsyncFolder(folder);
};

/** From here on the files change. */
export const takeSums = (folder: string): void => {
  rmSync(join(folder, LIST), { force: true });
  fsyncFolder(folder);
};

export const hasSums = (folder: string): boolean => existsSync(join(folder, LIST));

/** The lines of the list; null when it is not the list that was left. */
const readSums = (folder: string): readonly string[] | null => {
  const all = readFileSync(join(folder, LIST), 'utf8').split('\n');
  const lines = all.slice(0, -2);
  const text = lines.map((line) => `${line}\n`).join('');
  return all.at(-1) === '' && all.at(-2) === sha256(text) ? lines : null;
};

const fileIn = (line: string): string => line.slice(line.indexOf(' ') + 1);

const compare = (folder: string, lines: readonly string[]): readonly string[] => {
  const left = new Map(lines.filter((line) => !line.startsWith(WRONG)).map((line) => [fileIn(line), line]));
  const found = new Map(filesIn(folder).map((file) => [file.replaceAll('\\', '/'), lineFor(folder, file)]));
  // Another program has had it open meanwhile, an older one of ours perhaps: the list says nothing about what it left.
  // (Where it is that file itself that is damaged, the database finds so by a checksum in it.)
  if (found.get(CONTROL) !== left.get(CONTROL)) return [];
  const wrong = lines.filter((line) => line.startsWith(WRONG)).map((line) => line.slice(WRONG.length));
  const gone = [...left.keys()].filter((file) => !found.has(file)).map((file) => `${file} is missing`);
  const changed = [...found]
    .filter(([file, line]) => left.has(file) && left.get(file) !== line)
    .map(([file]) => `${file} is not as it was when the store was closed`);
  return [...new Set([...wrong, ...gone, ...changed])];
};

/** What is wrong with the files of a database that was closed in good order, beside their pages. */
export const checkSums = (folder: string): readonly string[] => {
  const lines = readSums(folder);
  return lines === null ? [`the list of sums (${LIST}) cannot be read`] : compare(folder, lines);
};
