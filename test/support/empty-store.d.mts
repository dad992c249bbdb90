export function makeEmptyStore(openAndClose: (folder: string) => Promise<void>): Promise<void>;
export function putEmptyStore(folder: string): void;
