import { type Played, playThrow, type StrategyFile, sitDown } from '@boxperson/odds';
import { type Dice, must, type OpenSettings, type TableEvent } from '@boxperson/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACES, seeded } from '../src/bots/pace.js';
import {
  comeIn,
  eventsOf,
  GAMES,
  openHouse,
  post,
  readFile,
  SIX,
  STAFFED,
  seat,
  strategyOf,
  type TestHouse,
  until,
} from './bots.helper.js';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.remove());

/** A throw that came sooner than the bet, or the end of a period: the only reasons to be refused. */
const LATE = ['after-close', 'out-of-phase', 'not-eligible'];

describe.concurrent('three bots at a table of each game', () => {
  const ROUNDS = 5;
  // A round at the electronic table lasts a second at least: none whose wagers must wait for their decision.
  const PLAYERS = {
    staffed: ['pass-odds', 'iron-cross', '3-point-dolly'],
    aruze: ['field-progression', 'iron-cross', '3-point-dolly'],
  } as const;
  test.each(GAMES.map((game) => [game]))('%s', async (game) => {
    // A second try finds what the first has left in the record.
    const { length: before } = await eventsOf(house, game);
    const bots = await Promise.all(
      PLAYERS[game === 'aruze' ? 'aruze' : 'staffed'].map((strategy, index) =>
        seat(house.url, game, strategy, { plan: { rolls: ROUNDS + index }, random: seeded(index) }),
      ),
    );
    const ends = await Promise.all(bots.map(({ bot }) => bot.ended));
    for (const [index, end] of ends.entries()) {
      expect(end.why).toBe('has played its rounds');
      expect(end.rolls).toBeGreaterThanOrEqual(ROUNDS + index);
      expect(end.bets).toBeGreaterThan(0);
    }
    for (const { news } of bots)
      for (const one of news)
        if (one.what === 'refused' && one.command['do'] !== 'sit') expect(LATE).toContain(one.refused.code);
    for (const [index, { person }] of bots.entries())
      expect(await house.house.wallet(person.id)).toBe(SIX.playMoney + (ends[index]?.result ?? 0));
    const names = bots.map(({ person }) => person.name);
    const events = (await eventsOf(house, game)).slice(before);
    const sat = events.flatMap((event) => (event.event === 'sat' ? [event.player] : []));
    expect(new Set(sat)).toEqual(new Set(names));
    for (const { person } of bots) {
      expect(person.bot).toBe(true);
      expect(person.name).toMatch(/ \(bot\)$/);
    }
    const host = house.house.host(game);
    expect(host?.table.game.players).toEqual([]);
    expect(host?.stopped).toBe(null);
  });
});

test('no cent is made or lost', async () => {
  expect(await house.house.store.checkMoney()).toEqual({ sum: 0, faults: [] });
});

test('who has the dice throws in time, whatever else is to be bet', async () => {
  const pace = { ...PACES.brisk, act: [250, 250], hold: 150 } as const;
  const { bot } = await seat(house.url, 'star-hold', 'molly-across-hardways', { pace });
  await until(() => (house.house.host('star-hold')?.table.throws ?? 0) > 0, 'a throw');
  const events = await eventsOf(house, 'star-hold');
  const thrown = events.findIndex(({ event }) => event === 'dice-thrown');
  const bets = events.slice(0, thrown).filter(({ event }) => event === 'wagered');
  // The pass line, and then ten more if there were time.
  expect(bets.length).toBeLessThan(11);
  await bot.hangUp('done');
});

test('a house that does not want bots of its own has no switch', async () => {
  const { token } = await comeIn(house.url, {});
  const wanted = { id: 'no-bots-here', table: 'star', count: 1 };
  expect(await post(house.url, '/api/bots/want', wanted, token)).toMatchObject({ status: 403 });
  expect(await (await fetch(`${house.url}/api/house`)).json()).toMatchObject({ bots: false });
});

