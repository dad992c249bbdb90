// `npm run version:set -- 0.2.0`: one version for all packages, each of which asks for exactly that one of the others.
// Without a version it only puts those demands right, after a package was added.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, requireNode, root, stop, workspaces } from './workspace.mjs';

const VERSION = /^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?$/i;
const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

requireNode();
const [asked] = process.argv.slice(2);
if (asked !== undefined && !VERSION.test(asked)) stop(`${asked} is not a version: write 0.2.0, say.`, 2);

const all = workspaces().map(({ file, manifest }) => ({
  file,
  manifest: { ...manifest, version: asked ?? manifest.version },
}));
const versions = new Map(all.map(({ manifest }) => [manifest.name, manifest.version]));

const pinned = (wanted) =>
  Object.fromEntries(Object.entries(wanted).map(([name, range]) => [name, versions.get(name) ?? range]));

for (const { file, manifest } of all) {
  for (const field of FIELDS) if (manifest[field]) manifest[field] = pinned(manifest[field]);
  writeFileSync(join(root, file), `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`${manifest.name} ${manifest.version}`);
}
process.exitCode = npm(['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error']);
