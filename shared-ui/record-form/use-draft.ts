import { useState } from 'react';
import type { FormValues } from '../custom-field';
import { readDraft, restored, type FormDraft } from './form-draft';
import { isChanged, valuesOf, type Form } from './form-values';
import type { Merge } from './merge';
import { useUnsaved, type Unsaved } from './use-unsaved';

/** Initial state of a form. */
interface Beginning {
  unsaved: Unsaved;
  /** Text typed into it another time that differs from the record; or null. */
  draft: FormDraft | null;
  /** The record, and the draft in it where the form was open when the session ended. */
  begun: Merge;
}

/**
 * Looks for what was typed into this form another time and not saved.
 *
 * @param record as it is now
 */
export function useDraft(form: Form, title: string, record: FormValues): Beginning {
  const unsaved = useUnsaved(`${title} ${String(record.id ?? 'new')}`);
  const [beginning] = useState(() => {
    const values = valuesOf(form.fields, record);
    const found = unsaved.found && readDraft(form, unsaved.found.text);
    // A draft that was saved after all, as by a save whose response was lost, is dropped.
    const draft = found && isChanged(values, restored(form, found, values).values) ? found : null;
    const begun = unsaved.isReopened && draft ? restored(form, draft, values) : { values, conflicts: [], kept: [] };
    return { draft, begun };
  });
  return { unsaved, ...beginning };
}
