// `npm run pack`: every package as the file that would be published, into `packed/` or a folder of your choice.
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, ensureInstalled, npm, requireNode, root, stop, workspaces } from './workspace.mjs';

const folder = resolve(root, process.argv[2] ?? 'packed');

/** What npm calls them; a package marked private stays at home. */
const published = workspaces()
  .filter(({ manifest }) => manifest.private !== true)
  .map(({ manifest }) => manifest.name);

requireNode();
ensureInstalled();
if (build() !== 0) stop('The build failed: see above.');

// Files of an earlier version would be published with the new ones.
if (process.argv[2] === undefined) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const chosen = published.flatMap((name) => ['--workspace', name]);
process.exitCode = npm(['pack', '--loglevel=error', '--pack-destination', folder, ...chosen]);
