export function findBrowser(env?: NodeJS.ProcessEnv): string | null;
export function ensureBrowser(): string;
export const BROWSER_ARGS: readonly string[];
