import { LazyPart } from 'shared-ui';
import { loadTagsScreen } from 'shared-ui/tags';

/** Tags (DECISIONS §16): those of the profiles and posts. */
export default function TagsOfArea() {
  return (
    <LazyPart load={loadTagsScreen} failure="Failed to load the tags" page>
      {({ TagsScreen }) => <TagsScreen area="social" />}
    </LazyPart>
  );
}
