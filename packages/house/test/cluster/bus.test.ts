// A line to the bus that is cut without a word, with much in it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, connect as dial, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, nkeys, StringCodec } from 'nats';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type Bus, mustHaveQuorum, openBus } from '../../src/cluster/bus.js';
import type { BusAccess } from '../../src/cluster/line.js';
import { until } from '../support/client.js';
import { hasNats, type NatsServer, startNats } from './nats.js';
import { Way } from './network.js';

const codec = StringCodec();
const KEY = 'only nodes know this';
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
        access: { bus: hosts.map((one) => `nats://${one}`) },
        key: KEY,
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
    const options = { access: { bus: [server.url] }, key: KEY, subject: 'garbled' };
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
    far.send('near', { keys: [null] });
    await until(() => faults.length === 1, 'the fault is heard of');
    heard.length = 0;
    const unreadable = [
      '{"from":"far","said":[{"body"MSG boxper',
      '"text"',
      '{"from":"far"}',
      '{"from":"far","said":[null]}',
      '{"from":"far\\r\\nPUB x 0","said":[{}]}',
    ];
    // What is said before the server knows that somebody listens again is lost.
    const again = setInterval(() => far.send(null, { n: 1 }), 20);
    closing.push(() => clearInterval(again));
    for (const text of unreadable) {
      heard.length = 0;
      await until(() => heard.length > 0, 'the other is heard');
      const before = said.length;
      stranger.publish('boxperson.garbled.near', text);
      await until(() => said.length === before + 2, 'the line is left for another');
    }
    heard.length = 0;
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
      access: { bus: [`nats://127.0.0.1:${port}`] },
      key: KEY,
      subject: 'deaf',
      run: 'near',
      onStatus: (isUp) => void said.push(isUp),
    });
    const far = await openBus({ access: { bus: [nats.url] }, key: KEY, subject: 'deaf', run: 'far' });
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

  test('whoever reaches the bus says nothing for a node: not in its name, not again, not to another', async () => {
    const server: NatsServer = await startNats();
    closing.push(() => server.stop());
    const options = { access: { bus: [server.url] }, subject: 'forged' };
    const near = await openBus({ ...options, key: KEY, run: 'near' });
    const far = await openBus({ ...options, key: KEY, run: 'far' });
    const other = await openBus({ ...options, key: 'of another database', run: 'other' });
    const stranger = await connect({ servers: [server.url] });
    closing.push(
      () => near.close(),
      () => far.close(),
      () => other.close(),
      () => stranger.close(),
    );
    const overheard: string[] = [];
    stranger.subscribe('boxperson.forged.near', {
      callback: (_error, message) => void overheard.push(codec.decode(message.data)),
    });
    await stranger.flush();
    const heard: unknown[] = [];
    for (const bus of [near, far]) bus.listen((_from, message) => void heard.push(message));
    far.send('near', { t: 'ask', n: 1 });
    await until(() => heard.length === 1 && overheard.length > 0, 'heard, and overheard');
    const said = overheard.find((text) => text.includes('"ask"')) as string;
    const forged = said.replace('"n":1}', '"n":2}');
    const unsealed = '{"from":"far","to":"near","n":99,"said":[{"t":"ask"}]}';
    const say = (name: string, text: string) => stranger.publish(`boxperson.forged.${name}`, text);
    for (const text of [said, forged, `${'x'.repeat(43)}${unsealed}`]) say('near', text);
    for (const name of ['all', 'far']) say(name, said);
    await stranger.flush();
    other.send('near', { t: 'ask', n: 3 });
    other.send(null, { t: 'ask', n: 4 });
    // What is said after all this is heard, and nothing before it.
    await until(() => overheard.some((text) => text.includes('"n":3}')), 'all of it was said');
    far.send('near', { t: 'ask', n: 5 });
    await until(() => heard.length > 1, 'the next word');
    expect(heard).toEqual([
      { t: 'ask', n: 1 },
      { t: 'ask', n: 5 },
    ]);
    expect([near.isUp, far.isUp]).toEqual([true, true]);
  });

  describe('that asks who comes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'boxperson-login-'));
    const tlsFile = (name: string) => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url));
    const pair = nkeys.createUser();
    const seed = join(folder, 'user.nk');
    const conf = join(folder, 'nkey.conf');
    writeFileSync(seed, `${new TextDecoder().decode(pair.getSeed())}\n`);
    writeFileSync(conf, `authorization { users: [{ nkey: ${pair.getPublicKey()} }] }`);
    closing.push(() => rmSync(folder, { recursive: true, force: true }));

    const named = (url: string, scheme: string, login = '') =>
      `${scheme}://${login}localhost:${new URL(url).port}`;
    const TLS = ['--tls', '--tlscert', tlsFile('server.pem'), '--tlskey', tlsFile('server.key')];
    const ca = tlsFile('ca.pem');

    const isLetIn = async (access: BusAccess): Promise<boolean> => {
      // Its tries take their time; one is enough here.
      const isThere = await mustHaveQuorum(access, 4).then(
        () => true,
        () => false,
      );
      const bus = await openBus({ access, key: KEY, subject: 'login', run: 'near' }).catch(() => null);
      await bus?.close();
      expect(bus !== null).toBe(isThere);
      return isThere;
    };

    interface Case {
      readonly options: readonly string[];
      readonly right: (url: string) => BusAccess;
      readonly wrong: readonly ((url: string) => BusAccess)[];
    }
    const CASES: Readonly<Record<string, Case>> = {
      'a name and a password': {
        options: ['--user', 'house', '--pass', 'p@ss'],
        right: (url) => ({ bus: [url], busLogin: { user: 'house', password: 'p@ss' } }),
        wrong: [
          (url) => ({ bus: [url] }),
          (url) => ({ bus: [url], busLogin: { user: 'house', password: 'pass' } }),
        ],
      },
      'a name and a password in the address': {
        options: ['--user', 'house', '--pass', 'p@ss'],
        right: (url) => ({ bus: [named(url, 'nats', 'house:p%40ss@')] }),
        wrong: [(url) => ({ bus: [named(url, 'nats', 'house:else@')] })],
      },
      'a token': {
        options: ['--auth', 'sesame'],
        right: (url) => ({ bus: [url], busLogin: { token: 'sesame' } }),
        wrong: [(url) => ({ bus: [url], busLogin: { token: 'rice' } })],
      },
      'a key pair': {
        options: ['-c', conf],
        right: (url) => ({ bus: [url], busLogin: { nkey: seed } }),
        wrong: [
          (url) => ({ bus: [url] }),
          (url) => ({ bus: [url], busLogin: { nkey: join(folder, 'none') } }),
        ],
      },
      'TLS, by whom it trusts': {
        options: TLS,
        right: (url) => ({ bus: [named(url, 'tls')], busTls: { ca } }),
        wrong: [(url) => ({ bus: [named(url, 'tls')] }), (url) => ({ bus: [named(url, 'nats')] })],
      },
      'nothing, and is therefore not taken for one with TLS': {
        options: [],
        right: (url) => ({ bus: [named(url, 'nats')] }),
        wrong: [
          (url) => ({ bus: [named(url, 'tls')] }),
          (url) => ({ bus: [named(url, 'nats')], busTls: { ca } }),
        ],
      },
    };

    test.each(Object.entries(CASES))('%s', async (_, { options, right, wrong }) => {
      const server = await startNats(options);
      closing.push(() => server.stop());
      expect(await isLetIn(right(server.url))).toBe(true);
      for (const access of wrong) expect(await isLetIn(access(server.url))).toBe(false);
    });
  });
});
