import type { AnyOffice } from '@boxperson/offices';

/** Books as they are saved: the form stands beside their fields, so that a house of an earlier version reads them too. */
export const savedBooks = ({ shape }: AnyOffice, books: unknown): unknown =>
  shape === undefined ? books : { ...(books as object), shape };

/** Books that were saved in an earlier form lack what is in this one: null, for the record has it. */
export function booksIn({ shape }: AnyOffice, saved: unknown): unknown {
  if (shape === undefined) return saved;
  const { shape: was, ...books } = saved as { readonly shape?: unknown };
  return was === shape ? books : null;
}
