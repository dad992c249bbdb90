import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Button, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './staff.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `asks` wants an answer before anything else; `shows` may be left at any time. */
  readonly kind?: 'shows' | 'asks';
  readonly children: ReactNode;
}

/** What goes before everything else on the page, until it is closed. */
export function Dialog({ title, onClose, kind = 'shows', children }: DialogProps) {
  return (
    <ModalOverlay
      className="staff-shade"
      isOpen
      isDismissable={kind === 'shows'}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className="staff-modal">
        <AriaDialog className="staff-dialog" role={kind === 'asks' ? 'alertdialog' : 'dialog'}>
          <header className="dialog-top">
            <Heading slot="title">{title}</Heading>
            <Button className="dialog-close" aria-label="Close" onPress={onClose}>
              ✕
            </Button>
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface AskProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly yes: string;
  readonly no?: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** A question before something is done that cannot be undone. */
export const Ask = ({ title, children, yes, no = 'Leave it', onYes, onNo }: AskProps) => (
  <Dialog title={title} kind="asks" onClose={onNo}>
    {children}
    <div className="form-acts">
      <Button className="main" onPress={onYes}>
        {yes}
      </Button>
      <Button autoFocus onPress={onNo}>
        {no}
      </Button>
    </div>
  </Dialog>
);
