import {
  type AnyAudience,
  type AnyOffice,
  type Masked,
  officeOf,
  type Person,
  parted,
  type Seers,
  seesBooks,
  TABLE_AUDIENCE,
} from '@boxperson/offices';
import type { ServerMessage } from '../../src/wire/protocol.js';

// Nobody sees what is not theirs. Judged from the log and the declared audience alone: who sat where is read from the
// events, and none of the house's own code that shows and hides is asked.

type Fields = Readonly<Record<string, unknown>>;

/** Who held a name at a table, from one event to another. */
interface Held {
  readonly person: string;
  readonly from: number;
  to: number;
}

/** Something that only some may hear of, in letters: the id of a person, the number of a card or of a ticket. */
interface Secret {
  readonly text: string;
  /** Whose it is, and everybody who has said it themselves. */
  readonly of: Set<string>;
}

/** Somebody who looks, as the world knows them. */
export interface Eye {
  readonly person: Person | null;
  /** Sees every table as its crew does. */
  readonly crew: boolean;
}

const HEAD = ['v', 'event', 'at', 'n', 'clause', 'ruling'];

/** As it was declared when this was loaded: whoever changes it later changes nothing here. */
const DECLARED = structuredClone(TABLE_AUDIENCE) as unknown as AnyAudience;
const TABLE = 'table/';

const isMasked = (seen: Seers | Masked): seen is Masked => 'instead' in seen;
const same = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

export class Eyes {
  readonly #held = new Map<string, Held[]>();
  /** Every event as it became durable, by its stream and its place there. */
  readonly #log = new Map<string, Fields[]>();
  readonly #secrets: Secret[] = [];

  constructor(people: readonly Person[]) {
    for (const { id, card } of people) {
      this.#secrets.push({ text: id, of: new Set([id]) });
      if (card !== undefined) this.#secrets.push({ text: card, of: new Set([id]) });
    }
  }

  /** Follows the log. */
  take(stream: string, n: number, event: Fields): void {
    const log = this.#log.get(stream) ?? [];
    if (log.length === 0) this.#log.set(stream, log);
    log[n - 1] = event;
    if (stream.startsWith(TABLE)) this.#seat(`${stream}|${event['player']}`, n, event);
    if (event['event'] === 'ticket-out')
      this.#secrets.push({ text: String(event['ticket']), of: new Set([String(event['person'])]) });
  }

  /** Whoever says a number knows it. */
  says(person: string, said: unknown): void {
    this.#secrets.find(({ text }) => text === said)?.of.add(person);
  }

