import { LazyPart } from 'shared-ui';
import { loadAddedScreens } from 'shared-ui/list-screen';

/** Tags (DECISIONS §16): those of the ads. */
export default function TagsOfArea() {
  return (
    <LazyPart load={loadAddedScreens} failure="Failed to load the tags" page>
      {({ TagsScreen }) => <TagsScreen area="ads" />}
    </LazyPart>
  );
}
