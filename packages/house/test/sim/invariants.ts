import { createHash } from 'node:crypto';
import { account, type Person } from '@boxperson/offices';
import { type Command, onLayout, saveTable, type Table } from '@boxperson/rules';
import type { House } from '../../src/house.js';
import type { OfficeHost } from '../../src/office/office-host.js';
import { houseId } from '../../src/office/once.js';
import { Rebuilder } from '../../src/record/rebuild.js';
import { verifyRecord } from '../../src/record/verify.js';
import type { LedgerEntry } from '../../src/store/types.js';
import { type TableHost, tableIn } from '../../src/tables/host.js';
import type { ServerMessage } from '../../src/wire/protocol.js';
import { type Eye, Eyes } from './eyes.js';
import { HandPayLaw, type Law, type Read, TimeLaw, TwoLaw, whyFoul } from './laws.js';
import type { Disk, Written } from './store.js';

/** A command as somebody gave it. */
export interface Given {
  readonly person: string;
  readonly at: string;
  readonly command: Command;
}

/** Events that nobody but a person brings about, with the verbs that do: each must have happened under an id. */
const OWED: Readonly<Record<string, readonly string[]>> = {
  sat: ['sit'],
  wagered: ['bet'],
  took: ['take', 'leave'],
  called: ['call'],
  'chips-bought': ['chips', 'note', 'ticket-in', 'transfer'],
  'credits-collected': ['collect', 'ticket-out', 'hand-pay'],
  'card-presented': ['card'],
  'note-in': ['note'],
  'ticket-in': ['ticket-in'],
  'transfer-in': ['transfer'],
  'ticket-out': ['ticket-out'],
  'hand-pay-asked': ['ticket-out'],
  'hand-paid': ['hand-pay'],
  'attendant-called': ['attendant'],
  'ticket-redeemed': ['redeem'],
  'ledger-corrected': ['correct'],
  'play-money-granted': ['more-play-money'],
  'measure-recorded': ['record-measure'],
  'malfunction-resolved': ['resolve-malfunction'],
  'outcome-invalidated': ['invalidate'],
  'player-excluded': ['exclude'],
};

const RELEASED = /"event":"(?:released|left)".*"why":"away"/;

/** Refusals that are about the moment and not about the command. */
const PASSING = ['unavailable', 'too-fast', 'not-signed-in'];

type Answer = Extract<ServerMessage, { t: 'done' | 'refused' | 'proposed' }>;
const isAnswer = (message: ServerMessage): message is Answer =>
  message.t === 'done' || message.t === 'refused' || message.t === 'proposed';

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);
/** What the ids of the house itself begin with. */
const OF_THE_HOUSE = houseId('').slice(0, 20);
/** The id under which what somebody proposed is carried out. */
const carryOf = (id: string): string => houseId(`carry-prop-${hashed(id)}`);

/** What of an answer must be the same every time. */
const gist = ({ id: _id, at: _at, ...said }: Answer): string => JSON.stringify(said);

/** Whoever has no session sees what everybody sees. */
const NOBODY: Eye = { person: null, crew: false };

/** Watches a world from outside and says what is wrong with it, once. */
export class Witness {
  readonly eyes: Eyes;
  readonly #disk: Disk;
  readonly #time: TimeLaw;
  readonly #laws: readonly Law[];
  readonly #given = new Map<string, Given>();
  /** Given, and nobody has asked yet under which id it would be carried out. */
  readonly #uncarried = new Map<string, Given>();
  readonly #answers = new Map<
    string,
    { readonly said: string; readonly final: boolean; readonly life: number }
  >();
  /** How each stream stood when it was last found to be what the record led to then. */
  readonly #compared = new Map<
    string,
    { readonly log: number; readonly last: number; readonly saved: string }
  >();
  #rebuilder = new Rebuilder();
  #granted = 0;
  #life = 0;
  acknowledged = 0;
  wrong: string | null = null;

  constructor(disk: Disk, people: readonly Person[], elapsed: () => number) {
    this.#disk = disk;
    this.eyes = new Eyes(people);
    this.#time = new TimeLaw(elapsed);
    this.#laws = [this.#time, new HandPayLaw(), new TwoLaw(people)];
    disk.onWritten = (written) => this.#written(written);
  }

  fail(why: string): void {
    this.wrong ??= why;
  }

  /** A house has opened on the same disk: what it remembered in memory alone is gone. */
  newLife(): void {
    this.#life += 1;
    this.#compared.clear();
    this.#time.newLife();
  }

