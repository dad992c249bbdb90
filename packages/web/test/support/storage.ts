/** As a browser's: what is kept is listed among its own keys. */
export const makeStorage = (kept: Readonly<Record<string, string>> = {}): Storage =>
  Object.assign(
    Object.create({
      getItem(this: Record<string, string>, key: string) {
        return this[key] ?? null;
      },
      setItem(this: Record<string, string>, key: string, value: string) {
        this[key] = value;
      },
      removeItem(this: Record<string, string>, key: string) {
        delete this[key];
      },
    }),
    kept,
  );
