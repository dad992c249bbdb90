import { mkdirSync } from 'node:fs';
import type { RulebookId } from '@boxperson/rules';
import { describe, it } from 'vitest';
import { Crowd } from './support/crowd.js';
import { GAMES } from './support/house.mjs';
import { openGround } from './support/pages.js';
import { Seat } from './support/seat.js';

const ground = openGround({});
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const SHOTS = process.env['SHOTS'] ?? '';

describe.each(GAMES.map((id) => [id]))('%s', (id: RulebookId) => {
  it('full', async () => {
    const page = await ground.newPage({ viewport: SIZES[0] ?? null, reducedMotion: 'reduce' });
    await Seat.atTable(page, ground.house(), id);
    const crowd = new Crowd(ground.house(), id);
    const shot = async (name: string) => {
      mkdirSync(SHOTS, { recursive: true });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.waitForTimeout(300);
        await page.screenshot({ path: `${SHOTS}/${id}-${name}-${size.width}.png` });
      }
    };
    await shot('empty');
    await crowd.sit();
    await crowd.everything();
    await page.waitForTimeout(1000);
    await shot('full');
  }, 300_000);
});
