/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// Promotional tokens in real browsers: a dealer exchanges a voucher for somebody at a screen and for somebody with chips,
// both bet tokens, and everybody sees which stacks are tokens without telling colours apart.
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { faultsInThemes, overflow, smallTargets } from './support/access.js';
import { button, Crews, chip, dealtTable, putOn, seat } from './support/crew.js';
import { openGround, until } from './support/pages.js';
import { tapInside } from './support/seat.js';

const LIMITS = { default: { min: 500, max: 100_000 } };
const ground = openGround({
  tables: [
    dealtTable('promo', 'star', 16, LIMITS),
    { id: 'jetty', name: 'Jetty', settings: { rulebook: 'star', seats: 16, limits: LIMITS } },
  ],
});
const crews = new Crews(ground);
const url = (path: string): string => `${ground.house().url}${path}`;
/** Where pictures go, for whoever wants to look: `TOKEN_SHOTS=folder`. */
const SHOTS = process.env['TOKEN_SHOTS'];
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

async function look(page: Page, name: string, sizes = SIZES): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${SHOTS}/${name}-${size.width}.png` });
  }
  if (before) await page.setViewportSize(before);
}

/** A voucher as a manager issues it. */
async function issued(token: string, amount: number, terms: object = {}): Promise<string> {
  const response = await fetch(url('/api/cage/issue-voucher'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: `voucher-${amount}-${Date.now()}`,
      amount,
      conditions: 'a spring evening',
      until: Date.now() + 86_400_000,
      ...terms,
    }),
  });
  return ((await response.json()) as { voucher: string }).voucher;
}

/** A player of the house at a screen of their own, with money. */
async function playerAt(name: string, card: string, at = 'promo'): Promise<Page & { person: string }> {
  const pin = '582946';
  const { person } = await ground.house().ask('player', { name, card, pin });
  await ground.house().ask('fund', { person: person.id, amount: 100_000 });
  const signed = await fetch(url('/api/sign-in'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card, pin }),
  });
  const { token } = (await signed.json()) as { token: string };
  const page = await ground.newPage({ reducedMotion: 'reduce' });
  await page.addInitScript((own) => localStorage.setItem('boxperson.token', own), token);
  await crews.say(at, { do: 'sit', player: name, person: person.id, seat: 2, bankroll: 50_000 });
  await page.goto(url(`/table/${at}`));
  return Object.assign(page, { person: person.id });
}

async function exchange(page: Page, at: number, voucher: string): Promise<void> {
  await seat(page, at).click();
  await button(page, 'Voucher for tokens').click();
  await page.getByLabel('Number of the voucher').fill(voucher);
  await button(page, 'Tokens').click();
}

it('star 1.1, 6.2: a voucher is exchanged at the table, its tokens are bet, seen as tokens, and taken when they win', async () => {
  const dealer = await crews.onDuty('promo', 'star', 'dealer');
  const stick = await crews.onDuty('promo', 'star', 'stickperson');
  const posts = [{ post: 'manager', tables: '*' as const }];
  const boss = await ground.house().ask('staff', { name: 'Mo', login: 'mo', posts });
  const page = await crews.browserOf(dealer.token);
  await page.goto(crews.address('promo', 'left'));
  await page.locator('.entry').waitFor();

  // At a screen: the dealer exchanges, the player bets.
  const pam = await playerAt('Pam', 'K-7001');
  const first = await issued(boss.token, 2_500);
  await exchange(page, 2, first);
  const [told] = await crews.told('promo', 'tokens-exchanged', 1);
  expect(told).toMatchObject({ player: 'Pam', voucher: first, amount: 2_500, by: dealer.by });
  const token = pam.getByRole('button', { name: `T$25 in tokens of voucher ${first}` });
  await token.click();
  await pam.getByRole('radio', { name: '$5 chip' }).click();
  const field = pam.locator('[data-wager="field"]').first();
  await tapInside(field);
  const [bet] = await crews.told('promo', 'wagered', 1);
  expect(bet).toMatchObject({
    player: 'Pam',
    wager: 'field',
    amount: 500,
    tokens: { voucher: first, amount: 500 },
  });
  await until(
    () => field.getAttribute('aria-label'),
    (label) => /\$5 of it in tokens/.test(label ?? ''),
    'tokens',
  );
  await pam.locator('.disc.token').first().waitFor();
  await pam.getByText('T$5', { exact: true }).waitFor();

  // Beside chips, on the line.
  const line = pam.locator('[data-wager="pass"]').first();
  await tapInside(line);
  await pam.getByRole('button', { name: `T$15 in tokens of voucher ${first}` }).click();
  await tapInside(line);
  await pam.getByText('$10 T$5', { exact: true }).waitFor();
  await look(pam, 'felt');
  // On a phone too the tokens are within reach of a thumb.
  await pam.setViewportSize({ width: 390, height: 844 });
  const reach = () => pam.locator('.tokens .token').first().boundingBox();
  await until(
    reach,
    (box) => box !== null && box.y + box.height <= 844 && box.height >= 44,
    'tokens in sight',
  );
  await pam.setViewportSize({ width: 1280, height: 800 });

  // Somebody with chips on the felt: the dealer puts tokens down for them.
  await seat(page, 3).click();
  await page.getByLabel('Name, if they give one').fill('Ann');
  await button(page, 'Sits down with chips').click();
  await page.locator('[data-seat="3"][data-kind="chips"]').waitFor();
  const second = await issued(boss.token, 1_000, { wagers: ['field', 'place'], win: 'returned' });
  await button(page, 'Voucher for tokens').click();
  await page.getByLabel('Number of the voucher').fill('V-404');
  await button(page, 'Tokens').click();
  await page.getByText('there is none of that number').waitFor();
  await page.getByLabel('Number of the voucher').fill(second);
  await button(page, 'Tokens').click();
  await page.getByRole('button', { name: `T$10 in tokens of voucher ${second}` }).click();
  await look(page, 'console', SIZES.slice(0, 3));
  await chip(page, 5);
  await putOn(page, 'pass');
  await page.getByText(/are for .* only/).waitFor();
  await putOn(page, 'field');
  const bets = await crews.told('promo', 'wagered', 4);
  expect(bets.at(-1)).toMatchObject({
    player: 'Ann',
    wager: 'field',
    tokens: { voucher: second, amount: 500 },
  });
  await page.getByText(/TOKENS/).waitFor();
  await look(page, 'console-bet', SIZES.slice(0, 3));

  // The roll: taken from the one, handed back to the other, and the sheet says so.
  const say = (command: object) => crews.say('promo', { by: stick.by, ...command } as never);
  await say({ do: 'offer' });
  await crews.say('promo', { do: 'accept', player: 'Pam', dice: ['1a', '1b'] });
  await crews.say('promo', { do: 'throw', player: 'Pam' });
  await say({ do: 'roll', dice: [5, 6] });
  const [rolled] = await crews.told('promo', 'rolled', 1);
  expect(rolled?.settled).toMatchObject([
    { player: 'Pam', wager: 'pass', winnings: 1_000, returned: 500, tokens: { returned: 0, taken: 500 } },
    { player: 'Pam', wager: 'field', winnings: 500, returned: 0, tokens: { returned: 0, taken: 500 } },
    { player: 'Ann', wager: 'field', winnings: 500, tokens: { returned: 500, taken: 0 } },
  ]);
  await page
    .getByText(/take \$5 in tokens/)
    .first()
    .waitFor();
  await look(page, 'sheet', SIZES.slice(0, 3));
  for (const [screen, name] of [
    [page, 'base dealer'],
    [pam, 'player'],
  ] as const) {
    expect(await overflow(screen), name).toBe(0);
    expect(await smallTargets(screen), name).toEqual([]);
    expect(await faultsInThemes(screen, name, ['night', 'day'])).toEqual([]);
  }
});

it('R124: where nobody deals, a player changes a voucher in their own name beside their chips', async () => {
  const posts = [{ post: 'manager', tables: '*' as const }];
  const boss = await ground.house().ask('staff', { name: 'Jo', login: 'jo', posts });
  const pat = await playerAt('Pat', 'K-7002', 'jetty');
  const [theirs, bearers] = [
    await issued(boss.token, 2_500, { person: pat.person }),
    await issued(boss.token, 1_500),
  ];
  await pat.getByRole('button', { name: 'Money' }).first().click();
  const number = pat.getByLabel('Its number');
  await number.fill(bearers);
  await button(pat, 'Change it into tokens').click();
  await pat.getByRole('status').filter({ hasText: 'there is none of that number' }).waitFor();
  expect(await pat.getByRole('alertdialog').count()).toBe(0);
  expect(await number.inputValue()).toBe(bearers);
  await number.fill(theirs);
  await button(pat, 'Change it into tokens').click();
  await pat.getByText('your tokens lie beside your chips').waitFor();
  await look(pat, 'voucher');
  await pat.keyboard.press('Escape');
  await pat.getByRole('button', { name: `T$25 in tokens of voucher ${theirs}` }).waitFor();
});
