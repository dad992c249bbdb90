import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEmbeddedStore } from '../../src/index.js';
import { storeFolder } from '../store/folders.js';
import { comeAsGuest, connectTo, look, until } from '../support/client.js';
import { SIX } from '../support/house.js';
import { seeded } from '../support/player.js';
import { freePort, startProcess } from '../support/process.js';

const KILLS = Number(process.env['TICKET_KILLS'] ?? 2);
const VALUE = 10_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it(
  `killed anywhere between meter and ticket, ${KILLS} times: the value is on the one or on the other`,
  async () => {
    const data = storeFolder();
    const port = await freePort();
    const config = join(data, 'six.json');
    // Nothing rolls meanwhile: wagering stays open.
    const aruze = SIX.tables.filter(({ id }) => id === 'aruze');
    const quiet = aruze.map((table) => ({
      ...table,
      settings: { ...table.settings, wageringMs: 300_000 },
    }));
    writeFileSync(config, JSON.stringify({ ...SIX, tables: quiet }));
    const start = () => startProcess({ port, data: join(data, 'store'), config, env: {} });
    const random = seeded(4_711);
    let house = await start();
    const { token } = await comeAsGuest(house.url);
    const client = connectTo(() => house.url, token);
    const seen = look(client, 'aruze');
    const ask = async (path: string, body: object) => {
      const response = await fetch(`${house.url}/api/terminal/aruze/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ seat: 1, ...body }),
      });
      return (await response.json()) as { ok: boolean; ticket?: { number: string; amount: number } };
    };
    const credit = async () => {
      const response = await fetch(`${house.url}/api/terminal/aruze/1`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return ((await response.json()) as { credit: number }).credit;
    };
    try {
      expect((await client.do('aruze', { do: 'sit', seat: 1, bankroll: 0 })).kind).toBe('done');
      await until(() => seen.own.length === 1, 'a seat');
      expect(await ask('note', { id: 'the-only-note', amount: VALUE })).toMatchObject({ ok: true });
      let onTicketAtOnce = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const id = `ticket-out-${kill}`;
        const asked = ask('ticket-out', { id }).catch(() => null);
        await wait(Math.floor(random() * 12));
        await house.kill();
        await asked;
        house = await start();
        const now = await credit();
        expect(now === VALUE || now === 0).toBe(true);
        if (now === 0) onTicketAtOnce += 1;
        // The same command again: done once, whatever had become of it.
        const again = await ask('ticket-out', { id });
        expect(again).toMatchObject({ ok: true, ticket: { amount: VALUE } });
        expect(await credit()).toBe(0);
        const number = again.ticket?.number;
        expect(await ask('ticket-in', { id: `ticket-in-${kill}`, number })).toMatchObject({ ok: true });
        expect(await ask('ticket-in', { id: `ticket-twice-${kill}`, number })).toMatchObject({
          ok: false,
        });
        expect(await credit()).toBe(VALUE);
      }
      expect(onTicketAtOnce).toBeLessThanOrEqual(KILLS);
      client.close();
      await house.stop();
      const store = await openEmbeddedStore(join(data, 'store'));
      const tickets = await store.balances('ticket/');
      expect(tickets).toHaveLength(KILLS);
      expect(tickets.every(({ amount }) => amount === 0)).toBe(true);
      expect(await store.checkMoney()).toEqual({ sum: 0, faults: [] });
      await store.close();
    } finally {
      client.close();
      await house.stop().catch(() => {});
      rmSync(data, { recursive: true, force: true });
    }
  },
  120_000 + KILLS * 30_000,
);
