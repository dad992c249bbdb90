import {
  makePay,
  NUMBERS,
  type Pay,
  type Rulebook,
  type Spot,
  spotOf,
  spotsOf,
  type WagerId,
} from '@boxperson/rules';

/** A place on the felt: its outline in felt units (about a millimetre), where its text and chips go. */
export interface Region {
  readonly spot: Spot;
  readonly d: string;
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly pays: string;
  readonly size: number;
  /** Beside the text, so that chips do not hide it. */
  readonly chipX: number;
  readonly chipY: number;
}

export const FELT = { width: 1900, height: 1000 };

const LEFT = 372;
const COLUMN = 145;
const rect = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}Z`;
const columnX = (index: number): number => LEFT + COLUMN * index;
const SPELT: Readonly<Record<number, string>> = { 6: 'SIX', 9: 'NINE' };

type Pays = Pay | Readonly<Record<string, Pay>> | undefined;

const isPay = (pays: NonNullable<Pays>): pays is Pay => Array.isArray(pays);

/** Odds with "to", as the book gives them for this spot. */
export function paysOn(book: Rulebook, spot: Spot): string {
  const pays = book.wagers[spot.wager]?.pays.value as Pays;
  if (!pays) return '';
  if (isPay(pays)) return makePay(pays);
  if (spot.number !== undefined && pays[spot.number]) return makePay(pays[spot.number] as Pay);
  if (spot.dice) return makePay((spot.dice[0] === spot.dice[1] ? pays['hard'] : pays['easy']) as Pay);
  return [...new Set(Object.values(pays).map(makePay))].join(' · ');
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Text is never wider than its box. */
const fitted = (title: string, size: number, width: number): number => {
  const longest = Math.max(...title.split('|').map((line) => line.length));
  return Math.min(size, (width - 10) / (longest * 0.68));
};

function boxed(book: Rulebook, spot: Spot, box: Box, title: string, size: number): Region {
  const { x, y, width, height } = box;
  return {
    spot,
    d: rect(x, y, width, height),
    x: x + width / 2,
    y: y + height / 2,
    title,
    pays: paysOn(book, spot),
    size: fitted(title, size, width),
    chipX: x + width - Math.min(34, width / 3),
    chipY: y + height / 2,
  };
}

const bar = (book: Rulebook): string => (book.bar.total.value === 2 ? 'BAR ⚀⚀' : 'BAR ⚅⚅');
const nameIn = (book: Rulebook, id: WagerId): string => (book.wagers[id]?.name ?? id).toUpperCase();

/** Everything this book has on its layout, and nothing it has not. */
export function regionsOf(book: Rulebook, big68: boolean): readonly Region[] {
  return [
    ...lineRegions(book),
    ...numberRegions(book),
    ...comeRegions(book, big68),
    ...propositionRegions(book),
    ...hopRegions(book),
  ];
}

function lineRegions(book: Rulebook): readonly Region[] {
  return [
    {
      spot: spotOf('pass'),
      d: 'M62 95H150V676A110 110 0 0 0 260 786H1242V880H260A198 198 0 0 1 62 682Z',
      x: 700,
      y: 833,
      title: nameIn(book, 'pass'),
      pays: paysOn(book, spotOf('pass')),
      size: 52,
      chipX: 330,
      chipY: 833,
    },
    {
      spot: spotOf('dont-pass'),
      d: 'M150 95H216V672A48 48 0 0 0 264 720H1000V786H260A110 110 0 0 1 150 676Z',
      x: 640,
      y: 753,
      title: `${nameIn(book, 'dont-pass')} · ${bar(book)}`,
      pays: paysOn(book, spotOf('dont-pass')),
      size: 32,
      chipX: 300,
      chipY: 753,
    },
    boxed(book, spotOf('dont-pass-odds'), { x: 1000, y: 720, width: 242, height: 66 }, 'LAY ODDS', 26),
    {
      ...boxed(book, spotOf('pass-odds'), { x: 260, y: 890, width: 982, height: 80 }, 'ODDS', 34),
      chipX: 330,
    },
  ];
}

function numberRegions(book: Rulebook): readonly Region[] {
  return NUMBERS.flatMap((number, index) => {
    const x = columnX(index);
    return [
      boxed(book, spotOf('lay', number), { x, y: 95, width: COLUMN / 2, height: 70 }, 'LAY', 22),
      boxed(
        book,
        spotOf('place-lose', number),
        { x: x + COLUMN / 2, y: 95, width: COLUMN / 2, height: 70 },
        'LOSE',
        22,
      ),
      {
        ...boxed(
          book,
          spotOf('buy', number),
          { x, y: 165, width: COLUMN, height: 165 },
          SPELT[number] ?? String(number),
          66,
        ),
        chipX: x + 36,
        chipY: 300,
      },
      boxed(book, spotOf('place', number), { x, y: 330, width: COLUMN, height: 60 }, 'PLACE', 24),
    ];
  });
}

/** Odds behind come wagers appear where the wager has travelled. */
export function comeOddsRegion(book: Rulebook, wager: 'come-odds' | 'dont-come-odds', index: number): Region {
  const number = NUMBERS[index] as (typeof NUMBERS)[number];
  const y = wager === 'come-odds' ? 172 : 40;
  return boxed(
    book,
    spotOf(wager, number),
    { x: columnX(index) + 6, y, width: COLUMN - 12, height: 48 },
    wager === 'come-odds' ? '+ ODDS' : '+ LAY ODDS',
    20,
  );
}

/** Where a travelled come or don't come wager stands. */
export const travelledAt = (wager: 'come' | 'dont-come', index: number): { x: number; y: number } => ({
  x: columnX(index) + 108,
  y: wager === 'come' ? 300 : 70,
});

function comeRegions(book: Rulebook, big68: boolean): readonly Region[] {
  const big: readonly Region[] = big68
    ? [
        {
          ...boxed(book, spotOf('big-6'), { x: 216, y: 570, width: 78, height: 150 }, '6', 46),
          chipY: 690,
          chipX: 255,
        },
        {
          ...boxed(book, spotOf('big-8'), { x: 294, y: 570, width: 78, height: 150 }, '8', 46),
          chipY: 690,
          chipX: 333,
        },
      ]
    : [];
  return [
    {
      ...boxed(
        book,
        spotOf('dont-come'),
        { x: 216, y: 95, width: 156, height: 295 },
        `DON’T|COME|${bar(book)}`,
        30,
      ),
      chipX: 294,
      chipY: 350,
    },
    { ...boxed(book, spotOf('come'), { x: 216, y: 390, width: 1026, height: 180 }, 'COME', 92), chipX: 310 },
    ...big,
    {
      ...boxed(
        book,
        spotOf('field'),
        { x: 372, y: 570, width: 870, height: 150 },
        '(2) · 3 · 4 · 9 · 10 · 11 · (12)|FIELD',
        42,
      ),
      chipX: 440,
    },
  ];
}

const CENTRE = { x: 1310, width: 560, top: 95 };

const ROWS: readonly (readonly (readonly [WagerId, number?])[])[] = [
  [['any-seven']],
  [
    ['hardway', 6],
    ['hardway', 10],
  ],
  [
    ['hardway', 8],
    ['hardway', 4],
  ],
  [['craps-3'], ['craps-2'], ['craps-12']],
  [['craps'], ['eleven'], ['craps-eleven']],
  [['horn'], ['world'], ['any-craps']],
];

function propositionRegions(book: Rulebook): readonly Region[] {
  const rows = ROWS.map((row) =>
    row.filter(([id]) => book.wagers[id] !== null).map(([id, number]) => spotOf(id, number as never)),
  ).filter((row) => row.length > 0);
  const all = book.wagers['horn-high'] ? [...rows, spotsOf('horn-high')] : rows;
  const height = book.wagers.hop ? 66 : 100;
  return all.flatMap((row, line) =>
    row.map((spot, column) => {
      const width = CENTRE.width / row.length;
      const box = { x: CENTRE.x + width * column, y: CENTRE.top + line * height, width, height };
      const title = spot.high
        ? `HORN|HIGH ${spot.high}`
        : spot.number
          ? `HARD ${spot.number}`
          : nameIn(book, spot.wager);
      return boxed(book, spot, box, title, row.length > 3 ? 17 : row.length === 3 ? 21 : 26);
    }),
  );
}

const DIE = ['', '⚀', '⚁', '⚂', '⚃', '⚄', '⚅'];

/** The hop panel: 21 pairs in a triangle, the hard ones on its edge. */
function hopRegions(book: Rulebook): readonly Region[] {
  if (!book.wagers.hop) return [];
  const top = 540;
  return spotsOf('hop').map((spot) => {
    const [a, b] = spot.dice ?? [1, 1];
    const box = { x: CENTRE.x + (a - 1) * 93, y: top + (b - 1) * 72, width: 93, height: 72 };
    return boxed(book, spot, box, `${DIE[a]}${DIE[b]}`, 36);
  });
}
