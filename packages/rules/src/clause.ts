/** A clause in the rulebook's own numbering, e.g. `6.1.3.2.1`, `3.6.5(a)(i)`, `4(e) win (i)`. */
export type Clause = string;
/** One of our rulings, R1 … R21. */
export type RulingId = `R${number}`;

/** A value the rulebook states, with the clause that states it. */
export interface Stated<T> {
  readonly value: T;
  readonly clause: Clause;
  readonly ruling?: RulingId;
}
/** A value the rulebook is silent on, with the ruling that decides it. */
export interface Read<T> {
  readonly value: T;
  readonly clause: null;
  readonly ruling: RulingId;
}
export type Cited<T> = Stated<T> | Read<T>;

/** What a refusal says about where a "no" comes from. */
export const citation = (cited: Cited<unknown>): { clause: Clause | null; ruling?: RulingId } =>
  cited.ruling ? { clause: cited.clause, ruling: cited.ruling } : { clause: cited.clause };
