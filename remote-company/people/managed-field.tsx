import type { Person } from 'contract/people/people';
import type { ComponentType } from 'react';
import { FieldHelp } from 'shared-ui';
import type { CustomFieldProps } from 'shared-ui/record-form';

/** A control that shows what it has, and says who decides, where a provider does (DECISIONS §15). */
export const managedField = (Control: ComponentType<CustomFieldProps & { readOnly?: boolean }>) =>
  function ManagedField(props: CustomFieldProps) {
    const { control, record } = props;
    const by = (record as Partial<Person> | null)?.managed_by;
    if (!by) return <Control {...props} />;
    return (
      <>
        <Control
          {...props}
          control={{ ...control, disabled: true, 'aria-describedby': `${control.id}-managed` }}
          readOnly
        />
        <FieldHelp id={`${control.id}-managed`}>{by} decides about this at each sign-in.</FieldHelp>
      </>
    );
  };
