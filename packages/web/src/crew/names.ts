import type { Staff, Table } from '@boxperson/rules';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../staff/session.js';
import { useStaff } from '../staff/staff.js';
import { oneOf } from '../staff/workplace.js';
import { isAutomaticPerson, titleOf } from './stations.js';

interface OnDuty {
  readonly id: string;
  readonly name: string;
}

/** Whoever is on duty at a table, by name. The house tells them to whoever works there; null to everybody else. */
export function useKnownCrew(table: string, staff: readonly Staff[]): (id: string) => string | null {
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
      return known.find((one) => one.id === id)?.name ?? null;
    },
    [known, person.id],
  );
}

/** The same for a sentence: whoever has no name for these eyes goes by what they are here as, `a Dealer`. */
export function useCrewNames(id: string, { staff, game: { rulebook } }: Table): (person: string) => string {
  const nameOf = useKnownCrew(id, staff);
  return (person) => {
    const role = staff.find((one) => one.person === person)?.role;
    return nameOf(person) ?? (role === undefined ? 'somebody' : oneOf(titleOf(rulebook, role)));
  };
}
