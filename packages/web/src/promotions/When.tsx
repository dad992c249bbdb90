const FORMAT = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A moment, by the clock where whoever reads it is. */
export const When = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{FORMAT.format(at)}</time>
);
