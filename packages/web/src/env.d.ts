declare module '*.css';

/** What Vite puts in the place of a call at build time: files by their paths. */
interface ImportMeta {
  glob<T>(
    patterns: readonly string[],
    how: { readonly eager: true; readonly query: '?raw'; readonly import: 'default' },
  ): Readonly<Record<string, T>>;
}
