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

/** The real program in a real process. Answers once it is open. */
export async function startProcess({
  port,
  data,
  config,
  env = {},
}: {
  port: number;
  data: string;
  config: string;
  env?: Record<string, string>;
}): Promise<HouseProcess> {
  const child = spawn(
    process.execPath,
    [PROGRAM, 'serve', '--brisk', '--port', String(port), '--data', data, '--config', config],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    },
  );
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes(' is open at ')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the house did not open (exit ${code}): ${said}`)));
  });
  const gone = once(child, 'exit');
  return {
    child,
    url: `http://127.0.0.1:${port}`,
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
