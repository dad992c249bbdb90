import type { SpotOptions } from '@boxperson/rules';

/**
 * The felt while tokens of a voucher are in hand: open where they may lie, closed where they may not. Where they are too
 * few for a wager by themselves chips go beside them, and the place is as it is for chips.
 */
export const withTokensInHand = (
  options: readonly SpotOptions[] | null,
  voucher: string | null,
): readonly SpotOptions[] | null => {
  if (options === null || voucher === null) return options;
  return options.map((option) => {
    const offer = option.tokens?.offers.find((one) => one.voucher === voucher);
    if (!offer || (!offer.may && offer.why.code !== 'not-eligible')) return option;
    return { ...option, bet: offer };
  });
};
