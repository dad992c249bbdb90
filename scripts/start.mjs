import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, ensureInstalled, requireNode, root, stop } from './workspace.mjs';

requireNode();
ensureInstalled();
if (build() !== 0) stop('The build failed: see above.');

const asked = process.argv.slice(2);
const program = join(root, 'packages', 'cli', 'bin', 'boxperson.js');
// `npm start -- --port 8081` is about the house, too.
const isCommand = asked[0] !== undefined && !asked[0].startsWith('-');
// In this process: whoever ends it ends the house, and leaves none behind.
process.argv = [process.execPath, program, ...(isCommand ? asked : ['serve', ...asked])];
await import(pathToFileURL(program).href);
