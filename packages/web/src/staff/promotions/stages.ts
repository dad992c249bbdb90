import type { Stage } from '@boxperson/offices';

/** Where a promotion is, for those who run it. */
export const STAGES: Readonly<Record<Stage, string>> = {
  none: 'Not begun',
  draft: 'Draft',
  submitted: 'With the regulator',
  running: 'Running',
  frozen: 'List frozen',
  called: 'Draw called',
  drawn: 'Drawn',
  cancelled: 'Cancelled',
  archived: 'In the archive',
};

/** The way of one that goes well. */
export const WAY: readonly Stage[] = [
  'draft',
  'submitted',
  'running',
  'frozen',
  'called',
  'drawn',
  'archived',
];
