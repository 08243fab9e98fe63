export type { CustomFieldProps, FormValues } from '../custom-field';
export type { FormFields } from './form-field';
export { useLeaveQuestion } from './leave-question';
export { RecordFormModal } from './record-form-modal';
export { useFocusOn } from './use-focus-on';
export { UnsavedOffer, UnsavedWord } from './unsaved-offer';
export { useKeeping, useUnsaved, type Unsaved } from './use-unsaved';
export { ToldFailure } from '../toast/told-failure';
