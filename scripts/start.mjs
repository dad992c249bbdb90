import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, ensureInstalled, requireNode, root, stop } from './workspace.mjs';

requireNode();
ensureInstalled();
if (build() !== 0) stop('The build failed: see above.');

const asked = process.argv.slice(2);
const program = join(root, 'packages', 'cli', 'bin', 'boxperson.js');
// In this process: whoever ends it ends the house, and leaves none behind.
process.argv = [process.execPath, program, ...(asked.length > 0 ? asked : ['serve'])];
await import(pathToFileURL(program).href);
