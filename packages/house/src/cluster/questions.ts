import type { Bus } from './bus.js';

/** No answer in time, or nobody to ask: whether it was done nobody here knows. */
export class NoAnswer extends Error {}

/** Whoever was asked does not keep it. */
export class AskElsewhere extends Error {}

interface Question {
  readonly t: 'ask';
  readonly id: number;
  readonly what: unknown;
}
type Reply =
  | { readonly t: 'reply'; readonly id: number; readonly answer: unknown }
  | { readonly t: 'reply'; readonly id: number; readonly elsewhere: true }
  | { readonly t: 'reply'; readonly id: number; readonly failed: string };

interface Open {
  readonly done: (answer: unknown) => void;
  readonly fail: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

const ANSWER_WITHIN_MS = 3_000;

/** Questions to other nodes, and answers to theirs; what happens in one turn goes in one message each way. */
export class Questions {
  readonly #bus: Bus;
  readonly #open = new Map<number, Open>();
  #last = 0;

  /** `answer` throws `AskElsewhere` when it is not ours to answer. */
  constructor(bus: Bus, answer: (what: unknown) => Promise<unknown>) {
    this.#bus = bus;
    bus.listen((from, message) => {
      const { t } = message as { readonly t?: unknown };
      if (t === 'ask') void this.#answer(from, message as Question, answer);
      if (t === 'reply') this.#hear(message as Reply);
    });
  }

  ask(run: string, what: unknown): Promise<unknown> {
    if (!this.#bus.isUp) return Promise.reject(new NoAnswer('the bus is down'));
    const id = ++this.#last;
    return new Promise((done, fail) => {
      const timer = setTimeout(
        () => this.#fail(id, new NoAnswer(`${run} does not answer`)),
        ANSWER_WITHIN_MS,
      );
      this.#open.set(id, { done, fail, timer });
      this.#bus.send(run, { t: 'ask', id, what } satisfies Question);
    });
  }

  /** Nobody waits for those who are gone. */
  giveUp(): void {
    for (const id of this.#open.keys()) this.#fail(id, new NoAnswer('the bus is down'));
  }

  #fail(id: number, error: Error): void {
    const open = this.#close(id);
    open?.fail(error);
  }

  #close(id: number): Open | undefined {
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (open) clearTimeout(open.timer);
    return open;
  }

  async #answer(
    from: string,
    { id, what }: Question,
    answer: (what: unknown) => Promise<unknown>,
  ): Promise<void> {
    this.#bus.send(from, await this.#reply(id, answer(what)));
  }

  async #reply(id: number, answer: Promise<unknown>): Promise<Reply> {
    try {
      return { t: 'reply', id, answer: await answer };
    } catch (error) {
      if (error instanceof AskElsewhere) return { t: 'reply', id, elsewhere: true };
      return { t: 'reply', id, failed: error instanceof Error ? error.message : String(error) };
    }
  }

  #hear(reply: Reply): void {
    const open = this.#close(reply.id);
    if (!open) return;
    if ('answer' in reply) return open.done(reply.answer);
    open.fail('elsewhere' in reply ? new AskElsewhere() : new NoAnswer(reply.failed));
  }
}
