const REMEMBERED_MOST = 10_000;

/** At most so many calls from one address in a stretch of time. */
export function perAddress(most: number, stretchMs: number): (address: string) => boolean {
  const seen = new Map<string, { count: number; until: number }>();
  return (address) => {
    const now = Date.now();
    if (seen.size > REMEMBERED_MOST) for (const [key, { until }] of seen) if (until < now) seen.delete(key);
    const entry = seen.get(address);
    if (!entry || entry.until < now) {
      seen.set(address, { count: 1, until: now + stretchMs });
      return true;
    }
    entry.count++;
    return entry.count <= most;
  };
}