  #seat(place: string, n: number, { event, person }: Fields): void {
    const held = this.#held.get(place) ?? [];
    if (event === 'sat') this.#held.set(place, [...held, { person: String(person), from: n, to: Infinity }]);
    const last = held.at(-1);
    if (event === 'left' && last) last.to = n;
  }

  /** Who held a name when the `n`th event of a table happened. */
  holder(stream: string, player: unknown, n: number): string | null {
    const held = this.#held.get(`${stream}|${player}`) ?? [];
    return held.findLast(({ from, to }) => from <= n && n <= to)?.person ?? null;
  }

  /** Why somebody must not have been told this; null when they may. */
  why(eye: Eye, message: ServerMessage, text: string): string | null {
    return this.#whySecret(eye, message, text) ?? this.#whyField(eye, message);
  }

  #whySecret({ person, crew }: Eye, message: ServerMessage, text: string): string | null {
    const isStaff = person?.kind === 'staff' || person?.kind === 'device';
    const isAtTable = 'at' in message && message.at.startsWith(TABLE);
    if (crew || (isStaff && !isAtTable)) return null;
    const told = this.#secrets.find(
      ({ of, text: secret }) => !of.has(person?.id ?? '') && text.includes(secret),
    );
    return told ? `${told.text} of ${[...told.of].join()}` : null;
  }

  #whyField(eye: Eye, message: ServerMessage): string | null {
    switch (message.t) {
      case 'table':
        return this.#whyView(eye, message);
      case 'own':
        return this.#whyOwn(eye, message.at, message.n, message.own);
      case 'options':
        return this.#whyOwn(eye, message.at, message.n, [message]);
      case 'events':
        return this.#whyEvents(eye, message.at, message.n, message.events as readonly (Fields | null)[]);
      default:
        return null;
    }
  }

  #whyOwn(
    { person }: Eye,
    at: string,
    n: number,
    own: readonly { readonly player: string }[],
  ): string | null {
    const strange = own.find(({ player }) => this.holder(at, player, n) !== person?.id);
    return strange ? `what ${strange.player} has, as their own` : null;
  }

  #whyView(eye: Eye, { at, view, own, sees }: Extract<ServerMessage, { t: 'table' }>): string | null {
    if (eye.crew) return null;
    if (sees === 'all') return 'the whole table';
    const isOwn = (player: string) => this.holder(at, player, view.n) === eye.person?.id;
    const purse = view.game.players.find(({ name, balance }) => !isOwn(name) && balance !== 0);
    if (purse) return `the balance of ${purse.name}`;
    const guest = view.guests.find(
      ({ player, person, card }) => !isOwn(player) && (person !== player || card !== null),
    );
    if (guest) return `who ${guest.player} is`;
    if (view.game.house !== 0) return 'what the house has won';
    return this.#whyOwn(eye, at, view.n, own);
  }

  #whyEvents(eye: Eye, at: string, first: number, events: readonly (Fields | null)[]): string | null {
    for (const [index, shown] of events.entries()) {
      const why = shown && this.#whyEvent(eye, at, first + index, shown);
      if (why) return `of event ${first + index} (${shown['event']}) ${why}`;
    }
    return null;
  }

  #whyEvent(eye: Eye, at: string, n: number, shown: Fields): string | null {
    const truth = this.#log.get(at)?.[n - 1];
    if (!truth) return 'before it was durable';
    if (truth['event'] !== shown['event']) return `what was ${String(truth['event'])}`;
    return at.startsWith(TABLE)
      ? this.#whyShown(DECLARED, this.#atTable(eye, at, n, truth), truth, shown)
      : this.#whyShown(this.#office(at).audience, this.#inOffice(eye, at, truth), truth, shown);
  }

  #office(at: string): AnyOffice {
    return officeOf(at) as AnyOffice;
  }

  #atTable({ person, crew }: Eye, at: string, n: number, truth: Fields): Sight {
    const isMine = (part: Fields) =>
      part['person'] === undefined
        ? this.holder(at, part['player'], n) === person?.id
        : part['person'] === person?.id;
    const isSubject =
      person !== null &&
      ('player' in truth ? this.holder(at, truth['player'], n) === person.id : truth['person'] === person.id);
    return {
      sees: (seers) =>
        seers.includes('everybody') ||
        (crew && seers.includes('crew')) ||
        (isSubject && seers.includes('subject')),
      isMine: (part) => person !== null && isMine(part),
    };
  }

  #inOffice({ person, crew }: Eye, at: string, truth: Fields): Sight {
    const office = this.#office(at);
    const isEntitled = (crew && office.accompanies !== undefined) || seesBooks(person, parted(at)[0], null);
    const isSubject = person !== null && office.subject?.(truth) === person.id;
    return {
      sees: (seers) => isEntitled || seers.includes('everybody') || (isSubject && seers.includes('subject')),
      isMine: () => false,
    };
  }

  #whyShown(audience: AnyAudience, sight: Sight, truth: Fields, shown: Fields): string | null {
    const rule = audience[String(truth['event'])];
    if (!rule || !sight.sees(rule.hears)) return 'anything at all';
    for (const [name, value] of Object.entries(shown)) {
      const seen = rule.fields[name];
      if (seen ? !mayBeShown(seen, value, truth, name, sight) : !isHead(name, value, truth, sight))
        return `${name} ${JSON.stringify(value)}`;
    }
    return null;
  }
}

interface Sight {
  sees(seers: Seers): boolean;
  isMine(part: Fields): boolean;
}

/** Who of the staff did something is the crew's to know. */
function isHead(name: string, value: unknown, truth: Fields, { sees }: Sight): boolean {
  if (HEAD.includes(name)) return true;
  if (name !== 'by') return false;
  return sees(['crew']) || !same(value, truth['by']);
}

function mayBeShown(
  seen: Seers | Masked,
  value: unknown,
  truth: Fields,
  name: string,
  { sees, isMine }: Sight,
): boolean {
  // Somebody may be told less than is theirs: who sat down again is a newcomer to what was before.
  if (sees(isMasked(seen) ? seen.sees : seen) && same(value, truth[name])) return true;
  const instead = isMasked(seen) ? seen.instead : 'left-out';
  switch (instead) {
    case 'left-out':
      return value === undefined;
    case 'alias':
      return value !== truth[name];
    case 'player':
      return value === truth['player'];
    case 'own-parts':
      return Array.isArray(value) && value.every((part) => isMine(part as Fields));
    default:
      return value === instead;
  }
}
