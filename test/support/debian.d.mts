export function installPackages(...names: readonly string[]): boolean;
export function waitForInstallation(): void;
