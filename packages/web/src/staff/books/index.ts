import type { AnyOffice } from '@boxperson/offices';
import type { ReactNode } from 'react';
import type { Workplace } from '../workplace.js';
import { CageBooks } from './CageBooks.js';
import { PeopleBooksView } from './PeopleBooksView.js';
import { ProposalBooks } from './ProposalBooks.js';
import { TicketBooks } from './TicketBooks.js';

export interface BooksProps {
  readonly books: unknown;
  readonly place: Workplace;
  readonly office: AnyOffice;
}

/** Books that have a view of their own. All others are shown as they stand, in words. */
export const BOOKS: Readonly<Record<string, (props: BooksProps) => ReactNode>> = {
  cage: CageBooks,
  people: PeopleBooksView,
  proposals: ProposalBooks,
  tickets: TicketBooks,
};
