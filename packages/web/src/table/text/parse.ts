import {
  CENTS_MAX,
  findSpot,
  makeDollars,
  type PointNumber,
  type Rulebook,
  type Spot,
  spotsOf,
  type WagerId,
  wagerName,
} from '@boxperson/rules';
import { sayList } from '../../ui/words.js';
import { nearestWord, phrasesOf, wordsOf } from './vocabulary.js';

/** What a line of text asks for. Amounts are cents. */
export type Order =
  | { readonly kind: 'put'; readonly spot: Spot; readonly amount: number }
  | { readonly kind: 'take'; readonly spot: Spot; readonly amount?: number }
  | { readonly kind: 'move'; readonly from: Spot; readonly to: Spot; readonly amount?: number }
  /** Without a spot: behind the line wager that stands. */
  | { readonly kind: 'odds'; readonly spot: Spot | null; readonly amount: number | 'max' }
  | { readonly kind: 'call'; readonly what: Spot | WagerId | 'all'; readonly to: 'on' | 'off' }
  | { readonly kind: 'pattern'; readonly name: string; readonly amount: number }
  | { readonly kind: 'save-pattern'; readonly name: string }
  | { readonly kind: 'stay'; readonly to: 'on' | 'off' }
  | { readonly kind: 'buy-in'; readonly amount: number }
  | { readonly kind: 'collect'; readonly amount?: number }
  | { readonly kind: 'sit'; readonly seat?: number }
  | { readonly kind: SimpleOrder };
export type SimpleOrder = (typeof SIMPLE)[number];

export type Parsed =
  | { readonly ok: true; readonly order: Order }
  /** `word` was not understood; `nearest` is a line that would be. */
  | { readonly ok: false; readonly message: string; readonly word: string; readonly nearest: string };

const SIMPLE = [
  'undo',
  'redo',
  'clear',
  'repeat',
  'double',
  'half',
  'max-odds',
  'shoot',
  'accept',
  'decline',
  'pass-dice',
  'refuse-line',
  'ready',
  'leave',
  'help',
  'wagers',
  'table',
] as const;

/** One word that is a whole order. */
const WORDS: ReadonlyMap<string, SimpleOrder> = new Map(
  Object.entries({
    undo: 'undo',
    redo: 'redo',
    clear: 'clear',
    repeat: 'repeat',
    again: 'repeat',
    double: 'double',
    half: 'half',
    halve: 'half',
    shoot: 'shoot',
    throw: 'shoot',
    roll: 'shoot',
    accept: 'accept',
    decline: 'decline',
    pass: 'pass-dice',
    ready: 'ready',
    leave: 'leave',
    help: 'help',
    '?': 'help',
    wagers: 'wagers',
    table: 'table',
    state: 'table',
  } as const),
);

/** Words that begin an order with more to come. */
const OPENERS = [
  'odds',
  'take',
  'down',
  'on',
  'off',
  'move',
  'stay',
  'chips',
  'collect',
  'sit',
  'save',
  'refuse',
];

const fail = (message: string, word: string, nearest: string): Parsed => ({
  ok: false,
  message,
  word,
  nearest,
});
const accept = (order: Order): Parsed => ({ ok: true, order });

const AMOUNT = /^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/** Dollars as people write them, in cents; null for anything else. No arithmetic on fractions. */
export function readAmount(word: string): number | null {
  const found = AMOUNT.exec(word);
  if (!found) return null;
  const cents =
    Number((found[1] as string).replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return Number.isSafeInteger(cents) && cents > 0 && cents <= CENTS_MAX ? cents : null;
}

/** Reads one line. `patterns` are the names of patterns that this player may ask for. */
export function parse(line: string, book: Rulebook, patterns: readonly string[] = []): Parsed {
  const parsed = read(line, book, patterns);
  if (parsed.ok || read(parsed.nearest, book, patterns).ok) return parsed;
  // What is offered must be understood: where a line is too far gone, an order of the same kind is.
  const opener = wordsOf(line)[0] ?? '';
  return { ...parsed, nearest: EXAMPLES.get(opener) ?? 'help' };
}

const EXAMPLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    odds: 'odds max',
    take: 'take place 6',
    down: 'take place 6',
    on: 'on all',
    off: 'off all',
  }),
);

