import type { Answered } from '@boxperson/house/client';
import type { FormRefusal } from '../ui/form/faults.js';

/** Nobody knows whether it arrived: said again under the same id, it counts once. */
const UNKNOWN = 'Nothing is lost: send it again.';

/** What a form is told of an answer: nothing when it is done, or the refusal. */
export function asFormAnswer(answered: Answered<unknown>): FormRefusal | null {
  if (answered.ok) return null;
  const { code, message, clause, nearest, retryAfter } = answered.refused;
  if (code === 'unavailable') throw new Error(`${message} ${UNKNOWN}`);
  const wait =
    retryAfter === undefined || message.includes(String(retryAfter)) ? '' : ` (in ${retryAfter} s)`;
  return { message: `${message}${wait}`, clause, nearest };
}
