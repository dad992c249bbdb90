import type { RulebookId } from '@boxperson/rules';
import { Fragment, type ReactNode } from 'react';
import { goTo } from '../ui/address.js';
import { clauseAddress } from './address.js';
import type { Saying } from './facts.js';

interface CiteProps {
  readonly book: RulebookId;
  readonly clause?: string | null | undefined;
  readonly ruling?: string | null | undefined;
}

function Place({ book, place, name }: { book: RulebookId; place: string; name: string }) {
  const address = clauseAddress(book, place);
  return (
    <a
      className={`cite ${/^R\d+$/.test(place) ? 'ours' : ''}`}
      href={address}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        goTo(address);
      }}
    >
      <ClauseNumber text={name} />
    </a>
  );
}

/** `§ 6.6.1` and `R7`: links to where it is written. */
export function Cite({ book, clause, ruling }: CiteProps) {
  return (
    <>
      {clause && <Place book={book} place={clause} name={`§ ${clause}`} />}
      {ruling && <Place book={book} place={ruling} name={ruling} />}
    </>
  );
}

export function Sayings({ book, said }: { book: RulebookId; said: readonly Saying[] }) {
  return (
    <>
      {said.map(({ says, clauses, ruling }) => (
        <span key={says} className="saying">
          {says}{' '}
          <span className="cites">
            {clauses.map((clause) => (
              <Cite key={clause} book={book} clause={clause} />
            ))}
            <Cite book={book} ruling={ruling} />
          </span>
        </span>
      ))}
    </>
  );
}

/** `5.1.1(b)(i)` with a hair between its brackets: the text stays as the book has it. */
export const ClauseNumber = ({ text, search = '' }: { text: string; search?: string }) => (
  <span>
    {(text.match(/.+?\)(?=\()|.+$/g) ?? []).map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place
      <span key={at} className="clause-part">
        <Marked text={part} search={search} />
      </span>
    ))}
  </span>
);

/** What was searched for stands out. */
export function Marked({ text, search }: { text: string; search: string }): ReactNode {
  const word = search.trim();
  if (word === '') return text;
  const parts = text.split(new RegExp(`(${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'gi'));
  return parts.map((part, at) => {
    const key = `${at}-${part}`;
    return at % 2 === 1 ? <mark key={key}>{part}</mark> : <Fragment key={key}>{part}</Fragment>;
  });
}
