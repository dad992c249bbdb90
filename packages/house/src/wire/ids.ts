/** Unpredictable, so that nobody else makes it. A page that came without encryption has no `randomUUID`. */
export const randomId = (): string =>
  [...globalThis.crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
