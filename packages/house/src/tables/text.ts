import type { TableEvent } from '@boxperson/rules';

const texts = new WeakMap<TableEvent, string>();

/** An event as it is stored and told: made once, however many read it. */
export function eventText(event: TableEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(event);
  texts.set(event, text);
  return text;
}
