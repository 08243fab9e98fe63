/** Bulk Add Tags and Remove Tags: the tag modal, and what it sends (specification 1 §2 Facebook Ads, §5, §8). */
import type { BulkResponse } from 'contract/bulk';
import { MAX_TAGS } from 'contract/tags';
import { listOf, object, text } from 'contract/schema';
import { formatNumber } from '../format';
import { bulkForm, type BulkAction, type BulkRun } from '../list-screen/actions';
import { isCounted, UNEXPECTED_RESULT } from '../list-screen/bulk/bulk-outcome';
import { shownToasts, type useToast } from '../toast/toasts';
import { ToldFailure } from '../toast/told-failure';
import { undoOf } from '../undo/undo-of';
import { tagFailure } from './tag-failure';
import type { Tagged, Tagging } from './tagging';

/** After so long the outcome of a bulk tag action clears, in milliseconds (specification 1 §4); the offer to undo it stays. */
const PROGRESS_STAYS = 3000;

/** Values that the modal asks for. */
const chosenTags = object({ tag_names: listOf(text('Tag', {}), { title: 'Tags', maxItems: MAX_TAGS } as const) }, []);

/** The words of the two actions. */
const WORDS = {
  add: { label: 'Add Tags', doing: 'Adding tags to', done: 'Added tags to' },
  remove: { label: 'Remove Tags', doing: 'Removing tags from', done: 'Removed tags from' },
} as const;

const loadField = () => import('./tags-field');

/** One of the two bulk actions of a list of tagged records, to be handed to its `ListScreen`. */
export function bulkTagAction<Row extends Tagged>(
  change: keyof typeof WORDS,
  { resourceType, noun, calls, namesCompany = false }: Tagging,
  toast: ReturnType<typeof useToast>,
): BulkAction<Row> {
  const { label, doing, done } = WORDS[change];
  const mutation = change === 'add' ? calls.addTagsToMany : calls.removeTagsFromMany;
  const counted = (count: number) => `${formatNumber(count)} ${count === 1 ? noun.one : noun.many}`;

  const run = async (rows: readonly Row[], tag_names: string[], bulk: BulkRun): Promise<BulkResponse | void> => {
    const send = (part: readonly Row[]) =>
      bulk.change(mutation, {
        resource_ids: part.map(({ id }) => id),
        tag_names,
        ...(change === 'add' && { create_if_not_exists: true }),
        ...(namesCompany && { company_id: part[0]?.company_id }),
      });
    try {
      const all = await bulk.inParts(rows, {
        send,
        by: ({ company_id }) => namesCompany && company_id,
        doing: `${doing} ${counted(rows.length)}...`,
      });
      if (!isCounted(all)) return void toast.show(UNEXPECTED_RESULT);
      if (all.success_count > 0) sayDone(`${done} ${formatNumber(all.success_count)} ${noun.many}`, bulk);
      return all;
    } catch (error) {
      toast.show(tagFailure(error, change));
      throw new ToldFailure(error);
    }
  };

  const sayDone = (message: string, bulk: BulkRun) => {
    const { action, duration } = undoOf(bulk.operation, bulk.namesOf);
    const shown = toast.show({ type: 'success', message, action, duration: action ? null : PROGRESS_STAYS });
    if (!action || !duration) return;
    const rest = {
      type: 'success',
      message: 'Tags were changed',
      action,
      duration: duration - PROGRESS_STAYS,
    } as const;
    // Unless it was taken, or put away.
    const isOffered = () => shownToasts().some((entry) => entry.action === action);
    setTimeout(() => isOffered() && shown.update(rest), PROGRESS_STAYS);
  };

  return bulkForm<Row, typeof chosenTags>({
    label,
    form: async (rows) => ({
      title: label,
      schema: chosenTags,
      fields: [
        {
          key: 'tag_names',
          type: 'custom',
          component: (await loadField()).tagsField(resourceType, rows, change),
          validate: (value) => (Array.isArray(value) && value.length > 0 ? null : 'Please select at least one tag.'),
        },
      ],
      note: `${doing} ${counted(rows.length)}.`,
      submitLabel: label,
    }),
    run: (rows, { tag_names = [] }, bulk) => run(rows, tag_names, bulk),
  });
}
