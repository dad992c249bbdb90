import type { Source } from './files.js';
import { scan } from './scan.js';

// Put together from parts, so that this file does not hold what it forbids.
const HOMES = ['work', 'tmp', 'root', 'home', 'Users', 'mnt'].join('|');
const MACHINE_PATH = new RegExp(`(?:^|[\\s'"\`(=:<,])(?:[A-Z]:)?[/\\\\](?:${HOMES})[/\\\\][\\w.]`, 'm');
const BESIDE = ['..', 'shared'].join('/');
const REGISTRY = new RegExp(['registry', 'npmjs'].join('\\.'), 'i');

/** The clause checker alone may compare with the rulebooks' texts when they lie beside the project. */
const mayLookBeside = (path: string): boolean => /\/test\/clauses[./]/.test(path);

/** Pages that our documents point readers to. Nothing here is ever fetched. */
const LINKED_HOSTS = new Set([
  'keepachangelog.com',
  'semver.org',
  'www.w3.org',
  'json-schema.org',
  'localhost',
  '127.0.0.1',
]);

/** Addresses that belong to nobody and are set aside for documents (RFC 5737). */
const isForDocuments = (host: string): boolean => /^192\.0\.2\.\d+$/.test(host);

/** The licence of somebody else's work stands there to the letter, with the addresses it names. */
const isTheirLicence = (path: string): boolean => path.endsWith('/OFL.txt');

const hostsOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:https?|wss?):\/\/([\w.-]+)/gi)].map(([, host]) => (host as string).toLowerCase());

/** Paths of one machine and hosts that a text must not name. */
export const textFaults = ({ path, text }: Source): string[] => {
  const faults: string[] = [];
  if (MACHINE_PATH.test(text)) faults.push(`${path}: a path of one machine: ${MACHINE_PATH.exec(text)?.[0]}`);
  if (text.includes(BESIDE) && !mayLookBeside(path)) faults.push(`${path}: a folder beside the project`);
  if (REGISTRY.test(text)) faults.push(`${path}: a registry's host name`);
  const unknown = (isTheirLicence(path) ? [] : hostsOf(text)).filter(
    (host) => !LINKED_HOSTS.has(host) && !isForDocuments(host),
  );
  return [...faults, ...unknown.map((host) => `${path}: host ${host}`)];
};

const FOCUS = /\b(?:test|it|describe|suite|bench)\b(?:\s*\.\s*\w+)*?\s*\.\s*(only|skip|todo)\b/g;

/** Tests that are switched off, or that switch the others off. */
export const focusFaults = ({ path, text }: Source): string[] =>
  [...scan(text).code.matchAll(FOCUS)].map(([, word]) => `${path}: .${word}`);

/** Lock entries that name where a package was downloaded, or lack what makes an install exact. */
export const lockFaults = (text: string): string[] => {
  const { packages } = JSON.parse(text) as { packages: Record<string, Record<string, unknown>> };
  return Object.entries(packages).flatMap(([name, entry]) => {
    if (/^[a-z+]+:/i.test(String(entry['resolved'] ?? ''))) return [`${name}: a download address`];
    const ours = !name.startsWith('node_modules/') || entry['link'] === true;
    return ours || (entry['version'] && entry['integrity']) ? [] : [`${name}: no version or no integrity`];
  });
};

/** Optional packages (one per platform) that a lock must list too: `npm ci` refuses it without them. */
export const missingOptionals = (text: string): string[] => {
  type Entry = { optionalDependencies?: Record<string, string> };
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
  const listed = new Set(
    Object.keys(packages).map((name) => name.slice(name.lastIndexOf('node_modules/') + 13)),
  );
  return Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !listed.has(name));
};
