/** A picture or a document that the house keeps: what it is by its own first bytes, and how large. */
export interface Exhibit {
  readonly type: string;
  readonly bytes: number;
}

/** Under which name it is asked among facts whether the house keeps what has this digest, for this case. */
export const exhibitOf = (matter: string, sha256: string): string => `exhibit/${matter}/${sha256}`;

/** The case and the digest that such a name means; null for any other name. */
export function exhibitIn(name: string): { readonly matter: string; readonly sha256: string } | null {
  const [, matter, sha256] = /^exhibit\/([^/]+)\/([0-9a-f]{64})$/.exec(name) ?? [];
  return matter === undefined || sha256 === undefined ? null : { matter, sha256 };
}
