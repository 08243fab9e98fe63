import type { ReactNode } from 'react';
import { Button } from '../button';
import { UnsavedWord } from './unsaved-offer';

interface FormFooterProps {
  /** The form that Save sends. */
  formId: string;
  /** The word on Save. */
  label: string;
  saving: boolean;
  /** The text in the form was typed another time. */
  isRestored: boolean;
  /** The buttons of the form's tools. */
  tools: ReactNode;
  onCancel(): void;
}

/** The buttons below a form. */
export const FormFooter = ({ formId, label, saving, isRestored, tools, onCancel }: FormFooterProps) => (
  <>
    {isRestored && <UnsavedWord />}
    {tools}
    <Button disabled={saving} onClick={onCancel}>
      Cancel
    </Button>
    <Button tone="primary" type="submit" form={formId} disabled={saving}>
      {saving ? 'Saving...' : label}
    </Button>
  </>
);
