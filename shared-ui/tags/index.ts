export { RecordTags } from './lazy-record-tags';
export { TagChip } from '../tag-picker/tag-chip';
export type { Tagging } from './tagging';
export { tagCalls } from './tags.api';
export { useTagging } from './use-tagging';
