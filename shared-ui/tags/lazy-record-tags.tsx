import { LazyPart } from '../lazy-part';
import type { RecordTagsProps } from './record-tags';

const load = () => import('./record-tags-modal');

/** All tags of one record, each with its removal, and the adding of others; fetched when a record is opened. */
export const RecordTags = (props: RecordTagsProps) => (
  <LazyPart load={load} failure="Failed to load tags">
    {(part) => <part.RecordTags {...props} />}
  </LazyPart>
);
