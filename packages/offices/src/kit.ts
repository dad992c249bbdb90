import type { OfficeEvent } from './office.js';
import { impossible } from './office.js';

/** The events of an office from the bodies of each: with version and time. */
export type EventsOf<Bodies> = {
  [Name in keyof Bodies]: { readonly v: number; readonly at: number; readonly event: Name } & Bodies[Name];
}[keyof Bodies];

/** What each event changes. Every one is named; one that is not cannot have happened. */
export type Changes<State, Bodies> = {
  readonly [Name in keyof Bodies]: (state: State, event: Extract<EventsOf<Bodies>, { event: Name }>) => State;
};

/** `evolve` from the changes that each event makes. */
export const evolveBy =
  <State, Bodies>(changes: Changes<State, Bodies>) =>
  (state: State, event: EventsOf<Bodies>): State => {
    const name = (event as OfficeEvent).event;
    if (!Object.hasOwn(changes, name)) impossible(`nothing is known of an event ${String(name)}`);
    const change = changes[name as keyof Bodies] as (state: State, event: unknown) => State;
    return change(state, event);
  };

/** What a record keeps under a key that somebody said: never what every object has by itself. */
export const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** A record without one of its keys. */
export const without = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> => {
  const { [key]: _gone, ...rest } = record;
  return rest;
};
