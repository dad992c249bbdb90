import { RULEBOOK_IDS, type RulebookId, rulebook, WAGER_IDS, type WagerId } from '@boxperson/rules';
import { decode, wagerAddress } from './address.js';
import { BookPage } from './BookPage.js';
import { ComparePage } from './ComparePage.js';
import { GENERAL, SHORT } from './facts.js';
import { Lost } from './Lost.js';
import { nearest } from './nearest.js';
import { RulesHome } from './RulesHome.js';
import { WagerPage } from './WagerPage.js';

/** `/rules`, `/rules/<book>`, `/rules/wager/<wager>`, `/rules/compare`. */
export function RulesPage({ path }: { path: string }) {
  const [, , first = '', second = ''] = path.split('/').map(decode);
  if (first === '') return <RulesHome />;
  if (first === 'compare') return <ComparePage />;
  if (first === 'wager') {
    if ((WAGER_IDS as readonly string[]).includes(second))
      return <WagerPage key={second} wager={second as WagerId} />;
    const near = nearest(second, WAGER_IDS, 3).map(
      (id) => [wagerAddress(id), GENERAL[id as WagerId]] as const,
    );
    return <Lost what="wager" typed={second} near={near} />;
  }
  if ((RULEBOOK_IDS as readonly string[]).includes(first))
    return <BookPage key={first} book={rulebook(first as RulebookId)} />;
  const near = nearest(first, RULEBOOK_IDS, 3).map(
    (id) => [`/rules/${id}`, SHORT[id as RulebookId]] as const,
  );
  return <Lost what="rulebook" typed={first} near={near} />;
}
