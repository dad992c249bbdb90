import type { AnyOffice } from '@boxperson/offices';
import type { ReactNode } from 'react';
import { CaseDesk } from '../CaseDesk.js';
import type { OfficeProps } from '../OfficePage.js';
import { PromotionDesk } from '../promotions/PromotionDesk.js';
import { PromotionList } from '../promotions/PromotionList.js';
import type { Workplace } from '../workplace.js';
import { CageBooks } from './CageBooks.js';
import { CaseBooks } from './CaseBooks.js';
import { DrawerBooks } from './DrawerBooks.js';
import { DutyBooks } from './DutyBooks.js';
import { FloatBooks } from './float/FloatBooks.js';
import { PeopleBooksView } from './PeopleBooksView.js';
import { ProposalBooks } from './ProposalBooks.js';
import { RewardBooks } from './RewardBooks.js';
import { SchoolBooks } from './SchoolBooks.js';
import { TerminalBooks } from './TerminalBooks.js';
import { TicketBooks } from './TicketBooks.js';
import { TournamentBooks } from './tournament/TournamentBooks.js';

export interface BooksProps {
  readonly books: unknown;
  readonly place: Workplace;
  readonly office: AnyOffice;
  /** Of an office with a stream for each matter. */
  readonly matter?: string | undefined;
}

/** Offices whose matters have a list of their own. Those of all others are asked for by table. */
export const LISTS: Readonly<Record<string, (props: OfficeProps) => ReactNode>> = {
  cases: CaseDesk,
  promotions: PromotionList,
};

/** Books that have a view of their own. All others are shown as they stand, in words. */
export const BOOKS: Readonly<Record<string, (props: BooksProps) => ReactNode>> = {
  cage: CageBooks,
  float: FloatBooks,
  drawers: DrawerBooks,
  cases: CaseBooks,
  duties: DutyBooks,
  people: PeopleBooksView,
  promotions: PromotionDesk,
  proposals: ProposalBooks,
  rewards: RewardBooks,
  school: SchoolBooks,
  terminal: TerminalBooks,
  tickets: TicketBooks,
  tournaments: TournamentBooks,
};
