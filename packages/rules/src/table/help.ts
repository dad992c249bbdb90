import type { VerbName } from './decide.js';

/** What each verb does, in a line: for forms, pages and scripts. Apart from the verbs, so that whoever only plays loads none of it. */
export const VERB_HELP: Readonly<Record<VerbName, string>> = {
  staff:
    'somebody of the staff comes to the table in a role; `station`: where they stand, or go to if they are here',
  'staff-leave': 'somebody of the staff leaves the table',
  sit: 'a player takes a seat (at an electronic table: a terminal) with money; `chips`: with chips on the felt, which the crew enters, and perhaps a `card`',
  leave:
    'a player with no wagers on the layout leaves, with all their money; `standing`: with wagers, of which what cannot be taken down plays out',
  chips:
    'a player adds money to what is in front of them: cash, vouchers and tokens become chips, or credits',
  'colour-up': 'chips of a player are changed for larger ones, or smaller: no money moves',
  collect: 'credits on the meter of a terminal are paid out (no `amount`: all of them); wagers stay',
  card: 'a player presents a player card: its number and whose it is',
  'limit-players':
    'limit the number of players to `most`, or one to each dedicated area (neither: lift the limits)',
  'limit-terminals': 'hold a person to so many terminals',
  exclude: 'exclude a player from the game on one of the grounds of the book',
  readmit:
    'let a person who was excluded, or whose wagers are refused, play again; whoever may do the one may lift it',
  vacate: 'ask a player who has not wagered to vacate the place; `refuses`: told to go, they stay (`aruze`)',
  away: 'the house has no connection to a player any more: no dice are offered to them (by the house)',
  back: 'there is a connection to a player who was away (by the house)',
  ready:
    'a player needs no more time to bet before the next throw; a shooter throws as soon as there is no one to wait for',
  release:
    'free the place of a player who is away: what can be taken down is, the rest plays out, the money is paid out; and pay out what the rest brought (by the house, or the box)',
  'order-betting':
    'at a table of a tournament players bet from now on `in-turn` or `at-once`: in turn, nobody before `open-turns` (by the house)',
  'put-sealed':
    'put down a wager that was sealed and has been opened, before anybody bets in turn (by the house)',
  'open-turns':
    'at a table of a tournament players bet in turn, each for so many milliseconds, those at the `otherEnd` at the same time; `least`: what whoever is silent has on the layout at the least (by the house)',
  'pass-turn': 'the time of whoever bets in turn is over: the next bets',
  'take-chips': 'take tournament chips from a player: a penalty by the terms (by the house)',
  'keep-out':
    'the house has excluded a person who is here: they play no more at this table either (by the house)',
  'let-in': 'the house has lifted its exclusion of a person who is here (by the house)',
  offer: 'offer the dice to the next player in turn',
  accept: 'take the dice that are offered; `dice` chooses two of the set at once',
  decline: 'decline the dice that are offered',
  'no-answer':
    'the player to whom the dice are offered gives no answer in time: taken to decline, and offered no more until they do something',
  authorise: 'let another person at the table throw for the shooter',
  pass: 'the shooter passes the dice',
  'order-pass': 'order the shooter to pass the dice, on one of the grounds of the book',
  'ask-line': 'ask a shooter found without a line wager to place one of the table minimum',
  'refuse-line': 'the shooter does not place the line wager asked for',
  relieve:
    'take the dice from a shooter who has no line wager any more, or is excluded; `late`: who does not throw in time, where the book has nobody order it',
  choose: 'the shooter chooses two of the dice offered',
  'find-die': 'a die that went off the table is found, even one given up for lost',
  'check-die':
    'check a found die: `sound`, then back to the bowl or, if asked for, to the shooter (`instead` of one in hand)',
  'lose-die': 'give up looking for a die',
  bet: 'place a wager or add to one, `tokens` of it in promotional tokens (of a `voucher`); once the dice are thrown `by` (and `confirmed`) confirm it',
  take: 'take a wager down or reduce it',
  call: 'call wagers on or off; `by` confirms it where the book asks for a word',
  move: 'move chips from one spot to another, as one act (no `amount`: all of them); `to` names the other spot',
  'no-more-bets': 'announce that no more bets may be placed; nothing is touched until the result',
  throw: 'the dice leave the hand: of the player named, or of the stickperson (`by`) when nobody took them',
  roll: 'the result: what the two dice show, called by the stick (staffed) or read by the sensors (electronic)',
  'no-roll':
    'call "no roll" on one of the grounds of the book; `dice` names those that went off the table; wrong or doctored dice until the next throw',
  'decide-face':
    'decide which faces are uppermost after a dispute; `rethrow` voids the throw where the book allows it',
  'correct-call':
    'the total was called wrong: what the dice really show, and the `reason`; once a line is dealt only by whoever decides the faces',
  settle: 'every wager decided by the roll is settled; the dice go back to the shooter, or on',
  'deal-lines':
    'lines of the dealing sheet are done: taken, paid, moved or handed back; with the last the roll is settled',
  'deal-differently':
    'a line was `paid` otherwise than owed, and why: the money that really went over, besides the stake; it counts as done',
  'wave-through':
    'let the dice go on with lines of the sheet still open, for a `reason`; the roll counts as settled',
  'post-sign': 'put up a sign with new limits and the time from which they hold',
  'change-limits': 'change the limits; a higher minimum only after its sign stood its time',
  'personal-limits': "set a player's own limits (no `min` and `max`: the table's again)",
  'announce-closing':
    'give the notice that closing the table needs: a sign with the time (`from`), last shooter, inspector told, close of play',
  close: 'close the table; wagers without a result go back',
  'take-down': 'take down a notice before its time: the `sign` with new limits, or the notice of `closing`',
  'post-pays': 'announce the higher odds that the house pays at all its tables from a time on',
  'raise-pays': 'pay the higher odds that were announced, from their time on',
  'run-cashless': 'run the table cashless, without its drop box, or with it again',
  'refuse-wager': 'refuse a wager on reasonable grounds; it comes down only as its owner could take it down',
  'bar-wagers':
    'refuse the further wagers of a player, on a ground for which the book has it; what stands is played out',
  'void-wagers': 'declare the wagers of a person who broke the rules void',
  invalidate:
    'invalidate the outcome of the last roll, or of the one with the number `throw`; `forfeit` names a fraudulent player, `money: "stands"` leaves it as it fell',
  'find-invalid':
    'wagers found invalid because the player may not play, or not with that card; `why`: `card` or `for-another`',
  'record-measure':
    'record a measure against a person: seize-winnings, confiscate-device, detain, recommend-exclusion; winnings are seized to the `amount` named',
  'close-wagering': 'the wagering period is over (by the clock)',
  shoot: 'the shooter presses the shoot button; without a player the clock shoots when the time is up',
  'void-round':
    'the dice are cocked or the tumbler is in doubt: no result, what was wagered this round goes back; a result that was read wrongly is undone',
  malfunction: 'a terminal malfunctions: it is held until an assistant gaming manager resolves it',
  'resolve-malfunction':
    'resolve a malfunction: `confirmed` from the record (with an `adjustment` of the meter), or `voided`',
  'system-malfunction': 'the game system malfunctions: every play is void and the table stops',
  'restore-system': 'the game system works again: a new round opens with a come out roll',
  'report-fault': 'a player reports that a terminal is faulty; `note` says how',
  'answer-report': 'answer a report of a fault that turns out to be none; a real one is a `malfunction`',
  'clear-area': 'tell a person beside a terminal, who is not playing, to make room; `refuses`: they stay',
  exchange:
    'a dealer changes a promotional voucher into tokens on its conditions, once; `brought`: tokens it was changed into before, at the cage or another table',
};
