import type { Table } from '@boxperson/rules';
import { useSeconds } from './line.js';
import { noticesOf, sayCountdown } from './notices.js';

/** What the table announces, with the time that is left. */
export function Notices({ table, now }: { table: Table; now: () => number }) {
  const notices = noticesOf(table);
  const at = useSeconds(
    now,
    notices.some((notice) => notice.at !== null),
  );
  if (notices.length === 0) return null;
  return (
    <div className="display-notices">
      {notices.map(({ key, says, more, clause, at: then }) => (
        <p key={key} data-notice={key}>
          <b>{says}</b>
          <span>
            {more}
            {clause && <small> § {clause}</small>}
          </span>
          {then !== null && <output aria-label="Time left">{sayCountdown(then - at)}</output>}
        </p>
      ))}
    </div>
  );
}