function read(line: string, book: Rulebook, patterns: readonly string[]): Parsed {
  const words = wordsOf(line.replace(/(\d),(?=\d{3}\b)/g, '$1'));
  const [first, ...rest] = words;
  if (/^\s*take( the)? dice\s*$/i.test(line)) return accept({ kind: 'accept' });
  if (first === undefined) return fail('Type what to do, or help.', '', 'help');
  const simple = WORDS.get(first);
  if (simple && rest.length === 0) return accept({ kind: simple });
  if (first === 'pass' && rest.length === 1 && rest[0] === 'on') return accept({ kind: 'pass-dice' });
  if (first === 'max' && rest[0] === 'odds' && rest.length === 1) return accept({ kind: 'max-odds' });
  if (OPENERS.includes(first)) return opened(first, rest, book);
  if (simple === 'accept' || simple === 'shoot' || simple === 'decline') return surplus(first, rest);
  return bet(first === 'put' ? rest : words, book, patterns);
}

const surplus = (first: string, rest: readonly string[]): Parsed =>
  fail(`“${rest[0]}” is one word too many after “${first}”.`, rest[0] as string, first);

function opened(first: string, rest: readonly string[], book: Rulebook): Parsed {
  switch (first) {
    case 'odds':
      return odds(rest, book);
    case 'take':
    case 'down':
      return take(rest, book);
    case 'on':
    case 'off':
      return call(first, rest, book);
    case 'move':
      return move(rest, book);
    case 'stay':
      return stay(rest);
    case 'chips':
      return withAmount(rest, 'chips 100', (amount) => accept({ kind: 'buy-in', amount }));
    case 'collect':
      if (rest.length === 0) return accept({ kind: 'collect' });
      return withAmount(rest, 'collect 100', (amount) => accept({ kind: 'collect', amount }));
    case 'sit':
      return sit(rest);
    case 'save':
      return rest.length === 0
        ? fail('“save” needs a name for the wagers that stand.', 'save', 'save mine')
        : accept({ kind: 'save-pattern', name: rest.join(' ') });
    default:
      return rest.length === 0 || rest[0] === 'line'
        ? accept({ kind: 'refuse-line' })
        : unknown(rest[0] as string, ['line'], 'refuse line');
  }
}

function withAmount(rest: readonly string[], example: string, then: (amount: number) => Parsed): Parsed {
  const [word, ...more] = rest;
  const amount = word === undefined ? null : readAmount(word);
  if (amount === null) return noAmount(word ?? '', example);
  return more.length > 0
    ? fail(`“${more[0]}” is one word too many.`, more[0] as string, example)
    : then(amount);
}

const noAmount = (word: string, example: string): Parsed =>
  fail(
    word === '' ? 'An amount is missing.' : `“${word}” is not an amount: dollars like 10 or 12.50.`,
    word,
    example,
  );

/** `10 pass`, `12 place 6`, `pass 10`, `place 6 for 12`, `10 across`. */
function bet(words: readonly string[], book: Rulebook, patterns: readonly string[]): Parsed {
  const { amount, rest, fault } = amountIn(words);
  if (fault) return fault;
  if (rest.length === 0)
    return fail(
      'Say what to bet on.',
      words.at(-1) ?? '',
      `${words[0] ?? 10} ${book.wagers.pass ? 'pass' : 'field'}`,
    );
  const pattern = patternIn(rest, patterns);
  if (pattern !== null)
    return amount === null
      ? noAmount('', `10 ${pattern}`)
      : accept({ kind: 'pattern', name: pattern, amount });
  const found = spotIn(rest, book, amount);
  if ('ok' in found) return (amount === null ? trailed(rest, book) : null) ?? found;
  if (amount === null)
    return fail(
      `How much on ${wagerName(book, found.spot.wager)}? Say the amount first.`,
      rest[0] as string,
      `10 ${rest.join(' ')}`,
    );
  return accept({ kind: 'put', spot: found.spot, amount });
}

/** `pass 10`, `place 6 12`: what is left when the last word is taken for the amount. */
function trailed(words: readonly string[], book: Rulebook): Parsed | null {
  const amount = words.length > 1 ? readAmount(words.at(-1) as string) : null;
  const found = amount === null ? null : spotIn(words.slice(0, -1), book, amount);
  return found && amount !== null && 'spot' in found
    ? accept({ kind: 'put', spot: found.spot, amount })
    : null;
}

