// The library still calls its toasts unstable: only this file knows their names.
import {
  UNSTABLE_Toast as AriaToast,
  Button,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import './staff.css';

interface Told {
  readonly says: string;
  readonly kind: 'done' | 'fault';
}

const SHOWN_MOST = 3;
/** Long enough to be read twice. What went wrong stays until somebody puts it away. */
const DONE_MS = 8_000;

const queue = new ToastQueue<Told>({ maxVisibleToasts: SHOWN_MOST });

/** Tells in passing what came of something that was asked. */
export const tell = (says: string, kind: Told['kind'] = 'done'): void => {
  queue.add({ says, kind }, kind === 'done' ? { timeout: DONE_MS } : {});
};

/** Where it is told: once, at the end of a page. */
export const Toasts = () => (
  <ToastRegion queue={queue} className="toasts" aria-label="What was done">
    {({ toast }) => (
      <AriaToast toast={toast} className={`toast toast-${toast.content.kind}`}>
        <ToastContent>
          <Text slot="title">{toast.content.says}</Text>
        </ToastContent>
        <Button slot="close" aria-label="Put away">
          ✕
        </Button>
      </AriaToast>
    )}
  </ToastRegion>
);
