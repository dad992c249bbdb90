import type { Refused } from '@boxperson/offices';
import type { Command } from '@boxperson/rules';
import { randomId } from './ids.js';

/** The house said no, in its own words. */
export class HouseSaysNo extends Error {
  readonly status: number;
  readonly refused: Refused;

  constructor(refused: Refused, status: number) {
    super(refused.message);
    this.name = 'HouseSaysNo';
    this.refused = refused;
    this.status = status;
  }
}

/** What a command over HTTP came to. */
export type Answered<T = object> =
  | ({ readonly ok: true; readonly n: number } & T)
  | { readonly ok: false; readonly refused: Refused };

export interface ApiOptions {
  /** Where the house is; empty for the one that this page came from. */
  readonly url?: string;
  /** Whoever asks. */
  readonly token?: () => string | null;
  readonly fetch?: typeof fetch;
  readonly random?: () => string;
  /** A house that does not answer in time is away. */
  readonly timeoutMs?: number;
}

const TRIES = 4;
const AGAIN_MS = 1_500;

const UNREADABLE: Refused = { code: 'unavailable', clause: null, message: 'The house did not answer.' };
const AWAY: Refused = { code: 'unavailable', clause: null, message: 'The house cannot be reached.' };

/** Everything that is asked of a house over HTTP: reads, and commands that are repeated until they are answered. */
export class HouseApi {
  readonly #options: ApiOptions;

  constructor(options: ApiOptions = {}) {
    this.#options = options;
  }

  get<T>(path: string): Promise<T> {
    return this.#call<T>('GET', path);
  }

  /** Something that is read and is no JSON: a checkpoint, a bundle. */
  async text(path: string): Promise<string> {
    const { url = '', token, fetch: ask = fetch } = this.#options;
    const known = token?.() ?? null;
    const response = await ask(`${url}${path}`, {
      headers: known === null ? {} : { authorization: `Bearer ${known}` },
    });
    if (response.ok) return response.text();
    const answer = (await response.json().catch(() => null)) as { refused?: Refused } | null;
    throw new HouseSaysNo(answer?.refused ?? UNREADABLE, response.status);
  }

  /** Something that is neither read nor kept in a stream: to come in, to go. */
  post<T>(path: string, body: object): Promise<T> {
    return this.#call<T>('POST', path, body);
  }

  /**
   * A command to any stream. Said under an id of its own: repeated after a lost answer, it is done once. Whoever may
   * have to say it again later keeps the id and brings it along.
   */
  async submit<T = object>(
    at: string,
    { do: verb, ...body }: Command,
    id: string = this.#newId(),
  ): Promise<Answered<T>> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#call<Answered<T>>('POST', `/api/${pathOf(at)}/${String(verb)}`, { id, ...body });
      } catch (error) {
        if (error instanceof HouseSaysNo) return { ok: false, refused: error.refused };
        // Only a lost connection is tried again: what the house said stands.
        if (tries === TRIES) return { ok: false, refused: AWAY };
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * tries));
      }
    }
  }

  #newId(): string {
    return `web-${(this.#options.random ?? randomId)()}`;
  }

  async #call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    const { url = '', token, fetch: ask = fetch, timeoutMs } = this.#options;
    const known = token?.() ?? null;
    const response = await ask(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(known === null ? {} : { authorization: `Bearer ${known}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
    });
    const answer = (await response.json().catch(() => null)) as (T & { refused?: Refused }) | null;
    if (response.ok && answer !== null) return answer;
    throw new HouseSaysNo(answer?.refused ?? UNREADABLE, response.status);
  }
}

const pathOf = (at: string): string => at.split('/').map(encodeURIComponent).join('/');
