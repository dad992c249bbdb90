import { createHash } from 'node:crypto';
import {
  type About,
  aboutIn,
  type Carried,
  no,
  type Outcome,
  type PeopleBooks,
  type Person,
  type Proposal,
  type Proposals,
  proposalIn,
  type Refused,
  whyNotBoth,
} from '@boxperson/offices';
import type { Command } from '@boxperson/rules';
import { type CommandKey, StreamStopped, type Submitted } from '../stream/host.js';
import type { OfficeHost, Origin } from './office-host.js';
import { type HowOften, Often, type TooMuch } from './often.js';
import { type Done, hashCommand, houseId, type Once } from './once.js';

/** What somebody asks: where, what, and under which id. */
export interface Call {
  readonly id: string;
  /** A stream: `table/wharf`, `tickets`, `terminal/tumbler`. */
  readonly at: string;
  readonly command: Command;
  /** Where it comes from: no part of what is said. */
  readonly origin?: Origin;
  /** From which place, however it comes in. */
  readonly from?: string;
}

/** A second person with the role in which they agree, where the book asks for one. */
export interface Second {
  readonly person: Person;
  readonly role: string | null;
  /** What it was about when it was proposed; left out where nothing was noted. */
  readonly about?: About;
}

/** Where calls for a stream are answered: tables and offices alike. */
export interface Counter {
  /** Who is it, may they, and is it complete? The command as it goes on, or why not. */
  judge(person: Person, command: Command): Outcome<Command> | Promise<Outcome<Command>>;
  /** Does it take a second person, for whoever asks? */
  takesTwo(command: Command, person: Person): boolean | Promise<boolean>;
  /** Why it would come to nothing even if somebody agreed; null when it may be put to them. */
  whyNotPropose(person: Person, command: Command): Promise<Refused | null>;
  whyNotSecond(second: Second, proposal: Proposal): Refused | null;
  /** What is meant by it now beside what is said, kept while it waits; left out where it says all. */
  about?(command: Command): About;
  /** How much money it moves, as far as can be told beforehand: by what was said, and by what would come of it. */
  moneyIn(person: Person, command: Command): Promise<number>;
  /** How long it waits for a second person. */
  readonly lapseMs: number;
  /** How often it may be asked for; null where that does not matter. */
  often?(command: Command): HowOften | null;
  /** In which role it is asked; null where roles do not count. */
  roleIn(command: Command): string | null;
  submit(
    person: Person,
    command: Command,
    key: CommandKey,
    second: Second | null,
    origin?: Origin,
  ): Promise<Submitted<unknown>>;
}

export interface AdmissionOptions {
  readonly once: Once;
  readonly now: () => number;
  /** Elapsed time. */
  readonly elapsed?: () => number;
  readonly counter: (at: string) => Counter | null;
  readonly person: (id: string) => Promise<Person | null>;
  /** Who let whom in, all in all; left out, it is held against two people that one and the same let them in. */
  readonly people?: () => PeopleBooks | null;
  readonly proposals: OfficeHost;
  /** Attempts of the staff that were refused. */
  readonly audit: (person: Person, call: Call, refused: Refused) => void;
  /** What of a command may be hashed, kept and put to another: never a secret. */
  readonly withoutSecrets?: (call: Call) => Command;
  /** Where nodes share the work: brings a call to whoever keeps where it goes to. */
  readonly bring?: (person: Person, call: Call, here: () => Promise<Done>) => Promise<Done>;
  /** Does it after so long, unless the house is closed by then; left out, what was agreed and failed waits for a start. */
  readonly later?: (act: () => void, ms: number) => void;
  /** Hears of what was agreed and could not be carried out, where no stream says so. */
  readonly onError?: (error: unknown) => void;
  /** Secrets that are shown once are not kept with an answer: they come to it on its way out. */
  readonly reveal?: (id: string, answer: object) => object;
}

const PROPOSALS = 'proposals';
/** How long after a failure it is tried again to carry out what was agreed: soon, and then less and less often. */
const AGAIN_FIRST_MS = 1_000;
const AGAIN_MOST_MS = 600_000;

export const NOT_SIGNED_IN: Refused = {
  code: 'not-signed-in',
  clause: null,
  message: 'Sign in, or come as a guest, first.',
};

const TOO_MUCH: Readonly<Record<TooMuch, string>> = {
  asked: 'Too often',
  refused: 'Too much that guests of your network asked for was refused',
};

const SET_PASSWORD_FIRST: Refused = {
  code: 'set-password-first',
  clause: null,
  message: 'Set a password of your own first: POST /api/people/set-password.',
};

