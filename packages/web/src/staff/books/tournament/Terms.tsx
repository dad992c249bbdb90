import {
  type DraftTerms,
  draftNow,
  openDraft,
  type Terms,
  type Tournament,
  tellTerms,
} from '@boxperson/offices';
import { Link } from '../../../ui/Link.js';
import { Print } from '../../../ui/Print.js';
import { addressOf } from '../../workplace.js';
import type { BooksProps } from '../index.js';

/** The form with the draft that is on this screen: whatever is written meanwhile was not read here. */
export const publishAddress = (
  { place, office, matter = '' }: Pick<BooksProps, 'place' | 'office' | 'matter'>,
  state: Tournament,
): string => `${addressOf(place, office, matter, 'publish-terms')}?draft=${draftNow(state)}`;

const Lines = ({ terms }: { terms: DraftTerms }) => (
  <dl>
    {tellTerms(terms).map(({ clause, title, says }) => (
      <div key={clause}>
        <dt>
          § {clause} {title}
        </dt>
        <dd>{says}</dd>
      </div>
    ))}
  </dl>
);

export const TermsText = ({ state, terms }: { state: Tournament; terms: Terms }) => (
  <Print title={`Terms, version ${state.versions.length}`} act="Print the terms">
    <Lines terms={terms as DraftTerms} />
  </Print>
);

/** What is drafted and not published yet, under its number: where it takes two, both say which one they read. */
export function DraftText({ state, publish }: { state: Tournament; publish: string | null }) {
  const draft = openDraft(state);
  if (!draft) return null;
  const number = draftNow(state);
  const link = publish !== null && (
    <Link className="button-link" href={publish}>
      Publish draft {number}
    </Link>
  );
  return (
    <Print title={`Draft ${number} of the terms`} act="Print the draft" beside={link}>
      <Lines terms={draft} />
    </Print>
  );
}
