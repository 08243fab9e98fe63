import { LazyPart } from 'shared-ui';
import { loadTagsScreen } from 'shared-ui/tags';

/** Tags (DECISIONS §16): those of the ads. */
export default function TagsOfArea() {
  return (
    <LazyPart load={loadTagsScreen} failure="Failed to load the tags" page>
      {({ TagsScreen }) => <TagsScreen area="ads" />}
    </LazyPart>
  );
}
