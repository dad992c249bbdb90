import workerAddress from './lab/worker.ts?worker&url';

// Loads what the pages for reading may still need and has it kept, so that they go on without a network.

const pieces = (): readonly string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name, location.href).pathname.startsWith('/assets/'));

/** Hands a list to the one who keeps, and waits until it is kept. */
const told = (keeper: ServiceWorker, keep: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    keeper.postMessage({ keep }, [port2]);
  });

let started = false;

export async function keepForLater(): Promise<void> {
  if (started || !('serviceWorker' in navigator)) return;
  started = true;
  try {
    await navigator.serviceWorker.register('/offline.js');
    const { active } = await navigator.serviceWorker.ready;
    await Promise.all([
      import('./lab/LabPage.js'),
      import('./rules/RulesPage.js'),
      import('./settings/SettingsDialog.js'),
      import('./school/SchoolPage.js').then(({ loadAllScripts }) => loadAllScripts()),
    ]);
    if (active) await told(active, [...new Set([...pieces(), new URL(workerAddress, location.href).href])]);
    document.documentElement.dataset['kept'] = 'yes';
  } catch {
    // A browser without it, or in private: the pages work as long as there is a network.
  }
}
