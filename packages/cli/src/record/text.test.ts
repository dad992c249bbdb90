import type { Report } from '@boxperson/house';
import { expect, test } from 'vitest';
import { reportText } from './text.js';

test('nothing that stands in a record moves the cursor of whoever reads the report', () => {
  const report = {
    ...{
      ok: false,
      first: null,
      faults: [],
      more: 0,
      counts: { entries: 1 },
      size: 1,
      root: 'r',
      milliseconds: 1,
    },
    notes: ['damage: \u001b[2J\u001b[HThe record is sound.'],
  } as unknown as Report;
  const as = (text: string) => text;
  const text = reportText(report, 'The record', { bold: as, green: as, red: as, dim: as } as never);
  expect(text).toContain('is NOT sound');
  expect(text).not.toContain('\u001b');
});
