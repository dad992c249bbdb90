// Items of levels 1 and 2 of OWASP ASVS 5.0.0, as far as they are told one by one: by section, how many there are from 1 on.
const ITEMS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{ '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4 },
  ...{ '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2 },
  ...{ '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1 },
  ...{ '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
};

const ALL = Object.entries(ITEMS).flatMap(([section, most]) =>
  Array.from({ length: most }, (_, n) => `${section}.${n + 1}`),
);

const numbersIn = (text: string): string[] =>
  [...text.matchAll(/\b(\d+\.\d+)\.(\d+)(?: to \1\.(\d+))?/g)].flatMap(([, section, from, to]) =>
    Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, n) => `${section}.${Number(from) + n}`),
  );

/** The list itself: first columns of its tables, and what is said not to apply. */
const listedIn = (page: string): string[] => {
  const list = page.slice(0, page.indexOf('## Exceptions')).split('\n');
  const rows = list.filter((line) => /^\| \d/.test(line)).map((line) => line.split('|')[1] as string);
  return [...rows, ...list.filter((line) => line.startsWith('Not applicable:'))].flatMap(numbersIn);
};

const exceptedIn = (page: string): string[] => numbersIn(page.slice(page.indexOf('## Exceptions')));

/** Items in the list that are met in part or not at all. */
const unmetIn = (page: string): string[] =>
  page
    .split('\n')
    .filter((line) => /^\| \d.*\*(?:in part|not met)\*/.test(line))
    .flatMap((line) => numbersIn(line.split('|')[1] as string));

const FILE = /`((?:packages|docs|test|scripts|bench)\/[\w./-]+\.\w+|[\w.]+\.(?:json|md))`/g;

export const filesNamedIn = (page: string): string[] =>
  [...page.matchAll(FILE)].map(([, path]) => path as string);

/** What is wrong with the list. */
export const asvsFaults = (page: string, files: readonly string[]): string[] => {
  const listed = listedIn(page);
  const unmet = unmetIn(page);
  const excepted = exceptedIn(page);
  return [
    ...ALL.filter((item) => !listed.includes(item)).map((item) => `${item} is left out`),
    ...listed.filter((item, n) => listed.indexOf(item) !== n).map((item) => `${item} stands twice`),
    ...listed.filter((item) => !ALL.includes(item)).map((item) => `${item} is no item`),
    ...unmet.filter((item) => !excepted.includes(item)).map((item) => `${item} is not met, without a reason`),
    ...filesNamedIn(page)
      .filter((path) => !files.includes(path))
      .map((path) => `${path} is not there`),
  ];
};
