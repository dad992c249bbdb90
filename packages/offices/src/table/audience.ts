import type { EventBodies } from '@boxperson/rules';
import type { Audience, Masked, Seers } from '../audience.js';

// Who sees what of a table. The compiler wants every field of every event named here; what is new is seen by nobody
// until somebody has thought about it.

const ALL: Seers = ['everybody'];
const CREW: Seers = ['crew'];
const OWN: Seers = ['subject', 'crew'];

/** The person behind a name at the table: known to themselves and to the crew. */
const PERSON: Masked = { sees: OWN, instead: 'player' };
/** Money in somebody's hand. Chips on the layout everybody sees. */
const PURSE: Masked = { sees: OWN, instead: 0 };
/** Of the staff on duty everybody sees that there is somebody, and in which role. */
const STAFF: Masked = { sees: CREW, instead: 'alias' };
/** Of what is in several hands, everybody sees their own part. */
const PURSES: Masked = { sees: CREW, instead: 'own-parts' };
/** Why the house did something to somebody is between them. */
const WHY: Masked = { sees: OWN, instead: 'left-out' };

const SELECTION = { wager: ALL, number: ALL, high: ALL, dice: ALL } as const;
const ROLL = {
  dice: ALL,
  total: ALL,
  hard: ALL,
  call: ALL,
  point: ALL,
  settled: ALL,
  travelled: ALL,
  replaced: ALL,
  warned: ALL,
} as const;

