import type { Behind, FloorReport } from '@boxperson/house';
import { HouseSaysNo } from '@boxperson/house/client';
import { useEffect, useState } from 'react';
import { saveFile } from '../save.js';
import { api } from '../session.js';

export interface Span {
  readonly from: number;
  readonly to: number;
}

export type Reading<T> =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'read'; readonly value: T };

const READING = { kind: 'reading' } as const;

/** Asked for once for each address; an answer that comes too late is nobody's. */
function useRead<T>(path: string | null): Reading<T> {
  const [reading, setReading] = useState<Reading<T>>(READING);
  useEffect(() => {
    if (path === null) return;
    let gone = false;
    setReading(READING);
    api.get<T>(path).then(
      (value) => !gone && setReading({ kind: 'read', value }),
      (error: unknown) => !gone && setReading({ kind: 'failed', why: whyOf(error) }),
    );
    return () => {
      gone = true;
    };
  }, [path]);
  return reading;
}

const whyOf = (error: unknown): string =>
  error instanceof HouseSaysNo ? error.message : 'The house cannot be reached.';

const spanIn = ({ from, to }: Span): string => `from=${from}&to=${to}`;

export const useReport = (span: Span): Reading<FloorReport> => useRead(`/api/reports?${spanIn(span)}`);

export const useUnclaimed = (): Reading<Pick<FloorReport, 'unclaimed'>> => useRead('/api/cage/unclaimed');

export const useBehind = (
  span: Span,
  figure: string | null,
): Reading<{ readonly total: number; readonly events: readonly Behind[] }> =>
  useRead(
    figure === null ? null : `/api/reports/events?${spanIn(span)}&figure=${encodeURIComponent(figure)}`,
  );

export const download = (kind: 'csv' | 'pdf', span: Span): Promise<void> =>
  saveFile(
    `/api/reports/${kind}?${spanIn(span)}`,
    `report-${new Date(span.from).toISOString().slice(0, 16).replaceAll(':', '')}.${kind}`,
  );
