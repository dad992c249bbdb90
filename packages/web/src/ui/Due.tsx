/** Until when; late where nothing has been done of it since. */
export const Due = ({ at, isDone }: { at: number; isDone: boolean }) => {
  const isLate = !isDone && at < Date.now();
  return (
    <span className={isLate ? 'is-wrong' : 'quiet'} data-due={isLate ? 'late' : 'open'}>
      {isLate ? 'was due ' : 'due '}
      {new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
    </span>
  );
};
