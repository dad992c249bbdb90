// A thread for thread.test.ts: it does as it is told, and dies when it is told to.

import { workerData } from 'node:worker_threads';
import { serve } from '../../dist/store/thread.js';
import { StoreError } from '../../dist/store/types.js';

let asked = 0;
const blame = (error, fields) => Object.assign(error, fields);

await serve(async () => {
  if (workerData === 'not ready') throw new Error('the disk is full');
  return {
    methods: {
      echo: (value) => {
        asked += 1;
        return value;
      },
      late: (value) => new Promise((resolve) => setTimeout(resolve, 20, value)),
      append: () => new Promise(() => undefined),
      refuse: () => Promise.reject(new StoreError({ kind: 'overdrawn', account: 'player/p' })),
      violate: () =>
        Promise.reject(blame(new Error('no'), { code: '23505', constraint: 'log_pkey', severity: 'FATAL' })),
      throw: () => {
        setImmediate(() => {
          throw new Error('out of memory');
        });
      },
      exit: () => process.exit(3),
    },
    state: () => ({ asked, dead: false }),
  };
});
