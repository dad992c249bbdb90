import type { Command } from '@boxperson/rules';
import type { ServerMessage } from '../../src/index.js';
import { Line } from './http.js';

export type Reply = Extract<ServerMessage, { t: 'done' | 'refused' | 'proposed' }>;

let asked = 0;

/** Somebody at a table, at the other end of a real connection. */
export class AtTable {
  readonly id: string;
  readonly table: string;
  readonly line: Line;

  private constructor(id: string, table: string, line: Line) {
    this.id = id;
    this.table = table;
    this.line = line;
  }

  static async come(url: string, table: string, who: { id: string; token: string | null }): Promise<AtTable> {
    return new AtTable(who.id, table, await Line.open(url, who.token));
  }

  /** Gives a command and waits for the answer. */
  do(command: Command): Promise<Reply> {
    return this.say({ t: 'do', command });
  }

  confirm(proposal: string, role: string, id?: string): Promise<Reply> {
    const command = { do: 'confirm', proposal, role };
    return this.say({ t: 'do', at: 'proposals', command }, id);
  }

  /** Of this run of the house, as it says in its welcome. */
  #newId(): string {
    const welcome = this.line.heard.find((heard) => heard.t === 'welcome');
    return `${welcome?.t === 'welcome' ? welcome.epoch : 'new'}-at-table-${++asked}`;
  }

  async say(message: object, id = this.#newId()): Promise<Reply> {
    const isAnswer = (heard: ServerMessage) =>
      ['done', 'refused', 'proposed'].includes(heard.t) && (heard as { id?: string }).id === id;
    const before = new Set(this.line.heard.filter(isAnswer));
    await this.line.say({ at: `table/${this.table}`, ...message, id });
    return (await this.line.hear((heard) => isAnswer(heard) && !before.has(heard))) as Reply;
  }

  /** A command that must go through. */
  async must(command: Command): Promise<void> {
    const reply = await this.do(command);
    if (reply.t !== 'done') throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(reply)}`);
  }
}
