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
  /** What corrections have cost the house, or brought it. */
  corrections: 'house/corrections',
} as const;