  /** Somebody gives a command; what the house itself grants has no id. */
  give(id: string, given: Given): void {
    this.eyes.says(given.person, given.command['number'] ?? given.command['ticket']);
    if (this.#given.has(id)) return;
    this.#given.set(id, given);
    this.#uncarried.set(id, given);
  }
  grant(): void {
    this.#granted += 1;
  }

  given(id: string): Given | undefined {
    if (id.startsWith(OF_THE_HOUSE)) this.#learnCarried();
    return this.#given.get(id);
  }

  #learnCarried(): void {
    for (const [id, given] of this.#uncarried) this.#given.set(carryOf(id), given);
    this.#uncarried.clear();
  }

  // ---- what becomes durable ----

  #written(written: Written): void {
    const { work, entries, ledger } = written;
    const foul = whyFoul(written);
    if (foul) return this.fail(foul);
    const expected: LedgerEntry[] = [];
    // Whoever is away for long has their wagers taken down for them, and in no other way (R59).
    const isReleased = entries.some(({ body }) => RELEASED.test(body));
    for (const entry of entries) {
      const event = JSON.parse(entry.body) as Readonly<Record<string, unknown>>;
      this.eyes.take(entry.stream, entry.position, event);
      this.#judge({ ...entry, event });
      if (!isReleased || event['event'] !== 'took') this.#whoseIs(event, work.command?.id ?? null);
      const taken = this.#rebuilder.take(entry);
      if (!taken.ok) return this.fail(`${entry.stream} ${entry.position} cannot have happened: ${taken.why}`);
      expected.push(...taken.entries);
    }
    if (expected.length === 0 && ledger.length === 0) return;
    const bare = (all: readonly Pick<LedgerEntry, 'reason' | 'postings'>[]) =>
      JSON.stringify(all.map(({ reason, postings }) => ({ reason, postings })));
    const [kept, said] = [bare(ledger), bare(expected)];
    if (said !== kept) this.fail(`the ledger has ${kept}, the log says ${said}`);
  }

