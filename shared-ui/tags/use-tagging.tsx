import { useMemo, type ReactNode } from 'react';
import type { BulkAction } from '../list-screen/actions';
import { useToast } from '../toast/toasts';
import { useDialog } from '../use-dialog';
import { bulkTagAction } from './bulk-tags';
import { TagList } from './tag-list';
import type { Tagged, Tagging } from './tagging';

const loadModal = () => import('./record-tags-modal');

/** Props for a list of tagged records. */
export interface TaggingOfList<Row> {
  /** 'Add Tags' and 'Remove Tags'; none for those who may not. */
  bulkActions: readonly BulkAction<Row & { readonly id: number }>[];
  /** Renders a row's tags, for the `cells` of `ListScreen`; the same function at every render. */
  tagCell: (row: Row) => ReactNode;
  /** The modal that a row's buttons open; to be rendered beside the list. */
  dialog: ReactNode;
}

/**
 * Everything a list needs to show and change tags (specification 1 §2 Facebook Ads, 2 §2.3, §2.4).
 *
 * @param nameOf what a row is called
 * @param mayTag whether this person may change tags; without it they are only shown
 */
export function useTagging<Row extends Tagged>(
  tagging: Tagging,
  { nameOf, mayTag }: { nameOf: (row: Row) => string; mayTag: boolean },
): TaggingOfList<Row> {
  const { dialog, open, close } = useDialog();
  const toast = useToast();

  // Every row renders again when its cells change.
  const tagCell = useMemo(() => {
    const openTags = (row: Row, adding: boolean) =>
      void open(async () => {
        const { RecordTagsModal } = await loadModal();
        return (
          <RecordTagsModal
            tagging={tagging}
            record={row}
            name={nameOf(row)}
            mayTag={mayTag}
            adding={adding}
            onClose={close}
          />
        );
      });
    return function tagsOf(row: Row) {
      return (
        <TagList
          names={row.tags}
          of={nameOf(row)}
          onMore={() => openTags(row, false)}
          onAdd={mayTag ? () => openTags(row, true) : undefined}
        />
      );
    };
  }, [tagging, nameOf, mayTag, open, close]);

  const bulkActions = mayTag
    ? [bulkTagAction<Row>('add', tagging, toast), bulkTagAction<Row>('remove', tagging, toast)]
    : [];
  return { bulkActions, tagCell, dialog };
}
