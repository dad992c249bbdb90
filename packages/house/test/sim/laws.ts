import type { Person } from '@boxperson/offices';
import type { Written } from './store.js';

// What must hold of the log, read from the log alone: none of the house's own code is asked, for it is what may be wrong.

type Fields = Readonly<Record<string, unknown>>;

/** An entry of the log and what it says. */
export interface Read {
  readonly stream: string;
  readonly at: number;
  readonly body: string;
  readonly event: Fields;
}

/** Looks at each entry as it becomes durable: what is wrong with it, or null. */
export interface Law {
  look(read: Read): string | null;
}

/** How JSON writes control characters and halves of surrogate pairs. */
const FOUL = /(?<!\\)(?:\\\\)*\\(?:[bfnrt]|u00[01]|ud[89a-f])/i;

/** No text that a screen or a database would trip over, neither in what happened nor in the id it happened under. */
export function whyFoul({ work, entries }: Written): string | null {
  const id = work.command?.id ?? '';
  if (FOUL.test(JSON.stringify(id))) return `the foul id ${JSON.stringify(id)} was kept`;
  const foul = entries.find(({ body }) => FOUL.test(body));
  return foul ? `foul text was kept: ${foul.body}` : null;
}

/** What was decided may wait so long for a disk that is slow. */
const LATE_MOST = 10_000;

/** Time goes on as it passes: whoever sets the clock on the wall moves no event, neither back nor ahead. */
export class TimeLaw implements Law {
  readonly #elapsed: () => number;
  readonly #last = new Map<string, number>();
  /** By how much the time of events was ahead of what had passed, at least, in this life of the house. */
  #ahead: number | null = null;

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  newLife(): void {
    this.#ahead = null;
  }

  look({ stream, at }: Read): string | null {
    const last = this.#last.get(stream) ?? 0;
    if (at < last) return `time went back by ${last - at} ms in ${stream}`;
    this.#last.set(stream, at);
    const ahead = at - this.#elapsed();
    const before = this.#ahead ?? ahead;
    this.#ahead = Math.max(before, ahead);
    return ahead > before + LATE_MOST ? `time leapt by ${ahead - before} ms in ${stream}` : null;
  }
}

/** What is paid by hand was asked for, by the same person, so much, and was not paid before. */
export class HandPayLaw implements Law {
  readonly #asked = new Map<string, Fields>();

  look({ stream, event }: Read): string | null {
    const place = `${stream}|${event['seat']}`;
    if (event['event'] === 'hand-pay-asked') this.#asked.set(place, event);
    if (event['event'] !== 'hand-paid') return null;
    const asked = this.#asked.get(place);
    this.#asked.delete(place);
    const isAsked = asked?.['person'] === event['person'] && asked?.['amount'] === event['amount'];
    return isAsked ? null : `paid by hand and not asked for: ${JSON.stringify(event)}`;
  }
}

interface Saying {
  readonly id: string;
}

/** Two people are two people: not the same, and not one whom the other let in. */
export class TwoLaw implements Law {
  readonly #people: ReadonlyMap<string, Person>;
  readonly #proposedBy = new Map<unknown, string>();

  constructor(people: readonly Person[]) {
    this.#people = new Map(people.map((person) => [person.id, person]));
  }

  look({ stream, event }: Read): string | null {
    if (stream !== 'proposals') return null;
    const { proposal } = event;
    if (event['event'] === 'proposed') this.#proposedBy.set(proposal, (event['by'] as Saying).id);
    if (event['event'] !== 'agreed') return null;
    const first = this.#proposedBy.get(proposal) ?? '';
    const second = (event['confirmedBy'] as Saying).id;
    const areTwo = first !== second && !this.#letIn(first, second) && !this.#letIn(second, first);
    return areTwo ? null : `one alone: ${second} agreed to what ${first} proposed`;
  }

  #letIn(one: string, other: string): boolean {
    return this.#people.get(other)?.made?.by.includes(one) ?? false;
  }
}
