import type { RulingId } from './clause.js';
import { RULEBOOK_IDS, type Rulebook, type RulebookId } from './rulebook.js';

/** How we read the rulebooks where they are silent, slip or can be read in two ways. */
export interface Ruling {
  readonly id: RulingId;
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  /** Books at whose tables it decides although nothing in their data cites it. */
  readonly holds?: readonly RulebookId[];
}

const STAFFED = RULEBOOK_IDS.filter((id) => id !== 'aruze');

export const RULINGS: readonly Ruling[] = [
  {
    id: 'R1',
    title: 'A decided wager leaves the layout',
    text: 'A wager is decided once: won, its stake and winnings go to the player; lost, it is collected. A place, place to lose, buy, lay, hardway or Big wager may be asked to stay up: when it wins, the same wager is placed again at once as a new one, with new commission, if balance and limits allow. A call made on the old wager goes over to the new one.',
    reason:
      'The books decide a wager and say nothing of the chips after that; a win that silently played on would stake money nobody put down again.',
  },
  {
    id: 'R2',
    title: 'The barred total',
    text: "At star and star-2024 a don't wager that meets its barred total is void and goes back to the player. At crown, crown-mini, adelaide and aruze it neither wins nor loses, stays where it is and is in play for the next roll; the player may take it.",
    reason:
      'Star calls the wager invalid with no result, which ends it. The others call it inactive, a stand-off or a draw, which ends nothing.',
  },
  {
    id: 'R3',
    title: 'Split wagers',
    text: 'Horn is four equal wagers, horn high and world five, craps-eleven two except at aruze. Each part must be an amount that chips can make. The part on the thrown total comes back with its winnings and the rest is collected; the two fifths of a horn high on its nominated total are paid together and rounded once. Craps-eleven at aruze is one wager on the whole stake.',
    reason:
      'The books pay the listed odds on a part of the stake, or as if several wagers had been made, so the parts must exist as chips.',
  },
  {
    id: 'R4',
    title: 'Inactive wagers',
    text: 'Place, buy, come odds and hardway wagers are off on a come out roll unless called on; a roll does not touch what is off. On, called before a come out roll, holds until it is called off; on, called with the point on, only ends an off. A call covers the wagers standing then: all of that kind, or the numbers named. At aruze nothing is ever off.',
    reason:
      'Most books let a wager be called at any time and do not say how long it lasts; nobody should be exposed on a come out by a call made for another roll.',
  },
  {
    id: 'R5',
    title: 'Come odds on the come out',
    text: 'When a come wager is decided while its odds are off, the odds go back to the player, neither won nor lost.',
    reason:
      'The odds follow the come wager, yet the roll may not touch them; once it is gone they have nothing left to back.',
  },
  {
    id: 'R6',
    title: 'Come out and come',
    text: "Come and don't come are taken only while a come out point is on. At aruze come, but not don't come, is taken before the come out roll too.",
    reason:
      'The books say after the come out roll; on one, the line wagers are the same wager. Aruze 3.9.3 names the time before it in so many words.',
  },
  {
    id: 'R7',
    title: 'When line and come wagers may be placed and changed',
    text: "Line wagers are placed before a come out roll. Before the roll that would set its point a line or come wager changes freely; afterwards pass and travelled come are contracts, except that at aruze they may be added to and the latest addition taken back. A don't wager may go down at any time and never up. A fresh don't come after a travelled one went down or was reduced waits for a result at crown, crown-mini and adelaide, and is accepted elsewhere.",
    reason:
      'Nothing is risked before the first roll, and afterwards the odds of the wager have changed: neither side may then move it in its own favour.',
  },
  {
    id: 'R8',
    title: 'Odds limits',
    text: "Odds on a pass or come wager are at most a multiple of it; odds on a don't wager may win at most that multiple, at true odds before rounding. The multiple is 2 by the book at star, star-2024 and aruze, and stands on the sign at crown, crown-mini and, up to 10, at adelaide, where it may differ by number. When the flat wager shrinks or goes, the odds above its limit come back. The default limits of the sign do not apply to odds, and a flat wager over the maximum counts to the maximum.",
    reason:
      'The books give the measure and leave the rest; odds beyond what their flat wager carries were never permitted, and a limit meant for flat wagers would undo the multiple.',
  },
  {
    id: 'R9',
    title: 'Commission',
    text: 'Buy pays 5% of the stake and lay 5% of what it would win, on top of the stake, rounded down to what chips can make, at aruze to the cent. An addition pays what is due on the whole less what was paid. Taken down, it comes back always at adelaide, at aruze if the wager has not been through a roll, elsewhere not.',
    reason:
      'The books give a rate and a time of payment; rounded up it would exceed 5%. Only adelaide promises it back, and aruze undoes what is moved within a wagering period.',
  },
  {
    id: 'R10',
    title: 'Paying what chips cannot make',
    text: 'Winnings are rounded up to the next sum that the chips on the table can make, not to a multiple of the smallest. At adelaide, on a table of multiples, a wager off its multiple that cannot be paid exactly is paid on the next lower multiple; one under the minimum is paid on its own amount, rounded down. At aruze winnings are rounded up to the cent.',
    reason:
      'The next highest amount that can be paid in chips is what the books ask for; adelaide 14(h) alone keeps it from those who ignore the notice.',
  },
  {
    id: 'R11',
    title: 'Below and above the limits',
    text: 'Before the roll a wager outside the limits is refused. Found after the throw, one under the minimum is valid at star and star-2024; at crown, crown-mini and adelaide it is settled once with a warning, and later ones of that player are returned. One over the maximum is settled to the maximum and the rest is returned. The terminal at aruze refuses all of these.',
    reason:
      'The clauses speak of what has already been through a throw; what is noticed in time can simply be put right.',
  },
  {
    id: 'R12',
    title: 'Limits on a sign',
    text: 'A sign gives a minimum and a maximum per wager, with a default, and a unit above the minimum except at adelaide. Star-2024, crown and crown-mini may also limit the sum of a player and of an area of the layout. Personal limits: any at crown and crown-mini, only above the maximum at star and star-2024, none at adelaide and aruze.',
    reason: 'What a book does not let its sign say, the sign cannot say.',
  },
  {
    id: 'R13',
    title: 'Cocked dice or a doubtful tumbler at aruze',
    text: "The roll has no result. Wagers placed in that round's wagering period are returned with their commission; wagers carried from earlier rounds and the point stand as they were.",
    reason:
      'The round of play is void, and it began with its wagering period; earlier rounds are not part of it.',
    holds: ['aruze'],
  },
  {
    id: 'R14',
    title: 'An invalidated outcome',
    text: 'The last roll is undone: point, travelled wagers and shooter are as before it, and every wager it decided is refunded. Where the ground is fraud, the wagers of the player who committed it may be forfeited at star, star-2024 and aruze, nowhere else. There the operator may also leave the money as it fell; at crown and crown-mini it may not.',
    reason:
      'The books refund the wagers for that result, some as a duty and some as a choice; without an outcome nothing else can have changed.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R15',
    title: 'Passing the dice mid-point',
    text: 'At star, star-2024 and adelaide the next shooter throws for the same point. At crown and crown-mini the game is void: the point is cancelled, line odds are returned, every player may take down or reduce any wager before the next throw, and what stays is in play for the new come out. At aruze a shooter cannot pass.',
    reason:
      'Only crown ties the point to the shooter; the others let the dice move and leave the wagers alone.',
    holds: STAFFED,
  },
  {
    id: 'R16',
    title: 'Who shoots at aruze',
    text: "The dice go clockwise among terminals with a line wager of at least the shooting value. They move on when the shooter's pass loses or don't pass wins, on a come out as well; a shooter with both is judged by the pass. When nobody qualifies the machine shoots.",
    reason:
      'The clause names two events that one roll can bring to different ends, and no order between them.',
  },
  {
    id: 'R17',
    title: 'One spot, one wager',
    text: "A player's wagers with the same id and number are one wager, and a second bet on it adds to it. At aruze a terminal counts as a player.",
    reason:
      'Chips on one spot of one player cannot be told apart, and limits and odds are measured on the whole.',
  },
  {
    id: 'R18',
    title: 'Order of settlement',
    text: 'Every wager is decided against the point as it stood before the roll; then come wagers travel; then the point changes. Players are taken in seat order, wagers in the order of our ids, numbers ascending.',
    reason:
      'The books give no order. Any order gives the same amounts; one order gives the same account every time.',
  },
  {
    id: 'R19',
    title: 'Late wagers',
    text: "Star and star-2024 take a confirmed wager until the dice rest, crown until the result is called. Crown-mini takes only oral ones, with a second dealer as stickperson, until no more bets is called. Adelaide takes none. Aruze takes none after the wagering period, save by a supervisor's decision of fairness.",
    reason: 'Each book opens its own window, and where none is opened the throw closes the layout.',
  },
  {
    id: 'R20',
    title: 'Void and invalid wagers',
    text: 'A wager declared void goes back to its owner without commission, unless the power used says seized or forfeited; while a roll is being settled that holds for what it decided too: winnings go back to the house, lost stakes to the player, and what it placed again comes back with its commission. At star-2024 an invalid wager found before the roll is returned; found in the course of a result, a winning one comes back without winnings and a losing one is collected; earlier rolls stand. A wager that a supervisor refuses is removed only as its owner could have removed it.',
    reason:
      'Void means without result, so nothing is won or lost; a losing wager that came back would make play on a borrowed card free of risk.',
    holds: RULEBOOK_IDS.filter((id) => id !== 'adelaide'),
  },
  {
    id: 'R21',
    title: 'Settle before the next throw',
    text: 'No throw while a decided wager is unsettled, and players do not touch wagers until then.',
    reason: 'The books put settlement between the call and the next passing of the dice.',
  },
  {
    id: 'R22',
    title: 'Who asks an idle player to vacate',
    text: 'At star and star-2024 a casino supervisor asks a player who has sat out three rounds at a full table to leave the place.',
    reason: "The clauses name nobody; every other power over a seat in these books is a casino supervisor's.",
  },
  {
    id: 'R23',
    title: 'A slip in the pay table of adelaide',
    text: "Laying odds behind the don't pass pay 5 to 6 on 6 and 8. The line of 6(c) that prints 6 and 9 is read so.",
    reason: 'The line above it already pays 9 at 2 to 3, and 8(b) gives 5 to 6 for 6 and 8.',
  },
  {
    id: 'R24',
    title: 'Acts that a book gives to nobody',
    text: 'Setting a sign, agreeing personal limits, refusing wagers, closing and withholding lie, where the book has the act but names no one, with the first who manages: the area manager at crown and crown-mini, the house at adelaide, the assistant gaming manager at aruze.',
    reason:
      'Somebody must be able to do it, and a power over money or limits should not fall to whoever is nearest.',
  },
  {
    id: 'R25',
    title: 'Outcomes left unsaid',
    text: "Where a clause states how a wager wins and not how it loses, it loses to what makes the win impossible. Adelaide's place to lose mirrors its place to win; buy and lay at aruze win and lose as place and place to lose do.",
    reason: 'The odds paid are those of exactly these outcomes, and every other book states them.',
  },
  {
    id: 'R26',
    title: 'Once the dice have left the hand',
    text: 'From the throw to the settlement, at aruze from the end of the wagering period, nothing is accepted but a late wager where R19 takes one: no wager is taken down, reduced or moved and no call on or off is heard. At crown, where 3.4 counts to the result of the roll, wagers come down until the result is called, or until no more bets at a mini table.',
    reason:
      'The books let a wager come down before the roll that decides it; whoever sees the dice fall must not choose any more.',
  },
  {
    id: 'R27',
    title: 'Nobody takes the dice at adelaide',
    text: 'The stickman throws while an undetermined wager remains, until a determination or a 7 out, as at star.',
    reason:
      'The book is silent; without a throw those wagers would stand for ever, and contract wagers cannot be taken.',
  },
  {
    id: 'R28',
    title: 'Notice of a higher minimum',
    text: 'At adelaide and aruze a higher minimum needs a sign with the amount and the time, up for 20 minutes, as the other books ask.',
    reason:
      'Both books are silent; a player who sat down under one minimum is owed the same warning everywhere.',
  },
  {
    id: 'R29',
    title: 'What only some books know',
    text: 'Where a book is silent there is no player card to show and no wager invalid for want of one, nobody limits how many play, nobody is sent away for sitting out, a player holds one place, and dice may be of any size. Each of these holds only in the books that state it.',
    reason:
      'A duty or a power over players exists where its book gives it; lent from another it would refuse people on no ground of their own rules.',
  },
  {
    id: 'R30',
    title: 'A point that nothing depends on',
    text: 'When nobody with a line wager is there to take the dice and no wager stands on the layout, the point lapses and the next throw is a come out roll.',
    reason:
      'The stickperson throws only while an undetermined wager remains, and no line wager may be placed with a point on: the table would stand still.',
    holds: STAFFED,
  },
  {
    id: 'R31',
    title: 'Wagers at closing',
    text: 'A table closes between rolls, with every decided wager settled. Wagers without a result go back to their owners, without commission.',
    reason:
      'No book lets a house keep a wager that had no result, and none keeps a closed table waiting for one.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R32',
    title: 'A playing area',
    text: 'A limit per playing area counts the chips of all players on one marked space of the layout.',
    reason:
      'The clause sets it beside limits per player and per bet type, so it must mean something else than either.',
  },
  {
    id: 'R33',
    title: 'Until when faces are read anew',
    text: 'The faces of a roll are read anew before any wager has been placed, taken, called or declared void since. An outcome is invalidated under R36 and R37.',
    reason:
      'Faces read anew decide every wager again, and wagers made in view of a result cannot be judged by another.',
    holds: STAFFED,
  },
  {
    id: 'R34',
    title: 'System malfunction at aruze',
    text: 'The plays that 6.6 voids are the wagers standing when the system fails: they go back, without commission, and the next round starts with a come out roll. Rounds settled before stand.',
    reason:
      'A round that was settled is no longer a game play in progress, and what was paid in it was owed.',
    holds: ['aruze'],
  },
  {
    id: 'R35',
    title: 'The sign under which a wager was made',
    text: 'A wager made within the sign counts whole until it is decided, whatever limits, personal limits or notices hold later; odds behind it and commission are measured on the whole. One found over a maximum, of the wager, of its player or of an area, counts to what that maximum left when it was found, and no later sign changes that. The lower multiple of adelaide 14(h) is for a wager found off the multiple while the notice stood. A minimum for the sum of a player keeps no found chips off the layout.',
    reason:
      'The clauses on too much and too little speak of what was put down against the sign of the moment. A house that could lower the maximum under a standing contract wager would change what it wins after its point is set.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R36',
    title: 'An outcome invalidated before the next throw',
    text: 'Until dice are thrown again the last roll can be taken out of the game, whatever happened in between. Point, wagers that it moved and shooter are as before it; if that shooter has left or is excluded the dice are offered anew. Wagers it decided are refunded (R14), wagers it placed again come back with their commission. What was placed since stands if it could be placed without the roll, and is returned with its commission if not: odds on a point that is gone, a come wager without one, a line wager while the point is on again, a wager on a box to which a moved one returns. What was taken, called or paid out since stays so, and so do limits changed since. At aruze, when the wagering period has closed, a new one opens.',
    reason:
      'No book ends the power with the first chip that somebody moves; at an electronic table that would be at once. Nobody may be held to a wager that only the cancelled result made possible.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R37',
    title: 'An outcome invalidated later',
    text: 'Once dice are thrown again, the game was void or the system stopped, or the table is closed, the outcome of one of the last twenty rolls is invalidated in money: the wagers that it decided are refunded, and winnings are taken back as far as the balance of their player goes; wagers on the layout are not touched. What is wanting is a claim on record, and so is what is owed to somebody who has left. Point, moved wagers and shooter stay as later rolls left them, and every later roll stands. The money cannot then be left as it fell: nothing else would be invalidated.',
    reason:
      'Later rolls were thrown for the point and the wagers as they stood, and were paid. The refund is the one thing that the books promise, and it can always be made good.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R38',
    title: 'Money at a closed table',
    text: 'Whoever has chips or credits at a closed table takes them and leaves, or collects them, at any time. A terminal that was faulty at the closing is resolved after it by an assistant gaming manager who comes to the table, and its credits are free then.',
    reason:
      'A close of play warning asks players to clear their credits and takes none away; no book lets a house keep what is on a rail or a meter because the game is over.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R39',
    title: 'What an excluded person may still do',
    text: "An excluded person neither bets, calls wagers, buys chips, takes, chooses or throws dice, nor throws for another; an authority to throw given before ends with the exclusion and the shooter throws. Wagers that stand are played out unless they are declared void, may be taken down as any player's, and are not placed again when they win; the money is the person's own. Whoever may exclude may let the person play again.",
    reason:
      'The books end further participation and say nothing of wagers already made. None says who lifts it; who may impose it knows why it was imposed.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R40',
    title: 'The wager to go on throwing',
    text: 'The line wager that crown 5.1.1(c) asks of a shooter is of the minimum of the table, whatever limits were agreed with the player, and the sum that the sign sets for a player does not stand in its way.',
    reason:
      'The clause names its amount itself. A player whose own minimum is higher could otherwise neither place it nor anything else.',
    holds: ['crown', 'crown-mini'],
  },
  {
    id: 'R41',
    title: 'The wagers that a faulty terminal puts in doubt',
    text: 'When a malfunction cannot be confirmed from the record, the wagers standing on the terminal are void, and so is what rolls since it was declared decided there: stakes go back, winnings are taken back. Earlier rolls are put right by an adjustment of the meter, which goes with void wagers too. While it is held the terminal neither bets nor collects nor shoots; the dice are shot for it when its time is up.',
    reason:
      'Dice already on their way do not wait for an inspection; what they decided on a terminal in doubt is in doubt as well.',
    holds: ['aruze'],
  },
  {
    id: 'R42',
    title: 'A roll that was invalid all along',
    text: 'Wrong or doctored dice make a roll invalid although its total was called. Noticed while it is settled and before anything was touched, the throw never was and every wager is as before it; noticed later, before the next throw, it is undone as under R36. After that only its money can be put right, where the ground is fraud (R37). The other grounds are called while the dice are in the air or not at all.',
    reason:
      'The books call such a roll invalid, not voidable, and set no time; the others can be seen by everybody as the dice come to rest.',
    holds: STAFFED,
  },
  {
    id: 'R43',
    title: 'Void and invalid wagers while the dice are out',
    text: 'Wagers are declared void, or found invalid, while the dice are in the air or the shooter waits as at any other time: they go back, and the roll does not decide them. Limits change at any time too; wagers that stand are not touched by it (R35).',
    reason: 'The powers have no time in the books, and nobody knows yet what the dice will show.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R44',
    title: 'Refusing further wagers at adelaide',
    text: 'The house refuses the further wagers of a player who keeps touching wagers (14(b)) or plays in a partnership to exceed the maximum (14(c)), until it lets the player play again. What stands is played out; of such a player the house may remove a wager that its owner could remove, of nobody else.',
    reason:
      '14(b) speaks of future wagers and of nothing that stands; 14(c) forbids and names no act, and this is the only one that the book has.',
    holds: ['adelaide'],
  },
  {
    id: 'R45',
    title: 'When dice are chosen',
    text: 'The shooter chooses two dice on taking them and keeps those until one goes off the table; then two are chosen anew from what is left, or the first ones asked for again. A die found later goes back to a shooter who asks, in place of one in hand; at adelaide only if it was recovered at once. Whoever throws what is left of a replaced set may change to the new set before any throw, and never back. Two dice thrown together are of one set.',
    reason:
      'The books have the shooter select and retain two, and offer others only when a die is gone; the old set is lent to avoid delay, and who has left it has no more use of it.',
    holds: STAFFED,
  },
  {
    id: 'R46',
    title: 'A lost die that turns up',
    text: 'A die given up for lost may be found at any time: it is checked, and a sound one goes back as if it had been found at once. It then counts no more among the lost. One of a set that has been replaced is checked too; only the shooter who still throws that set may have it again, else it leaves the table.',
    reason:
      'The books check whatever missing die is found and name no time after which it could not be; the set that replaced it is complete without it.',
    holds: STAFFED,
  },
  {
    id: 'R47',
    title: 'Dice offered after the stick has thrown',
    text: 'While nobody has had the dice they are offered to everybody before a come out roll. Once the throws of the stick have set a point, only players with a line wager are offered them, as after a shooter; with none, the stick throws on while a wager is undetermined.',
    reason:
      'With a point on no line wager can be placed, and without one nobody may throw: the offer would be of dice that could not be thrown.',
    holds: ['star', 'star-2024', 'adelaide'],
  },
  {
    id: 'R48',
    title: 'A dedicated player area',
    text: 'At star-2024 a dedicated player area is a place at the table. A place is always one player’s here; where a supervisor has limited it to one, a second player is refused by that rule.',
    reason:
      'The clause lets a supervisor forbid what a crowded rail allows; chips of two players in one place could not be told apart, so a table that keeps accounts never allows it.',
    holds: ['star-2024'],
  },
  {
    id: 'R49',
    title: 'A wager for somebody else',
    text: 'At star-2024 a wager that its player says is for another person is refused before it is placed, and found invalid when it comes out later. Elsewhere it is the wager of the player who places it, and the record says for whom.',
    reason:
      'Only star-2024 makes such a wager invalid, whatever agency is claimed; the other books know one owner of a wager, whoever placed it.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R50',
    title: 'Winnings seized',
    text: 'At crown and crown-mini the manager names the sum that was won with a prohibited device. It leaves the player’s money at the table for the house, no more than is there, and stays on record as seized. Chips still on the layout are declared void first. What an investigation gives back is a correction of the ledger.',
    reason:
      'The clause seizes what was won and holds it until the investigation ends; how much that was is for whoever investigates, and by then the player has left the table.',
    holds: ['crown', 'crown-mini'],
  },
  {
    id: 'R51',
    title: 'A notice taken down',
    text: 'Whoever may put up a sign or give notice of closing may take it down again. A new one stands its whole time. A last shooter who was called is the last no more.',
    reason:
      'The books say how long a notice must stand before it takes effect, and nothing obliges a house to go through with it.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R52',
    title: 'Told to make room, and refusing',
    text: 'At aruze a person who is told to leave a terminal or the place beside it either goes or refuses; both are on record. A refusal is a breach for which wagers may be void and the person excluded; it moves nothing by itself.',
    reason: 'The clause makes the refusal a breach and leaves what follows to the clause on breaches.',
    holds: ['aruze'],
  },
  {
    id: 'R53',
    title: 'Chips on the felt',
    text: 'A player may play with chips instead of a screen. What they do is entered by the crew on duty as the player says, and the record names who entered it; nothing can be entered that the player could not do. Their rail is not counted: chips put down beyond what they are known to hold were brought. They buy in with cash, a voucher or chips that they brought, at star-2024 at a cashless terminal with their own card too.',
    reason:
      'The books make the placing of a wager the player’s own care, whoever of the crew helps; what is in a rail nobody has counted, and a wager that lies on the layout was paid for.',
    holds: STAFFED,
  },
  {
    id: 'R54',
    title: 'The dice wait for the sheet',
    text: 'Where people deal, a roll is settled when every line of its dealing sheet is done: taken, paid, moved, handed back. What was paid otherwise than owed is on record with what was really paid, and counts as done. The boxperson may let the dice go with lines open, with a reason; at a mini table that has no box, a higher duties dealer.',
    reason:
      'The books pass the dice only when all wagers decided by the throw are settled and give nobody leave to do otherwise; whoever watches over the game answers for an exception, and it must be found later.',
    holds: STAFFED,
  },
  {
    id: 'R55',
    title: 'A call that was wrong',
    text: 'A total that was called or keyed wrong, with nobody in dispute about the faces, is corrected with a reason by whoever calls the total, as long as nobody has taken or paid by it; afterwards by whoever decides the faces. What the first call moved goes back, and a new sheet is dealt. Faces that were decided are not corrected.',
    reason:
      'The books settle by the total of the uppermost faces and not by a slip of the tongue; once chips have changed hands by it, it is for the one who watches over the game to say what is undone.',
    holds: STAFFED,
  },
  {
    id: 'R56',
    title: 'What a display tells of past rolls',
    text: 'A display of the house shows the last rolls as they fell, without a count or a forecast. At crown and crown-mini it shows the last call that the crew made, until the dice are next thrown, and nothing older. Whoever asks is shown their own decided rounds again, at any table: what was bet, thrown and paid.',
    reason:
      'Star lets those who work for the house use what records outcomes, aruze forbids only what interferes, and adelaide forbids what helps a player to foresee them. Crown forbids any device that records outcomes and excepts nobody; what the crew has just called aloud is known to all. A statement of what one bet and was paid is an account between the house and that person, given afterwards and to them alone.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R57',
    title: 'Time to bet, and time to throw',
    text: 'Where the crew is automatic, the dice are not thrown before a least time to bet is over, which is a setting of the table, unless everybody who is there has said that they need no more. A throw asked for sooner is made when it is. A shooter who keeps others waiting beyond the time of the table passes the dice: ordered to by the box at star, star-2024 and adelaide; at crown and crown-mini, which give nobody that power, it counts as giving the dice up, so that with a point on the game is void. A shooter who is alone has all the time in the world.',
    reason:
      'The books let wagers be made until the throw and have the shooter throw without delay; how long either takes is left to the house. Where a book has the box order it, nothing else is needed; crown knows only a shooter who gives the dice up, and whoever does not throw them has.',
    holds: STAFFED,
  },
  {
    id: 'R58',
    title: 'Somebody who is away',
    text: 'A player to whom the house has no connection is away and is passed over when the dice are offered, like one who declined. So is one who let an offer pass without a word, until they bet, say that they are ready, or come back. Their wagers stand and are decided like all others.',
    reason:
      'The books offer the dice to players in turn until one takes them; who is not there can do neither, and everybody else would wait.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R59',
    title: 'Wagers left to play out',
    text: 'A player may leave with wagers on the layout, and the place of somebody who is away for longer than the table keeps it is free. What may be taken down is, save a don’t wager past its come out; the rest stands until it is decided and is not placed again. The money is paid to their account at once, and what the rest brings as soon as it is settled. Who sits down again meanwhile has it before them. At a terminal the place is kept until the last of it is decided.',
    reason:
      'No book binds a player to the table: they bind wagers to the layout. A don’t wager past its come out cannot be put back, so that taking it down is for its owner alone.',
    holds: RULEBOOK_IDS,
  },
];

/** The rulings that can appear at a table of this book: those its data cites, and those the table layer goes by. */
export function rulingsOf(book: Rulebook): readonly Ruling[] {
  const cited = rulingsIn(book);
  return RULINGS.filter(({ id, holds }) => cited.has(id) || holds?.includes(book.id));
}

/** Every ruling named anywhere in a piece of data. */
function rulingsIn(value: unknown): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([key, member]) =>
      key === 'ruling' && typeof member === 'string' ? [member] : [...rulingsIn(member)],
    ),
  );
}
