export { RecordTags, type RecordTagsProps } from './record-tags';
export { tagColour, TAG_COLOURS, type TagColour } from './tag-colour';
export { TagChip, type TagChipProps } from './tag-chip';
export { MAX_TAGS_SHOWN, TagList, type TagListProps } from './tag-list';
export { TagPicker, type TagPickerProps } from './tag-picker';
export type { Tagged, Tagging } from './tagging';
export { tagEndpoints, type TagOfRecord, type TagScope } from './tags.api';
export { useTagging, type TaggingOfList } from './use-tagging';
