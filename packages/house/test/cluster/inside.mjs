// Loaded into a node before anything else: a door out of its network, and a clock that is wrong. Nothing of it is
// known to the house.
import { createConnection, createServer } from 'node:net';

const { BOXPERSON_DOOR: door, BOXPERSON_PORT: port, BOXPERSON_AHEAD_MS: ahead } = process.env;

if (ahead) {
  const right = Date.now.bind(Date);
  Date.now = () => right() + Number(ahead);
}

if (door) {
  // A file is seen from every network: whoever tests sits in another one.
  const server = createServer((outer) => {
    const inner = createConnection({ host: '127.0.0.1', port: Number(port) });
    const end = () => {
      outer.destroy();
      inner.destroy();
    };
    for (const one of [outer, inner]) one.on('error', end).on('close', end);
    outer.pipe(inner).pipe(outer);
  });
  server.listen(door).unref();
}
