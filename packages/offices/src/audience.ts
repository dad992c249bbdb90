import type { PostName } from './posts.js';

/** Who sees something: everybody who watches, the person it is about, the crew of its table, holders of a post. */
export type Seer = 'everybody' | 'subject' | 'crew' | PostName;
export type Seers = readonly Seer[];

/** What stands in place of what somebody may not see, so that what they do see can still be followed. */
export type Instead =
  /** The field is left out. */
  | 'left-out'
  /** A name that says nothing, always the same for the same person. */
  | 'alias'
  /** The name under which a player is known at the table. */
  | 'player'
  /** Of a list, the parts that are about whoever looks. */
  | 'own-parts'
  | 0
  | null;

export interface Masked {
  readonly sees: Seers;
  readonly instead: Instead;
}

/** A field's name, in whichever of several shapes of a body it stands. */
type FieldOf<Body> = Body extends unknown ? keyof Body : never;

/** Who hears of an event at all, and who of them sees which field of it. No field can be forgotten. */
export interface EventAudience<Body> {
  readonly hears: Seers;
  readonly fields: { readonly [Field in FieldOf<Body>]-?: Seers | Masked };
}

/** For every event of a stream. */
export type Audience<Bodies> = { readonly [Name in keyof Bodies]: EventAudience<Bodies[Name]> };

/** An audience as whoever reads it at run time sees it. */
export interface AnyAudience {
  readonly [event: string]: {
    readonly hears: Seers;
    readonly fields: Readonly<Record<string, Seers | Masked>>;
  };
}

/** Somebody who looks at the events of one stream. */
export interface Viewer {
  /** Is it one of these? `isSubject` says whether what is looked at is about them. */
  sees(seers: Seers, isSubject: boolean): boolean;
  /** A name for somebody whom this viewer must not know. */
  alias(id: string): string;
  /** Is this part of a list about them? Left out: no part is. */
  ownsPart?(part: unknown): boolean;
}

/** Nobody in particular: sees what everybody sees. */
export const ANYBODY: Pick<Viewer, 'sees'> = { sees: (seers) => seers.includes('everybody') };

/** Head fields that every event has, whoever sees it. */
const HEAD: readonly string[] = ['v', 'event', 'at', 'n', 'clause', 'ruling'];

type Fields = Readonly<Record<string, unknown>>;

const isMasked = (seen: Seers | Masked): seen is Masked => 'instead' in seen;

function shownField(
  seen: Seers | Masked,
  value: unknown,
  viewer: Viewer,
  event: Fields,
  own: boolean,
): unknown {
  const [seers, instead] = isMasked(seen) ? [seen.sees, seen.instead] : [seen, 'left-out' as const];
  if (viewer.sees(seers, own)) return value;
  switch (instead) {
    case 'left-out':
      return undefined;
    case 'alias':
      return typeof value === 'string' ? viewer.alias(value) : undefined;
    case 'player':
      return event['player'];
    case 'own-parts':
      return Array.isArray(value) ? value.filter((part) => viewer.ownsPart?.(part) === true) : undefined;
    default:
      return instead;
  }
}

/** Staff who did something are known by their role; who it was, the crew knows. */
function shownBy(by: unknown, viewer: Viewer): unknown {
  if (typeof by === 'string') return viewer.sees(['crew'], false) ? by : viewer.alias(by);
  const { id, ...rest } = by as { readonly id: string };
  return { ...rest, id: viewer.sees(['crew'], false) ? id : viewer.alias(id) };
}

/**
 * An event as this viewer may see it; null when it is not for their eyes. Closed by default: an event or a field that
 * the audience does not name is shown to nobody.
 */
export function shown<Event extends { readonly event: string }>(
  audience: AnyAudience,
  event: Event,
  viewer: Viewer,
  isSubject: boolean,
): Event | null {
  const rule = Object.hasOwn(audience, event.event) ? audience[event.event] : undefined;
  if (!rule || !viewer.sees(rule.hears, isSubject)) return null;
  const fields = event as unknown as Fields;
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const seen = Object.hasOwn(rule.fields, name) ? rule.fields[name] : undefined;
    const said = seen
      ? shownField(seen, value, viewer, fields, isSubject)
      : HEAD.includes(name)
        ? value
        : name === 'by' && value !== undefined
          ? shownBy(value, viewer)
          : undefined;
    if (said !== undefined) kept[name] = said;
  }
  return kept as unknown as Event;
}

/** Does everybody see the whole of this event? What it does not say nobody misses. */
export function isWhole(audience: AnyAudience, event: { readonly event: string }): boolean {
  const rule = Object.hasOwn(audience, event.event) ? audience[event.event] : undefined;
  if (!rule?.hears.includes('everybody')) return false;
  for (const name of Object.keys(event)) {
    const seen = Object.hasOwn(rule.fields, name) ? rule.fields[name] : undefined;
    const isOpen = seen ? !isMasked(seen) && seen.includes('everybody') : HEAD.includes(name);
    if (!isOpen) return false;
  }
  return true;
}