interface AmountIn {
  readonly amount: number | null;
  readonly rest: readonly string[];
  readonly fault?: Parsed;
}

/** The amount stands first, or last with a dollar sign or `for` before it. */
function amountIn(words: readonly string[]): AmountIn {
  const [first = '', ...after] = words;
  const leads = readAmount(first);
  // `11` and `2 crap` are wagers by themselves; as amounts they have a wager after them.
  if (leads !== null && after.length > 0) return { amount: leads, rest: filled(after) };
  if (leads === null && /^[$\d.][\d.,]*$/.test(first) && !/^\d-\d$/.test(first))
    return { amount: null, rest: [], fault: noAmount(first, `10 ${after.join(' ') || 'pass'}`) };
  const last = words.at(-1) ?? '';
  const marked = last.startsWith('$') || words.at(-2) === 'for' || words.at(-2) === 'with';
  const trailing = marked ? readAmount(last) : null;
  if (trailing === null) return { amount: null, rest: filled(words) };
  const before = words.slice(0, -1);
  return {
    amount: trailing,
    rest: filled(['for', 'with'].includes(before.at(-1) ?? '') ? before.slice(0, -1) : before),
  };
}

const filled = (words: readonly string[]): readonly string[] =>
  ['on', 'to', 'dollars'].includes(words[0] ?? '') ? words.slice(1) : words;

const patternIn = (words: readonly string[], patterns: readonly string[]): string | null => {
  const said = words.join(' ');
  return patterns.find((name) => wordsOf(name).join(' ') === said) ?? null;
};

/** The spot that words name, or what is wrong with them. */
function spotIn(
  words: readonly string[],
  book: Rulebook,
  amount: number | null,
): { readonly spot: Spot } | Parsed {
  const lead = amount === null ? '' : `${makeDollars(amount).slice(1).replaceAll(',', '')} `;
  if (words.length === 0) return fail('Say which wager.', '', `${lead}place 6`);
  const turned = turn(words);
  const phrase = phrasesOf(book).find(
    ({ words: said, wager }) =>
      said.every((word, at) => word === turned[at]) && fitsRest(wager, turned.slice(said.length)),
  );
  if (!phrase) return unknownWager(turned, book, lead);
  const { wager } = phrase;
  const rest = turned.slice(phrase.words.length);
  if (!book.wagers[wager]) return notHere(wager, phrase.words.join(' '), book, lead);
  const selection = selectionIn(wager, rest);
  const spot = selection && findSpot({ wager, ...selection });
  return spot ? { spot } : wrongSelection(wager, phrase.words, rest, book, lead);
}

/** `6 hard` and `5-5 hop` are said as often as `hard 6`. */
const turn = (words: readonly string[]): readonly string[] => {
  const last = words.at(-1) ?? '';
  const isTurned =
    words.length > 1 && /^\d/.test(words[0] ?? '') && ['hard', 'hardway', 'hop'].includes(last);
  return isTurned ? [last, ...words.slice(0, -1)] : words;
};

/** Phrases that are no selection of their own must end the line: `come odds` is not `come` with something more. */
const fitsRest = (wager: WagerId, rest: readonly string[]): boolean =>
  rest.length === 0 ||
  (spotsOf(wager).length > 1 && rest.every((word) => /^[\d-]+$/.test(word) || word === 'yo'));

function selectionIn(wager: WagerId, rest: readonly string[]): Omit<Spot, 'index' | 'wager'> | null {
  const numbers = rest
    .flatMap((word) => (word === 'yo' ? ['11'] : word.split('-')))
    .filter((word) => word !== '')
    .map(Number);
  if (wager === 'hop') {
    const [a, b, ...more] = numbers;
    const isPair = [a, b].every((face) => face !== undefined && face >= 1 && face <= 6);
    return isPair && more.length === 0 ? { dice: [a, b] as unknown as NonNullable<Spot['dice']> } : null;
  }
  if (numbers.length > 1) return null;
  const [number] = numbers;
  if (number === undefined) return {};
  return wager === 'horn-high'
    ? { high: number as NonNullable<Spot['high']> }
    : { number: number as PointNumber };
}

const exampleOf = (spot: Spot, phrase: readonly string[]): string =>
  [...phrase, spot.number ?? spot.high ?? spot.dice?.join('-') ?? ''].join(' ').trim();

