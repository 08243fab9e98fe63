import type { ReactNode } from 'react';
import { Button } from '../button';
import { fetchEarly, useDialog } from '../use-dialog';
import type { FormValues } from '../custom-field';

/** Something about the record that a form edits, in a dialog of its own over the form: its versions, say. */
export interface FormTool<Item> {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Imports the dialog; called when its button is pointed at, and when it is pressed. */
  readonly opens: () => Promise<{ readonly default: (props: { row: Item; onClose: () => void }) => ReactNode }>;
}

/**
 * The buttons of a form's tools, and the dialog of the one that is open; null: none is.
 *
 * @param record as the form has read it
 * @param idle whether none may be opened now
 * @param onReturn the dialog has closed; in it the record may have been saved
 */
export function useFormTools<Item>(
  tools: readonly FormTool<Item>[],
  record: FormValues,
  idle: boolean,
  onReturn: () => Promise<void>,
) {
  const { dialog, open, close } = useDialog();
  const onClose = () => {
    close();
    // A change meanwhile is reported when the form is saved, at the latest.
    onReturn().catch((error: unknown) => console.error('The record could not be read again', error));
  };
  const buttons = tools.length > 0 && (
    <span className="form-tools">
      {tools.map(({ label, icon, opens }) => {
        const preload = fetchEarly(opens);
        const show = async () => {
          const { default: Tool } = await opens();
          return <Tool row={record as Item} onClose={onClose} />;
        };
        return (
          <Button
            key={label}
            icon={icon}
            disabled={idle}
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => void open(show)}
          >
            {label}
          </Button>
        );
      })}
    </span>
  );
  return { buttons, dialog };
}
