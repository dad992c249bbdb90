import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from './tidy/files.js';

const requireNode = (version: string) => {
  const file = new URL('scripts/workspace.mjs', pathToFileURL(root)).href;
  const text = `import(${JSON.stringify(file)}).then(({ requireNode }) => requireNode('${version}'))`;
  return spawnSync(process.execPath, ['--eval', text], { encoding: 'utf8' });
};

test.each(['18.20.4', '20.18.1', '8.0.0'])('Node %s is refused in one sentence', (version) => {
  const { status, stderr } = requireNode(version);
  expect(status).toBe(1);
  expect(stderr).toBe(`Boxperson needs Node 20.19 or newer; this is Node ${version}.\n`);
});

test.each(['20.19.0', '21.0.0', '22.1.0', '24.0.0'])('Node %s is welcome', (version) => {
  expect(requireNode(version)).toMatchObject({ status: 0, stderr: '' });
});
