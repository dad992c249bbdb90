import { type HeldPost, type HeldRole, type KnownPerson, type PeopleBooks, POSTS } from '@boxperson/offices';
import { RULEBOOK_IDS, RULEBOOKS } from '@boxperson/rules';
import { SHORT } from '../../reading/names.js';
import { useQuery } from '../../ui/address.js';
import { wordsOf } from '../../ui/form/shape.js';
import { Link } from '../../ui/Link.js';
import { Choice } from '../../ui/staff/Choice.js';
import { Dialog } from '../../ui/staff/Dialog.js';
import { Line } from '../../ui/staff/Field.js';
import { Table, type TableColumn } from '../../ui/staff/Table.js';
import { When } from '../../ui/staff/When.js';
import { OpenCase } from '../OpenCase.js';
import { useNames, useTableNames } from '../staff.js';
import { Pair, Thing } from '../Thing.js';
import { addressOf, verbsAbout } from '../workplace.js';
import { Exclusions } from './Exclusions.js';
import type { BooksProps } from './index.js';

const EXCLUDED = 'excluded';
const KINDS = [
  ['staff', 'Staff'],
  ['player', 'Players'],
  ['device', 'Devices'],
  [EXCLUDED, 'Excluded'],
] as const;

const titleOf = ({ rulebook, role }: HeldRole): string => {
  const books = rulebook === '*' ? RULEBOOK_IDS : [rulebook];
  return books.flatMap((book) => RULEBOOKS[book].roles.find(({ id }) => id === role)?.title ?? [])[0] ?? role;
};

/** `Gaming Manager (Star, Star 2024)`: a role once, with the books it is held in. */
function sayRoles(roles: readonly HeldRole[]): readonly string[] {
  const byTitle = new Map<string, string[]>();
  for (const held of [...roles].reverse()) {
    const title = titleOf(held);
    byTitle.set(title, [
      ...(byTitle.get(title) ?? []),
      held.rulebook === '*' ? 'every book' : SHORT[held.rulebook],
    ]);
  }
  return [...byTitle].map(([title, books]) => `${title} (${books.join(', ')})`);
}

type TableName = (id: string) => string;

const sayPosts = (posts: readonly HeldPost[], tableName: TableName): readonly string[] =>
  posts.map(({ post, tables }) => {
    const where = tables === '*' ? '' : ` (${tables.map(tableName).join(', ')})`;
    return `${POSTS[post].title}${where}`;
  });

const holds = (
  { person: { roles = [], posts = [] } }: KnownPerson,
  tableName: TableName,
): readonly string[] => [...sayPosts(posts, tableName), ...sayRoles(roles)];
const HELD_MOST = 3;

function sayHeld(known: KnownPerson, tableName: TableName): string {
  const all = holds(known, tableName);
  const more = all.length - HELD_MOST;
  return more > 0 ? `${all.slice(0, HELD_MOST).join(', ')} and ${more} more` : all.join(', ');
}

function sayStanding({ person: { inactive, oneTime } }: KnownPerson): string {
  if (inactive) return 'Kept out';
  return oneTime ? 'Has to set a password' : 'In';
}

const COLUMNS: readonly TableColumn<KnownPerson>[] = [
  { id: 'name', name: 'Name', show: ({ person }) => person.name, by: ({ person }) => person.name },
  {
    id: 'login',
    name: 'Login or card',
    show: ({ person, login }) => login ?? person.card ?? '',
    by: ({ person, login }) => login ?? person.card ?? '',
  },
];

/** Whoever is excluded is so before anything else. */
function columnsWith(
  { exclusions = {} }: PeopleBooks,
  tableName: TableName,
): readonly TableColumn<KnownPerson>[] {
  const out = new Set(Object.values(exclusions).map(({ person }) => person));
  const say = (known: KnownPerson): string => (out.has(known.person.id) ? 'Excluded' : sayStanding(known));
  return [
    ...COLUMNS,
    {
      id: 'holds',
      name: 'Holds',
      show: (known) => <span className="staff-held">{sayHeld(known, tableName)}</span>,
    },
    { id: 'standing', name: 'Standing', show: say, by: say },
  ];
}

const isSought = ({ person, login }: KnownPerson, sought: string): boolean =>
  [person.name, login, person.card, person.id].some((text) =>
    text?.toLowerCase().includes(sought.trim().toLowerCase()),
  );

/** Everybody, by kind; who is opened stands in the address. */
export function PeopleBooksView(props: BooksProps) {
  const [query, change] = useQuery();
  const tableName = useTableNames();
  const books = props.books as Partial<PeopleBooks> & { readonly person?: unknown };
  if (!books.persons) return <Thing value={books.person ?? null} />;
  const all = Object.values(books.persons);
  const kind = query.get('kind') ?? 'staff';
  const sought = query.get('seek') ?? '';
  const rows = all.filter((known) => known.person.kind === kind && isSought(known, sought));
  const open = all.find(({ person }) => person.id === query.get('person'));
  return (
    <>
      <div className="staff-seek">
        <Choice label="Who" value={kind} options={KINDS} change={(next) => change({ kind: next })} />
        <Line label="Find" need="free" value={sought} change={(next) => change({ seek: next })} />
      </div>
      {kind === EXCLUDED ? (
        <Exclusions books={books as PeopleBooks} place={props.place} />
      ) : (
        <Table
          name="People"
          rows={rows}
          columns={columnsWith(books as PeopleBooks, tableName)}
          keyOf={({ person }) => person.id}
          nothing="Nobody here."
          onOpen={({ person }) => change({ person: person.id })}
        />
      )}
      {open && <OnePerson {...props} known={open} onClose={() => change({ person: '' })} />}
    </>
  );
}

interface OneProps extends BooksProps {
  readonly known: KnownPerson;
  readonly onClose: () => void;
}

/** Somebody, and every act that is about somebody. */
function OnePerson({ known, books, place, office, onClose }: OneProps) {
  const nameOf = useNames();
  const held = holds(known, useTableNames());
  const { person, login } = known;
  return (
    <Dialog title={person.name} onClose={onClose}>
      <dl className="thing">
        <Pair name="Id">{person.id}</Pair>
        {login && <Pair name="Login">{login}</Pair>}
        {person.card && <Pair name="Card">{person.card}</Pair>}
        <Pair name="Standing">{sayStanding(known)}</Pair>
        {held.length > 0 && (
          <Pair name="Holds">
            <ul className="thing-list">
              {held.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </Pair>
        )}
        {person.limits && (
          <Pair name="Limits">
            <Thing value={person.limits} />
          </Pair>
        )}
        <Pair name="Here since">
          <When at={person.createdAt} />
        </Pair>
        {person.made && (
          <Pair name="Let in by">{person.made.by.map((id) => nameOf(id) ?? id).join(', ')}</Pair>
        )}
      </dl>
      <ul className="staff-links">
        {verbsAbout(place, office, books, { person: person.id }).map(([name]) => (
          <li key={name}>
            <Link className="button-link" href={`${addressOf(place, office, name)}?person=${person.id}`}>
              {wordsOf(name)}
            </Link>
          </li>
        ))}
        {person.kind !== 'staff' && (
          <li>
            <OpenCase
              place={place}
              about={{
                kind: 'complaint',
                ...(place.book === null ? {} : { rulebook: place.book }),
                patron: person.id,
                player: person.name,
                says: `A complaint of ${person.name}.`,
              }}
            />
          </li>
        )}
      </ul>
    </Dialog>
  );
}
