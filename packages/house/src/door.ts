import type { Command, Table } from '@boxperson/rules';
import { Journal } from './journal.js';
import { otherNamed } from './people/access.js';
import type { People } from './people/people.js';
import type { Person } from './people/person.js';
import { type Confirmed, judgeCommand, Pending } from './people/second.js';
import type { Store } from './store/store.js';
import type { WirePerson } from './wire/protocol.js';
import type { FrontDoor, SignIn } from './wire/server.js';
import { wirePerson } from './wire/session.js';

/** The front door: who comes in, and what they may ask for. */
export function makeDoor(people: People, store: Store, now: () => number = Date.now): FrontDoor {
  const pending = new Pending(store, now, (id) => people.get(id));
  const journal = new Journal(store, HOUSE_STREAM, now);
  return {
    async open(token) {
      const session = await people.openSession(token);
      // A password made by the house lets nobody in: it must be changed first.
      return session?.person.oneTime ? null : session;
    },
    openAny: (token) => people.openSession(token),
    async judge(person, { table, dice }, command) {
      const named = otherNamed(person, command);
      const other = named === null ? null : await people.get(named);
      return judgeCommand(withGuestCard(person), table, withName(person, table, command), { dice, other });
    },
    propose: (person, at, command) => pending.propose(person, at, command),
    async confirm(proposal, person, role, at, said) {
      const confirmed = await pending.confirm(proposal, person, role, at, said);
      if (confirmed.ok) await noteAgreement(journal, confirmed.value, said);
      return confirmed;
    },
    async guest(name, bot) {
      const guest = await people.createGuest(name, bot ? { bot } : {});
      if (guest.kind !== 'ok') throw Object.assign(new Error(guest.message), { statusCode: 400 });
      return { person: wirePerson(guest.person) as WirePerson, token: guest.token };
    },
    async signIn(body, from): Promise<SignIn> {
      const result =
        'card' in body
          ? await people.signInPlayer(body.card, body.pin, from)
          : 'key' in body
            ? await people.signInDevice(body.key, from)
            : await people.signInStaff(body.login, body.password, from);
      if (result.kind !== 'ok') return result;
      const { kind, token, person } = result;
      const setPassword = person.oneTime ? { setPassword: true as const } : {};
      return { kind, token, person: wirePerson(person) as WirePerson, ...setPassword };
    },
    proposals: (table) => pending.list(table),
    signOut: (token) => people.revoke(token),
    onRevoked: (listener) => {
      people.sessions.onRevoked(listener);
    },
  };
}

/** The stream of what concerns the house as a whole. */
export const HOUSE_STREAM = 'house';

/**
 * Who agreed to what, on record before the table hears of it. `command` is the id under which the table then commits
 * it, in one transaction with what it did: an agreement whose id is not among the commands came to nothing.
 */
const noteAgreement = (journal: Journal, { proposal, confirmedBy }: Confirmed, said: string) =>
  journal.write(
    'agreed',
    {
      proposal: proposal.id,
      table: proposal.table,
      wanted: proposal.command,
      by: proposal.by,
      confirmedBy,
      command: said,
    },
    { once: `agreed-${proposal.id}` },
  );

/** A demonstration house lends its guests a card, so that they may see the book that asks for one (star-2024 10.1). */
const withGuestCard = (person: Person): Person =>
  person.kind === 'guest' && person.card === undefined ? { ...person, card: `guest-${person.id}` } : person;

/** Whoever sits down sits under their own name; with the seat where it is taken, as by one who holds several places. */
function withName(person: Person, table: Table, command: Command): Command {
  if (command['do'] !== 'sit') return command;
  const taken = table.game.players.some(({ name }) => name === person.name);
  return { ...command, player: taken ? `${person.name} (${String(command['seat'])})` : person.name };
}
