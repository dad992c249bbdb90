import type { House } from './house.js';

/** Counters for whoever watches the house, in the text form that monitoring systems read. */
export class Metrics {
  connections = 0;
  messages = 0;

  text(house: House): string {
    const lines = [
      ...gauge('boxperson_connections', 'open connections', this.connections),
      ...counter('boxperson_messages_total', 'messages received', this.messages),
      ...gauge('boxperson_tables', 'tables that run', house.tables().length),
      ...gauge('boxperson_tables_stopped', 'tables kept for inspection', house.stopped().length),
      ...gauge('boxperson_memory_bytes', 'resident memory', process.memoryUsage().rss),
      '# HELP boxperson_table_events_total events in the record of a table',
      '# TYPE boxperson_table_events_total counter',
      ...house.tables().map(({ id, host }) => `boxperson_table_events_total{table="${id}"} ${host.n}`),
    ];
    return `${lines.join('\n')}\n`;
  }
}

const metric = (type: string) => (name: string, help: string, value: number) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  `${name} ${value}`,
];
const gauge = metric('gauge');
const counter = metric('counter');
