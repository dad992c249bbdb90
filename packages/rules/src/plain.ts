/** What a name, an id or a number on paper has at most. */
const NAME_MOST = 80;
/** A person goes by an id, or by a name with a word of the house before it. */
const PERSON_MOST = NAME_MOST + 20;
/** What somebody writes about something. */
const TEXT_MOST = 500;

/** No half of a surrogate pair, and no control character: nothing that a screen or a database would trip over. */
export const isClean = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);

const isPlain = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= most && isClean(value);

export const isName = (value: unknown): value is string => isPlain(value, NAME_MOST);
export const isPerson = (value: unknown): value is string => isPlain(value, PERSON_MOST);
export const isText = (value: unknown): value is string => isPlain(value, TEXT_MOST);

const without = 'characters, none of them a control character';
export const A_NAME = `a name of 1 to ${NAME_MOST} ${without}`;
export const A_PERSON = `a name of 1 to ${PERSON_MOST} ${without}`;
export const A_TEXT = `a text of 1 to ${TEXT_MOST} ${without}`;
