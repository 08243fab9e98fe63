export type { CustomFieldProps, FormField } from './form-field';
export type { FormValues } from './form-values';
export { useLeaveQuestion } from './leave-question';
export { RecordFormModal } from './record-form-modal';
export { useFocusOn } from './use-focus-on';
