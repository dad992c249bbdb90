import { useState } from 'react';

const DRAFTS = 'boxperson.said.';

/** Something of a player's, half written, that outlives a reload of the page; empty again, it is forgotten. */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(DRAFTS + name) ?? '');
  const change = (next: string): void => {
    setText(next);
    if (next === '') sessionStorage.removeItem(DRAFTS + name);
    else sessionStorage.setItem(DRAFTS + name, next);
  };
  return [text, change];
}
