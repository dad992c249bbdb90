import { type RulebookId, rulebook } from '@boxperson/rules';
import { nameOfPlace } from '@boxperson/rules/dealing';

/** `come-odds-6`, as the lines of the record have it, by the book's own name. */
export const spotName = (book: RulebookId, place: string): string => nameOfPlace(rulebook(book), place);
