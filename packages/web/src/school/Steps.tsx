import { stepsOf } from '@boxperson/rules/school';
import { ChipFace, chipText } from '../ui/Chip.js';
import type { DealtWager } from './lines.js';

/** How it comes to that, in chips. */
export const Steps = ({ line, kinds }: { line: DealtWager; kinds: readonly number[] }) => (
  <ol className="school-steps">
    {stepsOf(line, kinds).map(({ say, chips }) => (
      <li key={say}>
        <span>{say}</span>
        {chips.length > 0 && (
          <span className="step-chips">
            {chips.map(({ chip, count }) => (
              <span key={chip}>
                {count} × <ChipFace value={chip} text={chipText(chip)} />
              </span>
            ))}
          </span>
        )}
      </li>
    ))}
  </ol>
);
