// What must hold of a tournament at real tables, from what is durable alone.
import { type Round, type Tournament, termsOf } from '@boxperson/offices';
import { replay, type TableEvent } from '@boxperson/rules';
import { expect } from 'vitest';
import { lotsElsewhere } from '../../../../test/support/lots.js';
import type { Disk } from './store.js';

const CHIPS = 'tournament/chips/';

export class CupWitness {
  readonly #disk: Disk;
  readonly seen = { seals: 0, turns: 0 };

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  #events(table: string): readonly TableEvent[] {
    return this.#disk.stream(`table/${table}`).map(({ body }) => JSON.parse(body) as TableEvent);
  }

  /** At any moment: money and chips are conserved, each by itself. */
  looked(state: Tournament): void {
    expect(this.#disk.checkMoney()).toEqual({ sum: 0, faults: [] });
    const sumOf = (isChips: boolean) =>
      this.#disk
        .balancesOf('')
        .filter(({ account }) => account.startsWith(CHIPS) === isChips)
        .reduce((sum, { amount }) => sum + amount, 0);
    expect([sumOf(true), sumOf(false)], 'chips and money').toEqual([0, 0]);
    const paidIn = Object.values(state.entries).reduce((sum, { paid }) => sum + paid.buyIn, 0);
    if (state.stage === 'closed') expect(state.pool, 'the pool').toBe(paidIn);
  }

  /** Everybody who plays has one place, at tables of the same size, as a stranger draws it. */
  drawn(state: Tournament): void {
    const round = state.rounds.at(-1) as Round;
    const { players, tables, places, faces, word, commitment, seed } = round;
    expect(places.map(({ player }) => player).sort()).toEqual([...players].sort());
    const sizes = tables.map((table) => places.filter((place) => place.table === table).length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    const again = lotsElsewhere({
      players,
      tables,
      round: state.rounds.length,
      faces: faces as string,
      word: word as string,
    });
    expect([again.commitment, again.seed]).toEqual([commitment, seed]);
    for (const { player, table, seat } of places) expect(again.seats[`${table} ${seat}`]).toBe(player);
    for (const [table, player] of Object.entries(round.shooters))
      expect(again.seats[`${table} 1`]).toBe(player);
  }

  /** A round that is over: who sat where, with what, and that every roll of the tables was counted once. */
  played(state: Tournament): void {
    const round = state.rounds.at(-1) as Round;
    const terms = termsOf(state);
    if (terms?.rounds.banks === 'fresh' && round.kind === 'round')
      expect(new Set(Object.values(round.banks)).size, 'equal banks').toBe(1);
    this.looked(state);
    const sat = new Map<string, string>();
    for (const table of round.tables) {
      const events = this.#events(table);
      expect(() => replay(events)).not.toThrow();
      const since = events.filter(({ at }) => at >= (round.startedAt ?? 0));
      // Whoever is left of the round before plays their roll out, and none of it counts.
      const here = since.slice(
        Math.max(
          0,
          since.findIndex(({ event }) => event === 'sat'),
        ),
      );
      for (const event of here) if (event.event === 'sat') this.#seated(round, table, event, sat);
      this.#turned(state, here);
    }
    expect([...sat.keys()].sort(), 'nobody plays twice or nowhere').toEqual([...round.players].sort());
    this.seen.seals += Object.values(round.seals)
      .flat()
      .filter(({ wager }) => wager !== null).length;
  }

  #seated(
    round: Round,
    table: string,
    event: Extract<TableEvent, { event: 'sat' }>,
    sat: Map<string, string>,
  ): void {
    const entry = /#([^.]+)/.exec(event.player)?.[1] as string;
    expect(sat.has(entry), `${entry} plays twice`).toBe(false);
    sat.set(entry, table);
    const place = round.places.find(({ player }) => player === entry);
    expect([table, event.seat, event.bankroll]).toEqual([place?.table, place?.seat, round.banks[entry]]);
  }

  /** R110: between a roll and its turns nobody throws, and nobody bets but what was sealed. */
  #turned(state: Tournament, events: readonly TableEvent[]): void {
    if ((termsOf(state)?.rounds.turnSeconds ?? 0) === 0) return;
    let isOpen = false;
    for (const event of events) {
      if (event.event === 'turns-opened') {
        isOpen = true;
        this.seen.turns += 1;
      }
      if (event.event === 'rolled') isOpen = false;
      if (event.event === 'dice-thrown') expect(isOpen, 'thrown before the turns').toBe(true);
    }
  }

  /** Places are a strict order of everybody, and the prizes are the pool to the last cent, paid. */
  ended(state: Tournament): void {
    const { places, prizes, entries, books } = state;
    expect([...places].sort()).toEqual(Object.keys(entries).sort());
    expect(new Set(places).size).toBe(places.length);
    const { pool } = termsOf(state) ?? {};
    const paidIn = Object.values(entries).reduce((sum, { paid }) => sum + paid.buyIn, 0);
    const whole = Math.max(Math.floor((paidIn * (pool?.share ?? 0)) / 100), pool?.guaranteed ?? 0);
    expect(
      prizes.reduce((sum, { amount }) => sum + amount, 0),
      'prizes',
    ).toBe(whole);
    const holds = this.#disk.balances.get(`tournament/${books}/pool`) ?? 0;
    expect(holds, 'what is left in the pool').toBe(0);
    expect(this.#disk.checkMoney()).toEqual({ sum: 0, faults: [] });
  }
}
