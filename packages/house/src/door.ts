import type { Command, Table } from '@boxperson/rules';
import { whyNotCommand } from './people/access.js';
import type { People } from './people/people.js';
import type { Person } from './people/person.js';
import type { FrontDoor, SignIn } from './wire/server.js';
import { wirePerson } from './wire/session.js';
import type { WirePerson } from './wire/protocol.js';

/** The front door: who comes in, and what they may ask for. */
export const makeDoor = (people: People): FrontDoor => ({
  open: (token) => people.openSession(token),
  complete,
  whyNot: whyNotCommand,
  async guest(name) {
    const guest = await people.createGuest(name);
    if (guest.kind !== 'ok') throw Object.assign(new Error(guest.message), { statusCode: 400 });
    return { person: wirePerson(guest.person) as WirePerson, token: guest.token };
  },
  async signIn(body, from): Promise<SignIn> {
    const result =
      'card' in body ? await people.signInPlayer(body.card, body.pin, from) : await people.signInStaff(body.login, body.password, from);
    return result.kind === 'ok' ? { ...result, person: wirePerson(result.person) as WirePerson } : result;
  },
  signOut: (token) => people.revoke(token),
  onRevoked: (listener) => {
    people.sessions.onRevoked(listener);
  },
});

/** What a person need not say, and may not say otherwise: who they are. */
function complete(person: Person, table: Table, command: Command): Command {
  if (person.kind !== 'guest' && person.kind !== 'player') return command;
  switch (command['do']) {
    case 'sit':
      return { ...command, player: nameAt(person, table, command['seat']), person: person.id };
    case 'card':
      return { ...command, card: person.card ?? `guest-${person.id}`, holder: person.id };
    default:
      return command;
  }
}

/** A person's own name; with the seat where it is taken, as by somebody who holds several terminals. */
function nameAt(person: Person, table: Table, seat: unknown): string {
  const taken = table.game.players.some(({ name }) => name === person.name);
  return taken ? `${person.name} (${String(seat)})` : person.name;
}
