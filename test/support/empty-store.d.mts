export function makeEmptyStore(openAndClose: (folder: string) => Promise<void>): Promise<void>;
export function makeStoreFolder(prefix: string): string;
