/** Where a clause of a book, or a ruling of ours, can be read. */
export const clauseAddress = (book: string, clause: string): string =>
  `/rules/${book}#${encodeURIComponent(clause)}`;
export const wagerAddress = (wager: string, book?: string): string =>
  `/rules/wager/${wager}${book === undefined ? '' : `?book=${book}`}`;
