import type { Staff } from '@boxperson/rules';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../staff/session.js';
import { useStaff } from '../staff/staff.js';
import { isAutomaticPerson } from './stations.js';

interface OnDuty {
  readonly id: string;
  readonly name: string;
}

/** Whoever is on duty at a table, by name. The house tells them to whoever works there. */
export function useCrewNames(table: string, staff: readonly Staff[]): (id: string) => string {
  const { person } = useStaff();
  const [known, setKnown] = useState<readonly OnDuty[]>([]);
  const here = staff.map((one) => one.person).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when somebody comes or goes
  useEffect(() => {
    api.get<readonly OnDuty[]>(`/api/tables/${encodeURIComponent(table)}/crew`).then(setKnown, () => {});
  }, [table, here]);
  return useCallback(
    (id) => {
      if (id === person.id) return 'you';
      if (isAutomaticPerson(id)) return 'automatic';
      return known.find((one) => one.id === id)?.name ?? 'somebody';
    },
    [known, person.id],
  );
}
