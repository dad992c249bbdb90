import { useEffect, useMemo, useRef, useState } from 'react';
import type * as z from 'zod';
import { dropDraft, keepDraft, readDraft, type Sent } from './draft.js';
import { type FormRefusal, faultsOf, firstOfEach, refusalFault } from './faults.js';
import type { Field } from './shape.js';
import { type Fault, type Path, pathText, readTyped, type Typed, typedOf } from './typed.js';

/** What goes with a sending: the same id for the same body until it is answered, so that it counts once. */
export interface Sending {
  readonly id: string;
}
/** Refused for one reason, or for several: each stands beside its field. */
export type Answer = FormRefusal | readonly FormRefusal[] | null | undefined;

export interface Asked<S extends z.ZodType> {
  readonly schema: S;
  readonly field: Field;
  readonly initial?: unknown;
  readonly draft?: string | undefined;
  /** Answers nothing when it is done, or the refusal. What it throws is told, and may be sent again. */
  readonly onSubmit: (body: z.input<S>, sending: Sending) => Promise<Answer>;
}

/** Also where a page came without encryption, which has no randomUUID. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const sentAgain = (before: Sent | null, body: string): Sent =>
  before?.body === body ? before : { id: newId(), body };

/** Everything wrong with what was typed: what cannot be read first, then what the schema says. */
function check(schema: z.ZodType, field: Field, typed: Typed) {
  const read = readTyped(field, typed);
  const found = schema.safeParse(read.value);
  const issues = found.success ? [] : faultsOf(field, typed, found.error.issues);
  return { body: read.value, faults: firstOfEach([...read.faults, ...issues]) };
}

/** What was typed, kept for later while it is being typed. */
function useTyped({ field, initial, draft }: Pick<Asked<z.ZodType>, 'field' | 'initial' | 'draft'>) {
  const kept = useMemo(() => (draft === undefined ? null : readDraft(draft, field)), [draft, field]);
  const [typed, setTyped] = useState<Typed>(() => kept?.typed ?? typedOf(field, initial));
  const sent = useRef<Sent | null>(kept?.sent ?? null);
  const change = (next: Typed): void => {
    setTyped(next);
    if (draft !== undefined) keepDraft(draft, field, next, sent.current);
  };
  const mark = (next: Sent | null): void => {
    sent.current = next;
    if (draft !== undefined) keepDraft(draft, field, typed, next);
  };
  const empty = (): void => {
    sent.current = null;
    if (draft !== undefined) dropDraft(draft);
    setTyped(typedOf(field, initial));
  };
  return { typed, change, sent, mark, empty };
}

/** A form that is filled in, looked through and sent. Nothing that was typed is lost until it is done. */
export function useSending<S extends z.ZodType>({ schema, field, initial, draft, onSubmit }: Asked<S>) {
  const { typed, change, sent, mark, empty } = useTyped({ field, initial, draft });
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const tell = (found: readonly Fault[]): void => {
    setFaults(found);
    setRound((before) => before + 1);
  };
  const send = async (body: unknown): Promise<void> => {
    mark(sentAgain(sent.current, JSON.stringify(body)));
    try {
      const refused = await onSubmit(body as z.input<S>, { id: sent.current?.id as string });
      if (!refused) return empty();
      mark(null);
      const all = 'message' in refused ? [refused] : refused;
      tell(firstOfEach(all.map((one) => refusalFault(field, typed, one))));
    } catch (error) {
      // Nobody knows whether it arrived: sent again as it is, it counts once.
      tell([{ path: [], says: (error as Error).message }]);
    }
  };
  const submit = async (): Promise<void> => {
    if (busy) return;
    const { body, faults: found } = check(schema, field, typed);
    tell(found);
    if (found.length > 0) return;
    setBusy(true);
    await send(body);
    setBusy(false);
  };
  /** What is typed anew is no longer wrong. */
  const touch = (path: Path): void => {
    const place = pathText(path);
    setFaults((before) => before.filter((fault) => pathText(fault.path) !== place));
  };
  return { typed, change, faults, touch, busy, submit, round };
}

/** After each look through: to the first field with something said against it. */
export function useFirstFault(form: React.RefObject<HTMLFormElement | null>, round: number): void {
  useEffect(() => {
    if (round === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[data-wrong]');
    const target = 'input, textarea, button, [role="spinbutton"]';
    (
      wrong?.querySelector<HTMLElement>(target) ?? form.current?.querySelector<HTMLElement>('.form-whole')
    )?.focus();
  }, [form, round]);
}
