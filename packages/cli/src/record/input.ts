import { existsSync, readFileSync } from 'node:fs';
import type { Bound, Checkpoint, PublicKey, RecordSource } from '@boxperson/house';

/** Something on the command line that cannot be used: exit code 2. */
export class BadInput extends Error {}

export interface StoreOptions {
  readonly data?: string;
  readonly database?: string;
}

const DATA = 'data';

const readText = (file: string, what: string): string => {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new BadInput(`cannot read the ${what} ${file}: ${(error as Error).message}`);
  }
};

/** The records of a folder or of a server; by default those that `boxperson serve` would open. */
export async function openRecords({ data, database }: StoreOptions): Promise<RecordSource> {
  if (data !== undefined && database !== undefined) throw new BadInput('give --data or --database, not both');
  const { openSource, readEmbeddedStore, readServerStore } = await import('@boxperson/house');
  const url = database ?? (data === undefined ? process.env['DATABASE_URL'] : undefined);
  try {
    const reading = url === undefined ? await readEmbeddedStore(data ?? DATA) : await readServerStore(url);
    return await openSource(reading);
  } catch (error) {
    throw new BadInput((error as Error).message);
  }
}

/** A key as the house gives it out (`/api/record/key`), in a file or right on the command line. */
export async function readKeys(given: readonly string[]): Promise<readonly PublicKey[]> {
  const { parsePublicKey } = await import('@boxperson/house');
  return given.flatMap((one) => {
    const literal = parsePublicKey(one);
    if (literal) return [literal];
    const lines = readText(one, 'key')
      .split('\n')
      .filter((line) => line.trim() !== '');
    const keys = lines.map(parsePublicKey).filter((key) => key !== null);
    if (keys.length === 0 || keys.length < lines.length)
      throw new BadInput(`${one} is not a key: one line of name+id+key, as GET /api/record/key answers it`);
    return keys;
  });
}

export async function readCheckpoints(files: readonly string[]): Promise<readonly Checkpoint[]> {
  const { peekCheckpoint, tidyNote } = await import('@boxperson/house');
  return files.map((file) => {
    const checkpoint = peekCheckpoint(tidyNote(readText(file, 'checkpoint')));
    if (checkpoint === null)
      throw new BadInput(
        `${file} is not a checkpoint: origin, size, root and time, an empty line, and a line with the signature`,
      );
    return checkpoint;
  });
}

export function readBundle(file: string): string {
  if (file !== '-' && !existsSync(file)) throw new BadInput(`there is no file ${file}`);
  return readText(file, 'bundle');
}

/** A place in the table's stream, or an instant. */
export function readBound(text: string | undefined, option: string, otherwise: Bound): Bound {
  if (text === undefined) return otherwise;
  if (/^\d{1,15}$/.test(text)) return { position: Number(text) };
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new BadInput(
      `${option}: ${text} is neither the number of an event nor a time like 2026-11-15T20:00:00Z`,
    );
  return { at };
}

/** Gathers an option that may be given several times. */
export const gather = (value: string, before: readonly string[]): readonly string[] => [...before, value];
