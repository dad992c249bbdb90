import { z } from 'zod';
import type { House } from '../house.js';
import type { People } from '../people/people.js';
import { sessionIdOf } from '../people/sessions.js';
import { cameAnswer, okAnswer, sessionsAnswer } from './answers.js';
import { DAY, MINUTE } from './limits.js';
import { guestBody, signInBody, type WirePerson } from './protocol.js';
import { type Route, route, sayNo } from './route.js';
import { wirePerson } from './session.js';

/** How people come in and go. No stream keeps a session: it is not a book, and a token is a secret. */
export const comingRoutes = (house: House, people: People): readonly Route[] => {
  return [
    route({
      method: 'POST',
      url: '/api/guest',
      summary: 'Come as a guest with play money',
      tag: 'Coming in',
      for: 'everybody',
      body: guestBody,
      answers: cameAnswer,
      codes: ['not-allowed'],
      // Every guest leaves a name and a wallet behind.
      limits: [
        { per: 'address', most: 60, ms: MINUTE, of: 'guests from here' },
        { per: 'address', most: 2_000, ms: DAY, of: 'guests from here today' },
      ],
      act: async ({ body }) => {
        if (!house.config.guests) sayNo('not-allowed', 'This house has no guests: sign in with a card.');
        const guest = await people.createGuest(body.name, body.bot ? { bot: true } : {});
        if (guest.kind !== 'ok') return sayNo('bad-input', `${guest.field}: ${guest.message}`);
        await house.grantPlayMoney(guest.person.id, house.config.playMoney);
        return { person: wirePerson(guest.person) as WirePerson, token: guest.token };
      },
    }),
    route({
      method: 'POST',
      url: '/api/sign-in',
      summary: 'Sign in with card and PIN, as staff, or as a device',
      tag: 'Coming in',
      for: 'everybody',
      body: signInBody,
      answers: cameAnswer,
      codes: ['does-not-match'],
      // A password is dear to check. Whoever guesses is slowed down elsewhere, account by account.
      limits: [{ per: 'address', most: 120, ms: MINUTE, of: 'tries to sign in from here' }],
      act: async ({ body, from, token: earlier }) => {
        const result = await signIn(people, body, from);
        switch (result.kind) {
          case 'ok': {
            await people.leaveFor(result, earlier);
            const setPassword = result.person.oneTime ? { setPassword: true } : {};
            return { person: wirePerson(result.person), token: result.token, ...setPassword };
          }
          case 'wait':
            return sayNo('too-fast', `Wait ${result.seconds} seconds and try again.`, {
              retryAfter: result.seconds,
            });
          case 'busy':
            return sayNo('unavailable', 'Busy: try again in a moment.', { retryAfter: 2 });
          case 'wrong':
            return sayNo('does-not-match', 'That does not match.');
        }
      },
    }),
    route({
      method: 'POST',
      url: '/api/sign-out',
      summary: 'End this session',
      tag: 'Coming in',
      for: 'with-any-password',
      answers: okAnswer,
      act: async ({ token }) => {
        await people.signOut(token);
        return { ok: true };
      },
    }),
    ...sessionRoutes(people),
  ];
};

const SESSION_ID = z.string().regex(/^[0-9a-f]{64}$/);

/** One's own sessions: to see where one is signed in, and to end one of them. */
const sessionRoutes = (people: People): readonly Route[] => [
  route({
    method: 'GET',
    url: '/api/sessions',
    summary: 'Where you are signed in: every session of yours, when and from where it began',
    tag: 'Coming in',
    for: 'signed-in',
    // For all but guests it looks at each of theirs, and for a while after a start at those of all.
    limits: [{ per: 'address', most: 30, ms: MINUTE, of: 'looks at sessions from here' }],
    answers: sessionsAnswer,
    act: async ({ person, token }) => {
      const here = sessionIdOf(token);
      const sessions = await people.sessions.listOf(person.id, here);
      return {
        sessions: sessions.map(({ startedAt, from, ...session }) => ({
          ...session,
          ...(startedAt === null ? {} : { startedAt }),
          ...(from === null ? {} : { from }),
          ...(session.id === here ? { here: true } : {}),
        })),
      };
    },
  }),
  route({
    method: 'POST',
    url: '/api/sessions/end',
    summary: 'End one of your own sessions, and its open connections',
    tag: 'Coming in',
    for: 'signed-in',
    body: z.strictObject({ session: SESSION_ID }),
    answers: okAnswer,
    codes: ['not-found'],
    act: async ({ person, body }) =>
      (await people.endSession(person, body.session))
        ? { ok: true }
        : sayNo('not-found', 'session: you have none of that name.'),
  }),
];

const signIn = (people: People, body: z.infer<typeof signInBody>, from: string) => {
  if ('card' in body) return people.signInPlayer(body.card, body.pin, from);
  return 'key' in body
    ? people.signInDevice(body.key, from)
    : people.signInStaff(body.login, body.password, from);
};
