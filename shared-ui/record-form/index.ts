export type { CustomFieldProps, FormField, FormValues } from './form-field';
export { useLeaveQuestion } from './leave-question';
export { RecordFormModal } from './record-form-modal';
export { useFocusOn } from './use-focus-on';
