// Exactly the fields of the script format, in its order.
import { describe, expect, test } from 'vitest';
import { runScript } from './run.js';

/** Pairs of a line and its answer, as text. */
function answersTo(lines: readonly string[]): readonly string[] {
  const runner = runScript();
  return lines.flatMap((line) => {
    const played = runner.play(line);
    return played === null ? [] : [JSON.stringify(played.answer)];
  });
}

test('a hand at the Star, every verb', () => {
  const hand = [
    [
      '{"do":"open","rulebook":"star","chips":[100,500,2500,10000],"limits":{"default":{"min":500,"max":100000},"hardway":{"min":100,"max":20000}}}',
      '{"line":1,"ok":true,"rulebook":"star","title":"The Star Sydney, Craps (earlier rules)"}',
    ],
    ['{"do":"sit","player":"p2","seat":2,"bankroll":0}', '{"line":2,"ok":true,"balances":{"p2":0}}'],
    [
      '{"do":"sit","player":"p1","seat":1,"bankroll":50000}',
      '{"line":3,"ok":true,"balances":{"p1":50000,"p2":0}}',
    ],
    [
      '{"do":"bet","player":"p1","wager":"pass","amount":1000}',
      '{"line":4,"ok":true,"placed":{"player":"p1","wager":"pass","amount":1000},"commission":0,"balances":{"p1":49000,"p2":0}}',
    ],
    [
      '{"do":"bet","player":"p1","wager":"horn-high","high":12,"amount":500}',
      '{"line":5,"ok":true,"placed":{"player":"p1","wager":"horn-high","high":12,"amount":500},"commission":0,"balances":{"p1":48500,"p2":0}}',
    ],
    [
      '{"do":"roll","dice":[2,4]}',
      '{"line":6,"ok":true,"total":6,"hard":false,"call":"point-set","point":6,"settled":[{"player":"p1","wager":"horn-high","high":12,"stake":500,"outcome":"lost","winnings":0,"returned":0,"collected":500}],"travelled":[],"replaced":[],"warned":[],"balances":{"p1":48500,"p2":0}}',
    ],
    [
      '{"do":"bet","player":"p1","wager":"buy","number":8,"amount":2000,"stay":true}',
      '{"line":7,"ok":true,"placed":{"player":"p1","wager":"buy","number":8,"amount":2000},"commission":100,"balances":{"p1":46400,"p2":0}}',
    ],
    [
      '{"do":"bet","player":"p1","wager":"come","amount":700}',
      '{"line":8,"ok":true,"placed":{"player":"p1","wager":"come","amount":700},"commission":0,"balances":{"p1":45700,"p2":0}}',
    ],
    [
      '{"do":"roll","dice":[4,4]}',
      '{"line":9,"ok":true,"total":8,"hard":true,"call":"no-decision","point":6,"settled":[{"player":"p1","wager":"buy","number":8,"stake":2000,"outcome":"won","winnings":2400,"returned":2000,"collected":0}],"travelled":[{"player":"p1","wager":"come","number":8,"amount":700}],"replaced":[{"player":"p1","wager":"buy","number":8,"amount":2000,"commission":100}],"warned":[],"balances":{"p1":48000,"p2":0}}',
    ],
    [
      '{"do":"call","player":"p1","wager":"buy","to":"off"}',
      '{"line":10,"ok":true,"called":[{"player":"p1","wager":"buy","number":8}]}',
    ],
    ['{"do":"no-roll","reason":"a die in the rack"}', '{"line":11,"ok":true,"balances":{"p1":48000,"p2":0}}'],
    [
      '{"do":"layout"}',
      '{"line":12,"ok":true,"point":6,"wagers":[{"player":"p1","wager":"pass","amount":1000,"working":true,"called":null,"stay":false},{"player":"p1","wager":"come","number":8,"amount":700,"working":true,"called":null,"stay":false},{"player":"p1","wager":"buy","number":8,"amount":2000,"working":false,"called":"off","stay":true}]}',
    ],
    [
      '{"do":"take","player":"p1","wager":"buy","number":8,"amount":500}',
      '{"line":13,"ok":true,"taken":500,"commissionReturned":0,"alsoReturned":[],"balances":{"p1":48500,"p2":0}}',
    ],
    [
      '{"do":"take","player":"p1","wager":"pass"}',
      '{"line":14,"ok":false,"refused":{"code":"contract","clause":"6.4","message":"Win Line has its point and is a contract wager: it stays until it wins or loses."}}',
    ],
    [
      '{"do":"roll","dice":[3,4]}',
      '{"line":15,"ok":true,"total":7,"hard":false,"call":"seven-out","point":null,"settled":[{"player":"p1","wager":"pass","stake":1000,"outcome":"lost","winnings":0,"returned":0,"collected":1000},{"player":"p1","wager":"come","number":8,"stake":700,"outcome":"lost","winnings":0,"returned":0,"collected":700}],"travelled":[],"replaced":[],"warned":[],"balances":{"p1":48500,"p2":0}}',
    ],
  ] as const;
  expect(answersTo(hand.map(([line]) => line))).toEqual(hand.map(([, answer]) => answer));
});

