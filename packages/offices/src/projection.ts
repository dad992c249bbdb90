/** An entry of the log as a projection reads it: where it stands, and what happened. */
export interface LogLine {
  /** Its place in the whole log. */
  readonly seq: number;
  readonly stream: string;
  readonly position: number;
  readonly at: number;
  readonly event: unknown;
}

/**
 * A fold over the log with a question that it answers: are the dice fair, what did a shift win, what waits for an
 * inspector. It decides nothing and can be thrown away: read again from the log, it says the same.
 */
export interface Projection<State, Notice = never> {
  readonly name: string;
  /** What was kept under another version is not looked at: the log is read again. */
  readonly version: number;
  /** The streams that it is about. */
  reads(stream: string): boolean;
  /** Can an entry be left out without reading it? A cheap look at its text, where there is much to read. */
  skips?(stream: string, body: string): boolean;
  start(): State;
  /** A state may be a thing that changes. `tell`: somebody should know. Read again, it is told again. */
  fold(state: State, line: LogLine, tell: (notice: Notice) => void): State;
  save(state: State): unknown;
  /** Throws on what it cannot read. */
  restore(saved: unknown): State;
}

const MARK = '"event":"';

/** The names of the events that an entry tells of, in itself or within. */
function namesIn(body: string): readonly string[] {
  const names: string[] = [];
  for (let at = body.indexOf(MARK); at >= 0; at = body.indexOf(MARK, at)) {
    at += MARK.length;
    names.push(body.slice(at, body.indexOf('"', at)));
  }
  return names;
}

// Every entry is looked at by one projection after another: what it tells of is found out once for all of them.
let looked: { readonly body: string; readonly names: readonly string[] } = { body: '', names: [] };

/** Whether an entry tells of none of these events, by one look at its text: every entry of the log is looked at. */
export function tellsNoneOf(names: readonly string[]): (body: string) => boolean {
  const known = new Set(names);
  return (body) => {
    if (looked.body !== body) looked = { body, names: namesIn(body) };
    for (const name of looked.names) if (known.has(name)) return false;
    return true;
  };
}
