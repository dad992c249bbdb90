// What a window remembers until it is closed is of whoever is in it, and goes when they go; what is kept here later, too.
// Forms of the staff have a name of their own: a player who goes takes nothing of theirs along.

const OURS = 'boxperson.';
const FORMS_OF_STAFF = 'boxperson.draft.';

function forget(isTheirs: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (isTheirs(key)) sessionStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

export const forgetWindow = (): void => forget((key) => key.startsWith(OURS));

/** What was half written, the evening at each table, its last stakes and rolls. */
export const forgetPlayer = (): void =>
  forget((key) => key.startsWith(OURS) && !key.startsWith(FORMS_OF_STAFF));
