// Debian's packages for tests, one installation at a time: several test processes find at once that something is missing,
// and what one of them is unpacking is not there yet for the others.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LOCK = join(tmpdir(), 'boxperson-apt.lock');
// Somebody else on the machine may be installing as well.
const PATIENT = ['-o', 'DPkg::Lock::Timeout=600'];

const mayInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version');

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const { status } = spawnSync('flock', [LOCK, 'apt-get', ...PATIENT, ...args], { env, stdio: 'ignore' });
  return status === 0;
}

/** Puts packages there, where we may; their services are not started. */
export function installPackages(...names) {
  if (!mayInstall()) return false;
  const install = () => apt('install', '-y', '-qq', '--no-install-recommends', ...names);
  if (install()) return true;
  // The lists may be good enough even where not every source answers.
  apt('update', '-qq');
  return install();
}

/** Until nobody of ours is installing anything: what is found after that is whole. */
export function waitForInstallation() {
  if (mayInstall() && existsSync(LOCK)) spawnSync('flock', [LOCK, 'true'], { stdio: 'ignore' });
}
