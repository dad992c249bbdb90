/** Small checks that put together make the check of a whole file. Each reports every fault it finds. */
export interface Fault {
  /** Where in the value: `wagers.horn.pays.value.2[0]`. */
  readonly path: string;
  /** What is wrong there, one plain sentence without its end. */
  readonly fault: string;
}

export type Report = (path: string, fault: string) => void;
export type Check = (value: unknown, path: string, report: Report) => void;
export type Fields = Readonly<Record<string, Check>>;
type Plain = Readonly<Record<string, unknown>>;

const MAX_ITEMS = 1000;

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

// Any realm's plain object: its prototype is null, or has none itself.
const isPlain = (value: unknown): value is Plain => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** An own value, read without running anybody's code. */
const readOwn = (from: object, key: string): { readonly value: unknown } | undefined => {
  const found = Object.getOwnPropertyDescriptor(from, key);
  return found?.enumerable && 'value' in found ? { value: found.value } : undefined;
};

export const readField = (from: unknown, key: string): unknown =>
  isPlain(from) ? readOwn(from, key)?.value : undefined;

/** Exactly these keys; those of `optional` may be missing. */
export const fields = (required: Fields, optional: Fields = {}): Check => {
  const known = new Map(Object.entries({ ...required, ...optional }));
  return (value, path, report) => {
    if (!isPlain(value)) return report(path, 'is not an object');
    for (const key of Reflect.ownKeys(value)) {
      if (typeof key === 'symbol') report(path, 'has a symbol for a key');
      else if (!known.has(key)) report(join(path, key), 'is no key here');
    }
    for (const [key, check] of known) {
      const own = readOwn(value, key);
      if (own) check(own.value, join(path, key), report);
      else if (Object.hasOwn(value, key)) report(join(path, key), 'is no plain value');
      else if (Object.hasOwn(required, key)) report(join(path, key), 'is missing');
    }
  };
};

/** The same check for each of these keys, all of them required. */
export const each = (keys: readonly (string | number)[], check: Check): Check =>
  fields(Object.fromEntries(keys.map((key) => [String(key), check])));

export const oneOf =
  (choices: readonly unknown[]): Check =>
  (value, path, report) => {
    if (choices.includes(value)) return;
    report(path, `is not ${choices.map((choice) => JSON.stringify(choice)).join(' or ')}`);
  };

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.trim() === value;

export const text: Check = (value, path, report) => {
  if (!isText(value)) report(path, 'is not a text, or is empty or has blanks around it');
};

export const wholeFrom =
  (least: number): Check =>
  (value, path, report) => {
    if (!Number.isSafeInteger(value) || (value as number) < least) {
      report(path, `is not a whole number of ${least} or more`);
    }
  };

export const orNull =
  (check: Check): Check =>
  (value, path, report) => {
    if (value !== null) check(value, path, report);
  };

/** Every check on the same value. */
export const all =
  (...checks: readonly Check[]): Check =>
  (value, path, report) => {
    for (const check of checks) check(value, path, report);
  };

export const listOf =
  (check: Check): Check =>
  (value, path, report) => {
    if (!Array.isArray(value)) return report(path, 'is not a list');
    if (value.length > MAX_ITEMS) return report(path, `has more than ${MAX_ITEMS} items`);
    const names = Reflect.ownKeys(value).filter((key) => key !== 'length');
    if (names.length !== value.length) return report(path, 'has holes, or more than its items');
    names.forEach((_, index) => {
      const own = readOwn(value, String(index));
      if (own) check(own.value, `${path}[${index}]`, report);
      else report(`${path}[${index}]`, 'is no plain value');
    });
  };

/** A list in which what `keyOf` reads from an item stands once. */
export const unique =
  (keyOf: (item: unknown) => unknown): Check =>
  (value, path, report) => {
    if (!Array.isArray(value) || value.length > MAX_ITEMS) return;
    const keys = Array.from(value.keys(), (index) => keyOf(readOwn(value, String(index))?.value));
    keys.forEach((key, index) => {
      if (keys.indexOf(key) < index) report(`${path}[${index}]`, `repeats ${JSON.stringify(key)}`);
    });
  };

/** Runs a check and gives back all that it reported. */
export const runCheck = (check: Check, value: unknown): readonly Fault[] => {
  const faults: Fault[] = [];
  check(value, '', (path, fault) => faults.push({ path, fault }));
  return faults;
};
