import { evolve, must, openTable, saveTable, type Table } from '@boxperson/rules';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeStorage } from '../test/support/storage.js';
import { TableModel } from './model.js';

type Client = ConstructorParameters<typeof TableModel>[0];
type Watcher = Parameters<Client['watch']>[1];

const SETTINGS = { rulebook: 'star', seats: 4, limits: { default: { min: 500, max: 50_000 } }, chips: [100] };

beforeEach(() => {
  vi.stubGlobal('sessionStorage', makeStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the evening at a table goes with whoever signed out, where another window of theirs shows that table', () => {
  let watcher: Watcher | null = null;
  const watch = (_at: string, hears: Watcher) => {
    watcher = hears;
    return () => {};
  };
  const model = new TableModel({ watch } as unknown as Client, 'star');
  const tells = watcher as unknown as Watcher;
  const opening = must(openTable(SETTINGS, 1));
  const table = opening.reduce<Table | null>((so, event) => evolve(so, event), null) as Table;
  const whole = (own: readonly object[]) =>
    tells.table({ t: 'table', view: { ...saveTable(table), n: 1 }, own, sees: 'own' } as never);
  const ada = { player: 'Ada', seat: 1, balance: 5_000, onLayout: 0 };
  whole([ada]);
  expect(model.state.session).toMatchObject({ player: 'Ada', brought: 5_000 });
  // The line comes back without a word of who it is; or somebody else sits there.
  whole([ada]);
  expect(model.state.session?.player).toBe('Ada');
  whole([]);
  expect(model.state.session).toBeNull();
  whole([ada]);
  whole([{ ...ada, player: 'Bob', balance: 700 }]);
  expect(model.state.session).toMatchObject({ player: 'Bob', brought: 700 });
  model.close();
});