function wrongSelection(
  wager: WagerId,
  phrase: readonly string[],
  rest: readonly string[],
  book: Rulebook,
  lead: string,
): Parsed {
  const spots = spotsOf(wager).filter((spot) => spot.number ?? spot.high ?? spot.dice);
  const name = wagerName(book, wager);
  const word = rest.join(' ');
  const may =
    wager === 'hop'
      ? 'two dice like 5-5'
      : sayList(
          spots.map((spot) => String(spot.number ?? spot.high)),
          'or',
        );
  const message = word === '' ? `${name} needs ${may}.` : `“${word}” does not go with ${name}: say ${may}.`;
  const nearest = nearestSpot(spots, Number(rest[0]));
  return fail(message, word || phrase.join(' '), lead + exampleOf(nearest, phrase));
}

const nearestSpot = (spots: readonly Spot[], wish: number): Spot => {
  const far = (spot: Spot) => Math.abs((spot.number ?? spot.high ?? 0) - (Number.isFinite(wish) ? wish : 6));
  return spots.reduce((best, next) => (far(next) < far(best) ? next : best));
};

/** Phrases of this book's wagers that a person would recognise: no bare initials. */
const worthOffering = (book: Rulebook) =>
  phrasesOf(book).filter(({ wager, words }) => book.wagers[wager] && words.join('').length > 2);

function notHere(wager: WagerId, said: string, book: Rulebook, lead: string): Parsed {
  const others = worthOffering(book);
  const nearest = nearestWord(
    said,
    others.map(({ words }) => words.join(' ')),
  );
  return fail(
    `“${said}” is not a wager of this table (${book.title}).`,
    said,
    completed(lead, nearest, book, wager),
  );
}

/** A phrase that needs a number gets one, so that the line would be understood. */
function completed(lead: string, phrase: string, book: Rulebook, _wager: WagerId | null): string {
  const wager = phrasesOf(book).find(({ words }) => words.join(' ') === phrase)?.wager;
  const [spot] = wager ? spotsOf(wager) : [];
  const more = spot && wager !== 'come' && wager !== 'dont-come' ? exampleOf(spot, []) : '';
  return `${lead}${phrase}${more === '' ? '' : ` ${more}`}`;
}

function unknownWager(words: readonly string[], book: Rulebook, lead: string): Parsed {
  const known = worthOffering(book);
  const vocabulary = [...new Set(known.flatMap((phrase) => phrase.words))].filter(
    (word) => !/^\d/.test(word),
  );
  const stranger = words.find((word) => !/^[\d-]+$/.test(word) && !vocabulary.includes(word));
  const said = words.join(' ');
  const nearest = nearestWord(
    stranger === undefined
      ? said
      : words.map((word) => (word === stranger ? nearestWord(word, vocabulary) : word)).join(' '),
    known.map((phrase) => phrase.words.join(' ')),
  );
  const isOrder = lead === '' && nearestWord(words[0] as string, [...WORDS.keys(), ...OPENERS]);
  const word = stranger ?? said;
  if (isOrder && (stranger === undefined || closer(words[0] as string, isOrder, nearest)))
    return fail(`“${word}” is not understood.`, word, isOrder);
  return fail(`“${word}” is not understood.`, word, withNumber(lead, nearest, words, book));
}

const closer = (word: string, order: string, wager: string): boolean =>
  nearestWord(word, [wager, order]) === order;

/** The number that was said is kept where it fits. */
function withNumber(lead: string, phrase: string, words: readonly string[], book: Rulebook): string {
  const wager = phrasesOf(book).find((known) => known.words.join(' ') === phrase)?.wager;
  const digits = words.filter((word) => /^\d/.test(word));
  const selection = wager && digits.length > 0 ? selectionIn(wager, digits) : null;
  const spot = wager && selection ? findSpot({ wager, ...selection }) : undefined;
  return spot ? lead + exampleOf(spot, phrase.split(' ')) : completed(lead, phrase, book, null);
}

const unknown = (word: string, known: readonly string[], nearest: string): Parsed =>
  fail(`“${word}” is not understood: say ${sayList(known, 'or')}.`, word, nearest);

