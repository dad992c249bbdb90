import { join } from 'node:path';
import { build, ensureInstalled, requireNode, root, run, stop } from './workspace.mjs';

requireNode();
ensureInstalled();
if (build() !== 0) stop('The build failed: see above.');

const asked = process.argv.slice(2);
const program = join(root, 'packages', 'cli', 'bin', 'boxperson.js');
process.exitCode = run(process.execPath, [program, ...(asked.length > 0 ? asked : ['serve'])]);
