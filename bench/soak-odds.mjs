// The long form of two tests: every strategy of the library under every rulebook plays 200,000 throws on the game layer
// and on its table of states, the money compared after every throw; and 10^8 rolls come within four standard errors of
// the exact mean. `npm run soak:odds`, or some of it: `npm run soak:odds -- star iron-cross`, `--throws 20000`.
import {
  compile,
  drawBelow,
  LIBRARY,
  longRun,
  makeStrategy,
  mappingFor,
  openStream,
  playThrow,
  sitDown,
  usualTable,
  wealthOf,
} from '@boxperson/odds';
import { simulate } from '@boxperson/odds/node';
import { RULEBOOK_IDS, THROWS } from '@boxperson/rules';

const args = process.argv.slice(2);
const numberAfter = (flag, otherwise) =>
  args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : otherwise;
const throws = numberAfter('--throws', 200_000);
const rolls = numberAfter('--rolls', 1e8);
const named = args.filter((arg) => !arg.startsWith('--') && !/^\d/.test(arg));
const unknown = named.filter(
  (name) => !RULEBOOK_IDS.includes(name) && !LIBRARY.some((file) => file.name === name),
);
if (unknown.length > 0) {
  console.error(`soak: ${unknown.join(', ')} is neither a rulebook nor a strategy of the library`);
  process.exit(2);
}
const chosen = (all) => {
  const some = all.filter((name) => named.includes(name));
  return some.length > 0 ? some : all;
};

const STANDARD_ERRORS = 4;
const mapping = mappingFor(36);

/** The first throw after which the table of states and the game layer disagree; 0 when they never do. */
function disagreement(strategy, machine, book) {
  let { seat } = sitDown(strategy, usualTable(book)).value;
  let [state, money] = [machine.start, wealthOf(seat.game)];
  const stream = openStream(2026, 0);
  for (let thrown = 1; thrown <= throws; thrown++) {
    const dice = drawBelow(stream, mapping);
    seat = playThrow(strategy, seat, THROWS[dice]).value.seat;
    const cell = state * machine.symbols + machine.symbolOf[dice];
    money += machine.delta[cell];
    state = machine.next[cell];
    if (money !== wealthOf(seat.game)) return thrown;
  }
  return 0;
}

let failed = 0;
for (const book of chosen(RULEBOOK_IDS))
  for (const name of chosen(LIBRARY.map((file) => file.name))) {
    const strategy = makeStrategy(LIBRARY.find((file) => file.name === name));
    const { machine } = compile(strategy, usualTable(book));
    const apart = disagreement(strategy, machine, book);
    const { errors } = await simulate(machine, { rolls, seed: 1, threads: 1 }, longRun(machine));
    const ok = apart === 0 && Math.abs(errors) < STANDARD_ERRORS;
    if (!ok) failed++;
    const told =
      apart === 0 ? `agrees for ${throws.toLocaleString('en')} throws` : `DISAGREES at throw ${apart}`;
    console.log(
      `${ok ? 'ok    ' : 'FAILED'} ${book} ${name}: ${told}; mean off by ${errors.toFixed(2)} standard errors`,
    );
  }
console.log(failed === 0 ? 'all agree' : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
