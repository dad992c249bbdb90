import type { Rulebook, SpotOptions, WagerId } from '@boxperson/rules';
import type { TableActions } from '../felt/actions.js';
import { familyName } from './working.js';

export interface Family {
  readonly wager: WagerId;
  readonly name: string;
  readonly working: boolean;
}

/** Kinds of one's own wagers that may be called on or off now: the engine's own options say which. */
export function familiesIn(book: Rulebook, options: readonly SpotOptions[]): readonly Family[] {
  const callable = options.filter(({ call }) => call.may);
  const kinds = [...new Set(callable.map(({ spot }) => spot.wager))];
  return kinds.map((wager) => ({
    wager,
    name: familyName(book, wager),
    working: callable.every(({ spot, call }) => spot.wager !== wager || (call.may && call.working)),
  }));
}

interface FamiliesProps {
  readonly book: Rulebook;
  readonly options: readonly SpotOptions[];
  readonly actions: TableActions;
}

/** A switch for every kind, and one for all. */
export function Families({ book, options, actions }: FamiliesProps) {
  const families = familiesIn(book, options);
  if (families.length === 0) return null;
  const all = families.every(({ working }) => working);
  const switchOf = (what: WagerId | 'all', name: string, working: boolean) => (
    <button
      type="button"
      key={what}
      className="switch"
      aria-pressed={working}
      aria-label={`${name}: ${working ? 'on' : 'off'}`}
      onClick={() => void actions.call(what, working ? 'off' : 'on')}
    >
      {name} <b>{working ? 'On' : 'Off'}</b>
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row
    <div className="families" role="group" aria-label="On and off">
      {families.map(({ wager, name, working }) => switchOf(wager, name, working))}
      {families.length > 1 && switchOf('all', 'All', all)}
    </div>
  );
}
