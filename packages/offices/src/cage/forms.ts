/** Which entries of the books have a form on paper: payments, counts, and chips on their way. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  drawers: [
    'drawer-opened',
    'drawer-closed',
    'cash-deposited',
    'cash-withdrawn',
    'chips-cashed',
    'chips-sold',
    'cash-moved',
  ],
  float: ['float-opened', 'float-closed', 'slip-requested'],
  terminal: ['hand-paid'],
  tickets: ['ticket-redeemed'],
};

export const hasForm = (office: string, event: string): boolean => FORMS[office]?.includes(event) ?? false;
