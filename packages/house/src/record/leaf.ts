import type { StoredEntry } from '../store/store.js';
import { hashLeaf } from './tree.js';

/**
 * The bytes of an entry that its leaf covers, in UTF-8: a first line of numbers, then the stream and the body to the
 * letter. The length of the stream's name is told, so that no two entries have the same bytes.
 */
export const leafText = ({ seq, stream, position, at, body }: StoredEntry): string =>
  `entry/1 ${seq} ${position} ${at} ${Buffer.byteLength(stream)}\n${stream}${body}`;

export const leafHashOf = (entry: StoredEntry): Buffer => hashLeaf(leafText(entry));
