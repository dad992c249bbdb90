import type { PracticeFloor } from '../tables/practice.js';
import { practiceAnswer } from './answers.js';
import { MINUTE } from './limits.js';
import { practiceBody } from './protocol.js';
import { type Route, route, sayNo } from './route.js';
import { wirePerson } from './session.js';

/** How a newcomer takes the dice of a practice table. Nobody gives a name: an address gets so many, and so has the house. */
export const practiceRoutes = (practice: PracticeFloor): readonly Route[] => [
  route({
    method: 'POST',
    url: '/api/practice',
    summary: 'Be the crew of a practice table, without an account: there, and nowhere else',
    tag: 'Coming in',
    for: 'everybody',
    body: practiceBody,
    answers: practiceAnswer,
    codes: ['not-allowed', 'not-found', 'taken'],
    limits: [
      { per: 'address', most: 10, ms: 10 * MINUTE, of: 'trainees from here' },
      { per: 'house', most: 120, ms: 10 * MINUTE, of: 'trainees' },
    ],
    act: async ({ body }) => {
      const came = await practice.come(body.table);
      if (!came.ok) return sayNo(came.refused.code, came.refused.message);
      const { person, token, expiresAt } = came.value;
      return { person: wirePerson(person), token, practice: person.practice, expiresAt };
    },
  }),
];