/** The one thing that is open with a password that the house made up. */
const isSetPassword = ({ at, command }: Call): boolean => at === 'people' && command['do'] === 'set-password';

/**
 * The one way in. Who is it, may they, is it complete, does it take a second person; once only; then the stream. HTTP
 * and socket come through here alike, and so does everything that changes anything.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #often: Often;
  readonly #carrying = new Map<string, Promise<Done>>();
  /** What was agreed and failed: after how long it is tried again the next time, and which of it is about to be. */
  readonly #waits = new Map<string, number>();
  readonly #again = new Set<string>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#often = new Often(options.elapsed);
  }

  get epoch(): string {
    return this.#options.once.epoch;
  }

  async submit(person: Person | null, call: Call): Promise<Done> {
    if (!person) return { ok: false, refused: NOT_SIGNED_IN };
    if (person.oneTime && !isSetPassword(call)) return { ok: false, refused: SET_PASSWORD_FIRST };
    const { bring } = this.#options;
    return bring ? bring(person, call, () => this.submitHere(person, call)) : this.submitHere(person, call);
  }

  /** Whoever asks is known, and here is where it is decided. */
  async submitHere(person: Person, call: Call): Promise<Done> {
    const said = this.#openly(call);
    const hash = hashCommand(person.id, call.at, said);
    // The first version knew a table by its id alone.
    const older = () => hashCommand(person.id, call.at.replace(/^table\//, ''), said);
    const done = await this.#options.once.once(call.id, hash, (key) => this.#run(person, call, key), older);
    const isAgreement = done.ok && call.at === PROPOSALS && call.command['do'] === 'confirm';
    if (!isAgreement) return this.#revealed(call.id, done);
    const proposal = String(call.command['proposal']);
    return this.#revealed(houseId(carryName(proposal)), await this.#carry(proposal));
  }

  #openly(call: Call): Command {
    return this.#options.withoutSecrets?.(call) ?? call.command;
  }

  #revealed(id: string, done: Done): Done {
    const { reveal } = this.#options;
    return done.ok && done.answer && reveal ? { ...done, answer: reveal(id, done.answer) } : done;
  }

  async #run(person: Person, call: Call, key: CommandKey): Promise<Done> {
    const rule = this.#options.counter(call.at)?.often?.(call.command) ?? null;
    if (!rule) return this.#heard(person, call, key);
    // Said again under its id, it is answered as it was: only what is still to be done can be too much.
    const asker = { id: person.id, kind: person.kind, from: call.from };
    const verb = String(call.command['do']);
    const done = await this.#often.during(verb, asker, rule, () => this.#heard(person, call, key));
    return 'wait' in done
      ? no('too-fast', `${TOO_MUCH[done.tooMuch]}: wait ${done.wait} seconds.`, { retryAfter: done.wait })
      : done;
  }

  async #heard(person: Person, call: Call, key: CommandKey): Promise<Done> {
    const done = await this.#admit(person, call, key);
    if (!done.ok && person.kind === 'staff') this.#options.audit(person, call, done.refused);
    return done;
  }

  async #admit(person: Person, call: Call, key: CommandKey): Promise<Done> {
    const counter = this.#options.counter(call.at);
    if (!counter) return no('not-found', `at: there is no ${call.at.slice(0, 80)}.`);
    const judged = await counter.judge(person, call.command);
    if (!judged.ok) return judged;
    const command = judged.value;
    if (call.at === PROPOSALS && ANSWERS.includes(String(command['do']))) {
      const refused = await this.#whyNotAgree(person, command);
      if (refused) return { ok: false, refused };
    }
    if (await counter.takesTwo(command, person))
      return this.#propose(counter, person, { ...call, command }, key);
    return counter.submit(person, command, key, null, call.origin);
  }

  async #propose(counter: Counter, person: Person, call: Call, key: CommandKey): Promise<Done> {
    const { id, at, command } = call;
    const refused = await counter.whyNotPropose(person, command);
    if (refused) return { ok: false, refused };
    const body = {
      proposal: proposalId(id),
      to: at,
      wanted: this.#openly(call),
      by: { id: person.id, role: counter.roleIn(command) },
      lapsesAt: this.#options.now() + counter.lapseMs,
      ...(counter.about ? { about: counter.about(command) } : {}),
    };
    return this.#options.proposals.submit({ do: 'propose', body, by: null }, key);
  }

  get #proposals(): Proposals {
    return this.#options.proposals.state as Proposals;
  }

  /** May this person be the second for what waits? Asked of where it goes to. */
  async #whyNotAgree(person: Person, { proposal: id, role }: Command): Promise<Refused | null> {
    const proposal = typeof id === 'string' ? proposalIn(this.#proposals, id) : undefined;
    // Whatever is wrong with a proposal that is not there, the office says.
    if (!proposal || proposal.agreed) return null;
    const { counter, person: find, people, now } = this.#options;
    const first = await find(proposal.by.id);
    const at = counter(proposal.to);
    if (!first || !at) return no('not-found', 'There is no such proposal, or its time is over.').refused;
    const second = { person, role: typeof role === 'string' ? role : null };
    const money = await at.moneyIn(first, proposal.wanted);
    const together = whyNotBoth(people?.() ?? null, [first, person], now(), money);
    if (together) return no('second-person', together).refused;
    const refused = at.whyNotSecond(second, proposal);
    if (refused) return refused;
    // Whoever proposed it must still be somebody who may.
    const judged = await at.judge(first, proposal.wanted);
    return judged.ok ? null : judged.refused;
  }

  /** Carries out what was agreed: once, and again after a crash, until it is on record what became of it. */
  #carry(id: string): Promise<Done> {
    const ended = this.#proposals.ended.find((one) => one.id === id);
    if (ended) return Promise.resolve(ended.outcome as Done);
    const known = this.#carrying.get(id);
    if (known) return known;
    const carrying = this.#carryOut(id).finally(() => this.#carrying.delete(id));
    this.#carrying.set(id, carrying);
    carrying.then(
      () => this.#waits.delete(id),
      (error: unknown) => this.#carryLater(id, error),
    );
    return carrying;
  }

  /** What two people agreed on is done as soon as it can be, whether or not anybody asks again; if they do, not oftener. */
  #carryLater(id: string, error: unknown): void {
    const { later, onError } = this.#options;
    // Of a stream that stands still others are told already.
    if (!(error instanceof StreamStopped)) onError?.(error);
    if (!later || this.#again.has(id)) return;
    const ms = this.#waits.get(id) ?? AGAIN_FIRST_MS;
    this.#waits.set(id, Math.min(AGAIN_MOST_MS, ms * 2));
    this.#again.add(id);
    later(() => this.#carryAgain(id), ms);
  }

  #carryAgain(id: string): void {
    this.#again.delete(id);
    const isOurs = !this.#options.proposals.isElsewhere;
    if (isOurs && proposalIn(this.#proposals, id)?.agreed) this.#carry(id).catch(() => undefined);
    else this.#waits.delete(id);
  }

  async #carryOut(id: string): Promise<Done> {
    const proposal = proposalIn(this.#proposals, id);
    const { once, person, counter, proposals } = this.#options;
    if (!proposal?.agreed)
      // The books forget what became of it after a while; the store does not forget what was done.
      return (
        (await once.recall(carryName(id))) ??
        no('not-found', 'There is no such proposal, or its time is over.')
      );
    const { to, wanted, by, agreed } = proposal;
    const about = aboutIn(this.#proposals, id);
    const [first, second, at] = [await person(by.id), await person(agreed.id), counter(to)];
    const outcome: Done =
      first && second && at
        ? await once.own(carryName(id), hashCommand(by.id, to, wanted), async (key) =>
            at.submit(first, wanted, key, { person: second, role: agreed.role, about }),
          )
        : no('not-found', 'Whoever proposed it, or what it was for, is not there any more.');
    const carried: Carried = outcome.ok
      ? { ok: true, n: outcome.n, ...(outcome.answer === undefined ? {} : { answer: outcome.answer }) }
      : { ok: false, refused: outcome.refused };
    await proposals.submit({ do: 'carry', body: { proposal: id, outcome: carried }, by: null });
    return outcome;
  }

  /** After a restart: what was agreed to and not yet done. One that fails keeps neither the others nor the house. */
  async carryAll(): Promise<void> {
    for (const { id, agreed } of Object.values(this.#proposals.waiting))
      if (agreed) await this.#carry(id).catch(() => undefined);
  }
}

/** What a second person says to a proposal: who may say yes may say no. */
const ANSWERS: readonly string[] = ['confirm', 'refuse'];

/** From the id of the command: said again, it is the same proposal. */
const proposalId = (command: string): string =>
  `prop-${createHash('sha256').update(command).digest('hex').slice(0, 20)}`;

/** By which what was agreed is carried out, once. */
const carryName = (proposal: string): string => `carry-${proposal}`;