test('what comes back with a wager: odds with a reduced don’t wager, commission with a found one', () => {
  const answers = answersTo([
    '{"do":"open","rulebook":"crown","limits":{"default":{"min":500,"max":100000}}}',
    '{"do":"sit","player":"p1","seat":1,"bankroll":50000}',
    '{"do":"bet","player":"p1","wager":"dont-pass","amount":1000}',
    '{"do":"roll","dice":[2,4]}',
    '{"do":"bet","player":"p1","wager":"dont-pass-odds","amount":2400}',
    '{"do":"take","player":"p1","wager":"dont-pass","amount":500}',
    '{"do":"bet","player":"p1","wager":"field","amount":100,"found":true}',
    '{"do":"roll","dice":[1,2]}',
    '{"do":"bet","player":"p1","wager":"buy","number":8,"amount":400,"found":true}',
    '{"do":"roll","dice":[1,2]}',
  ]).map((text) => JSON.parse(text));
  expect(answers[5].alsoReturned).toEqual([{ wager: 'dont-pass-odds', amount: 1200 }]);
  expect(answers[7].warned).toEqual(['p1']);
  expect(answers[9]).toMatchObject({
    settled: [{ wager: 'buy', number: 8, outcome: 'returned', returned: 400, commissionReturned: 0 }],
    warned: [],
  });
});

test('the dice of a hop come back low first', () => {
  const answers = answersTo([
    '{"do":"open","rulebook":"aruze","limits":{"default":{"min":100,"max":100000}}}',
    '{"do":"sit","player":"p1","seat":1,"bankroll":50000}',
    '{"do":"bet","player":"p1","wager":"hop","dice":[5,2],"amount":100}',
  ]);
  expect(JSON.parse(answers[2] as string).placed).toEqual({
    player: 'p1',
    wager: 'hop',
    dice: [2, 5],
    amount: 100,
  });
});

describe('what happened, for whoever wants more than the answer', () => {
  const lines = [
    '{"do":"open","rulebook":"star","limits":{"default":{"min":500,"max":100000}}}',
    '{"do":"sit","player":"p1","seat":1,"bankroll":50000}',
    '{"do":"bet","player":"p1","wager":"place","number":6,"amount":1200}',
    '{"do":"call","player":"p1","wager":"place","to":"on"}',
    '{"do":"roll","dice":[1,2]}',
    '{"do":"take","player":"p1","wager":"place","number":6}',
    '{"do":"no-roll"}',
    '{"do":"no-roll","reason":"cocked"}',
    '{"do":"layout"}',
    '{"do":"dance"}',
  ];
  const runner = runScript();
  const played = lines.map((line) => runner.play(line));

  test('is told with every line that was accepted', () => {
    expect(played.map((one) => one?.happened?.did)).toEqual([
      'open',
      'sit',
      'bet',
      'call',
      'roll',
      'take',
      'no-roll',
      'no-roll',
      'layout',
      undefined,
    ]);
    expect(played[1]?.happened).toMatchObject({ player: 'p1' });
    expect(played[3]?.happened).toMatchObject({ to: 'on' });
    expect(played[6]?.happened).toMatchObject({ reason: null });
    expect(played[7]?.happened).toMatchObject({ reason: 'cocked' });
  });

  test('and the game with it', () => {
    for (const one of played) expect(one?.game).toBe(one?.happened?.game ?? runner.game);
    expect(played[9]).toMatchObject({ happened: null, json: true, refused: { code: 'bad-input' } });
  });
});