  #judge(read: Read): void {
    for (const law of this.#laws) {
      const wrong = law.look(read);
      if (wrong) this.fail(wrong);
    }
  }

  /** One effect for each id: what only people bring about stands under the id of one who asked for it. */
  #whoseIs(event: Readonly<Record<string, unknown>>, id: string | null): void {
    const name = String(event['event']);
    const verbs = OWED[name];
    if (!verbs) return;
    if (name === 'play-money-granted' && id === null && --this.#granted >= 0) return;
    const given = id === null ? undefined : this.given(id);
    if (!given) return this.fail(`${name} happened under ${id}, which nobody gave: ${JSON.stringify(event)}`);
    if (!verbs.includes(String(given.command['do'])))
      return this.fail(`${name} happened under ${id}, which is ${String(given.command['do'])}`);
    if (name === 'sat' && event['person'] !== given.person)
      this.fail(`${String(event['person'])} sat under ${id} of ${given.person}`);
  }

  // ---- what is said ----

  /** `eye`: who it was said to; `isOver`: their session was over then. What they asked before is still theirs to know. */
  said(eye: Eye, message: ServerMessage, text: string, isOver: boolean): void {
    const seen = isOver && !isAnswer(message) ? NOBODY : eye;
    const why = this.eyes.why(seen, message, text);
    if (why) this.fail(`${seen.person?.id ?? 'a stranger'} was told ${why}: ${text.slice(0, 400)}`);
    if (isAnswer(message)) this.#answered(message, eye);
  }

  #answered(answer: Answer, { person }: Eye): void {
    const given = this.given(answer.id);
    if (!given) return this.fail(`an answer to ${answer.id}, which nobody gave`);
    if (answer.t === 'refused' && PASSING.includes(answer.refused.code)) return;
    if (given.person !== person?.id) this.fail(`the answer to ${given.person} went to ${person?.id}`);
    this.#isDurable(answer, given);
    this.#isSame(answer);
  }

  #isDurable(answer: Answer, { command }: Given): void {
    if (answer.t === 'refused') return;
    this.acknowledged += 1;
    const kept = this.#disk.commands.get(answer.id);
    if (!kept) return this.fail(`${answer.id} was acknowledged and is not durable`);
    // Whoever agrees hears what became of it: that stands under an id of its own.
    if (answer.t !== 'done' || command['do'] === 'confirm') return;
    const { n, answer: said } = JSON.parse(kept.answer) as { readonly n: number; readonly answer?: object };
    if (n !== answer.n || JSON.stringify(said) !== JSON.stringify(answer.answer))
      this.fail(`${answer.id} was answered ${gist(answer)} and is kept as ${kept.answer}`);
  }

  /** The same id gives the same answer: what was done for ever, what was refused as long as the house runs. */
  #isSame(answer: Answer): void {
    const before = this.#answers.get(answer.id);
    const said = gist(answer);
    const isOther = answer.t === 'refused' && answer.refused.code === 'same-id-other-body';
    if (isOther) return;
    const holds = before && (before.final || before.life === this.#life);
    if (holds && before.said !== said)
      return this.fail(`${answer.id} was answered ${before.said}, and then ${said}`);
    this.#answers.set(answer.id, { said, final: answer.t !== 'refused', life: this.#life });
  }

  // ---- how the house stands ----

  /** `idle`: nothing is on its way to the disk; `closely`: compared in every detail. */
  look(house: House, idle: boolean, closely: boolean): void {
    for (const { id, host } of house.tables()) {
      this.#lookAt(host, idle);
      if (closely && idle) this.#compare(host, () => JSON.stringify(saveTable(host.told.state)));
      if (host.told.n === this.#rebuilder.positionOf(host.stream)) this.#lookAtMoney(id, host.told.state);
    }
    for (const host of house.offices.hosts()) {
      this.#lookAt(host, idle);
      if (closely && idle) this.#compare(host, () => this.#books(house, host));
    }
  }

  #books(house: House, host: OfficeHost): string {
    const lead = host.office.accompanies && house.host(host.stream.slice(host.office.name.length + 1));
    if (!lead) return JSON.stringify(host.told.state);
    return JSON.stringify({ n: lead.told.n, table: saveTable(lead.told.state), books: host.told.state });
  }

  #lookAt(host: TableHost | OfficeHost, idle: boolean): void {
    const { stream, told, n, stopped } = host;
    const last = this.#rebuilder.positionOf(stream);
    if (told.n > last) return this.fail(`${stream} told of ${told.n} events, ${last} are durable`);
    if (stopped !== null && !/not available/.test(stopped)) return this.fail(`${stream} stopped: ${stopped}`);
    if (stopped !== null) return;
    if (idle && n !== told.n) return this.fail(`${stream} stands at ${n}, and nothing of it is on its way`);
    if (idle && told.n !== last) return this.fail(`${stream} stands at ${told.n}, its record at ${last}`);
  }

  #compare({ stream, told, stopped }: TableHost | OfficeHost, saved: () => string): void {
    const last = this.#rebuilder.positionOf(stream);
    const { length: log } = this.#disk.log;
    const before = this.#compared.get(stream);
    if (stopped !== null || told.n !== last || last === 0 || before?.log === log) return;
    const text = saved();
    this.#compared.set(stream, { log, last, saved: text });
    // Books beside a table say in their text at which place of it.
    const isAsBefore = before?.last === last && before.saved === text;
    if (!isAsBefore && !this.#rebuilder.matches(stream, text))
      this.fail(`${stream} is not what its record leads to`);
  }

  /** The table and the ledger say the same of every cent. */
  #lookAtMoney(id: string, { game }: Table): void {
    const holds = (name: string) => this.#disk.balances.get(name) ?? 0;
    const agree = (name: string, amount: number) => {
      if (holds(name) !== amount) this.fail(`${name} holds ${holds(name)}, the table says ${amount}`);
    };
    agree(
      account.escrow(id),
      game.players.reduce((sum, player) => sum + onLayout(player), 0),
    );
    if (holds(account.float(id)) + holds(account.commission(id)) !== game.house)
      this.fail(`the house has ${game.house} at ${id}, the ledger says otherwise`);
    for (const { name, balance } of game.players) agree(account.seat(id, name), balance);
  }

  /** All of it once more from the beginning, with the project's own verifier. */
  async end(): Promise<void> {
    const { sum, faults } = this.#disk.checkMoney();
    if (sum !== 0 || faults.length > 0) this.fail(`the money does not add up: ${sum} ${faults.join('; ')}`);
    for (const [account, amount] of this.#disk.balances) this.#lookAtSeat(account, amount);
    const report = await verifyRecord(this.#disk.source());
    const [fault] = report.faults;
    if (fault) this.fail(`the record does not verify: ${JSON.stringify(fault)}`);
  }

  /** Whoever is not there has nothing there. */
  #lookAtSeat(name: string, amount: number): void {
    const [, table = '', player = ''] = /^player\/at\/([^/]+)\/(.*)$/.exec(name) ?? [];
    if (table === '' || amount === 0) return;
    const stream = `table/${table}`;
    if (tableIn(stream) && this.eyes.holder(stream, player, this.#disk.stream(stream).length) === null)
      this.fail(`${name} holds ${amount} and nobody sits there`);
  }
}
