import { makePay, type Unit } from '@boxperson/rules';
import type { ChipWay, DealingAction, DealingSheet, SheetLine } from '@boxperson/rules/dealing';
import { sayExact } from '@boxperson/rules/dealing';
import { lazy, Suspense, useState } from 'react';
import { ClauseButton } from '../../felt/Clause.js';
import { ChipFace, chipText } from '../../ui/Chip.js';
import { dollars } from '../../ui/money.js';
import { useCrew } from '../crew.js';
import { PaidOtherwise } from './PaidOtherwise.js';

/** A sheet before a learner has no house behind it: what opens cases comes with the box. */
const LineCase = lazy(() => import('./LineCase.js').then((module) => ({ default: module.LineCase })));

const ACTS: Readonly<Record<DealingAction, string>> = {
  take: 'Take',
  pay: 'Pay',
  'pay-and-leave-up': 'Pay, stays up',
  down: 'Pay, comes down',
  return: 'Back',
  move: 'Move',
  stand: 'Stands',
};

interface LineRowProps {
  readonly line: SheetLine;
  readonly sheet: DealingSheet;
  readonly isOpen: boolean;
  readonly onTick: () => void;
}

/** One line: whose, which spot, what to do, in which chips, with which words. A tap opens how it comes to that. */
export function LineRow({ line, sheet, isOpen, onTick }: LineRowProps) {
  const { table } = useCrew();
  const [opened, setOpened] = useState(false);
  const differs = table.sheet?.differs.find(({ id }) => id === line.id);
  const state = line.action === 'stand' ? 'stand' : differs ? 'differs' : isOpen ? 'open' : 'done';
  const total = sheet.together.find(({ as, lines }) => as === 'total' && lines.includes(line.id));
  return (
    <li className={`crew-line ${state} act-${line.action}`} data-line={line.id} data-state={state}>
      <button
        type="button"
        className="crew-line-main"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <span className="crew-seat">{line.seat}</span>
        <span className="crew-what">
          <b>{line.spot}</b>
          <small>
            {line.player} · {dollars(line.stake)}
          </small>
        </span>
        <span className="crew-act">
          {sayAct(line)}
          {line.tokens && <small className="crew-tokens">{sayTokens(line.tokens)}</small>}
        </span>
        <Amount line={line} />
        {line.action !== 'take' && line.chips[0] && <Chips way={line.chips[0]} />}
      </button>
      {state === 'open' && table.sheet && (
        <button type="button" className="crew-tick" aria-label={`Done: ${line.words}`} onClick={onTick}>
          ✓
        </button>
      )}
      {state === 'done' && table.sheet && <span className="crew-ticked">done</span>}
      {differs && <span className="crew-differs">paid {dollars(differs.paid)}</span>}
      <q className="crew-words">{line.words}</q>
      {total && total.lines.at(-1) === line.id && (
        <p className="crew-total">
          Together {dollars(total.hands)} {total.chips[0] && <Chips way={total.chips[0]} />}
        </p>
      )}
      {opened && (
        <Details line={line} unit={sheet.unit} isOpen={state === 'open' && table.sheet !== undefined} />
      )}
    </li>
  );
}

const sayAct = ({ action, to, because }: SheetLine): string => {
  if (action === 'move') return `Move to ${to}`;
  return action === 'stand' && because ? `Stands, ${because}` : ACTS[action];
};

/** What a dealer does with the tokens, apart from the chips (R91). */
const sayTokens = ({ taken, back }: NonNullable<SheetLine['tokens']>): string =>
  [...(taken > 0 ? [`take T${dollars(taken)}`] : []), ...(back > 0 ? [`T${dollars(back)} back`] : [])].join(
    ', ',
  );

function Amount({ line: { action, taken, hands, back, oddsUpTo } }: { line: SheetLine }) {
  if (action === 'take') return <b className="crew-amount">{dollars(taken)}</b>;
  if (action === 'return') return <b className="crew-amount">{dollars(back)}</b>;
  if (action === 'move')
    return <span className="crew-amount">{oddsUpTo ? `odds to ${dollars(oddsUpTo)}` : ''}</span>;
  return action === 'stand' ? <span /> : <b className="crew-amount">{dollars(hands)}</b>;
}

/** `3 × $25`, with the chip itself. */
export const Chips = ({ way: { give, take } }: { way: ChipWay }) => (
  <span className="crew-chips">
    {give.map(({ chip, count }) => (
      <span key={chip}>
        {count}
        <ChipFace value={chip} text={chipText(chip)} />
      </span>
    ))}
    {take.length > 0 && (
      <small>
        against{' '}
        {take.map(({ chip, count }) => (
          <span key={chip}>
            {count}
            <ChipFace value={chip} text={chipText(chip)} />
          </span>
        ))}
      </small>
    )}
  </span>
);

const WAYS: Readonly<Record<ChipWay['way'], string>> = {
  fewest: 'fewest chips',
  smaller: 'smaller chips',
  'colour-up': 'colour up',
};

/** How it comes to that: odds, key, rounding, other chips, and what to do if it was paid otherwise. */
function Details({ line, unit, isOpen }: { line: SheetLine; unit: Unit; isOpen: boolean }) {
  const { table, console } = useCrew();
  const { odds, exact, rounding, key, commission, commissionBack, up, chips, clause } = line;
  return (
    <div className="crew-details">
      <dl>
        {odds && (
          <>
            <dt>Odds</dt>
            <dd>{makePay(odds)}</dd>
          </>
        )}
        {key && (
          <>
            <dt>Key</dt>
            <dd>{key.say}</dd>
          </>
        )}
        {exact && rounding && (
          <>
            <dt>Exactly</dt>
            <dd>
              {sayExact(exact, unit)}, rounded {rounding.way}{' '}
              <ClauseButton book={table.game.rulebook} cited={rounding} />
            </dd>
          </>
        )}
        {commission > 0 && (
          <>
            <dt>Commission again</dt>
            <dd>{dollars(commission)}</dd>
          </>
        )}
        {commissionBack > 0 && (
          <>
            <dt>Commission back</dt>
            <dd>{dollars(commissionBack)}</dd>
          </>
        )}
        {up > 0 && (
          <>
            <dt>Up after it</dt>
            <dd>{dollars(up)}</dd>
          </>
        )}
        {chips.slice(1).map((way) => (
          <div key={way.way} className="crew-way">
            <dt>{WAYS[way.way]}</dt>
            <dd>
              <Chips way={way} />
            </dd>
          </div>
        ))}
      </dl>
      <ClauseButton book={table.game.rulebook} cited={{ clause }} />
      {console === 'box' && (
        <Suspense fallback={null}>
          <LineCase line={line} />
        </Suspense>
      )}
      {isOpen && <PaidOtherwise line={line} />}
    </div>
  );
}
