import type { Rulebook } from '../rulebook.js';
import { crown } from './crown.js';
import { type Deviation, deviating } from './deviation.js';

/** Rule 7, clause by clause: what a mini table has otherwise than the large one. */
export const crownMiniDeviations: readonly Deviation[] = [
  {
    clause: '7.1',
    says: {
      id: 'crown-mini',
      title: 'Crown Melbourne, Mini Craps',
      edition:
        'undated; rule 7 of the same text, under the Victorian Commission for Gambling and Liquor Regulation',
      notes: [
        {
          clause: '7.1',
          ruling: null,
          reading:
            'Every rule of the large table holds here unless rule 7 says otherwise, and is cited by its own number.',
          reason: 'Rule 7 is written over the rules of Craps and repeats none of them.',
        },
        {
          clause: '7.3.1(b)',
          ruling: null,
          reading:
            'The one dealer holds the powers of the stick and of the box; with a second dealer as stickperson, so does that one.',
          reason:
            'The clause makes the dealer responsible for dice and game, and no boxperson stands at this table.',
        },
        {
          clause: '7.4.1',
          ruling: 'R19',
          reading:
            'After no more bets nothing on the layout is touched until the result; before it, once the dice have left the hand, only oral wagers are taken and only with a second dealer as stickperson.',
          reason:
            'The clause closes the layout at the call, 7.4.2 ties oral wagers to the second dealer and sends them to 3.2 and 3.3.',
        },
        {
          clause: '7.4.1',
          ruling: null,
          reading:
            'A no roll ends nothing: what was announced holds until a roll counts or the dice are given up.',
          reason:
            'The clause keeps the layout closed until a decision has been made, and an invalid roll makes none.',
        },
        {
          clause: '7.3.3',
          ruling: null,
          reading: 'The stickperson is another person than the dealer.',
          reason: 'The clause speaks of an additional dealer.',
        },
        ...crown.notes,
      ],
    },
  },
  { clause: '7.2.1', says: { conduct: { run: { value: 'staffed', clause: '7.2.1' } } } },
  {
    // One dealer, and perhaps a second as stickperson: no boxperson stands at this table.
    clause: '7.3.1',
    says: {
      roles: [
        { id: 'dealer', title: 'Dealer', clause: '7.3.1' },
        { id: 'stickperson', title: 'Stickperson', clause: '7.3.3' },
        ...crown.roles.filter(({ id }) => !['dealer', 'stickperson', 'boxperson'].includes(id)),
      ],
    },
  },
  {
    clause: '7.3.1(b)',
    says: {
      powers: {
        'call-total': { role: 'dealer', clause: '7.3.1(b)' },
        'no-roll': { role: 'dealer', clause: '7.3.1(b)' },
        'decide-face': { role: 'dealer', clause: '7.3.1(b)' },
        'check-found-die': { role: 'dealer', clause: '7.3.1(b)' },
        'settle-wagers': { role: 'dealer', clause: '7.3.1(b)' },
        'wave-through': { role: 'higher-duties-dealer', clause: '7.3.1(b)', ruling: 'R54' },
      },
    },
  },
  {
    clause: '7.3.2',
    says: {
      conduct: { shooter: { firstOffer: { value: 'everybody', clause: '7.3.2' } } },
      powers: { 'offer-dice': { role: 'dealer', clause: '7.3.2' } },
    },
  },
  { clause: '7.3.3', says: { powers: { 'add-stickperson': { role: 'area-manager', clause: '7.3.3' } } } },
  {
    clause: '7.4.1',
    says: {
      conduct: {
        wagers: {
          lateUntil: { value: 'no-more-bets', clause: '7.4.1', ruling: 'R19' },
          noMoreBets: { value: 'announced', clause: '7.4.1' },
        },
      },
    },
  },
  {
    // What is late here is oral, and 7.4.2 sends oral wagers to 3.2 and 3.3.
    clause: '7.4.2',
    says: {
      conduct: {
        wagers: {
          lateConfirmations: { value: 2, clause: '3.3.1', ruling: 'R19' },
          oral: { value: 'second-dealer-only', clause: '7.4.2' },
        },
      },
      powers: { 'confirm-late-wager': { role: 'dealer', clause: '3.2', ruling: 'R19' } },
    },
  },
];

/** crown 7.1: the rules of Craps, except where those of Mini Craps say otherwise. */
export const crownMini: Rulebook = deviating(crown, crownMiniDeviations);
