// Writes golden records for the version of the record that this build writes: node packages/rules/test/table/golden/write.mjs
// What is there is never overwritten: a record of an earlier version must stay readable for ever.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVENT_VERSION, replay, runScript, saveTable } from '@boxperson/rules';

const folder = dirname(fileURLToPath(import.meta.url));
const SCRIPT = '.script.jsonl';

function recordOf(name) {
  const runner = runScript();
  const lines = readFileSync(join(folder, `${name}${SCRIPT}`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.flatMap((line) => {
    const { answer } = runner.play(line);
    if (!answer.ok) throw new Error(`${name}: ${line}\n  ${answer.refused.message}`);
    return answer.events;
  });
}

function write(path, text) {
  if (existsSync(path)) return console.log(`kept     ${path}`);
  writeFileSync(path, text);
  return console.log(`written  ${path}`);
}

const names = readdirSync(folder).filter((file) => file.endsWith(SCRIPT));
for (const name of names.map((file) => file.slice(0, -SCRIPT.length))) {
  const start = join(folder, `${name}.v${EVENT_VERSION}`);
  // An older script may ask for what is refused by now; its record stands.
  if (existsSync(`${start}.jsonl`)) continue;
  const events = recordOf(name);
  write(`${start}.jsonl`, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  write(`${start}.table.json`, `${JSON.stringify(saveTable(replay(events)), null, 2)}\n`);
}
