import type { StrategyFigures } from '@boxperson/odds';
import type { RulebookId } from '@boxperson/rules';
import { Heads } from '../ui/Heads.js';
import { Wide } from '../ui/Wide.js';
import { count, dollars, nameIn, percent } from './say.js';

interface FiguresProps {
  readonly figures: StrategyFigures;
}

/** The exact long-run figures of a strategy. */
export const LongRunFigures = ({ figures, book }: FiguresProps & { book: RulebookId }) => (
  <>
    <Tiles figures={figures} />
    <ByWager figures={figures} book={book} />
    <p className="quiet">
      {count(figures.walked)} states, {count(figures.states)} of them different.
    </p>
  </>
);

function Tiles({ figures }: FiguresProps) {
  const exact = figures.meanPerRollExact;
  return (
    <dl className="tiles">
      <div>
        <dt>The house keeps</dt>
        <dd>
          {percent(figures.edge)} <small>of each dollar put up</small>
        </dd>
      </div>
      <div>
        <dt>A roll</dt>
        <dd>
          {dollars(figures.meanPerRoll, 5)}
          {exact !== null && exact.length <= 40 && <small> exactly {exact} cents</small>}
        </dd>
      </div>
      <div>
        <dt>An hour of {count(figures.pace)} rolls</dt>
        <dd>
          {dollars(figures.meanPerHour)} <small>give or take {dollars(figures.sdPerHour)}</small>
        </dd>
      </div>
      <div>
        <dt>A hand</dt>
        <dd>
          {dollars(figures.meanPerHand, 4)} <small>in {figures.rollsPerHand.toFixed(4)} rolls</small>
        </dd>
      </div>
      <div>
        <dt>Put up a roll</dt>
        <dd>{dollars(figures.putUpPerRoll, 4)}</dd>
      </div>
      <div>
        <dt>On the felt</dt>
        <dd>
          {dollars(figures.onLayout)} <small>when the dice are thrown</small>
        </dd>
      </div>
    </dl>
  );
}

const HEADS = ['Wager', 'Bets a roll', 'Put up a roll', 'Net a roll', 'Edge'];

const ByWager = ({ figures, book }: FiguresProps & { book: RulebookId }) => (
  <Wide name="Wager by wager, exactly">
    <table className="figures">
      <Heads names={HEADS} />
      <tbody>
        {figures.wagers.map((line) => (
          <tr key={nameIn(book, line)}>
            <th scope="row">{nameIn(book, line)}</th>
            <td>{(line.bets ?? 0).toFixed(4)}</td>
            <td>{dollars(line.putUp ?? 0, 4)}</td>
            <td>{dollars(line.net ?? 0, 5)}</td>
            <td>{percent(line.putUp ? -(line.net ?? 0) / line.putUp : 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);
