// Keeps the pages for reading (/rules, /lab, /school) usable without a network. Tables need the house: they are not touched.
const CACHE = 'reading-1';
const PAGE = '/rules';

const isPiece = (url) => url.origin === location.origin && url.pathname.startsWith('/assets/');
const isReading = (url) =>
  url.origin === location.origin && /^\/(?:rules|lab|school)(?:\/|$)/.test(url.pathname);

/** Pieces have their contents in their names: what is kept is never old. */
async function fromCache(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** The page itself may be newer at the house: it is asked first. */
async function fromHouse(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(CACHE)).put(PAGE, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET') return;
  if (isPiece(url)) event.respondWith(fromCache(event.request));
  else if (event.request.mode === 'navigate' && isReading(url)) event.respondWith(fromHouse(event.request));
});

/** What a page had loaded before this worker was there, it names itself. Pieces of older builds are let go. */
async function keep(addresses) {
  const cache = await caches.open(CACHE);
  const wanted = addresses.map((address) => new URL(address, location.origin)).filter(isPiece);
  const names = new Set(wanted.map(({ pathname }) => pathname));
  for (const request of await cache.keys())
    if (isPiece(new URL(request.url)) && !names.has(new URL(request.url).pathname))
      await cache.delete(request);
  await Promise.all(wanted.map(async (url) => (await cache.match(url.href)) ?? cache.add(url.href)));
  if (!(await cache.match(PAGE))) await cache.add(PAGE);
}
addEventListener('message', (event) => {
  const port = event.ports[0];
  event.waitUntil(
    keep(event.data.keep).then(
      () => port?.postMessage('kept'),
      () => port?.postMessage('not kept'),
    ),
  );
});
