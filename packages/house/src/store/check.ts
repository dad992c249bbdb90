import type { LedgerEntry, LogEntry, Work } from './types.js';

// What no caller may ask for. Not a refusal but a bug of ours, so it throws before anything is queued.

const fail = (what: string): never => {
  throw new TypeError(`The store cannot keep this: ${what}.`);
};

const checkText = (what: string, text: string): void => {
  if (typeof text !== 'string') fail(`${what} is not text`);
  // PostgreSQL's text cannot hold it; JSON writes it escaped.
  if (text.includes('\0')) fail(`${what} holds a null character`);
};

const checkName = (what: string, name: string): void => {
  checkText(what, name);
  if (name.length === 0 || name.length > 400) fail(`${what} has ${name.length} characters`);
};

const checkWhole = (what: string, number: number): void => {
  if (!Number.isSafeInteger(number)) fail(`${what} is ${number}`);
};

const checkEvent = ({ stream, position, at, body }: LogEntry): void => {
  checkName('a stream', stream);
  checkWhole('a position', position);
  if (position < 1) fail(`a position is ${position}`);
  checkWhole('a time', at);
  checkText('a body', body);
};

const checkEntry = ({ reason, postings, note }: LedgerEntry): void => {
  checkText('a reason', reason);
  if (note !== undefined) checkText('a note', note);
  if (postings.length < 2) fail(`the entry "${reason}" has ${postings.length} postings`);
  for (const { account, amount } of postings) {
    checkName('an account', account);
    checkWhole('an amount', amount);
  }
  const sum = postings.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0) fail(`the entry "${reason}" sums to ${sum}, not to zero`);
};

const checkOf = ({ reason, of }: LedgerEntry, events: number): void => {
  if (of !== undefined && !(Number.isInteger(of) && of >= 0 && of < events))
    fail(`the entry "${reason}" follows from event ${of} of ${events}`);
};

export const checkWork = ({ command, events, entries }: Work): void => {
  if (command !== null) {
    checkName('a command id', command.id);
    checkText('a hash', command.hash);
    checkText('an answer', command.answer);
  }
  for (const event of events) checkEvent(event);
  for (const entry of entries) {
    checkEntry(entry);
    checkOf(entry, events.length);
  }
};

export const checkDocument = (kind: string, id: string, body: string): void => {
  checkName('a kind', kind);
  checkName('a document id', id);
  checkText('a document', body);
};

export const checkSnapshot = (stream: string, position: number, body: string): void => {
  checkName('a stream', stream);
  checkWhole('a position', position);
  checkText('a snapshot', body);
};
