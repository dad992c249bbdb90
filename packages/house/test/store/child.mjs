// A process to be killed: node child.mjs <store module> <embedded | server> <folder or address> <run>
// Appends as fast as it can and prints every acknowledgement; what it prints, the store must still have later.
import { writeSync } from 'node:fs';

const [module, kind, place, run] = process.argv.slice(2);
const { openEmbeddedStore, openServerStore } = await import(module);
const say = (...words) => writeSync(1, `${words.join(' ')}\n`);

const store = await (kind === 'embedded' ? openEmbeddedStore(place) : openServerStore(place));
const { sum, faults } = await store.checkMoney();
if (sum !== 0 || faults.length > 0) throw new Error(faults.join());
const last = new Map((await store.streams()).map((found) => [found.stream, found.last]));

const move = (from, to, amount) => ({
  reason: 'move',
  postings: [
    { account: from, amount: -amount },
    { account: to, amount },
  ],
});

async function client(stream) {
  const player = `player/${stream}`;
  for (let position = (last.get(stream) ?? 0) + 1; ; position += 1) {
    const id = `${run}-${stream}-${position}`;
    const { seqs } = await store.append({
      command: { id, hash: id, answer: '{}' },
      events: [{ stream, position, at: Date.now(), body: JSON.stringify({ id }) }],
      entries: position % 2 === 1 ? [move('cash/in', player, 100)] : [move(player, `escrow/${stream}`, 60)],
    });
    say('done', stream, position, seqs[0], id);
  }
}

say('ready');
await Promise.all(Array.from({ length: Number(run) % 3 === 0 ? 1 : 24 }, (_, n) => client(`s${n}`)));
