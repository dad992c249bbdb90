// Pictures of every screen and state at four sizes, into gallery/ (which git does not keep).
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, ensureInstalled, requireNode, root, runBin, stop } from './workspace.mjs';

const FOLDER = join(root, 'gallery');

requireNode();
ensureInstalled();
if (build() !== 0) stop('The build failed: see above.');
// Only some of them: npm run gallery -- -t 390x844
const some = process.argv.slice(2);
if (some.length === 0) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
process.env.GALLERY = FOLDER;
process.exitCode = runBin('vitest', 'vitest', [
  'run',
  '--config',
  'vitest.gallery.config.ts',
  'packages/web/test/gallery.shots.ts',
  ...some,
]);
console.log(`The pictures are in ${FOLDER}`);
