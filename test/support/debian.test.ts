import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const OURS = fileURLToPath(new URL('./debian.mjs', import.meta.url));

// One at a time, as Debian's own: whoever comes while it is at work is turned away.
const APT = `#!/bin/sh
[ "$1" = -o ] && shift 2
[ "$1" = install ] || exit 0
mkdir "$(dirname "$0")/busy" || exit 100
sleep 0.2
rmdir "$(dirname "$0")/busy"
`;

const isDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version');

test.skipIf(!isDebian)('several processes that want a package at once all get it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxperson-apt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'apt-get'), APT);
  chmodSync(join(folder, 'apt-get'), 0o755);
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}`, TMPDIR: folder };
  execFileSync('apt-get', ['install', 'craps'], { env });
  const wants = `import(${JSON.stringify(OURS)}).then((our) => process.exit(our.installPackages('craps') ? 0 : 1))`;
  const ended = [1, 2, 3].map(() => once(spawn(process.execPath, ['-e', wants], { env }), 'exit'));
  expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0, 0]);
});
