import { readFileSync } from 'node:fs';
import type { ClusterConfig, ClusterStatus } from '@boxperson/house';
import type { Register } from './command.js';

const EXIT_USAGE = 2;

/** The configuration of a node, or what is wrong with it in one sentence. */
export async function readClusterConfig(file: string): Promise<ClusterConfig | string> {
  const { clusterConfig } = await import('@boxperson/house');
  try {
    const read = clusterConfig.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (read.success) return read.data;
    const issue = read.error.issues[0];
    return `${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`;
  } catch (error) {
    return `${file}: ${(error as Error).message}`;
  }
}

function fail(message: string): void {
  process.stderr.write(`boxperson cluster: ${message}\n`);
  process.exitCode = EXIT_USAGE;
}

const column = (text: string | number, width: number): string => String(text).padEnd(width);

/** As a page of text: nodes, then what each of them keeps. */
export function statusText({ name, nodes, units, log }: ClusterStatus): string {
  const rows = nodes.map(
    (node) =>
      `  ${column(node.name, 12)} ${column(node.alive ? node.state : 'gone', 9)} ${column(`keeps ${node.keeps}`, 10)} ${column(`behind ${node.lag}`, 12)} ${column(`lease ${(node.leftMs / 1000).toFixed(1)} s`, 14)} ${node.address}`,
  );
  const kept = units.map(
    ({ unit, node, epoch }) => `  ${column(unit, 28)} ${column(node ?? 'nobody', 12)} epoch ${epoch}`,
  );
  return [`${name}: ${nodes.length} nodes, log at ${log}`, ...rows, '', 'kept by', ...kept, ''].join('\n');
}

async function withConfig(file: string, act: (config: ClusterConfig) => Promise<void>): Promise<void> {
  const config = await readClusterConfig(file);
  if (typeof config === 'string') return fail(config);
  await act(config).catch((error: Error) => fail(error.message));
}

async function status({ cluster, json }: { cluster: string; json?: boolean }): Promise<void> {
  await withConfig(cluster, async (config) => {
    const { readClusterStatus } = await import('@boxperson/house');
    const found = await readClusterStatus(config);
    process.stdout.write(json ? `${JSON.stringify(found)}\n` : statusText(found));
  });
}

async function drain(node: string, { cluster }: { cluster: string }): Promise<void> {
  await withConfig(cluster, async (config) => {
    const { drainNode } = await import('@boxperson/house');
    if (!(await drainNode(config, node)))
      return fail(`there is no node ${node} in the cluster ${config.name}`);
    process.stdout.write(`${node} gives away what it keeps, and stops.\n`);
  });
}

export const registerCluster: Register = (program) => {
  const cluster = program
    .command('cluster')
    .description('nodes that run one house together')
    .addHelpText('after', `\nExamples:\n  ${EXAMPLES.status}\n  ${EXAMPLES.drain}`);
  cluster
    .command('status')
    .description('who is there, who keeps what, and how far behind each of them is')
    .requiredOption('--cluster <file>', 'the configuration of any node')
    .option('--json', 'for programs')
    .addHelpText('after', `\nExamples:\n  ${EXAMPLES.status}`)
    .action(status);
  cluster
    .command('drain <node>')
    .description('let a node give away what it keeps, and stop')
    .requiredOption('--cluster <file>', 'the configuration of any node')
    .addHelpText('after', `\nExamples:\n  ${EXAMPLES.drain}`)
    .action(drain);
};

const EXAMPLES = {
  status: '$ boxperson cluster status --cluster a.json    every node and every table',
  drain: '$ boxperson cluster drain c --cluster a.json   before its machine is taken away',
} as const;
