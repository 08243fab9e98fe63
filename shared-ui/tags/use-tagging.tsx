import { useMemo, useState, type ReactNode } from 'react';
import type { BulkAction } from '../list-screen/actions';
import { useCall } from '../list-screen/list-calls';
import { useToast } from '../toast/toasts';
import { bulkTagAction } from './bulk-tags';
import { TagList } from './tag-list';
import type { Tagged, Tagging } from './tagging';

const loadModal = () => import('./record-tags-modal');

/** What a list of tagged records is handed. */
export interface TaggingOfList<Row> {
  /** 'Add Tags' and 'Remove Tags'; none for those who may not. */
  bulkActions: readonly BulkAction<Row & { readonly id: number }>[];
  /** Draws a row's tags, for the `cells` of `ListScreen`. */
  tagCell: (row: Row) => ReactNode;
  /** The modal that a row's buttons open; to be drawn beside the list. */
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
  const [dialog, setDialog] = useState<ReactNode>(null);
  const call = useCall();
  const toast = useToast();

  // Rows are drawn anew when their cells are others.
  const tagCell = useMemo(() => {
    const open = async (row: Row, adding: boolean) => {
      try {
        const { RecordTagsModal } = await loadModal();
        setDialog(
          <RecordTagsModal
            tagging={tagging}
            record={row}
            name={nameOf(row)}
            mayTag={mayTag}
            adding={adding}
            onClose={() => setDialog(null)}
          />,
        );
      } catch (error) {
        console.error('A dialog could not be loaded', error);
        toast.show({ type: 'error', message: 'This could not be opened. Please try again.' });
      }
    };
    return function tagCellOf(row: Row) {
      return (
        <TagList
          names={row.tags}
          of={nameOf(row)}
          onMore={() => void open(row, false)}
          onAdd={mayTag ? () => void open(row, true) : undefined}
        />
      );
    };
  }, [tagging, nameOf, mayTag, toast]);

  const bulkActions = mayTag
    ? [bulkTagAction<Row>('add', tagging, { call, toast }), bulkTagAction<Row>('remove', tagging, { call, toast })]
    : [];
  return { bulkActions, tagCell, dialog };
}
