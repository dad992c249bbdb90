const round = (value) => Math.round(value).toLocaleString('en');

/** Prints rows of [what, number, unit, remark] in columns. */
export function report(title, rows) {
  console.log(`\n${title}`);
  const cells = rows.map(([what, value, unit, remark = '']) => [
    what,
    typeof value === 'number' ? round(value) : value,
    unit,
    remark,
  ]);
  const width = (column) => Math.max(...cells.map((row) => row[column].length));
  const [first, second, third] = [width(0), width(1), width(2)];
  for (const [what, value, unit, remark] of cells)
    console.log(
      `  ${what.padEnd(first)}  ${value.padStart(second)} ${unit.padEnd(third)}  ${remark}`.trimEnd(),
    );
}

/** Seconds for one run of the work, the best of several: the one that other programs disturbed least. */
export function secondsFor(work, runs = 5) {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const before = process.hrtime.bigint();
    work();
    best = Math.min(best, Number(process.hrtime.bigint() - before) / 1e9);
  }
  return best;
}
