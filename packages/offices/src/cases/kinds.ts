/** What a case is about. */
export const CASE_KINDS = [
  'dispute',
  'complaint',
  'overpayment',
  'underpayment',
  'invalid-wager',
  'device',
  'breach',
  'malfunction',
  'withheld',
  'demanded',
  'tournament',
  'promotion',
  'draw',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** Which of a book's ladders a case goes up: that of the game, of promotions or of tournaments. */
export const FIELDS = ['game', 'promotion', 'tournament'] as const;
export type Field = (typeof FIELDS)[number];

interface KindOfCase {
  readonly title: string;
  readonly field: Field;
  /** It ends with a decision on the ladder, of which the patron is told with their rights. */
  readonly isDecided: boolean;
}

export const KINDS: Readonly<Record<CaseKind, KindOfCase>> = {
  dispute: { title: 'Dispute', field: 'game', isDecided: true },
  complaint: { title: 'Complaint', field: 'game', isDecided: true },
  overpayment: { title: 'Paid too much', field: 'game', isDecided: false },
  underpayment: { title: 'Paid too little', field: 'game', isDecided: false },
  'invalid-wager': { title: 'Invalid wager', field: 'game', isDecided: false },
  device: { title: 'Prohibited device', field: 'game', isDecided: false },
  breach: { title: 'Breach of the rules', field: 'game', isDecided: false },
  malfunction: { title: 'Malfunction', field: 'game', isDecided: false },
  withheld: { title: 'Payment withheld', field: 'game', isDecided: true },
  demanded: { title: 'Payment demanded back', field: 'game', isDecided: true },
  tournament: { title: 'Dispute about a tournament', field: 'tournament', isDecided: true },
  promotion: { title: 'Dispute about a promotion', field: 'promotion', isDecided: true },
  draw: { title: 'Doubt about a draw', field: 'promotion', isDecided: false },
};

/** Over- or underpaid: star-2024 9 has rules of its own for these. */
export const isWrongPayment = (kind: CaseKind): boolean => kind === 'overpayment' || kind === 'underpayment';
