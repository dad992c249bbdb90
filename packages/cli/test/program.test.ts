import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { coloursFor } from '../src/colours.js';
import { makeProgram } from '../src/program.js';

const home = fileURLToPath(new URL('..', import.meta.url));

const boxperson = (args: readonly string[], env: Record<string, string> = {}) => {
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...inherited } = process.env;
  const result = spawnSync(process.execPath, [join(home, 'bin', 'boxperson.js'), ...args], {
    encoding: 'utf8',
    env: { ...inherited, ...env },
  });
  return { code: result.status, out: result.stdout, err: result.stderr };
};

describe('boxperson', () => {
  test('--help lists the commands, with examples', () => {
    const { code, out } = boxperson(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('welcome');
    expect(out).toContain('Examples:');
  });

  test('without a command it prints the same help', () => {
    expect(boxperson([])).toEqual(boxperson(['--help']));
  });

  test('--version is the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    expect(boxperson(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  test('welcome names only commands that exist', () => {
    const { code, out } = boxperson(['welcome']);
    const offered = [...out.matchAll(/npx boxperson ([a-z]+)/g)].map(([, name]) => name as string);
    expect(code).toBe(0);
    expect(offered).toContain('serve');
    for (const name of offered) expect(boxperson(['help', name]).code).toBe(0);
  });

  test.each([
    ['an unknown command', ['welcom'], 'the nearest is "welcome"'],
    ['an unknown option', ['--versoin'], 'Did you mean --version?'],
    ['an unknown option of a command', ['welcome', '--hepl'], 'Did you mean --help?'],
  ])('%s: the nearest is suggested, on the error output, and it exits 2', (_, args, hint) => {
    const { code, out, err } = boxperson(args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(hint);
  });

  test('where nothing is near, nothing is guessed', () => {
    expect(boxperson(['bogus'])).toEqual({
      code: 2,
      out: '',
      err: 'error: there is no command "bogus": see "boxperson --help"\n',
    });
  });

  test('every command has examples in its help', () => {
    const help = (command: Command): string => {
      let text = '';
      command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
      return text;
    };
    const every = (command: Command): readonly Command[] =>
      command.commands.flatMap((each) => [each, ...every(each)]);
    const all = every(makeProgram());
    expect(all.length).toBeGreaterThan(20);
    const without = all.filter((command) => !/\nExamples?:\n {2}\$ /.test(help(command)));
    expect(without.map((command) => command.name())).toEqual([]);
  });

  test('output that is no terminal stays plain, in continuous integration too', () => {
    expect(boxperson(['welcome'], { CI: 'true' }).out).not.toContain('\u001b');
    expect(boxperson(['welcome'], { FORCE_COLOR: '1' }).out).toContain('\u001b');
  });

  test('without a build it says what to run', () => {
    const folder = mkdtempSync(join(tmpdir(), 'boxperson-'));
    try {
      mkdirSync(join(folder, 'bin'));
      cpSync(join(home, 'bin', 'boxperson.js'), join(folder, 'bin', 'boxperson.mjs'));
      const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin', 'boxperson.mjs')], {
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toContain('npm run build');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{}, { CI: '1' }, false],
  [{}, { FORCE_COLOR: '1' }, true],
])('colours for %o with %o: %s', (stream, env, coloured) => {
  expect(coloursFor(stream, env).isColorSupported).toBe(coloured);
});
