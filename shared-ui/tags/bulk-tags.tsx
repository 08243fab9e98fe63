/** Bulk Add Tags and Remove Tags: the tag modal, and what it sends (specification 1 §2 Facebook Ads, §5, §8). */
import type { BulkResponse } from 'api/contract/bulk';
import { MAX_TAGS } from 'api/contract/tags';
import { listOf, object, text } from 'api/contract/schema';
import type { CustomFieldProps } from '../custom-field';
import { formatNumber } from '../format';
import { grouped } from '../grouped';
import { bulkForm, type BulkAction } from '../list-screen/actions';
import { inTurn, isCounted, sumOf, UNEXPECTED_RESULT } from '../list-screen/bulk-outcome';
import type { useCall } from '../list-screen/list-calls';
import type { useToast } from '../toast/toasts';
import { ToldFailure } from '../toast/told-failure';
import { tagFailure } from './tag-failure';
import { TagPicker } from '../tag-picker/tag-picker';
import type { Tagged, Tagging } from './tagging';
import type { TagScope } from '../tag-picker/tag-suggestions.api';

/** How long the outcome of a bulk tag action stays, in milliseconds (specification 1 §4). */
const PROGRESS_STAYS = 3000;

/** What the modal asks for. */
const chosenTags = object({ tag_names: listOf(text('Tag', {}), { title: 'Tags', maxItems: MAX_TAGS } as const) }, []);

/** The words of the two actions. */
const WORDS = {
  add: { label: 'Add Tags', doing: 'Adding tags to', done: 'Added tags to' },
  remove: { label: 'Remove Tags', doing: 'Removing tags from', done: 'Removed tags from' },
} as const;

interface BulkTagTools {
  call: ReturnType<typeof useCall>;
  toast: ReturnType<typeof useToast>;
}

/** One of the two bulk actions of a list of tagged records, to be handed to its `ListScreen`. */
export function bulkTagAction<Row extends Tagged>(
  change: keyof typeof WORDS,
  { resourceType, noun, calls, namesCompany = false }: Tagging,
  { call, toast }: BulkTagTools,
): BulkAction<Row> {
  const { label, doing, done } = WORDS[change];
  const mutation = change === 'add' ? calls.addTagsToMany : calls.removeTagsFromMany;
  const counted = (count: number) => `${formatNumber(count)} ${count === 1 ? noun.one : noun.many}`;

  const send = (rows: readonly Row[], tag_names: string[], company_id?: number) =>
    call.change(mutation, {
      resource_ids: rows.map(({ id }) => id),
      tag_names,
      ...(change === 'add' && { create_if_not_exists: true }),
      ...(company_id !== undefined && { company_id }),
    });

  const run = async (rows: readonly Row[], tagNames: string[]): Promise<BulkResponse | void> => {
    const shown = toast.show({ type: 'loading', message: `${doing} ${counted(rows.length)}...` });
    try {
      const ofCompany = grouped(rows, ({ company_id }) => company_id);
      const all = namesCompany
        ? sumOf(await inTurn(ofCompany, ([company, own]) => send(own, tagNames, company)))
        : await send(rows, tagNames);
      if (!isCounted(all)) {
        shown.update(UNEXPECTED_RESULT);
        return;
      }
      if (all.success_count === 0) shown.dismiss();
      else
        shown.update({
          type: 'success',
          message: `${done} ${formatNumber(all.success_count)} ${noun.many}`,
          duration: PROGRESS_STAYS,
        });
      return all;
    } catch (error) {
      shown.update(tagFailure(error, change));
      throw new ToldFailure(error);
    }
  };

  return bulkForm<Row, typeof chosenTags>({
    label,
    form: (rows) => ({
      title: label,
      schema: chosenTags,
      fields: [
        {
          key: 'tag_names',
          type: 'custom',
          component: tagField(scopeOf(resourceType, rows), change === 'add'),
          validate: (value) => (Array.isArray(value) && value.length > 0 ? null : 'Please select at least one tag.'),
        },
      ],
      note: `${doing} ${counted(rows.length)}.`,
      submitLabel: label,
    }),
    run: (rows, { tag_names = [] }) => run(rows, tag_names),
  });
}

const tagField = (scope: TagScope, allowNew: boolean) =>
  function TagField({ control, value, onChange }: CustomFieldProps) {
    return (
      <TagPicker
        {...control}
        scope={scope}
        allowNew={allowNew}
        placeholder={allowNew ? 'Find or make a tag' : 'Find a tag'}
        value={Array.isArray(value) ? (value as string[]) : []}
        onChange={onChange}
      />
    );
  };

/** Of several companies' records, the tags of all the companies are suggested. */
function scopeOf(resourceType: Tagging['resourceType'], rows: readonly Tagged[]): TagScope {
  const companyId = rows[0]?.company_id;
  return rows.every(({ company_id }) => company_id === companyId) ? { resourceType, companyId } : { resourceType };
}
