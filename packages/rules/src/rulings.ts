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
const TOURNAMENTS: readonly RulebookId[] = ['crown', 'crown-mini'];

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
  {
    id: 'R60',
    title: 'Higher odds of a house',
    text: 'Odds above the list are decided by the house for all its tables of the book at once, and announced with the time from which they are paid. At that time each table pays them on every wager that a later throw decides; dice that are out then are settled first. A later decision takes the place of an earlier one, and never goes below the list.',
    reason:
      'The rule asks for odds that are uniform within the casino and gives no time: a stated time is the only one that is the same at every table, and a throw is paid at the odds that stood when it was made.',
    holds: ['adelaide'],
  },
  {
    id: 'R61',
    title: 'A table without a drop box',
    text: 'While the drop box is off, chips are sold at the cashless terminal alone: cash and vouchers are refused until it is back. It comes off empty, what it held having gone to be counted.',
    reason:
      'The rule has a drop box for when cash is accepted and lets it go while a table is cashless; cash would have nowhere to go.',
    holds: ['star-2024'],
  },
  {
    id: 'R63',
    title: 'Excluded everywhere at once',
    text: 'Whom the house excludes from the game is excluded at every table of that book, and whom it excludes from the casino at every table and terminal, from the moment it is on record: nobody sits such a person down, and where they are playing they are as R39 has it. A shooter gives up the dice as one excluded at the table does. It lasts until the time that was named or until it is lifted, and the crew of a table cannot lift it; what a table excluded by itself is the table’s to lift.',
    reason:
      'The books give the power to exclude from the game and from the casino, and the game is played at several tables: an exclusion that ended at the next rail would be none. Whoever decided it for the whole house knows why, and the crew of one table does not.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R64',
    title: 'Who excludes where a book gives nobody the power',
    text: 'From the game of a book a person is excluded by whoever holds the power there, or by a manager; from the casino by whoever a book lets do it, or by a manager; at aruze the power is to propose it, and a manager of the whole house decides. Where a book gives the power to nobody a manager acts for the house, and no clause is cited.',
    reason:
      'A house may turn people away whatever the rules of a game say; adelaide gives its staff no such power, crown none for the casino, and aruze leaves the casino to another than whoever saw the offence.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R65',
    title: 'Who stands on which rung',
    text: 'Where a book names the casino operator, or the house, as the last word in a dispute, a manager of that book speaks for it: the highest role that it ranks, or the manager of the whole house. Whoever decided a case on one rung decides it on no other. A book without a ladder for promotions or tournaments has those disputes go up the ladder of its game. The post of an inspector stands for the inspector, commission or inspectorate that the book names.',
    reason:
      'Somebody must answer for an operator, and a review by the one who decided is none. The books put no dispute outside their reach; where they say no more, what they say of the game is nearest.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R66',
    title: 'A reasonable time to put a payment right',
    text: 'A wrong payment is enquired into and put right, or that is tried, by the end of the fourteenth day after it came to be known, by the clock of the casino. What is owed is what the engine says; what was paid is what the sheet says, or what a named person saw on tape or by a count. Other books than star-2024 are kept alike, without a report.',
    reason:
      'The book says no more than a reasonable time. Two weeks leave room to find a patron who has gone home, and end well before the second report.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R67',
    title: 'Money that is withheld',
    text: 'Money is set aside by two people and is neither the patron’s nor the house’s meanwhile. An inspector is told within an hour. It is given out once the case is decided and the inspector told; the house keeps it only when an inspector has reviewed that, too. At crown winnings that are seized while something is looked into are kept in the same way.',
    reason:
      'Aruze makes withholding subject to notice to an inspector and their review, as soon as practicable, without a figure: an hour is what it takes to reach the one who is in the building. Giving back what was withheld harms nobody and waits for no review.',
    holds: ['crown', 'crown-mini', 'aruze'],
  },
  {
    id: 'R68',
    title: 'How long a dispute takes',
    text: 'The first rung decides within 24 hours. A review that is asked for is made by the end of the seventh day after, the patron is told of their rights within 24 hours of each decision, and the case ends by the end of the fifty-sixth day. Days end at midnight where the casino is, hours are counted as they pass.',
    reason:
      'The books give the order of deciding and no time. A day is within one visit or the next, and eight weeks are what regulators elsewhere allow for the whole.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R69',
    title: 'At once',
    text: 'Where a book wants the inspectorate told immediately, it is told within a quarter of an hour.',
    reason:
      'A duty needs a time at which it is overdue; a quarter of an hour is as long as it takes to stop a draw and pick up a telephone.',
    holds: ['star', 'aruze'],
  },
  {
    id: 'R70',
    title: 'The end of a month',
    text: 'A month is over at midnight in Sydney. Its report is drafted then, whether or not there is anything to report, and is to be reviewed and sent within 24 hours. A payment belongs to the month in which the house came to know of it and of its amount. What comes to be known after a report is sent, or otherwise than it said, goes into an addendum within 24 hours.',
    reason:
      'The book asks for the report at the end of each month, of what the house becomes aware of: no sooner can it be complete, and a day is enough to read it.',
    holds: ['star-2024'],
  },
  {
    id: 'R71',
    title: 'What is overdue',
    text: 'A duty that is not done in time stays owed and is marked overdue; a day later it is a manager’s, whosever it was. It is done when what it asks for is on record, never by striking it out.',
    reason: 'A deadline that can be dropped in silence is none.',
    holds: RULEBOOK_IDS,
  },
  {
    id: 'R75',
    title: 'What the terms of a tournament must say',
    text: 'The terms of rule 8.4 have 48 items: one for each lowest sub-clause, with the early end of 8.4.8(d) as one. What rule 8.4 asks for only in a case (turning down, selection, staff, signature, progression, buying back, repechage, a least wager, sealed wagers) is asked for when that case is on offer; all else always, fees of nothing and chips without value included. Terms that contradict themselves are not complete.',
    reason:
      'The book lists what terms must hold at the least and says of some of it where it applies. Whoever reads terms must not have to guess whether something is left out or does not exist.',
    holds: TOURNAMENTS,
  },
  {
    id: 'R76',
    title: 'Lots of a tournament',
    text: 'The list of those who play and the tables are published with their hash before lots are drawn. The seed is the hash of that hash, of at least ten dice thrown in front of all, and of a word that the house makes up in that moment; seats and first shooters follow from it by a written algorithm that anybody can repeat.',
    reason:
      'Rule 8.1 wants an equal chance for all. Nobody who knows the list can choose the seed, and nobody who throws the dice can choose the word.',
    holds: TOURNAMENTS,
  },
  {
    id: 'R77',
    title: 'Places without ties',
    text: 'Equal banks are told apart by the count before the last where the terms say so, else and after that by lot from the seed of the round. Whoever went out in a later round is placed before all of an earlier one, who retired behind those of their round, and who was disqualified behind everybody.',
    reason: 'The book leaves to the terms who wins; a prize can go to one place only.',
    holds: TOURNAMENTS,
  },
  {
    id: 'R78',
    title: 'Sealed wagers',
    text: 'A sealed wager is the hash of the wager and of a key of 256 random bits that never leaves the player’s device. All of a table are called together, and each owner opens their own: what does not fit its hash is refused. One that is called and not opened costs the chips that the terms state.',
    reason:
      'The book lets the terms have secret wagers and says how to make them. Nobody, staff and readers of the record included, can find the wager from its hash, and nobody can change it afterwards; without a price, not opening it would be a second choice.',
    holds: TOURNAMENTS,
  },
  {
    id: 'R79',
    title: 'How many tables, and who sits where',
    text: 'A round has as few tables as hold its players, and no table has more than one player more than another. When somebody leaves between draw and play, the highest seats of the fullest tables move.',
    reason: 'The book leaves it to the terms; a chance is equal only at tables that are.',
    holds: TOURNAMENTS,
  },
  {
    id: 'R80',
    title: 'Sharing a prize pool out',
    text: 'The pool is the share of what was paid in that the terms state, or the guaranteed sum where that is more. Its shares are rounded down to cents and what is left goes to the first; with fewer winners than shares the whole pool is shared among those there are. Staff and whoever was disqualified are passed over.',
    reason: 'The terms promise the pool, all of it; rule 8.4.2(a)(v) moves the next place-getter up.',
    holds: TOURNAMENTS,
  },
  {
    id: 'R85',
    title: 'Money prizes up to the figure at which the winner chooses',
    text: 'A cash prize of star or aruze that is not over $10,000 is paid by the ways that the terms of the promotion name, or by any of cash, crossed cheque and transfer where they name none. Over it the winner chooses, whatever the terms say. At star-2024 no prize is paid in cash.',
    reason:
      'The books give the choice to winners of more than $10,000 and say nothing of the others; terms that everybody can read before they take part decide what is left open.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R86',
    title: 'Told at once',
    text: 'Where the inspectorate is to be told immediately that a promotion or draw is compromised, it is told in the same act: a doubt is not written down without saying who was told and how. While it stands, nothing is drawn and nothing paid. Postponed, it goes on when its integrity has been validated and the inspectorate knows; a draw whose time has passed gets a new one.',
    reason:
      'Immediately leaves no time in which the house knows and the inspectorate does not, and a draw in doubt that went on would be neither postponed nor cancelled.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R87',
    title: 'As soon as possible, and as soon as practicable',
    text: 'Terms that are changed after the start go to the regulator in the same act, with the reference of the approval or of the new submission. A patron whose claim is refused is told why within two days, as a winner is told; half of that time before, the staff are reminded.',
    reason:
      'Nothing keeps the house from submitting what it has just written. For the reason of a refusal the books set no time; what is long enough to tell somebody that they have won is long enough to tell them that they have not.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R88',
    title: 'Hours and days',
    text: 'Twenty-four hours before a start are 86,400 seconds from the submission on, and two days after a draw are 172,800 seconds from it: neither is a date of the calendar. For a reserve who comes in for another, the two days begin when the award is passed on.',
    reason:
      'A deadline that depended on midnight would be shorter for some than for others; nobody can be told of a prize that was not theirs yet.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R89',
    title: 'How a draw is made',
    text: 'Entries close to the second. A minute later the list is frozen and its hash published; it lies open for another minute at least. At its time the draw is called, and the first checkpoint of the record that is signed from that moment on, with the words that those present had sealed before and open now, decides it: each entry is as likely as any other. A word that is not opened in a minute does not count; the scrutineer’s is waited for. Reserves are drawn at once. Everything is published, so that anybody can draw again and find the same.',
    reason:
      'The books ask for chance and leave the way to the house. A value that nobody knows when the list is fixed, and that nobody alone can choose, is one that the house, the scrutineer and a stranger can all believe.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R90',
    title: 'An individual prize',
    text: 'Whether a draw is watched by a scrutineer follows from the value of one prize as the terms state it: strictly over $10,000, each prize by itself, however many there are of it and whatever they come to together.',
    reason:
      'The books speak of an individual prize and of a value over that figure; a sum is no individual prize.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R91',
    title: 'What becomes of a promotional token',
    text: 'A token is good for one decision. When its wager wins, the winnings are paid in chips on the whole stake and the token is taken; when it loses, the token is taken; on a push it goes back to the player, to be wagered again. A voucher may say otherwise for each of the three. What comes back undecided, because it was taken down, sent back or declared void, comes back as it was put down. A wager that is to stay up comes down when its tokens are taken.',
    reason:
      'The books pay what tokens win in chips, and say nothing of the token itself. A voucher is exchanged for tokens of its value and no more: a token that stayed after a win would be worth more than its voucher, one that was lost on a push less.',
    holds: ['star', 'star-2024'],
  },
  {
    id: 'R92',
    title: 'Where tokens lie, and what they pay',
    text: 'Tokens count as chips of their value, for the limits of the sign too, and may lie alone or beside chips. They may be put on the areas that their voucher names, on odds only if it says so, and pay a commission only if it says so; commission that was paid in tokens is used up. On one spot lie tokens of one voucher. Of a wager in several parts each part has the same share of tokens. When part of a stake comes down it is chips first, unless the player says otherwise.',
    reason:
      'The books let tokens be wagered on the appropriate areas, subject to the conditions on the voucher. Odds are paid without advantage and commission is the price of true odds: what the house gives away there it must have said. A dealer can tell what to do with a stack at a glance only if one set of conditions goes with it.',
    holds: ['star', 'star-2024'],
  },
  {
    id: 'R93',
    title: 'Who takes no part in a draw',
    text: 'Those who work for the house, its devices and its bots are never entered. A promotion is for players with a card, or for guests as well where its terms say so.',
    reason:
      'The books leave eligibility to the terms. A draw that the house might win from its patrons is none that anybody would believe.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R94',
    title: 'Tokens are no money',
    text: 'A voucher is exchanged once, by a dealer or a cashier, for tokens of its whole value. Tokens are not cashed, not changed for chips and not paid out: whoever leaves a table takes them along as tokens, and may bring them to another. They are counted apart from money everywhere.',
    reason:
      'The books let tokens be exchanged for a voucher to wager with, and nothing else; what could be cashed would be money that the house had given away without a wager.',
    holds: ['star', 'star-2024'],
  },
  {
    id: 'R95',
    title: 'Tokens of a roll that does not count',
    text: 'Where the outcome of a roll is invalidated, or wagers that it decided are declared void, tokens that it took are the player’s again, as long as the player is still at that place. Nobody is owed tokens who has left.',
    reason:
      'A token was good for one decision, and there was none. A debt in something that is no money could neither be paid nor claimed.',
    holds: ['star', 'star-2024'],
  },
  {
    id: 'R100',
    title: 'A roll that is found to have been otherwise',
    text: 'Where a dispute is upheld because the dice, the call on a wager, its stake or a rule were otherwise than the record has them, the engine settles the same table by that reading, and what is put right is what the line would then have had its player the more by. A wager that would still stand counts as if it had come back.',
    reason:
      'The books say who decides and that the patron is paid what is theirs, not how much that is when the facts are found otherwise. The amount is then no less the engine’s than any other; and chips that were taken cannot be put back on a layout that has been rolled over since.',
    holds: ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide', 'aruze'],
  },
  {
    id: 'R101',
    title: 'A layout like a diagram that is not there',
    text: 'A felt has an area for every wager of its book and for no other, named and priced as the book has it, with the barred pair on both don’t areas; from the dealers to the players stand the numbers in their order, come, field, the don’t line and the line; in the centre any seven, the hardways two by two, and the one-roll wagers. Diagram B has one set of numbers and the line along three sides.',
    reason:
      'The texts ask for a layout similar to their diagrams and end without the pictures. What every printed layout of the game has in common, and what the clauses themselves say of areas, is what such a picture can only show.',
    holds: ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide', 'aruze'],
  },
  {
    id: 'R110',
    title: 'Betting in turn',
    text: 'Where the terms give seconds for a turn, players of a table bet one after another before each roll: by their seats, the first of them one seat further at every roll; where the terms say so, both ends of a table at the same time, each by its own seats and clock. From the moment a roll is settled nobody touches the layout and no dice are thrown before the turns of the next are open; then nobody out of turn, and the dice wait for the last. A roll that is taken out of the game, and a game that is void, are followed by new turns. Whoever leaves waits for none. A turn is over when its player says so or its time is; whoever is silent bets nothing, or the least wager of the terms where they say so. Whoever then has the dice without a line wager may still make one.',
    reason:
      'Rule 8 leaves the manner of wagering to the terms. Whoever bets last knows most: the start moves so that everybody does in their turn; and a game in which nobody may throw would never end.',
    holds: TOURNAMENTS,
  },
  {
    id: 'R111',
    title: 'Opened sealed wagers',
    text: 'Sealed wagers of a table that were called are shown together, when all are open or their time is over. The house puts each down as it was written, before the next roll for which wagers are taken and before anybody bets in turn. What the game, the sign or the chips do not allow then is no wager, and that is on record with the reason.',
    reason:
      'Whoever opens theirs late must not learn first what others wrote. A wager that somebody else puts down can be neither forgotten nor changed.',
    holds: TOURNAMENTS,
  },
  {
    id: 'R112',
    title: 'Chips that are bought or taken during a round',
    text: 'Chips of a re-buy come to the table at once, and chips of a penalty go from it: from what is not on the layout, and the rest as soon as it comes back from there. A count takes both in from the moment they are decided.',
    reason:
      'What somebody may bet and what counts for them would otherwise be two things. Wagers that stand are the game’s, and rule 8.4.8(c) puts the rules of the game first.',
    holds: TOURNAMENTS,
  },
  {
    id: 'R113',
    title: 'What lies on the layout when play ends',
    text: 'When play at a table ends, in time or early, the last count is of that moment: chips in front of a player, and chips on the layout where the terms count or return them. Nothing is decided by dice that are thrown later. Where a call is put right or a roll is void after its count, the next count is right, and so is the last: a void throw is no roll of the round.',
    reason:
      'The terms say what becomes of those chips, and a round has as many rolls as they say. What the crew puts right by the rules of the game is right for the tournament (8.4.8(c)).',
    holds: TOURNAMENTS,
  },
  {
    id: 'R120',
    title: 'Excluded, and in a draw',
    text: 'Whoever is excluded from the casino, or from the game of the book under which a promotion is run, takes no part in it: no entry is made, entries that stand are struck when the list is frozen, and an award that a draw gives to somebody excluded since then passes to the next reserve in the same act.',
    reason:
      'The books leave eligibility to the terms and know exclusion only at the tables. Whoever may not play cannot earn by play; and a list that everybody has seen is not changed any more, so that what happens after it is a redraw.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R121',
    title: 'What a point of a player’s rewards is',
    text: 'Where a house gives points, and none does unless a manager has said so, they are made of theoretical win: the stake of each wager that was won, lost or drawn and settled, times the exact edge of the book on it. So much of that is a point as the house had set when the wager was decided; nothing is rounded but what is shown, down. Points are for players with a card, are no money, and what somebody gets for them is written down.',
    reason:
      'The title of the chapter names player rewards and no clause of it defines them. By theoretical win nobody gains by luck or by bets that cost nothing, and whoever has the record counts the same.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R122',
    title: 'A claim that the cage took down',
    text: 'Whoever of the staff took a claim down does not pay it: another cashier does. A claim that the winner made is paid by one. Cash comes out of the open drawer of whoever pays.',
    reason:
      'The books say by which means a prize is paid and not by whom. Nobody should be able to claim in another’s name and pay that claim alone.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R123',
    title: 'Entries earned by an outcome that is invalidated',
    text: 'An outcome that is invalidated after it was settled is taken out of the count by which entries are earned, as one is that was invalidated before. Whoever has more entries than are due then loses the last of them, with the reason on record, and may earn it anew. A list that is frozen stays as it is.',
    reason:
      'The terms give an entry for wagers that were decided, and by the books that wager was not. Nobody who played on and has earned the entry by that loses it, and a draw is made from the list that everybody could see.',
    holds: ['star', 'star-2024', 'aruze'],
  },
  {
    id: 'R124',
    title: 'Vouchers at a table with an automatic dealer',
    text: 'Where the dealer is automatic, a player at a screen hands over the number of a voucher that is made out to them, and has its tokens; so it is with tokens of such a voucher that they bring. A voucher without a name is exchanged by a person, at the cage or at a table that people deal.',
    reason:
      'A dealer exchanges a voucher because they hold it in their hands. Where nobody can, its number alone would be enough for anybody who guesses it; the name on it is not.',
    holds: ['star', 'star-2024'],
  },
  {
    id: 'R130',
    title: 'Chips between the cage and a table',
    text: 'Chips that are brought to a table or taken from it go through four hands, each another person’s: whoever asks for them, whoever counts them out, whoever carries them, and whoever receives them. Until the last hand they are on their way, and the tray is not counted closed. What is made void is made void with a reason, and its number is not used again.',
    reason:
      'The books name the float and leave its keeping to the house. With four hands no two people can make chips disappear on the way, and every slip says where they were last.',
    holds: ['star', 'star-2024', 'crown', 'crown-mini', 'adelaide'],
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
