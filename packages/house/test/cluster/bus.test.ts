// A line to the bus that is cut without a word, with much in it.
import { type AddressInfo, createServer, connect as dial, type Server } from 'node:net';
import { connect } from 'nats';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Bus, openBus } from '../../src/cluster/bus.js';
import { until } from '../support/client.js';
import { hasNats, type NatsServer, startNats } from './nats.js';
import { Way } from './network.js';

const PONG = 'PONG\r\n';

/** A way to a server on which the first line can be made deaf: pings are answered, and nothing that is said arrives. */
function deafWay(port: number): { readonly server: Server; readonly deafen: () => void } {
  let [lines, isDeaf] = [0, false];
  const server = createServer((near) => {
    const isFirst = lines++ === 0;
    const far = dial(port, '127.0.0.1');
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      const pongs = chunk.toString('latin1').split(PONG).length - 1;
      near.write(isFirst && isDeaf ? PONG.repeat(pongs) : chunk);
    });
    for (const [one, other] of [[near, far] as const, [far, near] as const])
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  return {
    server,
    deafen: () => {
      isDeaf = true;
    },
  };
}

describe.skipIf(!hasNats())('the bus', () => {
  const closing: (() => unknown)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  test('a line that was cut with much in it is left for another, and says so meanwhile', async () => {
    const server: NatsServer = await startNats();
    closing.push(() => server.stop());
    const { host, port } = new URL(server.url);
    const [first, second] = [new Way(() => Number(port)), new Way(() => Number(port))];
    closing.push(
      () => first.close(),
      () => second.close(),
    );
    const said: boolean[] = [];
    const open = (run: string, hosts: readonly string[]): Promise<Bus> =>
      openBus({
        servers: hosts.map((one) => `nats://${one}`),
        subject: 'cut',
        run,
        onStatus: (isUp) => void said.push(isUp),
      });
    const far = await open('far', [host]);
    // Whichever is tried first: only one of the two leads anywhere.
    second.cut();
    const near = await open('near', await Promise.all([first.open(), second.open()]));
    closing.push(
      () => far.close(),
      () => near.close(),
    );
    const heard: unknown[] = [];
    far.listen((_from, message) => void heard.push(message));
    near.send(null, { n: 1 });
    await until(() => heard.length === 1, 'heard before the cut');

    first.cut();
    second.heal();
    // More than sockets and kernels keep for anybody.
    for (let n = 0; n < 60; n += 1) near.send('nobody', { much: 'x'.repeat(300_000) });
    await until(() => said.includes(false), 'says that it is down', 20_000);
    await until(() => near.isUp, 'up again', 20_000);
    near.send(null, { n: 2 });
    await until(() => heard.length === 2, 'heard again');
    expect(heard).toEqual([{ n: 1 }, { n: 2 }]);
  }, 60_000);

  test('what cannot be read costs the line, not the hearing', async () => {
    const server: NatsServer = await startNats();
    closing.push(() => server.stop());
    const said: boolean[] = [];
    const options = { servers: [server.url], subject: 'garbled' };
    const faults: unknown[] = [];
    const near = await openBus({
      ...options,
      run: 'near',
      onStatus: (isUp) => void said.push(isUp),
      onError: (error) => void faults.push(error),
    });
    const far = await openBus({ ...options, run: 'far' });
    const stranger = await connect({ servers: [server.url] });
    closing.push(
      () => near.close(),
      () => far.close(),
      () => stranger.close(),
    );
    // The library says so when whoever reads for it stops.
    const stopped = vi.spyOn(console, 'log').mockImplementation(() => {});
    closing.push(() => stopped.mockRestore());
    const heard: unknown[] = [];
    near.listen((_from, message) => void heard.push(message));
    // Whoever stumbles over what was said does not make the line deaf.
    near.listen(
      (_from, message) => void (message as { keys?: readonly string[] }).keys?.map((key) => key.length),
    );
    stranger.publish('boxperson.garbled.near', '{"from":"far","said":[{"keys":[null]}]}');
    await until(() => faults.length === 1, 'the fault is heard of');
    heard.length = 0;
    const unreadable = [
      '{"from":"far","said":[{"body"MSG boxper',
      '"text"',
      '{"from":"far"}',
      '{"from":"far","said":[null]}',
      '{"from":"far\\r\\nPUB x 0","said":[{}]}',
    ];
    for (const text of unreadable) {
      stranger.publish('boxperson.garbled.near', text);
      const before = said.length;
      await until(() => said.length === before + 2, 'the line is left for another');
    }
    // What is said before the server knows that somebody listens again is lost.
    const again = setInterval(() => far.send(null, { n: 1 }), 20);
    closing.push(() => clearInterval(again));
    await until(() => heard.length > 0, 'heard');
    expect([heard[0], said]).toEqual([{ n: 1 }, unreadable.flatMap(() => [false, true])]);
    expect(stopped).not.toHaveBeenCalled();
  }, 60_000);

  test('a line that is up and deaf is left for another', async () => {
    const nats: NatsServer = await startNats();
    closing.push(() => nats.stop());
    const { server, deafen } = deafWay(Number(new URL(nats.url).port));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const said: boolean[] = [];
    const near = await openBus({
      servers: [`nats://127.0.0.1:${port}`],
      subject: 'deaf',
      run: 'near',
      onStatus: (isUp) => void said.push(isUp),
    });
    const far = await openBus({ servers: [nats.url], subject: 'deaf', run: 'far' });
    const heard: unknown[] = [];
    near.listen((_from, message) => void heard.push(message));
    const again = setInterval(() => far.send(null, { n: 1 }), 20);
    closing.push(
      () => server.close(),
      () => near.close(),
      () => far.close(),
      () => clearInterval(again),
    );
    await until(() => heard.length > 0, 'heard before');
    deafen();
    await until(() => said.length === 2, 'the line is left for another', 20_000);
    const before = heard.length;
    await until(() => heard.length > before, 'heard again');
    expect(said).toEqual([false, true]);
  }, 60_000);
});
