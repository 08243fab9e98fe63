export { tagColour, TAG_COLOURS, type TagColour } from './tag-colour';
export { TagChip, type TagChipProps } from './tag-chip';
export { MAX_TAGS_SHOWN, TagList, type TagListProps } from './tag-list';
