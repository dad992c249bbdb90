export { makeDollars as dollars } from '@boxperson/rules';

/** What is typed as money: `12`, `$12.50`; null when it is none. */
export function readDollars(text: string): number | null {
  const said = /^\s*\$?\s*(\d[\d,]*)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!said) return null;
  return Number((said[1] as string).replaceAll(',', '')) * 100 + Number((said[2] ?? '0').padEnd(2, '0'));
}
