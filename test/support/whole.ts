import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AliasOptions, build, type Plugin, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Test files that only compute, and much: each is put together with its sources into one module, made anew whenever it is
 * loaded. Otherwise every use of another module is looked up, which takes up to a third of their time. Nothing in them is
 * mocked, and no source of theirs asks where it lies.
 */
export function wholeFiles(files: readonly string[]): Plugin {
  const whole = new Set(files.map((file) => `${root}${file}`));
  let alias: AliasOptions = [];
  return {
    name: 'boxperson:whole-files',
    enforce: 'pre',
    configResolved: (config) => {
      alias = config.resolve.alias;
    },
    load: (id) => (whole.has(id) ? putTogether(id, alias) : null),
  };
}

async function putTogether(file: string, alias: AliasOptions) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias },
    build: {
      ssr: file,
      write: false,
      minify: false,
      sourcemap: true,
      target: 'node20',
      rolldownOptions: {
        output: {
          codeSplitting: false,
          // A failure names the line of the source.
          sourcemapPathTransform: (source, map) => resolve(dirname(map), source),
        },
      },
    },
  });
  const { code, map } = (built as Rolldown.RolldownOutput).output[0];
  return { code, map: String(map) };
}
