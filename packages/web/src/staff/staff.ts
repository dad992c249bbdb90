import type { LobbyTable } from '@boxperson/house';
import type { HouseClient } from '@boxperson/house/client';
import { account, knownIn, type PeopleBooks, type Person, seesBooks } from '@boxperson/offices';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { connectAs, lobby } from '../house.js';
import { Library, type Shelf } from './library.js';
import { useToken } from './session.js';

/** Whoever is signed in, and what this browser has open for them. */
export interface Staff {
  readonly person: Person;
  /** Null before there is a line. */
  readonly client: HouseClient | null;
  readonly library: Library;
  readonly online: boolean;
  readonly tables: readonly LobbyTable[];
  /** The clock of the house: this browser’s may be wrong. */
  readonly now: () => number;
}

const StaffContext = createContext<Staff | null>(null);
export const InStaff = StaffContext.Provider;

export function useStaff(): Staff {
  const staff = useContext(StaffContext);
  if (!staff) throw new Error('nobody is signed in here');
  return staff;
}

interface Line {
  readonly client: HouseClient;
  readonly library: Library;
}

/** The line to the house while somebody is signed in. `onEnded`: the house has ended the session. */
export function useLine(person: Person, onEnded: () => void): Staff {
  const token = useToken();
  const [online, setOnline] = useState(false);
  const [line, setLine] = useState<Line | null>(null);
  const [tables, setTables] = useState<readonly LobbyTable[]>([]);
  const [ahead, setAhead] = useState(0);
  const now = useCallback(() => Date.now() - ahead, [ahead]);
  useEffect(() => {
    if (token === null) return;
    let library: Library | null = null;
    const client = connectAs({
      token,
      status: setOnline,
      welcome: (_person, at) => setAhead(Date.now() - at),
      error: (code, message) => {
        if (code === 'not-found') library?.missing(message);
        if (code === 'signed-out' || code === 'not-signed-in') onEnded();
      },
    });
    library = new Library(client, person);
    setLine({ client, library });
    lobby().then(setTables, () => {});
    return () => client.close();
  }, [token, person, onEnded]);
  return useMemo(
    () => ({ person, client: line?.client ?? null, library: line?.library ?? NOBODYS, online, tables, now }),
    [person, line, online, tables, now],
  );
}

/** Before there is a line nothing is open. */
const NOBODYS = {
  read: () => ({ kind: 'waiting' }) as const,
  subscribe: () => () => {},
} as unknown as Library;

/** The books of a stream, live; null asks for none. */
export function useShelf(at: string | null): Shelf {
  const { library } = useStaff();
  const subscribe = useCallback(
    (reader: () => void) => (at === null ? () => {} : library.subscribe(at, reader)),
    [library, at],
  );
  return useSyncExternalStore(subscribe, () => (at === null ? NONE : library.read(at)));
}
const NONE: Shelf = { kind: 'none' };

/** The books of the people's office; null where they are not for these eyes. */
export function usePeople(): PeopleBooks | null {
  const { person } = useStaff();
  const shelf = useShelf(seesBooks(person, 'people') ? 'people' : null);
  return shelf.kind === 'open' ? (shelf.books as PeopleBooks) : null;
}

/** What a table is called; one that the house does not show any more goes by its id. */
export function useTableNames(): (id: string) => string {
  const { tables } = useStaff();
  return useCallback((id) => tables.find((one) => one.id === id)?.name ?? id, [tables]);
}

const WALLET = account.wallet('');

/** What somebody, or their account, is called by whoever may know it; null where this browser does not know it. */
export function useNames(): (id: string) => string | null {
  const { person } = useStaff();
  const people = usePeople();
  return useCallback(
    (id) => {
      if (id.startsWith(WALLET)) {
        const holder = people && knownIn(people, id.slice(WALLET.length));
        return holder && `Wallet of ${holder.person.name}`;
      }
      if (id === person.id) return person.name;
      return (people && knownIn(people, id)?.person.name) ?? null;
    },
    [person, people],
  );
}
