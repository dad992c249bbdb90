import type { Proposals } from '@boxperson/offices';
import { ProposalList } from '../ProposalList.js';
import { useProposals } from '../proposals.js';
import type { BooksProps } from './index.js';

/** What waits for a second person, and what became of the last ones. */
export function ProposalBooks({ books }: BooksProps) {
  const [waiting, look] = useProposals();
  const { ended = [] } = books as Partial<Proposals>;
  return (
    <>
      <ProposalList
        name="Waiting"
        proposals={waiting ?? []}
        nothing="Nothing waits for a second person."
        onChanged={look}
      />
      {ended.length > 0 && (
        <p className="quiet">
          Carried out so far: {ended.filter(({ outcome }) => outcome.ok).length}; refused when they were:{' '}
          {ended.filter(({ outcome }) => !outcome.ok).length}.
        </p>
      )}
    </>
  );
}
