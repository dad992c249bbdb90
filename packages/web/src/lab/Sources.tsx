import type { RulebookId } from '@boxperson/rules';
import { Cite } from '../reading/Cite.js';

/** `6.1.5.1, R8` as links. */
export function Sources({ book, source }: { book: RulebookId; source: string }) {
  return (
    <>
      {source
        .split(', ')
        .filter((place) => place !== '')
        .map((place) =>
          /^R\d+$/.test(place) ? (
            <Cite key={place} book={book} ruling={place} />
          ) : (
            <Cite key={place} book={book} clause={place} />
          ),
        )}
    </>
  );
}
