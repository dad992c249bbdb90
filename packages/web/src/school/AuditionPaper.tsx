import { type RulebookId, rulebook } from '@boxperson/rules';
import {
  AUDITION_MS,
  AUDITION_PARTS,
  type AuditionPart,
  FAULT_WORDS,
  type Mark,
  scoreAudition,
  USUAL_BAR,
} from '@boxperson/rules/school';
import { Print } from '../ui/Print.js';
import { sayClock, saySeconds } from './use-clock.js';

const PART_WORDS: Readonly<Record<AuditionPart, string>> = {
  accuracy: 'Accuracy',
  order: 'Order',
  speed: 'Speed',
  calls: 'Calls and decisions',
};

interface AuditionPaperProps {
  readonly book: RulebookId;
  readonly place: string;
  readonly marks: readonly Mark[];
  /** How long it was sat, in milliseconds. */
  readonly sat: number;
}

/** What a pit would want to see, to print. */
export function AuditionPaper({ book, place, marks, sat }: AuditionPaperProps) {
  const { parts, score, passed: isGood, payments, msPerPayment, faults } = scoreAudition(marks);
  // Whoever goes early has a score and no pass.
  const isWhole = sat >= AUDITION_MS;
  const passed = isGood && isWhole;
  return (
    <Print title={`Audition: ${place}`} act="Print the report">
      <p>
        {rulebook(book).title} · {new Date().toLocaleDateString()} ·{' '}
        {isWhole
          ? `all ${sayClock(AUDITION_MS)}`
          : `ended after ${sayClock(sat)} of ${sayClock(AUDITION_MS)}`}
      </p>
      <p className="audition-score" data-score={score} data-passed={passed}>
        <b>{score}</b> of 100 · {passed ? 'passed' : 'not passed'} (from {USUAL_BAR.pass}, accuracy from{' '}
        {USUAL_BAR.least.accuracy})
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Points</th>
            <th scope="col">Weight</th>
          </tr>
        </thead>
        <tbody>
          {AUDITION_PARTS.map((part) => (
            <tr key={part}>
              <th scope="row">{PART_WORDS[part]}</th>
              <td>{parts[part] ?? 'not asked'}</td>
              <td>{USUAL_BAR.weights[part]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {payments} lines dealt{msPerPayment === null ? '' : `, ${saySeconds(msPerPayment)} each`}.
      </p>
      {faults.length > 0 && (
        <>
          <h3>What went wrong</h3>
          <ul>
            {faults.map(({ fault, times }) => (
              <li key={fault}>
                {times} × {FAULT_WORDS[fault]}
              </li>
            ))}
          </ul>
        </>
      )}
    </Print>
  );
}
