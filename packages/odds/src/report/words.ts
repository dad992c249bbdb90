// Figures as people read them, the same digits on the command line and in the browser.

/** How figures are written. */
export interface FigureWords {
  readonly percent: (value: number, digits?: number) => string;
  /** A whole number. */
  readonly count: (value: number) => string;
  /** Dollars of cents, with as many digits as a small average needs. */
  readonly dollars: (cents: number, digits?: number) => string;
}

const count = (value: number): string => Math.round(value).toLocaleString('en');

function dollarsWith(minus: string): FigureWords['dollars'] {
  return (cents, digits = 2) => {
    const text = (Math.abs(cents) / 100).toLocaleString('en', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return `${cents < 0 && Number(text.replaceAll(',', '')) !== 0 ? minus : ''}$${text}`;
  };
}

const percent: FigureWords['percent'] = (value, digits = 3) => `${(100 * value).toFixed(digits)} %`;

/** A hair below nothing is nothing. */
const percentOrNothing: FigureWords['percent'] = (value, digits) => {
  const text = percent(value, digits);
  return Number.parseFloat(text) === 0 ? text.replace('-', '') : text;
};

/** For terminals and files: letters that every one of them has. */
export const plainWords: FigureWords = { count, percent, dollars: dollarsWith('-') };

/** For pages: a minus as wide as a plus. */
export const pageWords: FigureWords = { count, percent: percentOrNothing, dollars: dollarsWith('−') };