/** What was done between two throws, as a record of the table and as the odds' own machinery tell it. */
type Deed = readonly [what: 'bet' | 'take' | 'call', wager: string, number: unknown, amount: unknown];

function deedsByThrow(events: readonly TableEvent[], player: string): Deed[][] {
  const throws: Deed[][] = [[]];
  for (const event of events) {
    const deeds = throws.at(-1) as Deed[];
    if (event.event === 'rolled') throws.push([]);
    if (event.event === 'wagered' && event.player === player)
      deeds.push(['bet', event.wager, event.number, event.amount]);
    if (event.event === 'took' && event.player === player)
      deeds.push(['take', event.wager, event.number, event.amount]);
    if (event.event === 'called' && event.player === player)
      for (const { wager, number } of event.wagers) deeds.push(['call', wager, number, event.to]);
  }
  return throws;
}

/** The bets and take-downs of `sitDown` and `playThrow`, and the calls that the layout had not after the roll. */
function deedsOf({ rolled, placed, taken, seat: { game } }: Played): Deed[] {
  const wagers = game.players[0]?.wagers ?? [];
  const had = rolled?.game.players[0]?.wagers ?? [];
  return [
    ...taken.map(({ spot, taken: amount }): Deed => ['take', spot.wager, spot.number, amount]),
    ...placed.map(({ spot, amount }): Deed => ['bet', spot.wager, spot.number, amount]),
    ...wagers
      .filter(
        ({ spot, called }) =>
          called !== null && !had.some((old) => old.spot === spot && old.called === called),
      )
      .map(({ spot, called }): Deed => ['call', spot.wager, spot.number, called]),
  ];
}

const MIXED: StrategyFile = readFile({
  name: 'mixed',
  about: 'A bit of everything that the machinery can do.',
  wagers: [
    { wager: 'pass', amount: 1000, odds: 2 },
    { wager: 'come', amount: 1000, odds: 'max', upTo: 2, when: 'point-on', shooter: { bets: 3 } },
    {
      wager: 'place',
      numbers: [6, 8],
      amount: 1200,
      when: 'point-on',
      skipPoint: true,
      progression: {
        amounts: [1200, 1800, 2400],
        onWin: 'next',
        onLoss: 'first',
        share: 'each',
        reset: 'shooter',
      },
    },
    { wager: 'hardway', numbers: [6, 8], amount: 500, stay: true, working: 'on' },
    { wager: 'field', amount: 500, when: 'point-on' },
  ],
});

describe.concurrent('a bot alone bets what the odds laboratory bets on the same throws', () => {
  const CASES: readonly (readonly [string, StrategyFile | string])[] = [
    ...STAFFED.map((game) => [`${game}-alone`, 'molly-across-hardways'] as const),
    ['star-mixed', MIXED],
  ];
  const ROUNDS = 20;
  test.each(CASES)('%s', async (game, strategy) => {
    const { bot, person } = await seat(house.url, game, strategy, { plan: { rolls: ROUNDS } });
    expect(await bot.ended).toMatchObject({ why: 'has played its rounds', refused: 0 });
    const events = await eventsOf(house, game);
    const settings = house.house.host(game)?.table.settings as OpenSettings;
    const told = deedsByThrow(events, person.name);
    const thrown = events.flatMap((event) => (event.event === 'rolled' ? [event.dice as Dice] : []));
    let played = must(
      sitDown(strategyOf(strategy), { rulebook: settings.rulebook, limits: settings.limits }, 200_000),
    );
    expect(told[0]).toEqual(deedsOf(played));
    for (let roll = 0; roll < ROUNDS - 1; roll++) {
      const next = must(playThrow(strategyOf(strategy), played.seat, thrown[roll] as Dice));
      expect([roll, told[roll + 1]]).toEqual([roll, deedsOf(next)]);
      played = next;
    }
  });
});
