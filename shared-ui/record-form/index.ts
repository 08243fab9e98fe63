export type {
  CheckboxField,
  CustomField,
  CustomFieldProps,
  FieldOption,
  FieldOptionGroup,
  FormField,
  JsonField,
  NumberField,
  SecretField,
  SelectField,
  TextareaField,
  TextField,
} from './form-field';
export type { FormMode, FormValues } from './form-values';
export { useLeaveQuestion } from './leave-question';
export { RecordFormModal, type RecordFormModalProps } from './record-form-modal';