export const TABLE_AUDIENCE: Audience<EventBodies> = {
  opened: { hears: ALL, fields: { settings: ALL, hash: ALL } },
  'staff-came': { hears: ALL, fields: { person: STAFF, role: ALL, station: ALL } },
  'staff-left': { hears: ALL, fields: { person: STAFF } },
  sat: {
    hears: ALL,
    fields: {
      player: ALL,
      person: PERSON,
      seat: ALL,
      bankroll: PURSE,
      chips: ALL,
      again: ALL,
      namesake: ALL,
    },
  },
  // A voucher is exchanged at the layout, and tokens lie in front of their player for everybody to see.
  left: { hears: ALL, fields: { player: ALL, paid: PURSE, returned: ALL, why: ALL, tokens: ALL } },
  'tokens-exchanged': {
    hears: ALL,
    fields: { player: ALL, voucher: ALL, amount: ALL, terms: ALL, brought: ALL },
  },
  // Whether somebody is there everybody at the table sees.
  'pays-posted': { hears: ALL, fields: { higherPays: ALL, from: ALL } },
  'pays-raised': { hears: ALL, fields: { higherPays: ALL } },
  'cashless-set': { hears: ALL, fields: { on: ALL } },
  'went-away': { hears: ALL, fields: { player: ALL } },
  'came-back': { hears: ALL, fields: { player: ALL } },
  'said-ready': { hears: ALL, fields: { player: ALL } },
  'betting-ordered': { hears: ALL, fields: { how: ALL } },
  'turns-opened': { hears: ALL, fields: { order: ALL, otherEnd: ALL, ms: ALL, least: ALL } },
  'turn-passed': { hears: ALL, fields: { player: ALL, silent: ALL } },
  // What everybody in a tournament has is counted for all to see.
  'chips-taken': { hears: ALL, fields: { player: ALL, amount: ALL } },
  released: { hears: ALL, fields: { player: ALL, paid: PURSE, why: ALL, tokens: ALL } },
  'chips-bought': { hears: OWN, fields: { player: OWN, amount: OWN, with: OWN } },
  'coloured-up': { hears: OWN, fields: { player: OWN, amount: OWN } },
  'credits-collected': { hears: OWN, fields: { player: OWN, amount: OWN } },
  'card-presented': { hears: OWN, fields: { player: OWN, card: OWN, holder: OWN } },
  'players-limited': { hears: ALL, fields: { most: ALL, onePerArea: ALL } },
  'terminals-limited': { hears: CREW, fields: { person: CREW, most: CREW } },
  'dice-offered': { hears: ALL, fields: { player: ALL } },
  'dice-declined': { hears: ALL, fields: { player: ALL, silent: ALL } },
  'dice-accepted': { hears: ALL, fields: { player: ALL } },
  'dice-chosen': { hears: ALL, fields: { player: ALL, dice: ALL } },
  'thrower-authorised': { hears: ALL, fields: { player: ALL, thrower: ALL } },
  'nobody-took-dice': { hears: ALL, fields: { throws: ALL } },
  'point-lapsed': { hears: ALL, fields: { point: ALL } },
  'dice-passed': { hears: ALL, fields: { player: ALL, how: ALL, ground: ALL } },
  'line-wager-asked': { hears: ALL, fields: { player: ALL } },
  'game-voided': { hears: ALL, fields: { point: ALL, returned: ALL } },
  'no-more-bets': { hears: ALL, fields: {} },
  'dice-thrown': { hears: ALL, fields: { thrower: ALL, shooter: ALL } },
  wagered: {
    hears: ALL,
    fields: {
      ...SELECTION,
      player: ALL,
      amount: ALL,
      whole: ALL,
      commission: ALL,
      tokens: ALL,
      stay: ALL,
      found: ALL,
      counts: ALL,
      multiple: ALL,
      rescue: ALL,
      late: ALL,
      oral: ALL,
      unfair: WHY,
      confirmed: WHY,
      for: WHY,
    },
  },
  took: {
    hears: ALL,
    fields: {
      ...SELECTION,
      player: ALL,
      amount: ALL,
      tokens: ALL,
      commissionReturned: ALL,
      alsoReturned: ALL,
      holdsDontCome: ALL,
      unfair: WHY,
    },
  },
  called: { hears: ALL, fields: { player: ALL, to: ALL, wagers: ALL } },
  rolled: { hears: ALL, fields: { ...ROLL, faceDecided: ALL, throw: ALL } },
  'no-roll': { hears: ALL, fields: { ground: ALL, must: ALL, text: ALL, diceOff: ALL } },
  'face-decided': { hears: ALL, fields: { was: ALL, outcome: ALL, commission: ALL } },
  'call-corrected': { hears: ALL, fields: { was: ALL, outcome: ALL, reason: WHY, commission: ALL } },
  'throw-voided': { hears: ALL, fields: { was: ALL, ground: ALL, commission: ALL } },
  settled: { hears: ALL, fields: { idle: ALL } },
  // What a dealer does with chips is done before everybody's eyes; why it was another payment is the house's.
  'lines-dealt': { hears: ALL, fields: { lines: ALL } },
  'line-differs': { hears: ALL, fields: { line: ALL, player: ALL, owed: ALL, paid: ALL, note: WHY } },
  'sheet-waved': { hears: ALL, fields: { open: ALL, reason: WHY } },
  'die-found': { hears: ALL, fields: { die: ALL } },
  'die-checked': { hears: ALL, fields: { die: ALL, sound: ALL, to: ALL } },
  'die-lost': { hears: ALL, fields: { die: ALL } },
  'set-replaced': { hears: ALL, fields: { set: ALL, dice: ALL } },
  'sign-posted': { hears: ALL, fields: { sign: ALL, from: ALL } },
  'limits-changed': { hears: ALL, fields: { sign: ALL } },
  // A personal limit stands on a sign or marker beside the player, for everybody to see.
  'personal-limits-set': { hears: ALL, fields: { player: ALL, limit: ALL } },
  'closing-announced': { hears: ALL, fields: { kind: ALL, closesAt: ALL } },
  closed: { hears: ALL, fields: { returned: ALL } },
  'wager-refused': { hears: ALL, fields: { player: ALL, reason: WHY, returned: ALL } },
  'wagers-voided': { hears: ALL, fields: { player: ALL, ground: WHY, returned: ALL, decided: ALL } },
  // That somebody is excluded is between them and the house.
  'player-excluded': { hears: OWN, fields: { player: OWN, person: OWN, ground: OWN } },
  'wagers-barred': { hears: OWN, fields: { player: OWN, person: OWN, ground: OWN } },
  'person-readmitted': { hears: OWN, fields: { person: OWN, reason: OWN } },
  'person-kept-out': { hears: OWN, fields: { person: OWN, reason: OWN } },
  'person-let-in': { hears: OWN, fields: { person: OWN, reason: OWN } },
  // What was done to somebody is written down for the crew and the inspector, and for nobody else at the table.
  'measure-recorded': {
    hears: CREW,
    fields: { player: CREW, person: CREW, measure: CREW, note: CREW, seized: CREW },
  },
  'outcome-invalidated': {
    hears: ALL,
    fields: {
      ground: ALL,
      money: ALL,
      point: ALL,
      refunded: ALL,
      forfeited: ALL,
      how: ALL,
      throw: ALL,
      adjusted: PURSES,
      tokensBack: ALL,
      returned: ALL,
      travelledBack: ALL,
      offeredAnew: ALL,
      claims: PURSES,
      owed: PURSES,
    },
  },
  'wagers-found-invalid': {
    hears: ALL,
    fields: { player: ALL, when: ALL, returned: ALL, winningsTaken: ALL, why: WHY },
  },
  'wagering-opened': { hears: ALL, fields: { until: ALL } },
  'wagering-closed': { hears: ALL, fields: { shooter: ALL, shootBy: ALL } },
  shot: { hears: ALL, fields: { how: ALL, player: ALL } },
  'round-voided': { hears: ALL, fields: { ground: ALL, returned: ALL } },
  'malfunction-declared': { hears: ALL, fields: { player: ALL, ground: ALL, since: ALL } },
  'malfunction-resolved': {
    hears: ALL,
    fields: { player: ALL, how: ALL, adjustment: ALL, decided: ALL, returned: ALL, reason: WHY },
  },
  'system-malfunctioned': { hears: ALL, fields: { ground: ALL, returned: ALL } },
  'system-restored': { hears: ALL, fields: {} },
  'fault-reported': { hears: OWN, fields: { player: OWN, person: OWN, note: OWN } },
  'report-answered': { hears: OWN, fields: { player: OWN, note: OWN } },
  'area-cleared': { hears: OWN, fields: { person: OWN } },
  'vacate-refused': { hears: OWN, fields: { person: OWN, player: OWN } },
  'notice-taken-down': { hears: ALL, fields: { notice: ALL } },
};
