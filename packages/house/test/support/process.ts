import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../cli/bin/boxperson.js', import.meta.url));

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export interface HouseProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** No goodbye: the process is gone between two instructions. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Where a house runs, and on what. */
export interface HousePlace {
  readonly port: number;
  readonly data: string;
  readonly config: string;
  readonly env?: Record<string, string>;
  /** The crew takes its time, as bots need it to take the dice. */
  readonly atEase?: boolean;
}

const spawnHouse = ({ port, data, config, env = {}, atEase = false }: HousePlace): ChildProcess =>
  spawn(
    process.execPath,
    [
      PROGRAM,
      'serve',
      ...(atEase ? [] : ['--brisk']),
      '--port',
      String(port),
      '--data',
      data,
      '--config',
      config,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );

/** The real program in a real process. Answers once it is open. */
export async function startProcess(place: HousePlace): Promise<HouseProcess> {
  const child = spawnHouse(place);
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += String(chunk);
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes(' is open at ')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the house did not open (exit ${code}): ${said}`)));
  });
  const gone = once(child, 'exit');
  return {
    child,
    url: `http://127.0.0.1:${place.port}`,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** A process that is gone again so long after its start, open or not. */
export async function killOpening(place: HousePlace, afterMs: number): Promise<void> {
  const child = spawnHouse(place);
  const gone = once(child, 'exit');
  setTimeout(() => child.kill('SIGKILL'), afterMs);
  const [code, signal] = await gone;
  if (signal !== 'SIGKILL') throw new Error(`the house ended by itself while it opened (exit ${code})`);
}
