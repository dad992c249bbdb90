/**
 * The names of accounts. Money is in exactly one of them at any time; the store keeps guarded ones (players', escrow,
 * tickets) from going below nothing.
 */
export const account = {
  /** A person's money that is at no table. */
  wallet: (person: string): string => `player/${person}`,
  /** Chips in front of a player at a table, or the credit meter of a terminal. */
  seat: (table: string, player: string): string => `player/at/${table}/${player}`,
  /** Wagers on a table's layout. One account a table: a shared one would make every table wait for every other. */
  escrow: (table: string): string => `escrow/${table}`,
  /** What the table has won less what it has paid. */
  float: (table: string): string => `float/${table}`,
  commission: (table: string): string => `commission/${table}`,
  /** Chips that left this table with people, less those that were brought to it: all tables' together are out there. */
  chips: (table: string): string => `chips/${table}`,
  /** Cash that went into the drop box of a table for chips: what comes in is owed from here. */
  drop: (table: string): string => `drop/${table}`,
  /** Vouchers that a table took for chips. */
  vouchers: (table: string): string => `vouchers/${table}`,
  /** Play money comes from nowhere, and this account says how much of it. */
  play: 'cash/play',
  /** Cash in a cashier's drawer, and in the vault behind it: below zero, for it came from the world. */
  drawer: (cashier: string): string => `cash/drawer/${cashier}`,
  vault: 'cash/vault',
  /** What drawers were over or short when they were counted. */
  overShort: 'house/over-short',
  /** What promotions have cost the house: prizes, and vouchers that became tokens. */
  promotions: 'house/promotions',
  /** Promotional tokens out there, of vouchers that were changed before tokens were counted apart. */
  tokens: 'chips/tokens',
  /**
   * Promotional tokens, counted apart from money: what comes from the first of these accounts is at any time in one of
   * the others, and they add up among themselves. A voucher that nobody has changed yet; tokens in people's hands, by
   * voucher; in front of a player; on a layout; and those that a table took.
   */
  tokensIssued: 'house/tokens',
  voucher: (number: string): string => `escrow/tokens/voucher/${number}`,
  tokensOut: (voucher: string): string => `escrow/tokens/out/${voucher}`,
  tokensAt: (table: string, player: string): string => `escrow/tokens/at/${table}/${player}`,
  tokensOn: (table: string): string => `escrow/tokens/on/${table}`,
  tokensUsed: (table: string): string => `house/tokens/used/${table}`,
  cashIn: 'cash/in',
  cashOut: 'cash/out',
  /** What the central system has transferred to terminals (aruze 3.4.4). */
  central: 'cash/central',
  /** What a redeemable ticket is worth: nothing once it is paid. */
  ticket: (number: string, money: 'real' | 'play'): string =>
    money === 'play' ? `ticket/play/${number}` : `ticket/${number}`,
  /** The value of a ticket that the house withholds (aruze 4.2). */
  withheld: (number: string, money: 'real' | 'play'): string =>
    money === 'play' ? `ticket/withheld/play/${number}` : `ticket/withheld/${number}`,
  /** What the house sets aside while a case is looked into (aruze 4.2, 6.5; crown 9.2.3). */
  setAside: (name: string): string => `escrow/case/${name}`,
  /** Money that a promotion has promised and not paid yet. */
  prizes: (promotion: string): string => `prize/${promotion}`,
  /** Prizes that went out as crossed cheques, and by transfer to a winner's account. */
  cheques: 'cash/cheques',
  transfers: 'cash/transfers',
  /** Money of a tournament, by the name under which its books know it: fees are the house's, the pool the winners'. */
  tournament: (books: string, what: 'fees' | 'pool'): string => `tournament/${books}/${what}`,
  /** Tournament chips: an account of a table, in another unit than money. */
  tournamentChips: (name: string): string => `tournament/chips/${name}`,
  /** What the house adds to prize pools, and keeps of buy-ins. */
  tournaments: 'house/tournaments',
  /** What corrections have cost the house, or brought it. */
  corrections: 'house/corrections',
} as const;
