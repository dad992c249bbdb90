import { describe } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { storeContract } from '../store/contract.js';
import { Chance } from './chance.js';
import { Disk, SimStore, SOUND } from './store.js';

const disks = new Map<string, Disk>();
const clock = { ...SYSTEM_CLOCK, end: () => {} };

// A simulated store that promised less, or more, than the real ones would show nothing.
describe('the simulated store means the same as the real ones', () => {
  storeContract(
    {
      place: async () => {
        const place = `disk-${disks.size + 1}`;
        disks.set(place, new Disk());
        return place;
      },
      open: async (place) => new SimStore(disks.get(place) as Disk, clock, new Chance(1), () => SOUND),
      admin: async () => {
        throw new Error('there are no tables behind it');
      },
    },
    // Of batches and tables behind it there is nothing here.
    ['append and read back', 'refusals', 'snapshots and documents'],
  );
});
