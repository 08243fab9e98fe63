import type { ReactNode } from 'react';
import { ConfirmModal } from '../dialog';

/** Question before a form is sent, and who waits for the decision. */
export interface SaveQuestionProps {
  asked: ReactNode;
  decide(yes: boolean): void;
}

/** The question before a form is sent. */
export const SaveQuestion = ({ asked, decide, onClose }: SaveQuestionProps & { onClose(): void }) => (
  <ConfirmModal
    title="Save these changes?"
    confirmLabel="Save"
    cancelLabel="Keep editing"
    onConfirm={() => decide(true)}
    onClose={() => {
      decide(false);
      onClose();
    }}
  >
    {asked}
  </ConfirmModal>
);
