import type { Command, Table } from '@boxperson/rules';
import { otherNamed } from './people/access.js';
import type { People } from './people/people.js';
import type { Person } from './people/person.js';
import { judgeCommand, Pending } from './people/second.js';
import type { Store } from './store/store.js';
import type { WirePerson } from './wire/protocol.js';
import type { FrontDoor, SignIn } from './wire/server.js';
import { wirePerson } from './wire/session.js';

/** The front door: who comes in, and what they may ask for. */
export function makeDoor(people: People, store: Store, now: () => number = Date.now): FrontDoor {
  const pending = new Pending(store, now, (id) => people.get(id));
  return {
    open: (token) => people.openSession(token),
    async judge(person, { table, dice }, command) {
      const named = otherNamed(person, command);
      const other = named === null ? null : await people.get(named);
      return judgeCommand(withGuestCard(person), table, withName(person, table, command), { dice, other });
    },
    propose: (person, at, command) => pending.propose(person, at, command),
    confirm: (proposal, person, role, at) => pending.confirm(proposal, person, role, at),
    async guest(name) {
      const guest = await people.createGuest(name);
      if (guest.kind !== 'ok') throw Object.assign(new Error(guest.message), { statusCode: 400 });
      return { person: wirePerson(guest.person) as WirePerson, token: guest.token };
    },
    async signIn(body, from): Promise<SignIn> {
      const result =
        'card' in body
          ? await people.signInPlayer(body.card, body.pin, from)
          : await people.signInStaff(body.login, body.password, from);
      return result.kind === 'ok' ? { ...result, person: wirePerson(result.person) as WirePerson } : result;
    },
    signOut: (token) => people.revoke(token),
    onRevoked: (listener) => {
      people.sessions.onRevoked(listener);
    },
  };
}

/** A demonstration house lends its guests a card, so that they may see the book that asks for one (star-2024 10.1). */
const withGuestCard = (person: Person): Person =>
  person.kind === 'guest' && person.card === undefined ? { ...person, card: `guest-${person.id}` } : person;

/** Whoever sits down sits under their own name; with the seat where it is taken, as by one who holds several places. */
function withName(person: Person, table: Table, command: Command): Command {
  if (command['do'] !== 'sit') return command;
  const taken = table.game.players.some(({ name }) => name === person.name);
  return { ...command, player: taken ? `${person.name} (${String(command['seat'])})` : person.name };
}