/** `odds max`, `odds 20`, `odds 20 come 5`, `odds max dont come 9`. */
function odds(rest: readonly string[], book: Rulebook): Parsed {
  const [first, ...more] = rest;
  if (first === undefined) return fail('How much? Say the amount, or max.', 'odds', 'odds max');
  const amount = first === 'max' ? 'max' : readAmount(first);
  if (amount === null)
    return fail(
      `“${first}” is not an amount: dollars like 20, or max.`,
      first,
      `odds max ${rest.slice(1).join(' ')}`.trim(),
    );
  const behind = filled(more);
  if (behind.length === 0)
    return accept(amount === 'max' ? { kind: 'max-odds' } : { kind: 'odds', spot: null, amount });
  const found = spotIn(behind, book, null);
  if ('ok' in found) return prefixed(found, `odds ${first}`);
  const flats: readonly WagerId[] = ['pass', 'dont-pass', 'come', 'dont-come'];
  const carries = flats.includes(found.spot.wager) || found.spot.wager.endsWith('-odds');
  if (!carries)
    return fail(
      `Odds do not go behind ${wagerName(book, found.spot.wager)}: they go behind a line or come wager.`,
      behind.join(' '),
      `odds ${first} pass`,
    );
  if (found.spot.number === undefined && (found.spot.wager === 'come' || found.spot.wager === 'dont-come'))
    return fail(
      `Which number? Odds go behind a ${wagerName(book, found.spot.wager)} wager that has travelled.`,
      behind.join(' '),
      `odds ${first} ${behind.join(' ')} 6`,
    );
  return accept({ kind: 'odds', spot: found.spot, amount });
}

const prefixed = (parsed: Parsed, lead: string): Parsed =>
  parsed.ok ? parsed : { ...parsed, nearest: `${lead} ${parsed.nearest}`.trim() };

/** `take place 6`, `take 5 place 6`. */
function take(rest: readonly string[], book: Rulebook): Parsed {
  if (rest.length === 0) return fail('What is to come down?', 'take', 'take place 6');
  const amount = rest.length > 1 ? readAmount(rest[0] as string) : null;
  const words = filled(amount === null ? rest : rest.slice(1)).filter((word) => word !== 'from');
  const found = spotIn(words, book, null);
  if ('ok' in found) return prefixed(found, amount === null ? 'take' : `take ${rest[0]}`);
  return accept({ kind: 'take', spot: found.spot, ...(amount === null ? {} : { amount }) });
}

/** `off place`, `on place 6`, `off all`. */
function call(to: 'on' | 'off', rest: readonly string[], book: Rulebook): Parsed {
  if (rest.length === 0 || (rest.length === 1 && (rest[0] === 'all' || rest[0] === 'everything')))
    return accept({ kind: 'call', what: 'all', to });
  const kind = phrasesOf(book).find(({ words }) => words.join(' ') === rest.join(' '));
  if (kind && book.wagers[kind.wager]) return accept({ kind: 'call', what: kind.wager, to });
  const found = spotIn(rest, book, null);
  if ('ok' in found) return prefixed(found, to);
  return accept({ kind: 'call', what: found.spot, to });
}

/** `move place 6 to place 8`, `move 12 place 6 to place 8`. */
function move(rest: readonly string[], book: Rulebook): Parsed {
  const at = rest.lastIndexOf('to');
  const example = 'move place 6 to place 8';
  if (at < 1 || at === rest.length - 1) return fail('Say from where and to where.', 'move', example);
  const amount = readAmount(rest[0] as string);
  const from = spotIn(rest.slice(amount === null ? 0 : 1, at), book, null);
  if ('ok' in from) return { ...from, nearest: example } as Parsed;
  const to = spotIn(rest.slice(at + 1), book, null);
  if ('ok' in to) return { ...to, nearest: example } as Parsed;
  return accept({ kind: 'move', from: from.spot, to: to.spot, ...(amount === null ? {} : { amount }) });
}

function stay(rest: readonly string[]): Parsed {
  const to = rest.filter((word) => word !== 'up').at(0) ?? 'on';
  return to === 'on' || to === 'off' ? accept({ kind: 'stay', to }) : unknown(to, ['on', 'off'], 'stay on');
}

function sit(rest: readonly string[]): Parsed {
  const words = rest.filter((word) => !['down', 'at', 'seat'].includes(word));
  if (words.length === 0) return accept({ kind: 'sit' });
  const seat = Number(words[0]);
  return Number.isInteger(seat) && seat > 0 && words.length === 1
    ? accept({ kind: 'sit', seat })
    : fail(`“${words.join(' ')}” is not the number of a seat.`, words.join(' '), 'sit 1');
}
