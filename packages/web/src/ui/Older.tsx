/** What is over leaves a list in time: the way to it. */
export const Older = ({ more }: { more: (() => void) | null }) =>
  more && (
    <p>
      <button type="button" onClick={more}>
        Show older ones
      </button>
    </p>
  );
