import { HouseSaysNo } from '@boxperson/house/client';
import type { Person } from '@boxperson/offices';
import { RULEBOOKS, type RulebookId } from '@boxperson/rules';
import { api, comeAsTrainee, lookAtMe } from '../../staff/session.js';
import { consolesOf, roleAt } from '../stations.js';

interface Where {
  readonly id: string;
  readonly rulebook: RulebookId;
}

/** Stands at a practice table from now on; why not, or null. */
export async function practise(table: Where): Promise<string | null> {
  try {
    const person = await lookAtMe().catch(() => null);
    // Whoever works here goes there as themselves: the console asks them in.
    if (person?.kind === 'staff') return null;
    if (person?.practice?.table === table.id) return await standAgain(person, table);
    await comeAsTrainee(table.id);
    return null;
  } catch (error) {
    return error instanceof HouseSaysNo ? error.message : 'The house cannot be reached. Try again.';
  }
}

/** Who was relieved comes back as the same; to be there already is as good. */
async function standAgain({ id }: Person, { id: table, rulebook }: Where): Promise<string | null> {
  const book = RULEBOOKS[rulebook];
  const role = roleAt(book, consolesOf(book)[0] ?? 'stick');
  const answered = await api.submit(`table/${table}`, { do: 'staff', person: id, role });
  return answered.ok || answered.refused.code === 'bad-input' ? null : answered.refused.message;
}
