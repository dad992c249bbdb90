/** What vitest's JSON report says of a file. */
export interface ReportedFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}
export interface Counted {
  readonly passed: number;
  readonly failed: number;
}
export interface Outcome {
  readonly files: ReadonlyMap<string, Counted>;
  readonly beside: number;
}
export function outcomeOf(
  code: number,
  report: { readonly testResults: readonly ReportedFile[] } | undefined,
  astray?: number,
): Outcome;
export function toRunAgain(outcome: Outcome): readonly string[];
export function afterAgain(first: Outcome, again: Outcome): Outcome;
export function countIn(outcome: Outcome): Counted;
